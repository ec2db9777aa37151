import { Empty } from '../../../../../ui/components.tsx'
import type { ConsoleKey } from '../../../../../ui/words/console/words.ts'
import type { AuditEntry, EventKind } from '../../../domain/events/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, NextPage, Time } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
import type { ProjectView } from '../shared/view.ts'
import { detailOf, KINDS, nounOf } from './words.ts'

/** Something that still is there: how it is spoken of, what it is called, and its page. */
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
    <ProjectPage view={view} title={view.words.say('audit_title')} section="/audit" lead={view.words.say('audit_lead')}>
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
        <section class="scroll" tabindex={0} aria-label={view.words.say('audit_title')}>
          <table class="log stacking">
            <thead>
              <tr>
                <th scope="col">{view.words.say('shared_when')}</th>
                <th scope="col">{view.words.say('shared_who')}</th>
                <th scope="col">{view.words.say('audit_what')}</th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <tr>
                  <td class="when" data-label={view.words.say('shared_when')}>
                    <Time at={entry.at} />
                    <span class="soft">
                      <Ago at={entry.at} now={view.now} />
                    </span>
                  </td>
                  <td class="word" data-label={view.words.say('shared_who')}>
                    <Who view={view} actor={entry.actor} />
                  </td>
                  <td class="word" data-label={view.words.say('audit_what')}>
                    <What view={view} entry={entry} subjects={subjects} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <NextPage view={view} next={next} />
    </ProjectPage>
  )
}

function Who({ view, actor }: { view: ProjectView } & Pick<AuditEntry, 'actor'>) {
  if (actor.kind === 'system') return <span class="soft">{view.words.say('audit_system')}</span>
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
