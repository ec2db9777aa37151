import type { Post } from '../../../domain/posts/index.ts'
import type { Status } from '../../../domain/statuses/index.ts'
import { Page } from '../shared/layout.tsx'
import { VoteButton } from '../shared/mark-buttons.tsx'
import { postPath } from '../shared/posts.tsx'
import { BOARD_PICTURE } from '../shared/preview.ts'
import { StatusPill, statusName } from '../shared/statuses.tsx'
import type { View } from '../shared/view.ts'

export interface Column {
  readonly status: Status
  readonly posts: readonly Post[]
  readonly hasMore: boolean
}

export function RoadmapPage({ view, columns }: { view: View; columns: readonly Column[] }) {
  const { words, project } = view
  const title = words.say('roadmap_title')
  const facts = {
    title,
    description: words.say('roadmap_lead', { project: project.name }),
    canonical: `${view.origin}/roadmap`,
    picture: BOARD_PICTURE,
    current: 'roadmap',
    live: 'roadmap',
  } as const
  return (
    <Page view={view} facts={facts}>
      <div class="wide">
        <h1>{title}</h1>
        <p class="lead">{facts.description}</p>
        <Tabs view={view} columns={columns} />
        <div class={`columns of-${Math.min(columns.length, 3)}`}>
          {columns.map((column) => (
            <ColumnView view={view} column={column} />
          ))}
        </div>
      </div>
    </Page>
  )
}

function ColumnView({ view, column }: { view: View; column: Column }) {
  const { words } = view
  const { status, posts, hasMore } = column
  return (
    <section class="column" aria-labelledby={status.id} data-more={hasMore ? '' : undefined}>
      <div class="column-head">
        <h2 id={status.id}>
          <StatusPill view={view} status={status} />
        </h2>
        <Count view={view} column={column} />
      </div>
      {posts.length === 0 && <p class="soft">{words.say('roadmap_empty')}</p>}
      <ol class="cards tight">
        {posts.map((post) => (
          <li class="card">
            <VoteButton view={view} post={post} />
            <h3>
              <a href={postPath(post)} dir="auto">
                {post.title}
              </a>
            </h3>
          </li>
        ))}
      </ol>
      {hasMore && (
        <p class="soft">
          <a href={`/?status=${status.id}`}>{words.say('roadmap_more')}</a>
        </p>
      )}
    </section>
  )
}

/** How many ideas of the column are shown, and whether there are more. */
function Count({ view: { words }, column: { posts, hasMore } }: { view: View; column: Column }) {
  return (
    <span class="soft">
      {words.number(posts.length)}
      {hasMore && '+'}
    </span>
  )
}

/** On a phone each column fills the screen; these links lead to them. */
function Tabs({ view, columns }: { view: View; columns: readonly Column[] }) {
  const { words } = view
  return (
    <nav class="tabs" aria-label={words.say('roadmap_title')}>
      {columns.map((column) => (
        <a href={`#${column.status.id}`}>
          {statusName(view, column.status)} <Count view={view} column={column} />
        </a>
      ))}
    </nav>
  )
}
