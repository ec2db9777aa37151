import type { Id } from '../../foundation/ids/index.ts'
import type { Part, Sql } from '../../foundation/storage/index.ts'
import type { Call, ProjectCall, ServiceCall } from '../call/index.ts'
import type { RemovedSessions } from '../sessions/index.ts'
import type { Answers, Day, PostByTrait } from './figures.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** So many posts are enough to measure the waiting time; more would hardly change it. */
const MOST_ASKED = 500

/**
 * Adds sign-ins whose sessions are removed in the same transaction. Returns how many. A day that this makes gets the time `epoch`, which means that it
 * is not counted yet: the rest of it is counted when somebody looks.
 */
export async function keepSignIns({ sql }: ServiceCall, removed: readonly RemovedSessions[]): Promise<number> {
  if (removed.length === 0) return 0
  await sql`
    insert into project_days (project_id, day, posts, votes, comments, sign_ins, removed_sign_ins, counted_at)
    select r.project_id, r.day, 0, 0, 0, r.n, r.n, 'epoch'
    from unnest(${removed.map(({ projectId }) => projectId)}::text[], ${removed.map(({ day }) => day)}::date[],
      ${removed.map(({ count }) => count)}::int[]) as r (project_id, day, n) order by 1, 2
    on conflict (project_id, day) do update set removed_sign_ins = project_days.removed_sign_ins + excluded.removed_sign_ins,
      sign_ins = greatest(project_days.sign_ins, project_days.removed_sign_ins + excluded.removed_sign_ins)`
  return removed.reduce((sum, { count }) => sum + count, 0)
}

/** The last day that was counted, as 2026-01-31, and when it was. */
export async function selectLastDay(
  { sql }: Call,
  projectId: string,
): Promise<{ day: string; counted_at: Date } | undefined> {
  const [row] = await sql<{ day: string; counted_at: Date }[]>`
    select day::text, counted_at from project_days where project_id = ${projectId} and counted_at > 'epoch' order by project_days.day desc limit 1`
  return row
}

/**
 * Counts all days from one to another, or `only` some of them. Counting again changes nothing. Sign-ins are sessions that are there and those that were
 * removed, both of the same moment; they are never fewer, because older builds do not note what they remove. Days are written in their order, as everywhere, so that there is no deadlock.
 */
export async function countDays(
  { sql, now }: Call,
  projectId: string,
  first: Date,
  last: Date,
  only?: readonly string[],
): Promise<void> {
  const after = new Date(last.getTime() + DAY_MS)
  const counted = countedRows(sql)
  await sql`
    with new_posts as (
      select (created_at at time zone 'UTC')::date as day, count(*)::int as n from post_standings
      where project_id = ${projectId} and ${counted.posts} and created_at >= ${first} and created_at < ${after} group by 1),
    new_votes as (
      select (created_at at time zone 'UTC')::date as day, count(*)::int as n from votes
      where project_id = ${projectId} and created_at >= ${first} and created_at < ${after} and ${counted.votes} group by 1),
    new_comments as (
      select (created_at at time zone 'UTC')::date as day, count(*)::int as n from comments
      where project_id = ${projectId} and created_at >= ${first} and created_at < ${after} and ${counted.comments} group by 1),
    new_sessions as (
      select (created_at at time zone 'UTC')::date as day, count(*)::int as n from sessions
      where project_id = ${projectId} and created_at >= ${first} and created_at < ${after} group by 1)
    insert into project_days (project_id, day, posts, votes, comments, sign_ins, counted_at)
    select ${projectId}, d.day::date, coalesce(p.n, 0), coalesce(v.n, 0), coalesce(c.n, 0),
      coalesce(s.n, 0) + coalesce(k.removed_sign_ins, 0), ${now}::timestamptz
    from generate_series(${first}::timestamptz at time zone 'UTC', ${last}::timestamptz at time zone 'UTC', interval '1 day') as d (day)
    left join new_posts p on p.day = d.day left join new_votes v on v.day = d.day
    left join new_comments c on c.day = d.day left join new_sessions s on s.day = d.day
    left join project_days k on k.project_id = ${projectId} and k.day = d.day::date
    where ${only}::date[] is null or d.day::date = any (${only}::date[])
    order by d.day
    on conflict (project_id, day) do update set posts = excluded.posts, votes = excluded.votes, comments = excluded.comments,
      sign_ins = greatest(project_days.sign_ins, excluded.sign_ins), counted_at = excluded.counted_at`
}

