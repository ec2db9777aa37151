import type { Format, Import, ImportRecord, LineFault, MADE } from '../../../domain/imports/index.ts'
import { Badge } from '../shared/pieces.tsx'
import { Steps } from '../shared/steps.tsx'
import { Table } from '../shared/table.tsx'
import type { ProjectView } from '../shared/view.ts'

/** The cards, in the order in which they are shown. */
export const CARDS = ['csv', 'canny', 'fider', 'uservoice', 'github', 'ndjson'] as const satisfies readonly Format[]

const STEPS = ['file', 'match', 'check', 'run'] as const
export type StepName = (typeof STEPS)[number]

interface ImportStepsProps {
  readonly view: ProjectView
  readonly now: StepName
  /** The pages of the steps that can be opened. */
  readonly pages?: Partial<Record<StepName, string>>
  /** Whether the last step is done. */
  readonly isOver?: boolean
}

export function ImportSteps({ view, now, pages = {}, isOver = false }: ImportStepsProps) {
  const place = STEPS.indexOf(now)
  return (
    <nav aria-label={view.words.say('imports_steps')}>
      <Steps
        view={view}
        label={view.words.say('imports_steps')}
        steps={STEPS.map((step, at) => ({
          name: view.words.say(`imports_step_${step}`),
          isDone: at < place || (isOver && at === place),
          isNow: at === place,
          ...(pages[step] && { href: pages[step] }),
        }))}
      />
    </nav>
  )
}

export function importPath(view: ProjectView, { id }: Pick<Import, 'id'>): string {
  return `${view.base}/import/${id}`
}

export function uploadPath(view: ProjectView, id: string): string {
  return `${view.base}/import/files/${id}`
}

const BADGES = { done: 'good', failed: 'bad', checked: 'warn' } as const

export function ImportStateBadge({ view, state }: { view: ProjectView; state: Import['state'] }) {
  const kind = state === 'done' || state === 'failed' || state === 'checked' ? BADGES[state] : undefined
  return <Badge {...(kind && { kind })}>{view.words.say(`imports_state_${state}`)}</Badge>
}

/** “12 KB” or “3.4 MB”. */
export function sizeIn({ words }: Pick<ProjectView, 'words'>, bytes: number): string {
  if (bytes < 1_048_576) return words.say('imports_kb', { n: Math.max(1, Math.round(bytes / 1024)) })
  return words.say('imports_mb', { n: Math.round(bytes / 104_857.6) / 10 })
}

interface ProgressProps {
  readonly view: ProjectView
  readonly name: string
  /** From 0 to 1, if it is known. */
  readonly done?: number
  /** The address at which the script reads how far it is, and the state that is shown. */
  readonly address: string
  readonly state: string
}

/** Goes on without a reload if scripts run; without them a link looks again. */
export function ImportProgress({ view, name, done, address, state }: ProgressProps) {
  const { say } = view.words
  const percent = done === undefined ? undefined : Math.floor(done * 100)
  return (
    <div class="import-progress" data-import-state={address} data-state={state}>
      <p class="row between">
        <b id="import-doing">{name}</b>
        <span class="soft import-percent" data-percent={say('imports_percent', { n: '{n}' })}>
          {percent !== undefined && say('imports_percent', { n: percent })}
        </span>
      </p>
      <progress max={100} value={percent} aria-labelledby="import-doing" />
      <p class="unseen" role="status" data-said={say('imports_progress_said', { name, n: '{n}' })} />
      <p class="soft">{say('imports_goes_on')}</p>
      <noscript>
        <a class="button" href={view.path}>
          {say('imports_look_again')}
        </a>
      </noscript>
    </div>
  )
}

type CountName = (typeof MADE)[number] | 'imported_votes'
const COUNTED = [
  'posts',
  'votes',
  'imported_votes',
  'comments',
  'users',
  'tags',
  'statuses',
  'changelog_entries',
] as const satisfies readonly CountName[]

/** These are shown also if there are none. */
const ALWAYS: readonly CountName[] = ['posts', 'votes', 'comments', 'users']

interface CountsProps {
  readonly view: ProjectView
  /** What is not counted is absent. */
  readonly counts: Partial<Record<CountName, number>>
  /** The pages on which these can be seen. */
  readonly pages?: Partial<Record<CountName, string>>
}

export function Counts({ view, counts, pages = {} }: CountsProps) {
  return (
    <dl class="import-counts">
      {COUNTED.map((name) => {
        const count = counts[name]
        if (count === undefined || (count === 0 && !ALWAYS.includes(name))) return null
        const page = count > 0 ? pages[name] : undefined
        return (
          <div>
            <dt>{view.words.say(`imports_count_${name}`)}</dt>
            <dd>{page ? <a href={page}>{view.words.number(count)}</a> : view.words.number(count)}</dd>
          </div>
        )
      })}
    </dl>
  )
}

/** Faults or notes, each with its line. */
export function Lines({ view, label, lines }: { view: ProjectView; label: string; lines: readonly LineFault[] }) {
  return (
    <Table
      label={label}
      class="import-lines"
      columns={[
        { name: view.words.say('imports_line'), class: 'number' },
        { name: view.words.say('imports_what'), class: 'word' },
      ]}
      rows={lines.map(({ line, detail }) => [view.words.number(line), <bdi>{sentence(detail)}</bdi>])}
    />
  )
}

/** Details are parts of a sentence. */
function sentence(detail: string): string {
  return `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`
}

/** What a record will be, on one line. */
export function recordCells({ words }: ProjectView, record: ImportRecord): string[] {
  const who = (person: Extract<ImportRecord, { type: 'vote' }>['user'] | undefined) =>
    person === undefined
      ? words.say('imports_the_team')
      : (person.name ?? person.email ?? person.sub ?? person.externalId ?? '')
  const kind = words.say(`imports_type_${record.type}`)
  switch (record.type) {
    case 'post':
      return [kind, record.title, who(record.author), record.status ?? '']
    case 'comment':
      return [kind, record.body, who(record.author), '']
    case 'vote':
      return [kind, words.say('imports_vote_for', { post: record.post }), who(record.user), '']
    case 'changelog_entry':
      return [kind, record.title, who(undefined), '']
    case 'user':
      return [kind, '', who(record), '']
  }
}
