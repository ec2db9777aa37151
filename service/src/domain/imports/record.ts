import { hash } from 'node:crypto'
import { INSTANT_LENGTH, readInstant } from '../../foundation/schemas/index.ts'
import { EntryBody, MOST_LINKS } from '../changelog/index.ts'
import { LabelName, readName } from '../labels/index.ts'
import { CommentBody } from '../posting/index.ts'
import { MOST_TAGS_OF_POST, PostBody } from '../posts/index.ts'
import { isPast, PAST_IS } from '../refuse-future.ts'
import { LONGEST_NAME, Sub } from '../sign-in-tokens/index.ts'
import { STATUS_CATEGORIES, type StatusCategory } from '../statuses/index.ts'
import { EmailAddress, isEmailAddress, lengthOf, readBody, readTitle, type Text, Title } from '../texts/index.ts'

/* The records that every import consists of. The readers of other formats make them, and a line of NDJSON is one. */

export const RECORD_TYPES = ['user', 'post', 'comment', 'vote', 'changelog_entry'] as const
export type RecordType = (typeof RECORD_TYPES)[number]

/** How a record names a person. At least one of the first three members is there. */
export interface Person {
  readonly externalId?: string | undefined
  /** The client's own id of the person. */
  readonly sub?: string | undefined
  readonly email?: string | undefined
  readonly name?: string | undefined
}

export interface UserRecord extends Person {
  readonly type: 'user'
  readonly createdAt?: Date | undefined
}

export interface PostRecord {
  readonly type: 'post'
  readonly externalId: string
  readonly title: string
  readonly body: string
  /** Absent: the team. */
  readonly author?: Person | undefined
  readonly status?: string | undefined
  readonly statusCategory?: StatusCategory | undefined
  readonly tags: readonly string[]
  readonly isPinned: boolean
  readonly commentsLocked: boolean
  /** Votes whose voters are not known. */
  readonly importedVoteCount: number
  /** The external id of the post that it was merged into. */
  readonly mergedInto?: string | undefined
  readonly createdAt?: Date | undefined
}

export interface CommentRecord {
  readonly type: 'comment'
  readonly externalId: string
  readonly post: string
  readonly parent?: string | undefined
  readonly body: string
  readonly author?: Person | undefined
  readonly isOfficial: boolean
  readonly isInternal: boolean
  readonly createdAt?: Date | undefined
}

export interface VoteRecord {
  readonly type: 'vote'
  readonly post: string
  readonly user: Person
  readonly createdAt?: Date | undefined
}

export interface EntryRecord {
  readonly type: 'changelog_entry'
  readonly externalId: string
  readonly title: string
  readonly body: string
  /** The external ids of the posts that it is about. */
  readonly posts: readonly string[]
  /** Absent: a draft. */
  readonly publishedAt?: Date | undefined
  readonly createdAt?: Date | undefined
}

export type ImportRecord = UserRecord | PostRecord | CommentRecord | VoteRecord | EntryRecord

/** What is wrong with a record, in words for the person who made the file. */
export class RecordFault extends Error {
  override readonly name = 'RecordFault'
}

const LONGEST_ID = 255
const MOST_COUNTED = 1_000_000_000
const INSTANT = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/

type Members = Readonly<Record<string, unknown>>

const MEMBERS: Readonly<Record<RecordType, readonly string[]>> = {
  user: ['external_id', 'sub', 'email', 'name', 'created_at'],
  post: [
    'external_id',
    'title',
    'body',
    'author',
    'status',
    'status_category',
    'tags',
    'is_pinned',
    'comments_locked',
    'imported_vote_count',
    'merged_into',
    'created_at',
  ],
  comment: ['external_id', 'post', 'parent', 'body', 'author', 'is_official', 'is_internal', 'created_at'],
  vote: ['post', 'user', 'created_at'],
  changelog_entry: ['external_id', 'title', 'body', 'posts', 'published_at', 'created_at'],
}

