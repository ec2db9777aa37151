import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall, ServiceCall } from '../call/index.ts'

/** With fewer votes, people who voted for two posts tell nothing. */
const LEAST_VOTES = 4
/** Of a project that was not compared yet, the newest posts are. */
const NEWEST = 100

/** A post of a project. */
export interface PostKey {
  readonly projectId: Id<'project'>
  readonly postId: Id<'post'>
}

export interface Due extends PostKey {
  readonly dueAt: Date
}

/** These posts are compared soon. Posts that are gone are left out. A post that is being compared is compared once more. */
export async function insertChecks({ sql, now }: ServiceCall, keys: readonly PostKey[]): Promise<void> {
  if (keys.length === 0) return
  await sql`
    insert into duplicate_checks (project_id, post_id, due_at)
    select k.project_id, k.post_id, ${now}::timestamptz from ${keysOf(sql, keys)} as k
    cross join lateral (select 1 from posts p where p.project_id = k.project_id and p.id = k.post_id offset 0) as p
    order by k.project_id, k.post_id
    on conflict (project_id, post_id) do update set due_at = excluded.due_at`
}

/** The same for posts that somebody voted for, if they have twice as many votes as when they were compared. */
export async function insertChecksByVotes({ sql, now }: ServiceCall, keys: readonly PostKey[]): Promise<void> {
  if (keys.length === 0) return
  await sql`
    insert into duplicate_checks (project_id, post_id, due_at)
    select k.project_id, k.post_id, ${now}::timestamptz from ${keysOf(sql, keys)} as k
    cross join lateral (
      select s.vote_count from post_standings s where s.project_id = k.project_id and s.post_id = k.post_id offset 0) as s
    left join lateral (
      select c.votes from duplicate_checks c where c.project_id = k.project_id and c.post_id = k.post_id offset 0) as c on true
    where s.vote_count >= ${LEAST_VOTES} and s.vote_count >= 2 * coalesce(c.votes, 0)
    order by k.project_id, k.post_id
    on conflict (project_id, post_id) do update set due_at = excluded.due_at`
}

function keysOf(sql: ServiceCall['sql'], keys: readonly PostKey[]) {
  return sql`(
    select distinct k.project_id, k.post_id
    from unnest(${keys.map(({ projectId }) => projectId)}::text[], ${keys.map(({ postId }) => postId)}::text[]) as k (project_id, post_id) offset 0)`
}

/** The newest posts that were never compared, such as those of an import. */
export async function insertNewest({ sql, now, project }: ProjectCall): Promise<void> {
  await sql`
    insert into duplicate_checks (project_id, post_id, due_at)
    select ${project.id}, n.post_id, ${now}::timestamptz from (
      select s.project_id, s.post_id from post_standings s where s.project_id = ${project.id} and s.is_listed
      order by s.created_at desc, s.post_id desc limit ${NEWEST}) as n
    left join lateral (
      select true as is_there from duplicate_checks c where c.project_id = n.project_id and c.post_id = n.post_id offset 0) as c on true
    where c.is_there is null order by n.post_id
    on conflict do nothing`
}

/** The first posts of the project that comes after the given one, so that projects take turns. */
export async function selectDue({ sql }: ServiceCall, after: string, limit: number): Promise<Due[]> {
  const rows = await sql<{ project_id: Id<'project'>; post_id: Id<'post'>; due_at: Date }[]>`
    select c.project_id, c.post_id, c.due_at from duplicate_checks c
    where c.due_at is not null and c.project_id = (
      select n.project_id from duplicate_checks n where n.due_at is not null and n.project_id > ${after}
      order by n.project_id, n.due_at limit 1)
    order by c.due_at limit ${limit}`
  return rows.map(({ project_id, post_id, due_at }) => ({ projectId: project_id, postId: post_id, dueAt: due_at }))
}

/** All other posts of its project that are due now come before it. */
export async function postponeCheck({ sql, now }: ServiceCall, { projectId, postId, dueAt }: Due): Promise<void> {
  await sql`
    update duplicate_checks set due_at = ${now}
    where project_id = ${projectId} and post_id = ${postId} and due_at = ${dueAt}`
}

/** Whether it is still due since then. If so, it is not any more. */
export async function endCheck({ sql }: ServiceCall, { projectId, postId, dueAt }: Due): Promise<boolean> {
  const rows = await sql`
    update duplicate_checks c set due_at = null, votes = greatest(0, coalesce((
      select s.vote_count from post_standings s where s.project_id = c.project_id and s.post_id = c.post_id), 0))
    where c.project_id = ${projectId} and c.post_id = ${postId} and c.due_at = ${dueAt} returning 1`
  return rows.length > 0
}
