import { Empty } from '../../../../../ui/components.tsx'
import type { AuditEntry, EventKind } from '../../../domain/events/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, NextPage, Time } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { detailOf, KINDS, nounOf, SENTENCES } from './words.ts'

/** Something that still is there: what it is, what it is called, and its page. */
export interface Subject {
  readonly noun: string
  readonly short: string
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
      title="Audit log"
      section="/audit"
      lead="What your team did in the console, with secret keys and on the command line. The log cannot be changed."
    >
      <nav class="views" aria-label="What it was done to">
        <a href={address} aria-current={kind === undefined ? 'page' : undefined}>
          All
        </a>
        {KINDS.map(([one, name]) => (
          <a href={`${address}?kind=${one}`} aria-current={kind === one ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      {entries.length === 0 ? (
        <Empty title="Nothing of this kind yet">
          Everything the team does from now on appears here, with who did it and when.
        </Empty>
      ) : (
        <section class="scroll" tabindex={0} aria-label="Audit log">
          <table class="log stacking">
            <thead>
              <tr>
                <th scope="col">When (UTC)</th>
                <th scope="col">Who</th>
                <th scope="col">Did what</th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <tr>
                  <td class="when" data-label="When (UTC)">
                    <Time at={entry.at} />
                    <span class="soft">
                      <Ago at={entry.at} now={view.now} />
                    </span>
                  </td>
                  <td class="word" data-label="Who">
                    <Who actor={entry.actor} />
                  </td>
                  <td class="word" data-label="Did what">
                    <What entry={entry} subjects={subjects} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <NextPage next={next} />
    </ProjectPage>
  )
}

function Who({ actor }: Pick<AuditEntry, 'actor'>) {
  if (actor.kind === 'system') return <span class="soft">Command line or service</span>
  if (actor.kind === 'operator') return <>{actor.name ?? 'Somebody who is gone'}</>
  return (
    <>
      {actor.name ?? 'A key that is gone'} <span class="soft detail">secret key</span>
    </>
  )
}

function What({ entry, subjects }: { entry: AuditEntry; subjects: AuditProps['subjects'] }) {
  const [before = '', after] = SENTENCES[entry.action].split('{}')
  const subject = subjects.get(entry.subjectId)
  const detail = detailOf(entry, (id) => subjects.get(id)?.short ?? 'a status that is gone')
  return (
    <>
      {before}
      {after !== undefined && (subject ? <Named subject={subject} /> : nounOf(entry))}
      {after}
      {detail && <span class="soft detail">{detail}</span>}
    </>
  )
}

function Named({ subject: { noun, short, href } }: { subject: Subject }) {
  return (
    <>
      {noun}{' '}
      <a href={href} dir="auto">
        {short}
      </a>
    </>
  )
}
