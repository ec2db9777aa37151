import type { Id } from '../../../foundation/ids/index.ts'
import { requestedRows } from '../../../foundation/storage/index.ts'
import type { ProjectCall } from '../../call/index.ts'
import type { StatusCategory } from '../../statuses/index.ts'
import { isPostInSight, standingParts } from '../fragments.ts'
import type { ModerationState } from '../post.ts'
import { trendAt } from './trend.ts'

/** The standing of a post, locked until the transaction ends. */
export interface Held {
  readonly id: Id<'post'>
  readonly title: string
  readonly authorId: Id<'user'> | undefined
  readonly statusId: Id<'status'>
  readonly category: StatusCategory
  readonly isListed: boolean
  readonly voteCount: number
  readonly commentCount: number
  readonly commentsLocked: boolean
  readonly moderationState: ModerationState
  readonly mergedIntoId: Id<'post'> | undefined
  readonly version: number
}

interface HeldRow {
  post_id: Id<'post'>
  title: string
  author_id: Id<'user'> | null
  status_id: Id<'status'>
  category: StatusCategory
  is_listed: boolean
  vote_count: number
  comment_count: number
  comments_locked: boolean
  moderation_state: ModerationState
  merged_into_id: Id<'post'> | null
  version: number
}

/** Every change to a post, its votes or its comments takes this lock. Several posts are locked in the order of their ids. Those that the caller does not see are missing. */
export async function holdPosts(call: ProjectCall, ids: readonly Id<'post'>[]): Promise<Map<Id<'post'>, Held>> {
  const { sql, project } = call
  // Two statements: the second one starts when the first one has the locks, so it reads the newest rows.
  const locked = sql`
    select 1 from post_standings where project_id = ${project.id} and post_id = any (${ids}) order by post_id for no key update`
  const read = sql<HeldRow[]>`
    select s.post_id, p.title, p.author_id, s.status_id, t.category, s.is_listed, s.vote_count, s.comment_count, p.comments_locked,
      p.moderation_state, p.merged_into_id, p.version
    from ${requestedRows(sql, project.id, ids)} as asked
    join post_standings s on s.project_id = asked.project_id and s.post_id = asked.id
    join posts p on p.project_id = asked.project_id and p.id = asked.id and p.deleted_at is null
    join statuses t on t.project_id = ${project.id} and t.id = s.status_id
    where ${isPostInSight(call)}`
  const [, rows] = await Promise.all([locked, read])
  return new Map(rows.map((row) => [row.post_id, toHeld(row)]))
}

/** Changes to the standing of a post. Absent members stay as they are. */
export interface StandingChange {
  readonly votes?: number
  readonly trend?: number
  readonly comments?: number
  readonly statusId?: Id<'status'>
  /** Null: the default one. */
  readonly categoryId?: Id<'category'> | null | undefined
  readonly isListed?: boolean
  /** Whether the list by update shows it as new; votes do not count. */
  readonly touches?: boolean
  /** When that was; absent: now. */
  readonly touchedAt?: Date
}

export async function changeStanding(call: ProjectCall, id: Id<'post'>, change: StandingChange): Promise<void> {
  const { sql, now } = call
  const parts = sql`
    vote_count = s.vote_count + ${change.votes ?? 0}::integer,
    trend = coalesce(${change.trend}::float8, s.trend),
    comment_count = s.comment_count + ${change.comments ?? 0}::integer,
    status_id = coalesce(${change.statusId}, s.status_id),
    category_id = case when ${change.categoryId !== undefined}::boolean then ${change.categoryId} else s.category_id end,
    is_listed = coalesce(${change.isListed}::boolean, s.is_listed),
    updated_at = case when ${change.touches ?? true}::boolean then greatest(s.updated_at, ${change.touchedAt ?? now}::timestamptz) else s.updated_at end`
  const { held, moved, counted } = standingParts(call, id)
  await sql`
    with ${held}, ${moved(sql`true`)}, ${counted(parts, sql`exists (select 1 from held)`)} select 1 from held`
}

/** Without a status it gets the first open one. A vote at the moment of creation adds one to the logarithm. */
export async function insertStanding(
  { sql, project }: ProjectCall,
  id: Id<'post'>,
  standing: {
    statusId: Id<'status'> | undefined
    /** Null: the default one. */
    categoryId: Id<'category'> | null
    isListed: boolean
    votes: 0 | 1
    createdAt: Date
  },
): Promise<void> {
  await sql`
    insert into post_standings (project_id, post_id, status_id, category_id, is_listed, vote_count, trend, created_at, updated_at)
    select ${project.id}, ${id}, coalesce(${standing.statusId}, (
        select id from statuses where project_id = ${project.id} order by category <> 'open', position, id limit 1 for key share)),
      ${standing.categoryId}, ${standing.isListed}::boolean, ${standing.votes}::integer, ${trendAt(standing.createdAt) + standing.votes}::float8,
      ${standing.createdAt}::timestamptz, ${standing.createdAt}::timestamptz`
}

/** All posts of a category, also merged and deleted ones. Undefined if there are more than `most`: then none was moved. */
export async function moveBetweenCategories(
  { sql, project }: ProjectCall,
  from: Id<'category'>,
  to: Id<'category'> | null,
  most: number,
): Promise<Id<'post'>[] | undefined> {
  const held = await sql<{ post_id: Id<'post'> }[]>`
    select post_id from post_standings where project_id = ${project.id} and category_id = ${from}
    order by post_id limit ${most + 1} for no key update`
  if (held.length > most) return undefined
  const ids = held.map(({ post_id }) => post_id)
  await sql`update post_standings set category_id = ${to} where project_id = ${project.id} and post_id = any (${ids})`
  await sql`update posts set version = version + 1 where project_id = ${project.id} and id = any (${ids})`
  return ids
}

function toHeld(row: HeldRow): Held {
  return {
    id: row.post_id,
    title: row.title,
    authorId: row.author_id ?? undefined,
    statusId: row.status_id,
    category: row.category,
    isListed: row.is_listed,
    voteCount: row.vote_count,
    commentCount: row.comment_count,
    commentsLocked: row.comments_locked,
    moderationState: row.moderation_state,
    mergedIntoId: row.merged_into_id ?? undefined,
    version: row.version,
  }
}
