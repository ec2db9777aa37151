import { EntryBody } from '../changelog/index.ts'
import { CommentBody } from '../posting/index.ts'
import { PostBody } from '../posts/index.ts'
import {
  bodyIn,
  categoryIn,
  countIn,
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

/** A line of a file: its record, what is wrong with it (`of` a member of its record), or what of it cannot be carried over. */
export type ReadLine =
  | { readonly line: number; readonly record: ImportRecord }
  | { readonly line: number; readonly fault: string; readonly of?: RecordFault }
  | { readonly line: number; readonly note: string }

/** The record of a line, or its fault if reading it failed. */
export function readLine(line: number, read: () => ImportRecord): ReadLine {
  try {
    return { line, record: read() }
  } catch (error) {
    if (error instanceof RecordFault) return { line, fault: error.message, of: error }
    throw error
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
  if (!type) throw new RecordFault('type', `must be one of ${RECORD_TYPES.join(', ')}`)
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
        title: titleIn(members), // first: a table without ids takes the title as the id
        externalId: idIn(members, 'external_id'),
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
