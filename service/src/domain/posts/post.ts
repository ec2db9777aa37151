import type { Id } from '../../foundation/ids/index.ts'
import type { CategorySummary } from '../categories/index.ts'
import { generalOf } from '../categories/inside.ts'
import type { FieldValues } from '../fields/index.ts'
import type { SnakeCased } from '../members.ts'
import type { Project } from '../projects/index.ts'
import type { Status, StatusCategory } from '../statuses/index.ts'
import type { Tag } from '../tags/index.ts'
import { type Author, type AuthorRow, toAuthor } from '../users/index.ts'
import { flagsIn, type PostFlags } from './members.ts'

export type ModerationState = 'approved' | 'pending' | 'rejected'

/** A post, as the caller sees it. */
export interface Post extends PostFlags {
  readonly id: Id<'post'>
  readonly number: number
  readonly title: string
  readonly body: string
  readonly bodyHtml: string
  readonly author: Author
  readonly status: Pick<Status, 'id' | 'name' | 'category' | 'color'>
  readonly category: CategorySummary
  readonly tags: readonly Pick<Tag, 'id' | 'name' | 'color'>[]
  /** Those that the caller sees. */
  readonly fields: FieldValues
  readonly voteCount: number
  /** Votes that were counted elsewhere, whose voters are not known. */
  readonly importedVoteCount: number
  readonly commentCount: number
  /** For the signed-in user; absent without one. */
  readonly hasVoted: boolean | undefined
  readonly isFollowing: boolean | undefined
  readonly moderationState: ModerationState
  readonly mergedIntoId: Id<'post'> | undefined
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly editedAt: Date | undefined
  /** Counts changes to the post; votes do not count. */
  readonly version: number
}

export interface PostRow extends AuthorRow, SnakeCased<PostFlags> {
  id: Id<'post'>
  number: number
  title: string
  body: string
  body_html: string
  moderation_state: ModerationState
  merged_into_id: Id<'post'> | null
  created_at: Date
  updated_at: Date
  edited_at: Date | null
  version: number
  vote_count: number
  imported_vote_count: number
  comment_count: number
  status_id: Id<'status'>
  status_name: string
  status_category: StatusCategory
  status_color: string
  /** Null where the project has only the category that all projects have. */
  post_category: CategorySummary | null
  tags: Pick<Tag, 'id' | 'name' | 'color'>[] | null
  /** Null where there are none. */
  fields: FieldValues | null
  has_voted: boolean | null
  is_following: boolean | null
}

export function toPost(project: Project, row: PostRow): Post {
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    body: row.body,
    bodyHtml: row.body_html,
    author: toAuthor(project, row),
    status: { id: row.status_id, name: row.status_name, category: row.status_category, color: row.status_color },
    category: row.post_category ?? summaryOf(project),
    tags: row.tags ?? [],
    fields: row.fields ?? {},
    voteCount: row.vote_count,
    importedVoteCount: row.imported_vote_count,
    commentCount: row.comment_count,
    hasVoted: row.has_voted ?? undefined,
    isFollowing: row.is_following ?? undefined,
    ...flagsIn(row),
    moderationState: row.moderation_state,
    mergedIntoId: row.merged_into_id ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    editedAt: row.edited_at ?? undefined,
    version: row.version,
  }
}

function summaryOf(project: Project): CategorySummary {
  const { id, name, slug } = generalOf(project)
  return { id, name, slug }
}