/** Marks the day of a past event: a concurrent count of that day has finished, or counts it again. */
export async function markLate({ sql, project }: ProjectCall, time: Date): Promise<void> {
  await sql`
    insert into project_days (project_id, day, posts, votes, comments, sign_ins, counted_at, is_late)
    values (${project.id}, (${time}::timestamptz at time zone 'UTC')::date, 0, 0, 0, 0, 'epoch', true)
    on conflict (project_id, day) do update set is_late = true`
}

/** The first of the days that have to be counted again and those of the `span` days after it; they are locked against imports. */
export async function holdLateDays({ sql }: Call, projectId: string, span: number): Promise<string[]> {
  const rows = await sql<{ day: string }[]>`
    select day::text from project_days
    where project_id = ${projectId} and is_late
      and project_days.day < ${span}::int + (select min(day) from project_days where project_id = ${projectId} and is_late)
    order by project_days.day for update`
  return rows.map(({ day }) => day)
}

export async function unmarkLate({ sql }: Call, projectId: string, days: readonly string[]): Promise<void> {
  await sql`update project_days set is_late = false where project_id = ${projectId} and day = any (${days}::date[])`
}

/** Every day of the span, the oldest first. */
export async function selectDays({ sql, now, project }: ProjectCall, days: number): Promise<Day[]> {
  const rows = await sql<(Omit<Day, 'signIns'> & { sign_ins: number })[]>`
    select day::text, posts, votes, comments, sign_ins from project_days
    where project_id = ${project.id} and day > (${now}::timestamptz at time zone 'UTC')::date - ${days}::int order by day`
  return rows.map(({ sign_ins: signIns, ...day }) => ({ ...day, signIns }))
}

export async function selectRefusals(
  { sql, now, project }: ProjectCall,
  days: number,
): Promise<{ code: string; refusals: number }[]> {
  return await sql<{ code: string; refusals: number }[]>`
    select code, sum(refusals)::int as refusals from refusal_days
    where project_id = ${project.id} and day > (${now}::timestamptz at time zone 'UTC')::date - ${days}::int
    group by code order by refusals desc, code limit 12`
}

interface ByTraitRow {
  id: Id<'post'>
  number: number
  title: string
  vote_count: number
  value: string | null
  votes: number
}

/** Counts again, among the posts with the most votes, how many come from people with each value of a trait. */
export async function countVotesByTrait(
  { sql, now, project }: ProjectCall,
  trait: string,
  among: number,
): Promise<void> {
  await sql`
    with top as materialized (
      select s.post_id from post_standings s
      where s.project_id = ${project.id} and s.is_listed order by s.vote_count desc, s.post_id desc limit ${among}),
    counted as (
      select t.post_id, u.traits ->> ${trait} as value, count(*)::int as votes
      from top t join votes v on v.project_id = ${project.id} and v.post_id = t.post_id
      join users u on u.project_id = v.project_id and u.id = v.user_id
      group by t.post_id, value)
    insert into project_segments (project_id, trait, counted_at, counts)
    select ${project.id}, ${trait}, ${now}::timestamptz,
      coalesce(jsonb_agg(jsonb_build_object('post', post_id, 'value', value, 'votes', votes)), '[]') from counted
    on conflict (project_id, trait) do update set counted_at = excluded.counted_at, counts = excluded.counts`
}

