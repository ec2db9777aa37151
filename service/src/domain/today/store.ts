import type { Id } from '../../foundation/ids/index.ts'
import { requestedRows } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'

/** The newest posts are compared; older ones are not new. */
const NEWEST = 100
/** At most this many similar pairs are read; pairs that are merged already mostly come early. */
const LIKENESSES = 200
/** More votes of one post in a few days would show the same. */
const MOST_VOTES = 2_000
const SAMPLED_VOTERS = 1_000
const MOST_VALUES = 5

/** For each post, the number of votes of each of the last days; the first number is of the last 24 hours. */
export async function selectVotesByDay(
  { sql, now, project }: ProjectCall,
  ids: readonly Id<'post'>[],
  days: number,
): Promise<{ post_id: Id<'post'>; day: number; votes: number }[]> {
  if (ids.length === 0) return []
  return sql<{ post_id: Id<'post'>; day: number; votes: number }[]>`
    select asked.id as post_id, v.day, count(*)::int as votes from ${requestedRows(sql, project.id, ids)} as asked
    cross join lateral (
      select greatest(0, floor(extract(epoch from ${now}::timestamptz - v.created_at) / 86400))::int as day from votes v
      where v.project_id = ${project.id} and v.post_id = asked.id
        and v.created_at > ${now}::timestamptz - make_interval(days => ${days}::int)
      order by v.created_at desc, v.user_id desc limit ${MOST_VOTES}) as v
    group by asked.id, v.day`
}

export interface Uncompared {
  readonly id: Id<'post'>
  readonly title: string
}

/** New posts that were not compared since their text was written, the newest first. */
export async function selectUncompared({ sql, project }: ProjectCall, most: number): Promise<Uncompared[]> {
  return sql<Uncompared[]>`
    with newest as materialized (
      select s.post_id, s.created_at from post_standings s
      where s.project_id = ${project.id} and s.is_listed order by s.created_at desc, s.post_id desc limit ${NEWEST})
    select p.id, p.title from newest n
    cross join lateral (
      select p.id, p.title, p.edited_at from posts p where p.project_id = ${project.id} and p.id = n.post_id offset 0) as p
    left join post_likenesses k on k.project_id = ${project.id} and k.post_id = n.post_id
    where k.post_id is null or p.edited_at > k.compared_at
    order by n.created_at desc, n.post_id desc limit ${most}`
}

export async function insertLikeness(
  { sql, now, project }: ProjectCall,
  postId: Id<'post'>,
  otherId: Id<'post'> | undefined,
): Promise<void> {
  await sql`
    insert into post_likenesses (project_id, post_id, other_id, compared_at)
    values (${project.id}, ${postId}, ${otherId}, ${now})
    on conflict (project_id, post_id) do update set compared_at = excluded.compared_at, other_id = excluded.other_id,
      is_distinct = post_likenesses.is_distinct and post_likenesses.other_id is not distinct from excluded.other_id`
}

export interface LikenessRow {
  readonly post_id: Id<'post'>
  readonly other_id: Id<'post'>
}

/** Only pairs of which both posts are still on the board, the newest first. */
export async function selectLikenesses({ sql, project }: ProjectCall, most: number): Promise<LikenessRow[]> {
  return sql<LikenessRow[]>`
    with found as materialized (
      select post_id, other_id from post_likenesses
      where project_id = ${project.id} and other_id is not null and not is_distinct order by post_id desc limit ${LIKENESSES})
    select f.post_id, f.other_id from found f
    join post_standings s on s.project_id = ${project.id} and s.post_id = f.post_id and s.is_listed
    join post_standings o on o.project_id = ${project.id} and o.post_id = f.other_id and o.is_listed
    order by f.post_id desc limit ${most}`
}

export async function markDistinct({ sql, project }: ProjectCall, postId: Id<'post'>): Promise<void> {
  await sql`update post_likenesses set is_distinct = true where project_id = ${project.id} and post_id = ${postId}`
}

export async function selectTraits(
  { sql, project }: ProjectCall,
  ids: readonly Id<'user'>[],
): Promise<{ id: Id<'user'>; traits: Record<string, unknown> }[]> {
  if (ids.length === 0) return []
  return sql<{ id: Id<'user'>; traits: Record<string, unknown> }[]>`
    select id, traits from users where project_id = ${project.id} and id = any (${ids})`
}

/** How many of the newest votes of a post come from each value of a trait. */
export async function selectVotersByTrait(
  { sql, project }: ProjectCall,
  postId: Id<'post'>,
  trait: string,
): Promise<{ value: string | null; votes: number }[]> {
  return sql<{ value: string | null; votes: number }[]>`
    with newest as materialized (
      select v.user_id from votes v where v.project_id = ${project.id} and v.post_id = ${postId}
      order by v.created_at desc, v.user_id desc limit ${SAMPLED_VOTERS})
    select u.traits ->> ${trait} as value, count(*)::int as votes
    from newest n join users u on u.project_id = ${project.id} and u.id = n.user_id
    group by 1 order by 2 desc, 1 limit ${MOST_VALUES}`
}
