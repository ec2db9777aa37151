import type { Id } from '../../foundation/ids/index.ts'
import type { Post } from '../posts/index.ts'

export const ENTRY_STATES = ['draft', 'scheduled', 'published'] as const
export type EntryState = (typeof ENTRY_STATES)[number]

/** One piece of news in a project's changelog. */
export interface Entry {
  readonly id: Id<'changelogEntry'>
  readonly title: string
  readonly body: string
  readonly bodyHtml: string
  /** Absent: a draft. */
  readonly publishAt: Date | undefined
  /** The posts it is about, in the order they were named. */
  readonly posts: readonly LinkedPost[]
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly version: number
}

/** Enough to find an entry in a list. */
export type NamedEntry = Pick<Entry, 'id' | 'title' | 'publishAt'>

export type LinkedPost = Pick<Post, 'id' | 'number' | 'title' | 'status' | 'voteCount'>

/** Time alone publishes: nothing has to run for an entry to become public. */
export function stateOf({ publishAt }: Pick<Entry, 'publishAt'>, now: Date): EntryState {
  if (!publishAt) return 'draft'
  return publishAt > now ? 'scheduled' : 'published'
}

export interface EntryFilter {
  /** Absent: all that the caller may see. */
  readonly state?: EntryState
  readonly publishedAfter?: Date
}

/** The entry after which the next page continues. `by` prevents that a cursor of one order is used in another. */
export interface EntryPlace {
  readonly by: 'publication' | 'creation'
  readonly at: string
  readonly id: Id<'changelogEntry'>
}
