import { Empty } from '../../../../../ui/components.tsx'
import type { ConsoleKey } from '../../../../../ui/words/console/words.ts'
import { type Entry, type EntryState, stateOf } from '../../../domain/changelog/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Badge, CsvLink, NextPage, Time } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
import type { ProjectView } from '../shared/view.ts'

const FILTERS = [
  [undefined, 'changelog_all'],
  ['draft', 'changelog_drafts'],
  ['scheduled', 'changelog_scheduled'],
  ['published', 'changelog_published'],
] as const

export function EntryBadge({ view, state }: { view: ProjectView; state: EntryState }) {
  if (state === 'published') return <Badge kind="good">{view.words.say('changelog_state_published')}</Badge>
  return state === 'scheduled' ? (
    <Badge kind="warn">{view.words.say('changelog_state_scheduled')}</Badge>
  ) : (
    <Badge>{view.words.say('changelog_state_draft')}</Badge>
  )
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
      title={view.words.say('changelog_title')}
      section="/changelog"
      guide="roadmap"
      lead={view.words.say('changelog_lead')}
      actions={
        <>
          <CsvLink view={view} href={`${base}/changelog.csv${state ? `?state=${state}` : ''}`} />
          <a class="button main" href={`${base}/changelog/new`}>
            {view.words.say('changelog_new')}
          </a>
        </>
      }
    >
      <nav class="views" aria-label={view.words.say('changelog_filter')}>
        {FILTERS.map(([filter, name]) => (
          <a
            href={filter ? `${base}/changelog?state=${filter}` : `${base}/changelog`}
            aria-current={state === filter ? 'page' : undefined}
          >
            {view.words.say(name)}
          </a>
        ))}
      </nav>
      {entries.length === 0 && (
        <Empty title={state ? view.words.say('changelog_none_here') : view.words.say('changelog_none')}>
          {state ? view.words.say('changelog_none_here_why') : view.words.say('changelog_none_why')}
        </Empty>
      )}
      <ul class="rows">
        {entries.map((entry) => (
          <li>
            <div>
              <a href={`${base}/changelog/${entry.id}`} dir="auto">
                <b>{entry.title}</b>
              </a>{' '}
              {stateOf(entry, view.now) !== 'published' && <EntryBadge view={view} state={stateOf(entry, view.now)} />}
              <p class="soft">
                <Sentence
                  view={view}
                  of={whenKey(entry, view.now)}
                  with={{ time: <Time at={entry.publishAt ?? entry.createdAt} /> }}
                />
                {entry.posts.length > 0 && ` · ${view.words.say('shared_posts', { n: entry.posts.length })}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <NextPage view={view} next={next} />
    </ProjectPage>
  )
}

function whenKey({ publishAt }: Entry, now: Date): ConsoleKey {
  if (!publishAt) return 'changelog_written'
  return publishAt > now ? 'changelog_public_from' : 'changelog_public_since'
}