/** Reads one object of NDJSON. Throws a `RecordFault`. */
export function readRecord(value: unknown, now: Date): ImportRecord {
  const members = objectIn(value, 'The line')
  const type = RECORD_TYPES.find((known) => known === members.type)
  if (!type) throw new RecordFault(`type must be one of ${RECORD_TYPES.join(', ')}`)
  refuseUnknown(members, ['type', ...MEMBERS[type]], '')
  const createdAt = timeIn(members, 'created_at', now)
  switch (type) {
    case 'user':
      return { type, ...personIn(members, 'user'), createdAt }
    case 'vote':
      return { type, post: idIn(members, 'post'), user: nestedPerson(members, 'user') ?? missing('user'), createdAt }
    case 'comment':
      return {
        type,
        externalId: idIn(members, 'external_id'),
        post: idIn(members, 'post'),
        parent: optionalId(members, 'parent'),
        body: bodyIn(members, CommentBody),
        author: nestedPerson(members, 'author'),
        isOfficial: flagIn(members, 'is_official'),
        isInternal: flagIn(members, 'is_internal'),
        createdAt,
      }
    case 'changelog_entry':
      return {
        type,
        externalId: idIn(members, 'external_id'),
        title: titleIn(members),
        body: bodyIn(members, EntryBody),
        posts: postsIn(members),
        publishedAt: timeIn(members, 'published_at', now),
        createdAt,
      }
    case 'post':
      return {
        type,
        externalId: idIn(members, 'external_id'),
        title: titleIn(members),
        body: members.body === undefined ? '' : bodyIn(members, PostBody),
        author: nestedPerson(members, 'author'),
        status: labelIn(members.status, 'status'),
        statusCategory: categoryIn(members),
        tags: tagsIn(members),
        isPinned: flagIn(members, 'is_pinned'),
        commentsLocked: flagIn(members, 'comments_locked'),
        importedVoteCount: countIn(members, 'imported_vote_count'),
        mergedInto: optionalId(members, 'merged_into'),
        createdAt,
      }
  }
}

export type KeyType = Exclude<RecordType, 'vote'>

/** The name of a record in the database: 128 bits of a hash, because an external id may be long, or an address. */
export function keyOf(source: string, type: KeyType, id: string): string {
  return hash('sha256', `${source}\0${type}\0${id}`, 'hex').slice(0, 32)
}

/** People without an external id are known by their sub, or by their address. */
export function personKey(source: string, { externalId, sub, email }: Person): string {
  if (externalId !== undefined) return keyOf(source, 'user', `id:${externalId}`)
  if (sub !== undefined) return keyOf(source, 'user', `sub:${sub}`)
  return keyOf(source, 'user', `email:${email?.toLowerCase()}`)
}

function objectIn(value: unknown, name: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RecordFault(`${name} must be a JSON object`)
  return value as Members // an object that is no list
}

function refuseUnknown(members: Members, known: readonly string[], where: string): void {
  const unknown = Object.keys(members).find((name) => !known.includes(name))
  if (unknown !== undefined) throw new RecordFault(`${where}${shown(unknown)} is not a member of such a record`)
}

/** A name from a file, short and on one line. */
function shown(text: string): string {
  return JSON.stringify(text.slice(0, 40))
}

function missing(name: string): never {
  throw new RecordFault(`${name} is missing`)
}

