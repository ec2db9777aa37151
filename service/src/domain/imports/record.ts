import type { StatusCategory } from '../statuses/index.ts'

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
  /** By the keys of fields, as they were sent; in staged rows by their ids, checked. */
  readonly fields: Readonly<Record<string, unknown>>
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
