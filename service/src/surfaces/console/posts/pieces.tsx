import { Status as StatusOf } from '../../../../../ui/components.tsx'
import type { ModerationItem } from '../../../domain/moderation/index.ts'
import { FLAG_NAMES, type Post } from '../../../domain/posts/index.ts'
import type { Status } from '../../../domain/statuses/index.ts'
import { withPicturesAt } from '../../../foundation/markdown/index.ts'
import { Ago, Badge, Form } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { FLAG_WORDS } from './flags.ts'

/** Safe to insert: foundation/markdown made this HTML and lets no markup of the author through. */
export function Prose({ view, html }: { view: ProjectView; html: string }) {
  return html === '' ? null : (
    <div class="prose" dangerouslySetInnerHTML={{ __html: withPicturesAt(view.base, html) }} />
  )
}

/** As on the board, and as large as the text around it here. */
export function StatusDot({ status }: { status: Pick<Status, 'name' | 'color'> }) {
  return <StatusOf status={status} />
}

export function AuthorLink({ view, author }: { view: ProjectView; author: Post['author'] }) {
  if (author.id === undefined) return <span>{author.displayName} (team)</span>
  return <a href={`${view.base}/users/${author.id}`}>{author.displayName}</a>
}

/** Whatever is not as usual with a post. */
export function PostBadges({ post }: { post: Post }) {
  return (
    <>
      {post.mergedIntoId && <Badge>Merged</Badge>}
      {post.moderationState === 'pending' && <Badge kind="warn">Waiting</Badge>}
      {post.moderationState === 'rejected' && <Badge kind="bad">Rejected</Badge>}
      {FLAG_NAMES.filter((flag) => post[flag]).map((flag) => {
        const { text, ...kind } = FLAG_WORDS[flag].badge
        return <Badge {...kind}>{text}</Badge>
      })}
    </>
  )
}

export function postPath(view: Pick<ProjectView, 'base'>, { number }: Pick<Post, 'number'>): string {
  return `${view.base}/posts/${number}`
}

export function statusOptions(statuses: readonly Status[]): (readonly [string, string])[] {
  return statuses.map(({ id, name }) => [id, name])
}

/** The reports about a post or comment, the newest first. */
export function Reports({ view, reports }: { view: ProjectView; reports: ModerationItem['reports'] }) {
  return reports.length === 0 ? null : (
    <ul class="reports">
      {reports.map(({ reason, user, reportedAt }) => (
        <li>
          <q>{reason}</q>{' '}
          <span class="soft">
            <AuthorLink view={view} author={user} />, <Ago at={reportedAt} now={view.now} />
          </span>
        </li>
      ))}
    </ul>
  )
}

interface VerdictProps {
  readonly view: ProjectView
  readonly action: string
  readonly state: Post['moderationState']
  readonly name: string
}

export function Verdicts({ view, action, state, name }: VerdictProps) {
  const approval = state === 'approved' ? 'Dismiss reports' : 'Approve'
  return (
    <Form view={view} action={action} class="row tight">
      <button class="button main" type="submit" name="verdict" value="approve" aria-label={`${approval}: ${name}`}>
        {approval}
      </button>
      {state !== 'rejected' && (
        <button class="button" type="submit" name="verdict" value="reject" aria-label={`Reject ${name}`}>
          Reject
        </button>
      )}
    </Form>
  )
}
