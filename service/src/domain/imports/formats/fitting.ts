import { EntryBody } from '../../changelog/index.ts'
import { CommentBody } from '../../posting/index.ts'
import { PostBody } from '../../posts/index.ts'
import { Title } from '../../texts/index.ts'
import { type ReadLine, readLine } from '../read-record.ts'
import type { RecordType } from '../record.ts'

/** A record as NDJSON has it, before it is read by the rules. */
export type Draft = Readonly<Record<string, unknown>> & { readonly type: RecordType }

/** Reads records of another tool, whose texts may be longer than ours: they are cut, and that is said. */
export function* fitted(line: number, draft: Draft, now: Date): Generator<ReadLine> {
  const { fitting, notes } = fit(draft)
  for (const note of notes) yield { line, note }
  yield readLine(line, () => fitting, now)
}

const BODIES = {
  user: PostBody,
  post: PostBody,
  vote: PostBody,
  comment: CommentBody,
  changelog_entry: EntryBody,
} as const

function fit(draft: Draft): { fitting: Draft; notes: string[] } {
  const notes: string[] = []
  let { title, body } = draft
  if (typeof title === 'string' && lengthOf(title) > Title.maxLength) {
    body = `${title}\n\n${typeof body === 'string' ? body : ''}`
    title = `${[...title].slice(0, Title.maxLength - 1).join('')}…`
    notes.push(`the title is longer than ${Title.maxLength} characters; the whole title stands in the text`)
  }
  const most = BODIES[draft.type].maxLength
  if (typeof body === 'string' && lengthOf(body) > most) {
    body = `${[...body].slice(0, most - 1).join('')}…`
    notes.push(`the text is longer than ${most} characters; the rest is left out`)
  }
  const fitting = { ...draft, ...(title !== undefined && { title }), ...(body !== undefined && { body }) }
  return { fitting, notes }
}

function lengthOf(text: string): number {
  return [...text].length
}

/** A moment as other tools write it; without a zone it is UTC. */
export function momentIn(text: string): string {
  const [, date, time = '00:00:00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(Z|UTC|[+-]\d\d:?\d\d)?$/i.exec(text.trim()) ?? []
  if (date === undefined) return text
  const seconds = time.length === 5 ? `${time}:00` : time
  return `${date}T${seconds}${/^(?:z|utc)$/i.test(zone) ? 'Z' : zone.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2')}`
}

/** Without members that have no value. */
export function present(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )
}
