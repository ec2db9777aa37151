import { Status as StatusOf } from '../../../../../ui/components.tsx'
import { snakeCase } from '../../../domain/members.ts'
import type { ModerationItem } from '../../../domain/moderation/index.ts'
import { FLAG_NAMES, type Post } from '../../../domain/posts/index.ts'
import type { Status } from '../../../domain/statuses/index.ts'
import { withPicturesAt } from '../../../foundation/markdown/index.ts'
import { Written } from '../../pages/index.ts'
import { Ago, Badge, Form } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { FLAGS } from './flags.ts'

/** A text of a user or of the team, with pictures as the console serves them. */
export function Prose({ view, html }: { view: ProjectView; html: string }) {
  return <Written html={withPicturesAt(view.base, html)} />
}

/** As on the board, but as large as the text around it. */
export function StatusDot({ status }: { status: Pick<Status, 'name' | 'color'> }) {
  return <StatusOf status={status} />
}

export function AuthorLink({ view, author }: { view: ProjectView; author: Post['author'] }) {
  if (author.id === undefined) return <span>{view.words.say('posts_team', { displayName: author.displayName })}</span>
  return <a href={`${view.base}/users/${author.id}`}>{author.displayName}</a>
}

/** A badge for everything that is unusual about a post. */
export function PostBadges({ view, post }: { view: ProjectView; post: Post }) {
  return (
    <>
      {post.mergedIntoId && <Badge>{view.words.say('posts_merged_badge')}</Badge>}
      {post.moderationState === 'pending' && <Badge kind="warn">{view.words.say('posts_pending_badge')}</Badge>}
      {post.moderationState === 'rejected' && <Badge kind="bad">{view.words.say('posts_rejected_badge')}</Badge>}
      {FLAG_NAMES.filter((flag) => post[flag]).map((flag) => (
        <Badge {...FLAGS[flag].badge}>{view.words.say(`posts_${snakeCase(flag)}_badge`)}</Badge>
      ))}
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
  const [approval, label] =
    state === 'approved'
      ? (['posts_dismiss', 'posts_dismiss_label'] as const)
      : (['posts_approve', 'posts_approve_label'] as const)
  return (
    <Form view={view} action={action} class="row tight">
      <button
        class="button main"
        type="submit"
        name="verdict"
        value="approve"
        aria-label={view.words.say(label, { name })}
        data-command
      >
        {view.words.say(approval)}
      </button>
      {state !== 'rejected' && (
        <button
          class="button"
          type="submit"
          name="verdict"
          value="reject"
          aria-label={view.words.say('posts_reject_label', { name })}
          data-command
        >
          {view.words.say('posts_reject')}
        </button>
      )}
    </Form>
  )
}

/** What inputs of fields say here. */
export function inputWords({ words }: ProjectView) {
  return {
    choose: words.say('fields_choose'),
    missing: words.say('fields_missing'),
    wrong: words.say('fields_wrong'),
  }
}
