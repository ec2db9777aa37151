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

/**
 * The transactions that run in other databases of the server now, for the horizons of later statements of this transaction. It is read in a statement
 * before theirs, so that no horizon is before an earlier one: of a transaction that ends after the snapshot of a statement, that statement cannot find out
 * any more where it ran.
 */
export function noteElsewhere(sql: Sql): Part {
  return sql`set_config('svc.elsewhere', (
    select coalesce(string_agg(l.transactionid::text, ','), '') from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted
      and a.datid <> (select oid from pg_database where datname = current_database())), true)`
}

/**
 * All transactions of this database before it have ended: their events can be read, and no more will appear. Of the transactions of other databases, those
 * that `noteElsewhere` noted do not count, because they write no events here. The caller's own transaction counts; a snapshot does not list it.
 */
export function horizon(sql: Sql): Part {
  return sql`(
    select least(min(running.id), pg_current_xact_id_if_assigned()::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint)
      + (select base from event_base)
    from (select id::text::bigint as id from pg_snapshot_xip(pg_current_snapshot()) as id) as running
    where running.id & 4294967295 <> all (string_to_array(coalesce(current_setting('svc.elsewhere', true), ''), ',')::bigint[]))`
}

/** Not after the horizon, and cheaper: it waits for the transactions of all databases of the server. */
export function horizonOfServer(sql: Sql): Part {
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
