import { type Id, newId } from '../../foundation/ids/index.ts'
import type { Part } from '../../foundation/storage/index.ts'
import { type ActorName, type Call, nameOf, type ProjectCall, type ServiceCall } from '../call/index.ts'
import { type Happening, isMark } from './event.ts'
import { eventRow, isMarkType, isNoMarkType, orderInLog, placeInLog } from './fragments.ts'

/** Call it in the transaction of the change itself. */
export async function recordEvent(call: ProjectCall, happening: Happening): Promise<void> {
  await eventRow(call, happening)
}

/** The same in several projects at once. */
export async function recordEventIn(
  call: Call,
  projects: readonly Id<'project'>[],
  { type, subject, data = {} }: Happening,
  actor = nameOf(call.actor),
): Promise<void> {
  const { sql, now } = call
  await sql`
    insert into events (project_id, id, type, at, actor_kind, actor_id, subject_id, data, month, tx, seq)
    select p.project_id, p.id, ${type}, ${now}::timestamptz, ${actor.kind}, ${actor.id}, ${subject}, ${JSON.stringify(data)}::jsonb,
      ${placeInLog(sql, type)}
    from unnest(${projects}::text[], ${projects.map(() => newId('event'))}::text[]) as p (project_id, id)`
}

/**
 * Many events at once, for an import. Unless they are `told`, they have no place in the order of the log: history and audit log show them, and no
 * reader gets them.
 */
export async function recordEvents(
  { sql, now, project }: ProjectCall,
  happenings: readonly Happening[],
  { actor, isTold }: { readonly actor: ActorName; readonly isTold: boolean },
): Promise<void> {
  if (happenings.length === 0) return
  const { tx, seq } = orderInLog(sql)
  const told = (place: Part) => sql`case when ${isTold}::boolean then ${place} end`
  await sql`
    insert into events (project_id, id, type, at, actor_kind, actor_id, subject_id, post_id, data, month, tx, seq)
    select ${project.id}, e.id, e.type, ${now}::timestamptz, ${actor.kind}, ${actor.id}, e.subject, e.post, e.data,
      case when e.is_mark then event_month() else 'infinity' end,
      ${told(tx)}, ${told(seq)}
    from unnest(${happenings.map(() => newId('event'))}::text[], ${happenings.map(({ type }) => type)}::text[],
      ${happenings.map(({ subject }) => subject)}::text[], ${happenings.map(({ post }) => post ?? null)}::text[],
      ${happenings.map(({ data = {} }) => JSON.stringify(data))}::jsonb[], ${happenings.map(({ type }) => isMark(type))}::boolean[])
      as e (id, type, subject, post, data, is_mark)`
}

/** Deletes what imports recorded quietly about posts that an undo takes away. What readers of the log were told stays. */
export async function deleteQuietEvents({ sql, project }: ProjectCall, posts: readonly Id<'post'>[]): Promise<void> {
  await sql`
    delete from events_kept
    where project_id = ${project.id} and post_id = any (${posts}) and tx is null
      and ${isNoMarkType(sql, sql`type`)}`
}

/** The same for comments on some posts. */
export async function deleteQuietEventsAbout(
  { sql, project }: ProjectCall,
  posts: readonly Id<'post'>[],
  comments: readonly Id<'comment'>[],
): Promise<void> {
  await sql`
    delete from events_kept
    where project_id = ${project.id} and post_id = any (${posts}) and subject_id = any (${comments}) and tx is null
      and ${isNoMarkType(sql, sql`type`)}`
}

/** Those of these posts of which readers of the log were told, other than by votes and follows. */
export async function selectPostsTold(
  { sql, project }: ProjectCall,
  posts: readonly Id<'post'>[],
): Promise<Id<'post'>[]> {
  const rows = await sql<{ post_id: Id<'post'> }[]>`
    select distinct post_id from events_kept
    where project_id = ${project.id} and post_id = any (${posts}) and tx is not null and ${isNoMarkType(sql, sql`type`)}`
  return rows.map(({ post_id }) => post_id)
}

/** Those of these comments, all on these posts, of which readers of the log were told. */
export async function selectCommentsTold(
  { sql, project }: ProjectCall,
  posts: readonly Id<'post'>[],
  comments: readonly Id<'comment'>[],
): Promise<Id<'comment'>[]> {
  const rows = await sql<{ subject_id: Id<'comment'> }[]>`
    select distinct subject_id from events_kept
    where project_id = ${project.id} and post_id = any (${posts}) and subject_id = any (${comments}) and tx is not null
      and ${isNoMarkType(sql, sql`type`)}`
  return rows.map(({ subject_id }) => subject_id)
}

/** Votes and follows that were recorded before each month had a partition, in portions. Returns how many were removed. */
export async function deleteMarksBefore({ sql }: ServiceCall, time: Date): Promise<number> {
  const rows = await sql`
    delete from events_kept where ctid = any (array(
      select ctid from events_kept where at < ${time} and ${isMarkType(sql, sql`type`)} order by at limit 5000)) returning 1`
  return rows.length
}
