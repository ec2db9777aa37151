import { Empty } from '../../../../../ui/components.tsx'
import { type Entry, type EntryState, stateOf } from '../../../domain/changelog/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Badge, NextPage, Time } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'

const FILTERS = [
  [undefined, 'All'],
  ['draft', 'Drafts'],
  ['scheduled', 'Scheduled'],
  ['published', 'Published'],
] as const

export function EntryBadge({ state }: { state: EntryState }) {
  if (state === 'published') return <Badge kind="good">published</Badge>
  return state === 'scheduled' ? <Badge kind="warn">scheduled</Badge> : <Badge>draft</Badge>
}

interface ChangelogProps {
  readonly view: ProjectView
  readonly entries: readonly Entry[]
  readonly state: EntryState | undefined
  readonly next: string | undefined
}

export function ChangelogPage({ view, entries, state, next }: ChangelogProps) {
  const { base } = view
  return (
    <ProjectPage
      view={view}
      title="Changelog"
      section="/changelog"
      lead="Tell people what you did with their ideas. Link the posts, so that readers find them."
      actions={
        <a class="button main" href={`${base}/changelog/new`}>
          New entry
        </a>
      }
    >
      <nav class="views" aria-label="Which entries">
        {FILTERS.map(([filter, name]) => (
          <a
            href={filter ? `${base}/changelog?state=${filter}` : `${base}/changelog`}
            aria-current={state === filter ? 'page' : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      {entries.length === 0 && (
        <Empty title={state ? 'None of these' : 'Nothing to tell yet?'}>
          {state
            ? 'Entries in other states are under the other tabs.'
            : 'The first entry can be small: what was fixed this week.'}
        </Empty>
      )}
      <ul class="rows">
        {entries.map((entry) => (
          <li>
            <div>
              <a href={`${base}/changelog/${entry.id}`} dir="auto">
                <b>{entry.title}</b>
              </a>{' '}
              <EntryBadge state={stateOf(entry, view.now)} />
              <p class="soft">
                {entry.publishAt ? (
                  <>
                    {entry.publishAt > view.now ? 'Public from' : 'Public since'} <Time at={entry.publishAt} /> UTC
                  </>
                ) : (
                  <>
                    Written <Time at={entry.createdAt} /> UTC
                  </>
                )}
                {entry.posts.length > 0 && ` · ${entry.posts.length} ${entry.posts.length === 1 ? 'post' : 'posts'}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <NextPage next={next} />
    </ProjectPage>
  )
}
