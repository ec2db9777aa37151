import { EntryBody } from '../changelog/index.ts'
import { CommentBody } from '../posting/index.ts'
import { PostBody } from '../posts/index.ts'
import {
  bodyIn,
  categoryIn,
  countIn,
  fieldsIn,
  flagIn,
  idIn,
  labelIn,
  missing,
  nestedPerson,
  objectIn,
  optionalId,
  personIn,
  postsIn,
  RecordFault,
  refuseUnknown,
  tagsIn,
  timeIn,
  titleIn,
} from './read-members.ts'
import { type ImportRecord, RECORD_TYPES, type RecordType } from './record.ts'

/** A line of a file: its record, what is wrong with it (`of` members of its record), or what of it cannot be carried over. */
export type ReadLine =
  | { readonly line: number; readonly record: ImportRecord }
  | { readonly line: number; readonly fault: string; readonly of?: readonly RecordFault[] }
  | { readonly line: number; readonly note: string }

/** The record of a line, or all its faults. */
export function readLine(line: number, read: () => unknown, now: Date): ReadLine {
  const faults: RecordFault[] = []
  const tried = tryingInto(faults)
  const record = tried(() => readRecord(read(), now, tried))
  return faults.length === 0 ? { line, record } : { line, fault: sentenceOf(faults), of: faults }
}

export function sentenceOf(faults: readonly { readonly message: string }[]): string {
  return faults.map(({ message }) => message).join('; ')
}

/** Reads a part of a record. If it is faulty, that is noted, and the record is not used. */
type Try = <Value>(read: () => Value) => Value

function tryingInto(faults: RecordFault[]): Try {
  return <Value>(read: () => Value): Value => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof RecordFault)) throw error
      faults.push(error)
      return undefined as Value // nobody uses a record with faults
    }
  }
}

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
    'fields',
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

/** Reads one object of NDJSON. Throws a `RecordFault` if it is none of our records. */
function readRecord(value: unknown, now: Date, tried: Try): ImportRecord {
  const members = objectIn(value, 'The line')
  const type = RECORD_TYPES.find((known) => known === members.type)
  if (!type) throw new RecordFault('type', `must be one of ${RECORD_TYPES.join(', ')}`)
  tried(() => refuseUnknown(members, ['type', ...MEMBERS[type]], ''))
  const id = (name: string) => tried(() => idIn(members, name))
  const optional = (name: string) => tried(() => optionalId(members, name))
  const flag = (name: string) => tried(() => flagIn(members, name))
  const author = () => tried(() => nestedPerson(members, 'author'))
  const createdAt = tried(() => timeIn(members, 'created_at', now))
  switch (type) {
    case 'user':
      return { type, ...tried(() => personIn(members, 'user')), createdAt }
    case 'vote': {
      const user = tried(() => nestedPerson(members, 'user') ?? missing('user'))
      return { type, post: id('post'), user, createdAt }
    }
    case 'comment':
      return {
        type,
        externalId: id('external_id'),
        post: id('post'),
        parent: optional('parent'),
        body: tried(() => bodyIn(members, CommentBody)),
        author: author(),
        isOfficial: flag('is_official'),
        isInternal: flag('is_internal'),
        createdAt,
      }
    case 'changelog_entry':
      return {
        type,
        externalId: id('external_id'),
        title: tried(() => titleIn(members)),
        body: tried(() => bodyIn(members, EntryBody)),
        posts: tried(() => postsIn(members)),
        publishedAt: tried(() => timeIn(members, 'published_at', now)),
        createdAt,
      }
    case 'post':
      return {
        type,
        title: tried(() => titleIn(members)), // first: a table without ids takes the title as the id
        externalId: id('external_id'),
        body: tried(() => (members.body === undefined ? '' : bodyIn(members, PostBody))),
        author: author(),
        status: tried(() => labelIn(members.status, 'status')),
        statusCategory: tried(() => categoryIn(members)),
        tags: tried(() => tagsIn(members)),
        fields: tried(() => fieldsIn(members)),
        isPinned: flag('is_pinned'),
        commentsLocked: flag('comments_locked'),
        importedVoteCount: tried(() => countIn(members, 'imported_vote_count')),
        mergedInto: optional('merged_into'),
        createdAt,
      }
  }
}
