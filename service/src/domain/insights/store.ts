import type { Id } from '../../foundation/ids/index.ts'
import type { Call, ProjectCall, ServiceCall } from '../call/index.ts'
import type { Base } from './intervals.ts'

/** The view of everybody, which is kept up to date. */
export const EVERYBODY = ''

/** The numbers of posts for some people and some time. */
export interface View extends Base {
  readonly id: string
  readonly segmentId: Id<'segment'> | undefined
  readonly since: Date | undefined
  readonly until: Date | undefined
  readonly accounts: number
  readonly askedAt: Date
  /** Undefined: not yet. */
  readonly countedAt: Date | undefined
  /** Posts after this one are still to be counted. Undefined: none. */
  readonly countedUntil: string | undefined
}

interface ViewRow {
  id: string
  segment_id: Id<'segment'> | null
  since: Date | null
  until: Date | null
  asked_at: Date
  counted_at: Date | null
  counted_until: string | null
  people: number
  accounts: number
  clusters: number
  squares: number
}

export async function selectView({ sql, project }: ProjectCall, id: string): Promise<View | undefined> {
  const [row] = await sql<ViewRow[]>`select * from insight_views where project_id = ${project.id} and id = ${id}`
  return row && toView(row)
}

/** Until the transaction ends, nobody else counts it. Undefined: somebody does, or it is gone. */
export async function holdView({ sql, project }: ProjectCall, id: string): Promise<View | undefined> {
  const [row] = await sql<ViewRow[]>`
    select * from insight_views where project_id = ${project.id} and id = ${id} for update skip locked`
  return row && toView(row)
}

/** The same, once nobody else counts it any more. Undefined: it is gone. */
export async function awaitView({ sql, project }: ProjectCall, id: string): Promise<View | undefined> {
  const [row] = await sql<
    ViewRow[]
  >`select * from insight_views where project_id = ${project.id} and id = ${id} for update`
  return row && toView(row)
}

/** Notes that somebody asked for it; a view that is not there is made. */
export async function insertView(
  { sql, now, project }: ProjectCall,
  view: Pick<View, 'id' | 'segmentId' | 'since' | 'until' | 'countedUntil'>,
): Promise<void> {
  await sql`
    insert into insight_views (project_id, id, segment_id, since, until, asked_at, counted_until)
    values (${project.id}, ${view.id}, ${view.segmentId}, ${view.since}, ${view.until}, ${now}, ${view.countedUntil})
    on conflict (project_id, id) do update set asked_at = excluded.asked_at`
}

/** All posts and accounts of the view of everybody are counted anew. Does nothing if nobody has ever looked at it. */
export async function restartCount({ sql, project }: Pick<ProjectCall, 'sql' | 'project'>): Promise<void> {
  await sql`update insight_views set counted_until = '' where project_id = ${project.id} and id = ${EVERYBODY}`
}

/** The same for several projects. */
export async function restartCounts({ sql }: ServiceCall, projects: readonly string[]): Promise<void> {
  if (projects.length === 0) return
  await sql`update insight_views set counted_until = '' where project_id = any (${projects}) and id = ${EVERYBODY}`
}

export async function setCountedUntil({ sql, project }: ProjectCall, until: string | undefined): Promise<void> {
  await sql`update insight_views set counted_until = ${until} where project_id = ${project.id} and id = ${EVERYBODY}`
}

/** Removes views of some people or some time: those that nobody asked for since then, and all but the `most` that were asked for last. */
export async function deleteOldViews({ sql, project }: ProjectCall, askedBefore: Date, most: number): Promise<void> {
  await sql`
    with gone as (
      delete from insight_views v where v.project_id = ${project.id} and v.id <> ${EVERYBODY} and (v.asked_at < ${askedBefore} or v.id in (
        select o.id from insight_views o where o.project_id = ${project.id} and o.id <> ${EVERYBODY}
        order by o.asked_at desc, o.id offset ${most})) returning v.id)
    delete from post_insights i using gone where i.project_id = ${project.id} and i.view = gone.id`
}

export async function deleteView({ sql, project }: ProjectCall, id: string): Promise<void> {
  await sql`delete from insight_views where project_id = ${project.id} and id = ${id}`
  await sql`delete from post_insights where project_id = ${project.id} and view = ${id}`
}

/** Nobody waits for it any more: it stays as it was counted last, or goes if it never was. */
export async function giveUpView({ sql, project }: ProjectCall, id: string): Promise<void> {
  await sql`delete from insight_views where project_id = ${project.id} and id = ${id} and counted_at is null`
  await sql`update insight_views set asked_at = counted_at where project_id = ${project.id} and id = ${id}`
}

/** Removes all views of some people or some time, because somebody who was erased is in their numbers. */
export async function deleteNarrowViews({ sql, project }: ProjectCall): Promise<void> {
  await sql`delete from insight_views where project_id = ${project.id} and id <> ${EVERYBODY}`
  await sql`delete from post_insights where project_id = ${project.id} and view <> ${EVERYBODY}`
}

/** A post, and the one that it was merged into or had been merged into. */
export interface DuePost {
  readonly projectId: Id<'project'>
  readonly postId: string
}

/**
 * These posts, and all posts that they were merged into, are to be counted again. Projects at whose numbers nobody has ever looked are left out.
 */
