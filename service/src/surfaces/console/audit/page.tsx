import { Empty } from '../../../../../ui/components.tsx'
import type { ConsoleKey } from '../../../../../ui/words/console/words.ts'
import type { AuditEntry, EventKind } from '../../../domain/events/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, CsvLink, NextPage, Time } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
import { Table } from '../shared/table.tsx'
import type { ProjectView } from '../shared/view.ts'
import { detailOf, KINDS, nounOf } from './words.ts'

/** An object that still exists: its kind, its name and its page. */
export interface Subject {
  readonly noun: ConsoleKey
  readonly name: string
  readonly href: string
}

interface AuditProps {
  readonly view: ProjectView
  readonly entries: readonly AuditEntry[]
  readonly subjects: ReadonlyMap<string, Subject>
  readonly kind: EventKind | undefined
  readonly next: string | undefined
}

export function AuditPage({ view, entries, subjects, kind, next }: AuditProps) {
  const address = `${view.base}/audit`
  return (
    <ProjectPage
      view={view}
      title={view.words.say('audit_title')}
      section="/audit"
      guide="audit"
      isWide
      lead={view.words.say('audit_lead')}
      actions={<CsvLink view={view} href={`${address}.csv${kind ? `?kind=${kind}` : ''}`} />}
    >
      <nav class="views" aria-label={view.words.say('audit_filter')}>
        <a href={address} aria-current={kind === undefined ? 'page' : undefined}>
          {view.words.say('audit_all')}
        </a>
        {KINDS.map((one) => (
          <a href={`${address}?kind=${one}`} aria-current={kind === one ? 'page' : undefined}>
            {view.words.say(`audit_kind_${one}`)}
          </a>
        ))}
      </nav>
      {entries.length === 0 ? (
        <Empty title={view.words.say('audit_none')}>{view.words.say('audit_none_why')}</Empty>
      ) : (
        <Table
          label={view.words.say('audit_title')}
          class="log"
          columns={[
            { name: view.words.say('shared_when'), class: 'when' },
            { name: view.words.say('shared_who'), class: 'word' },
            { name: view.words.say('audit_what'), class: 'word' },
          ]}
          rows={entries.map((entry) => [
            <>
              <Time at={entry.at} />
              <span class="soft">
                <Ago at={entry.at} now={view.now} />
              </span>
            </>,
            <Who view={view} actor={entry.actor} />,
            <What view={view} entry={entry} subjects={subjects} />,
          ])}
        />
      )}
      <NextPage view={view} next={next} />
    </ProjectPage>
  )
}

function Who({ view, actor }: { view: ProjectView } & Pick<AuditEntry, 'actor'>) {
  if (actor.kind === 'system') return <span class="soft">{view.words.say('audit_system')}</span>
  if (actor.isElsewhere) return <span class="soft">{view.words.say('audit_operator_elsewhere')}</span>
  if (actor.kind === 'operator') return <>{actor.name ?? view.words.say('audit_operator_gone')}</>
  return (
    <>
      {actor.name ?? view.words.say('audit_key_gone')}{' '}
      <span class="soft detail">{view.words.say('audit_secret_key')}</span>
    </>
  )
}

function What(props: { view: ProjectView; entry: AuditEntry; subjects: AuditProps['subjects'] }) {
  const { view, entry, subjects } = props
  const subject = subjects.get(entry.subjectId)
  const detail = detailOf(view.words, entry, (id) => subjects.get(id)?.name ?? view.words.say('audit_gone_sts'))
  return (
    <>
      <Sentence
        view={view}
        of={`audit_did_${entry.action}`}
        with={{ subject: subject ? <Named view={view} subject={subject} /> : nounOf(view.words, entry) }}
      />
      {detail && <span class="soft detail">{detail}</span>}
    </>
  )
}

function Named({ view, subject: { noun, name, href } }: { view: ProjectView; subject: Subject }) {
  const link = (
    <a href={href} dir="auto">
      {name}
    </a>
  )
  return <Sentence view={view} of={noun} with={{ name: link }} />
}