/** Until the transaction ends, one at a time counts votes of the project by a trait, or forgets the counts. */
export async function holdVotesByTrait({ sql, project }: ProjectCall): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`segments ${project.id}`}, 0))`
}

export async function deleteVotesByTrait({ sql, project }: ProjectCall): Promise<void> {
  await sql`delete from project_segments where project_id = ${project.id}`
}

export async function selectAgeByTrait({ sql, project }: ProjectCall, trait: string): Promise<Date | undefined> {
  const [row] = await sql<{ counted_at: Date }[]>`
    select counted_at from project_segments where project_id = ${project.id} and trait = ${trait}`
  return row?.counted_at
}

/** The latest counts, for posts that everybody can still see. */
export async function selectVotesByTrait({ sql, project }: ProjectCall, trait: string): Promise<PostByTrait[]> {
  const rows = await sql<ByTraitRow[]>`
    select p.id, p.number, p.title, s.vote_count, c.value, c.votes
    from project_segments k cross join lateral jsonb_to_recordset(k.counts) as c (post text, value text, votes int)
    join post_standings s on s.project_id = k.project_id and s.post_id = c.post and s.is_listed
    join posts p on p.project_id = k.project_id and p.id = c.post
    where k.project_id = ${project.id} and k.trait = ${trait}
    order by s.vote_count desc, p.id desc, c.votes desc`
  const posts = new Map<string, PostByTrait>()
  for (const { id, number, title, vote_count: voteCount, value, votes } of rows) {
    const post = posts.get(id) ?? { id, number, title, voteCount, byValue: new Map() }
    post.byValue.set(value ?? undefined, votes)
    posts.set(id, post)
  }
  return [...posts.values()]
}

/** For the newest posts of users in a span: the days until the team's first public comment, where there is one. */
export async function selectAnswers({ sql, now, project }: ProjectCall, days: number): Promise<Answers> {
  const rows = await sql<{ waited: number | null }[]>`
    with asked as materialized (
      select s.post_id, s.created_at from post_standings s join posts p on p.project_id = s.project_id and p.id = s.post_id
      where s.project_id = ${project.id} and s.is_listed and p.author_id is not null
        and s.created_at > ${now}::timestamptz - make_interval(days => ${days}::int)
      order by s.created_at desc, s.post_id desc limit ${MOST_ASKED})
    select extract(epoch from (first.at - a.created_at))::float8 / 86400 as waited from asked a left join lateral (
      select c.created_at as at from comments c
      where c.project_id = ${project.id} and c.post_id = a.post_id and c.author_id is null and not c.is_internal and c.deleted_at is null
      order by c.created_at, c.id limit 1) as first on true`
  return { waitedDays: rows.flatMap(({ waited }) => (waited === null ? [] : [waited])), asked: rows.length }
}

/** What is new in a span of time, counted as the days are. */
export interface SpanCounts {
  readonly posts: number
  readonly votes: number
  readonly comments: number
}

export async function countSpan({ sql, project }: ProjectCall, from: Date, to: Date): Promise<SpanCounts> {
  const counted = countedRows(sql)
  const [row] = await sql<SpanCounts[]>`
    select
      (select count(*)::int from post_standings
        where project_id = ${project.id} and created_at >= ${from} and created_at < ${to} and ${counted.posts}) as posts,
      (select count(*)::int from votes
        where project_id = ${project.id} and created_at >= ${from} and created_at < ${to} and ${counted.votes}) as votes,
      (select count(*)::int from comments
        where project_id = ${project.id} and created_at >= ${from} and created_at < ${to} and ${counted.comments}) as comments`
  if (!row) throw new Error('A select without a table answers with a row')
  return row
}

/** What counts: posts on the board, votes that did not come by a merge, and comments that were not for the team alone. */
function countedRows(sql: Sql): Readonly<Record<'posts' | 'votes' | 'comments', Part>> {
  return {
    posts: sql`is_listed`,
    votes: sql`merged_from is null`,
    comments: sql`deleted_at is null and not is_internal`,
  }
}
