import { Empty } from '../../../../../ui/components.tsx'
import type { Comment } from '../../../domain/comments/index.ts'
import type { InboxCounts, ModerationItem } from '../../../domain/moderation/index.ts'
import type { Post } from '../../../domain/posts/index.ts'
import type { Status } from '../../../domain/statuses/index.ts'
import { AuthorLink, PostBadges, Prose, postPath, Reports, StatusDot, statusOptions } from '../posts/pieces.tsx'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, Badge, Form, NextPage, quantity, Select } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { Shortcuts } from './shortcuts.tsx'

export const INBOX_TABS = ['new', 'reported', 'waiting'] as const
export type InboxTab = (typeof INBOX_TABS)[number]

export interface InboxItem {
  readonly id: string
  readonly post: Post
  readonly comment: Comment | undefined
  readonly reports: ModerationItem['reports']
  readonly reportCount: number
  readonly isPending: boolean
}

interface InboxProps {
  readonly view: ProjectView
  readonly tab: InboxTab
  readonly counts: InboxCounts
  readonly items: readonly InboxItem[]
  readonly next: string | undefined
  readonly cursor: string | undefined
  readonly statuses: readonly Status[]
}

const NAMES: Readonly<Record<InboxTab, string>> = {
  new: 'New',
  reported: 'Reported',
  waiting: 'Waiting for approval',
}
const LEADS: Readonly<Record<InboxTab, string>> = {
  new: 'Posts that nobody in the team has answered, moved or marked as seen, the newest first.',
  reported: 'Posts and comments that visitors reported, the oldest first.',
  waiting: 'Posts and comments that are hidden until somebody approves them, the oldest first.',
}

export function InboxPage(props: InboxProps) {
  const { view, tab, counts, items, next } = props
  return (
    <ProjectPage
      view={view}
      title="Inbox"
      section="/inbox"
      scripts={view.isReadOnly ? [] : ['inbox.js']}
      lead={LEADS[tab]}
      actions={!view.isReadOnly && <Shortcuts />}
    >
      <nav class="tabs" aria-label="Inbox">
        {INBOX_TABS.map((name) => (
          <a href={`${view.base}/inbox?tab=${name}`} aria-current={name === tab ? 'page' : undefined}>
            {NAMES[name]} <span class="count">{shortCount(countOf(counts, name))}</span>
          </a>
        ))}
      </nav>
      {items.length === 0 ? (
        <Nothing tab={tab} />
      ) : (
        <ol class="inbox">
          {items.map((item, place) => (
            <li>
              <Item {...props} item={item} follower={items[place + 1]?.id ?? items[place - 1]?.id ?? ''} />
            </li>
          ))}
        </ol>
      )}
      <NextPage view={view} next={next && `${view.base}/inbox?tab=${tab}&cursor=${encodeURIComponent(next)}`} />
    </ProjectPage>
  )
}

function countOf(counts: InboxCounts, tab: InboxTab): number {
  return tab === 'new' ? counts.unanswered : tab === 'reported' ? counts.reported : counts.pending
}

function shortCount(count: number): string {
  return count > 999 ? '999+' : String(count)
}

function Nothing({ tab }: { tab: InboxTab }) {
  if (tab === 'new') return <Empty title="All caught up">New posts of your users will show up here.</Empty>
  if (tab === 'reported')
    return <Empty title="No reports">When somebody reports a post or a comment, it appears here.</Empty>
  return (
    <Empty title="Nothing waits">If approval is switched on in the settings, new posts and comments wait here.</Empty>
  )
}

interface ItemProps extends InboxProps {
  readonly item: InboxItem
  /** Which one is next when this one is decided. */
  readonly follower: string
}

function Item(props: ItemProps) {
  const { view, item } = props
  const { id, post, comment } = item
  const { author, createdAt, bodyHtml } = comment ?? post
  return (
    <article id={id} class="item" tabindex={-1} aria-labelledby={`title-${id}`} data-item>
      <h2 id={`title-${id}`}>
        {comment && <span class="soft">Comment on </span>}
        <a href={`${postPath(view, post)}${comment ? `#${comment.id}` : ''}`} data-open>
          {post.title}
        </a>
      </h2>
      <p class="facts">
        <AuthorLink view={view} author={author} />
        <Ago at={createdAt} now={view.now} />
        {!comment && <span>{quantity(post.voteCount, 'vote')}</span>}
        {!comment && <StatusDot status={post.status} />}
        {!comment && <PostBadges view={view} post={post} />}
        {comment && item.isPending && <Badge kind="warn">Waiting</Badge>}
      </p>
      <Prose view={view} html={bodyHtml} />
      <ItemReports view={view} item={item} />
      <Actions {...props} />
    </article>
  )
}

function ItemReports({ view, item: { reports, reportCount } }: { view: ProjectView; item: InboxItem }) {
  if (reportCount === 0) return null
  return (
    <div>
      <p class="label">{quantity(reportCount, 'report')}</p>
      <Reports view={view} reports={reports} />
      {reportCount > reports.length && <p class="soft">And {reportCount - reports.length} more.</p>}
    </div>
  )
}

/** What approving is called where the thing is public already. */
function approvalOf({ isPending, reportCount }: InboxItem): string {
  return isPending ? 'Approve' : reportCount > 0 ? 'Dismiss reports' : 'Mark as seen'
}

function Actions({ view, tab, cursor, item, follower, statuses }: ItemProps) {
  const { id, post, comment } = item
  const name = comment ? `the comment on “${post.title}”` : `“${post.title}”`
  const hidden = { subject: id, tab, cursor: cursor ?? '', next: follower }
  const inputs = Object.entries(hidden).map(([name, value]) => <input type="hidden" name={name} value={value} />)
  return (
    <div class="row acts">
      <Form view={view} action={`${view.base}/inbox/decide`}>
        {inputs}
        <button
          class="button main"
          type="submit"
          name="verdict"
          value="approve"
          data-approve
          aria-label={`${approvalOf(item)}: ${name}`}
        >
          {approvalOf(item)}
        </button>
      </Form>
      <Form view={view} action={`${view.base}/inbox/decide`}>
        {inputs}
        <button class="button" type="submit" name="verdict" value="reject" data-reject aria-label={`Reject ${name}`}>
          Reject
        </button>
      </Form>
      {!comment && (
        <Form view={view} action={`${view.base}/inbox/status`} class="row tight">
          {inputs}
          <Select
            name="status_id"
            label={`Status of ${name}`}
            isLabelHidden
            options={statusOptions(statuses)}
            value={post.status.id}
          />
          <button class="button" type="submit" aria-label={`Set status: ${name}`}>
            Set status
          </button>
        </Form>
      )}
    </div>
  )
}