export async function insertDue({ sql }: ServiceCall, posts: readonly DuePost[]): Promise<void> {
  if (posts.length === 0) return
  await sql`
    with recursive due as (
      select p.project_id, p.post_id collate "C" as post_id
      from unnest(${posts.map(({ projectId }) => projectId)}::text[], ${posts.map(({ postId }) => postId)}::text[]) as p (project_id, post_id)
      where exists (select 1 from insight_views v where v.project_id = p.project_id and v.id = ${EVERYBODY})
      union
      select m.project_id, m.merged_into_id from due join posts m on m.project_id = due.project_id and m.id = due.post_id
      where m.merged_into_id is not null)
    insert into insight_due (project_id, post_id) select project_id, post_id from due order by 1, 2 on conflict do nothing`
}

/** The posts that these people voted for. */
export async function insertDueOf({ sql, project }: ProjectCall, users: readonly string[]): Promise<void> {
  if (users.length === 0) return
  await sql`
    insert into insight_due (project_id, post_id)
    select distinct project_id, post_id from votes where project_id = ${project.id} and user_id = any (${users})
    on conflict do nothing`
}

/** The posts that people of these accounts voted for. */
export async function insertDueFor({ sql, project }: ProjectCall, accounts: readonly string[]): Promise<void> {
  if (accounts.length === 0) return
  await sql`
    insert into insight_due (project_id, post_id)
    select distinct project_id, post_id from post_accounts where project_id = ${project.id} and account = any (${accounts})
    on conflict do nothing`
}

/** The next posts of the project, in the order of their ids. Returns the last one; undefined: there are no more. */
export async function insertDueAfter(
  { sql, project }: ProjectCall,
  after: string,
  most: number,
): Promise<string | undefined> {
  const [row] = await sql<{ last: string | null }[]>`
    with next as (
      select s.post_id from post_standings s where s.project_id = ${project.id} and s.post_id > ${after} order by s.post_id limit ${most}),
    due as (
      insert into insight_due (project_id, post_id) select ${project.id}, post_id from next on conflict do nothing)
    select max(post_id) as last from next`
  return row?.last ?? undefined
}

/** Rows of posts that are gone. */
export async function deleteGonePosts({ sql, project }: ProjectCall): Promise<void> {
  await sql`
    delete from post_insights i where i.project_id = ${project.id} and not exists (
      select 1 from post_standings s where s.project_id = i.project_id and s.post_id = i.post_id)`
  await sql`
    delete from post_accounts i where i.project_id = ${project.id} and not exists (
      select 1 from post_standings s where s.project_id = i.project_id and s.post_id = i.post_id)`
}

/** Takes posts that are due, with the number of votes to read for each. */
export async function takeDue(
  { sql, project }: ProjectCall,
  most: number,
): Promise<{ post_id: Id<'post'>; votes: number }[]> {
  return sql<{ post_id: Id<'post'>; votes: number }[]>`
    with taken as (
      delete from insight_due d where d.project_id = ${project.id} and d.post_id = any (array(
        select n.post_id from insight_due n where n.project_id = ${project.id} order by n.post_id limit ${most})) returning d.post_id)
    select t.post_id, coalesce((
      select s.vote_count from post_standings s where s.project_id = ${project.id} and s.post_id = t.post_id), 0) as votes
    from taken t order by t.post_id`
}

/** Puts posts back that were taken and not counted. */
export async function putBack({ sql, project }: ProjectCall, posts: readonly Id<'post'>[]): Promise<void> {
  if (posts.length === 0) return
  await sql`
    insert into insight_due (project_id, post_id) select ${project.id}, unnest(${posts}::text[]) on conflict do nothing`
}

/** Takes notes of people who changed. */
export async function takeChanges(
  { sql, project }: ProjectCall,
  most: number,
): Promise<{ user_id: string; accounts: string[] }[]> {
  return sql<{ user_id: string; accounts: string[] }[]>`
    delete from insight_changes c where c.id = any (array(
      select n.id from insight_changes n where n.project_id = ${project.id} order by n.id limit ${most}))
    returning c.user_id, c.accounts`
}

/** The next projects with something to count, by their ids. The people of a project are counted anew when somebody asked for them since then. */
export async function selectProjectsDue(
  { sql }: Call,
  countedBefore: Date,
  after: string,
  most: number,
): Promise<Id<'project'>[]> {
  const rows = await sql<{ project_id: Id<'project'> }[]>`
    select v.project_id from insight_views v where v.id = ${EVERYBODY} and v.project_id > ${after} and (
      v.counted_until is not null or v.counted_at is null or (v.counted_at < ${countedBefore} and v.asked_at > v.counted_at)
      or exists (select 1 from insight_changes c where c.project_id = v.project_id)
      or exists (select 1 from insight_due d where d.project_id = v.project_id))
    order by v.project_id limit ${most}`
  return rows.map(({ project_id }) => project_id)
}

/** Views that somebody asked for and that are not counted, or not since then. */
export async function selectViewsDue(
  { sql }: Call,
  countedBefore: Date,
): Promise<{ project_id: Id<'project'>; id: string } | undefined> {
  const [row] = await sql<{ project_id: Id<'project'>; id: string }[]>`
    select v.project_id, v.id from insight_views v
    where v.id <> ${EVERYBODY} and (v.counted_at is null or (v.counted_at < ${countedBefore} and v.asked_at > v.counted_at))
    order by v.asked_at limit 1`
  return row
}

function toView(row: ViewRow): View {
  return {
    id: row.id,
    segmentId: row.segment_id ?? undefined,
    since: row.since ?? undefined,
    until: row.until ?? undefined,
    people: row.people,
    accounts: row.accounts,
    clusters: row.clusters,
    squares: row.squares,
    askedAt: row.asked_at,
    countedAt: row.counted_at ?? undefined,
    countedUntil: row.counted_until ?? undefined,
  }
}