function textIn(members: Members, name: string, longest: number): string | undefined {
  const value = members[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new RecordFault(`${name} must be a text`)
  if (value.includes('\0') || !value.isWellFormed())
    throw new RecordFault(`${name} holds a character that is not a text`)
  if (value.length > longest) throw new RecordFault(`${name} must have at most ${longest} characters`)
  return value
}

function optionalId(members: Members, name: string): string | undefined {
  const value = members[name]
  return textIn(typeof value === 'number' ? { [name]: String(value) } : members, name, LONGEST_ID)?.trim() || undefined
}

function idIn(members: Members, name: string): string {
  return optionalId(members, name) ?? missing(name)
}

function personIn(members: Members, name: string): Person {
  const person = {
    externalId: optionalId(members, 'external_id'),
    sub: textIn(members, 'sub', Sub.maxLength) || undefined,
    email: textIn(members, 'email', EmailAddress.maxLength)?.trim() || undefined,
    name: textIn(members, 'name', LONGEST_NAME)?.trim() || undefined,
  }
  if (person.email !== undefined && !isEmailAddress(person.email))
    throw new RecordFault(`the email of ${name} is not an e-mail address`)
  if (person.externalId === undefined && person.sub === undefined && person.email === undefined)
    throw new RecordFault(`${name} needs one of external_id, sub and email`)
  return person
}

function nestedPerson(members: Members, name: string): Person | undefined {
  const value = members[name]
  if (value === undefined || value === null) return undefined
  const nested = objectIn(value, name)
  refuseUnknown(nested, ['external_id', 'sub', 'email', 'name'], `${name}.`)
  return personIn(nested, name)
}

function timeIn(members: Members, name: string, now: Date): Date | undefined {
  const text = textIn(members, name, INSTANT_LENGTH)
  if (text === undefined) return undefined
  if (!INSTANT.test(text)) throw new RecordFault(`${name} must be an RFC 3339 timestamp, such as 2024-05-01T12:00:00Z`)
  const time = inWords(() => readInstant(text), `${name} names a day or a time of day that does not exist`)
  if (!isPast(now, time)) throw new RecordFault(`${name} ${PAST_IS}`)
  return time
}

function flagIn(members: Members, name: string): boolean {
  const value = members[name] ?? false
  if (typeof value !== 'boolean') throw new RecordFault(`${name} must be true or false`)
  return value
}

function countIn(members: Members, name: string): number {
  const value = members[name] ?? 0
  if (!Number.isSafeInteger(value) || Number(value) < 0 || Number(value) > MOST_COUNTED)
    throw new RecordFault(`${name} must be a whole number from 0 to ${MOST_COUNTED}`)
  return Number(value)
}

function labelIn(value: unknown, name: string): string | undefined {
  const label = textIn({ [name]: value }, name, LONGEST_ID)?.trim()
  return label ? inWords(() => readName(label), `${name} must have ${lengthOf(LabelName)} that can be seen`) : undefined
}

function tagsIn({ tags = [] }: Members): string[] {
  if (!Array.isArray(tags)) throw new RecordFault('tags must be a list of names')
  const names = tags.map((tag) => labelIn(tag, 'tags') ?? missing('a name in tags'))
  const unique = [...new Map(names.map((name) => [name.toLowerCase(), name])).values()]
  if (unique.length > MOST_TAGS_OF_POST) throw new RecordFault(`tags must hold at most ${MOST_TAGS_OF_POST} names`)
  return unique
}

function postsIn({ posts = [] }: Members): string[] {
  if (!Array.isArray(posts)) throw new RecordFault('posts must be a list of external ids')
  const ids = [...new Set(posts.map((post) => idIn({ post }, 'post')))]
  if (ids.length > MOST_LINKS) throw new RecordFault(`posts must hold at most ${MOST_LINKS} ids`)
  return ids
}

function categoryIn({ status_category: value }: Members): StatusCategory | undefined {
  if (value === undefined || value === null) return undefined
  const category = STATUS_CATEGORIES.find((known) => known === value)
  if (!category) throw new RecordFault(`status_category must be one of ${STATUS_CATEGORIES.join(', ')}`)
  return category
}

function titleIn(members: Members): string {
  const { title } = members
  if (typeof title !== 'string') return missing('title')
  return inWords(() => readTitle(title), `title must have ${lengthOf(Title)} that can be seen`)
}

function bodyIn(members: Members, rule: Text): string {
  const { body } = members
  if (typeof body !== 'string') return missing('body')
  return inWords(() => readBody(body, rule), `body must have ${lengthOf(rule)}`)
}

function inWords<Value>(read: () => Value, fault: string): Value {
  try {
    return read()
  } catch {
    throw new RecordFault(fault)
  }
}

/** Labels are known by their name, which the team may change. */
export function keyOfLabel(source: string, kind: 'status' | 'tag', name: string): string {
  return hash('sha256', `${source}\0${kind}\0${name.toLowerCase()}`, 'hex').slice(0, 32)
}
