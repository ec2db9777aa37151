import type { Id } from '../../../foundation/ids/index.ts'
import type { PostFlags } from '../members.ts'

export const POST_SORTS = ['top', 'new', 'trending', 'updated'] as const
export type PostSort = (typeof POST_SORTS)[number]

/** What it names is there. */
export interface PostFilter extends Partial<PostFlags> {
  readonly statusIds?: readonly Id<'status'>[]
  readonly tagId?: Id<'tag'>
  readonly authorId?: Id<'user'>
  readonly createdAfter?: Date
  readonly updatedAfter?: Date
  /** The text of a tsquery. */
  readonly words?: string
}

/** After which post the next page goes on, in the order that was there when the first page was read. */
export interface PostPlace {
  /** What the list is ordered by: votes, trend, or a time in ISO 8601. */
  readonly key: number | string
  readonly id: Id<'post'>
  /** What had been committed when the first page was read, and when that was. */
  readonly snapshot: string
  readonly since: string
}
