import type { Id } from '../../foundation/ids/index.ts'
import { requestedRows } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'

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
    select asked.id as post_id, v.day, v.votes from ${requestedRows(sql, project.id, ids)} as asked
    cross join lateral (
      select day, count(*)::int as votes from (
        select greatest(0, date_part('day', ${now}::timestamptz - v.created_at))::int as day from votes v
        where v.project_id = ${project.id} and v.post_id = asked.id
          and v.created_at > ${now}::timestamptz - make_interval(days => ${days}::int)
        order by v.created_at desc, v.user_id desc limit ${MOST_VOTES}) as v
      group by day) as v`
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
