import { newId } from '../../foundation/ids/index.ts'
import type { Part, Sql } from '../../foundation/storage/index.ts'
import { type ActorName, nameOf, type ProjectCall } from '../call/index.ts'
import { type Happening, isMark } from './event.ts'
import type { EventType } from './schema.ts'

/** Who did it, if not the caller, and the condition under which the event is recorded. */
interface Recording {
  /** The part that says whether it happened, such as `exists (select 1 from cast_vote)`. */
  readonly when?: Part
  readonly actor?: ActorName
}

/** The row of an event, as a part of the statement that makes the change. */
export function eventRow(
  call: ProjectCall,
  happening: Happening,
  { when, actor = nameOf(call.actor) }: Recording = {},
): Part {
  const { sql, now, project } = call
  const { type, subject, post, data = {} } = happening
  return sql`
    insert into events (project_id, id, type, at, actor_kind, actor_id, subject_id, post_id, data, month, tx, seq)
    select ${project.id}, ${newId('event')}, ${type}, ${now}::timestamptz, ${actor.kind}, ${actor.id}, ${subject}, ${post},
      ${JSON.stringify(data)}::jsonb, ${placeInLog(sql, type)}
    where ${when ?? sql`true`}`
}

/** The columns month, tx and seq. */
export function placeInLog(sql: Sql, type: EventType): Part {
  const month = isMark(type) ? sql`event_month()` : sql`'infinity'::date`
  const { tx, seq } = orderInLog(sql)
  return sql`${month}, ${tx}, ${seq}`
}

/** The columns tx and seq, which order the log. */
export function orderInLog(sql: Sql): { readonly tx: Part; readonly seq: Part } {
  return { tx: sql`pg_current_xact_id()::text::bigint + (select base from event_base)`, seq: sql`nextval('event_seq')` }
}

/** All transactions before it have ended: their events can be read, and no more will appear. */
export function horizon(sql: Sql): Part {
  return sql`(pg_snapshot_xmin(pg_current_snapshot())::text::bigint + (select base from event_base))`
}

/** Whether a type is one of `MARK_TYPES`. In these words, because the index of a post's history knows only them. */
export function isMarkType(sql: Sql, type: Part): Part {
  return sql`${type} in ('vote.cast', 'vote.withdrawn', 'follow.started', 'follow.ended')`
}

/** Whether it is none of them. */
export function isNoMarkType(sql: Sql, type: Part): Part {
  return sql`${type} not in ('vote.cast', 'vote.withdrawn', 'follow.started', 'follow.ended')`
}
