import type { Id } from '../../../foundation/ids/index.ts'
import type { ProjectCall } from '../../call/index.ts'
import type { Rules } from '../../segments/index.ts'
import type { PostFlags } from '../members.ts'

export const POST_SORTS = ['top', 'new', 'trending', 'updated'] as const
export type PostSort = (typeof POST_SORTS)[number]

/** The statuses, the category, the tag and the user in it exist. */
export interface PostFilter extends Partial<PostFlags> {
  readonly statusIds?: readonly Id<'status'>[]
  /** Null: the default one. */
  readonly categoryId?: Id<'category'> | null
  /** Only posts of one of these. Null: the default one. */
  readonly categoryIds?: readonly (Id<'category'> | null)[]
  readonly tagId?: Id<'tag'>
  readonly authorId?: Id<'user'>
  /** Only posts that somebody of this segment voted for. */
  readonly segment?: SegmentRules
  /** JSON: only posts that have these values, by the ids of their fields. */
  readonly fieldValues?: string
  /** Only posts that this import made. */
  readonly importNumber?: number
  readonly createdAfter?: Date
  readonly updatedAfter?: Date
  /** The text of a tsquery. */
  readonly words?: string
}

/** The rules of a segment of a project. */
export interface SegmentRules {
  readonly project: ProjectCall['project']
  readonly rules: Rules
}

/** The post after which the next page continues, in the order of the first page's snapshot. */
export interface PostPlace {
  /** The sort key: votes, trend, or a time in ISO 8601. */
  readonly key: number | string
  readonly id: Id<'post'>
  /** The snapshot of the first page, and its time. */
  readonly snapshot: string
  readonly since: string
}
