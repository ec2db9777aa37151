import { INSTANT_LENGTH, readInstant } from '../../foundation/schemas/index.ts'
import { MOST_LINKS } from '../changelog/index.ts'
import { MOST_FIELDS } from '../fields/index.ts'
import { foldName, LabelName, readName } from '../labels/index.ts'
import { MOST_TAGS_OF_POST } from '../posts/index.ts'
import { isPast, PAST_IS } from '../refuse-future.ts'
import { LONGEST_NAME, Sub, tidyName } from '../sign-in-tokens/index.ts'
import { STATUS_CATEGORIES, type StatusCategory } from '../statuses/index.ts'
import { EmailAddress, isEmailAddress, lengthOf, readBody, readTitle, type Text, Title } from '../texts/index.ts'
import type { Person } from './record.ts'

/* How the members of a record are read. Each of these functions throws a `RecordFault`. */

/** What is wrong with a record, in words for the person who made the file. */
export class RecordFault extends Error {
  override readonly name = 'RecordFault'
  /** The member that is wrong, such as `author.email`. */
  readonly member: string
  readonly problem: string

  constructor(member: string, problem: string) {
    super(`${member} ${problem}`)
    this.member = member
    this.problem = problem
  }
}

const PERSON: readonly string[] = ['external_id', 'sub', 'email', 'name']
const LONGEST_ID = 255
const MOST_COUNTED = 1_000_000_000
const INSTANT = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/

/** What a time must be. */
const INSTANT_IS = 'must be an RFC 3339 timestamp, such as 2024-05-01T12:00:00Z'

export const MISSING = 'is missing'

export type Members = Readonly<Record<string, unknown>>

export function objectIn(value: unknown, name: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RecordFault(name, 'must be a JSON object')
  return value as Members // an object that is no list
}

export function refuseUnknown(members: Members, known: readonly string[], where: string): void {
  const unknown = Object.keys(members).find((name) => !known.includes(name))
  if (unknown !== undefined) throw new RecordFault(`${where}${shown(unknown)}`, 'is not a member of such a record')
}

/** A name from a file, short and on one line. */
export function shown(text: string): string {
  return JSON.stringify(text.slice(0, 40))
}

export function missing(name: string): never {
  throw new RecordFault(name, MISSING)
}

function textIn(members: Members, name: string, longest: number): string | undefined {
  const value = members[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new RecordFault(name, 'must be a text')
  if (value.includes('\0') || !value.isWellFormed()) throw new RecordFault(name, 'holds a character that is not a text')
  if (value.length > longest) throw new RecordFault(name, `must have at most ${longest} characters`)
  return value
}

export function optionalId(members: Members, name: string): string | undefined {
  const value = members[name]
  return textIn(typeof value === 'number' ? { [name]: String(value) } : members, name, LONGEST_ID)?.trim() || undefined
}

export function idIn(members: Members, name: string): string {
  return optionalId(members, name) ?? missing(name)
}

export function personIn(members: Members, name: string): Person {
  const person = {
    externalId: optionalId(members, 'external_id'),
    sub: textIn(members, 'sub', Sub.maxLength) || undefined,
    email: textIn(members, 'email', EmailAddress.maxLength)?.trim() || undefined,
    name: tidyName(textIn(members, 'name', LONGEST_NAME) ?? ''),
  }
  if (person.email !== undefined && !isEmailAddress(person.email))
    throw new RecordFault(`${name}.email`, 'is not an e-mail address')
  if (person.externalId === undefined && person.sub === undefined && person.email === undefined)
    throw new RecordFault(name, 'needs one of external_id, sub and email')
  return person
}

export function nestedPerson(members: Members, name: string): Person | undefined {
  const value = members[name]
  if (value === undefined || value === null) return undefined
  const nested = objectIn(value, name)
  refuseUnknown(nested, PERSON, `${name}.`)
  try {
    return personIn(nested, name)
  } catch (error) {
    if (error instanceof RecordFault && PERSON.includes(error.member))
      throw new RecordFault(`${name}.${error.member}`, error.problem)
    throw error
  }
}

export function timeIn(members: Members, name: string, now: Date): Date | undefined {
  const text = textIn(members, name, INSTANT_LENGTH)
  if (text === undefined) return undefined
  if (!INSTANT.test(text)) throw new RecordFault(name, INSTANT_IS)
  const time = inWords(() => readInstant(text), name, 'names a day or a time of day that does not exist')
  if (!isPast(now, time)) throw new RecordFault(name, PAST_IS)
  return time
}

export function flagIn(members: Members, name: string): boolean {
  const value = members[name] ?? false
  if (typeof value !== 'boolean') throw new RecordFault(name, 'must be true or false')
  return value
}

export function countIn(members: Members, name: string): number {
  const value = members[name] ?? 0
  if (!Number.isSafeInteger(value) || Number(value) < 0 || Number(value) > MOST_COUNTED)
    throw new RecordFault(name, `must be a whole number from 0 to ${MOST_COUNTED}`)
  return Number(value)
}

export function labelIn(value: unknown, name: string): string | undefined {
  const label = textIn({ [name]: value }, name, LONGEST_ID)?.trim()
  return label ? inWords(() => readName(label), name, `must have ${lengthOf(LabelName)} that can be seen`) : undefined
}

export function tagsIn({ tags = [] }: Members): string[] {
  if (!Array.isArray(tags)) throw new RecordFault('tags', 'must be a list of names')
  const names = tags.map((tag) => labelIn(tag, 'tags') ?? missing('a name in tags'))
  const unique = [...new Map(names.map((name) => [foldName(name), name])).values()]
  if (unique.length > MOST_TAGS_OF_POST) throw new RecordFault('tags', `must hold at most ${MOST_TAGS_OF_POST} names`)
  return unique
}

export function fieldsIn({ fields = {} }: Members): Members {
  const values = objectIn(fields, 'fields')
  if (Object.keys(values).length > MOST_FIELDS)
    throw new RecordFault('fields', `must hold at most ${MOST_FIELDS} values`)
  return values
}

export function postsIn({ posts = [] }: Members): string[] {
  if (!Array.isArray(posts)) throw new RecordFault('posts', 'must be a list of external ids')
  const ids = [...new Set(posts.map((post) => idIn({ post }, 'post')))]
  if (ids.length > MOST_LINKS) throw new RecordFault('posts', `must hold at most ${MOST_LINKS} ids`)
  return ids
}

export function categoryIn({ status_category: value }: Members): StatusCategory | undefined {
  if (value === undefined || value === null) return undefined
  const category = STATUS_CATEGORIES.find((known) => known === value)
  if (!category) throw new RecordFault('status_category', `must be one of ${STATUS_CATEGORIES.join(', ')}`)
  return category
}

export function titleIn(members: Members): string {
  const { title } = members
  if (typeof title !== 'string') return missing('title')
  return inWords(() => readTitle(title), 'title', `must have ${lengthOf(Title)} that can be seen`)
}

export function bodyIn(members: Members, rule: Text): string {
  const { body } = members
  if (typeof body !== 'string') return missing('body')
  return inWords(() => readBody(body, rule), 'body', `must have ${lengthOf(rule)}`)
}

function inWords<Value>(read: () => Value, member: string, problem: string): Value {
  try {
    return read()
  } catch {
    throw new RecordFault(member, problem)
  }
}
