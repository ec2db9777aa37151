import { type Id, newId } from '../../foundation/ids/index.ts'
import type { Query } from '../../foundation/storage/index.ts'
import { actorOf, type Call, type ProjectCall } from '../call.ts'
import type { Happening } from './event.ts'

type Row = Record<string, unknown>

/**
 * The row of what happened, as a part of the statement that does it; `when` is the part that says whether it did, such as
 * `exists (select 1 from cast_vote)`.
 */
export function eventRow(call: ProjectCall, { type, subject, post, data = {} }: Happening, when?: Query<Row[]>) {
  const { sql, now, project } = call
  const actor = actorOf(call)
  return sql`
    insert into events (project_id, id, type, at, actor_kind, actor_id, subject_id, post_id, data)
    select ${project.id}, ${newId('event')}, ${type}, ${now}::timestamptz, ${actor.kind}, ${actor.id}, ${subject}, ${post},
      ${JSON.stringify(data)}::jsonb
    where ${when ?? sql`true`}`
}

/** Within the transaction of what happened. */
export async function recordEvent(call: ProjectCall, happening: Happening): Promise<void> {
  await eventRow(call, happening)
}

/** The same in several projects at once. */
export async function recordEventIn(
  call: Call,
  projects: readonly Id<'project'>[],
  { type, subject, data = {} }: Happening,
): Promise<void> {
  const { sql, now } = call
  const actor = actorOf(call)
  await sql`
    insert into events (project_id, id, type, at, actor_kind, actor_id, subject_id, data)
    select p.project_id, p.id, ${type}, ${now}::timestamptz, ${actor.kind}, ${actor.id}, ${subject}, ${JSON.stringify(data)}::jsonb
    from unnest(${projects}::text[], ${projects.map(() => newId('event'))}::text[]) as p (project_id, id)`
}

/** Votes and follows are many, and old ones interest nobody. In portions; answers how many went. */
export async function deleteMarksBefore({ sql }: Call, time: Date): Promise<number> {
  const rows = await sql`
    delete from events where ctid = any (array(
      select ctid from events
      where at < ${time} and type in ('vote.cast', 'vote.withdrawn', 'follow.started', 'follow.ended') limit 5000)) returning 1`
  return rows.length
}
