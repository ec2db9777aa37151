import { type Id, idAt } from '../../foundation/ids/index.ts'
import type { Query, Sql } from '../../foundation/storage/index.ts'
import { type ActorName, type Call, inTransaction, type ProjectCall, type ServiceCall } from '../call/index.ts'
import { horizon, noteElsewhere } from './fragments.ts'
import type { EventType } from './schema.ts'

/** A position in the order of the log. */
export interface Position {
  /** The transaction that wrote the event. */
  readonly tx: number
  /** The number within the transaction. */
  readonly seq: number
}

/** A row of the log. The schema of its type says what it holds. */
export interface LoggedEvent extends Position {
  readonly projectId: Id<'project'>
  readonly id: Id<'event'>
  readonly type: EventType
  readonly at: Date
  readonly actor: ActorName
  readonly subjectId: string
  readonly postId: Id<'post'> | undefined
  readonly data: Readonly<Record<string, unknown>>
}

interface LoggedRow {
  project_id: Id<'project'>
  id: Id<'event'>
  type: EventType
  at: Date
  actor_kind: ActorName['kind']
  actor_id: string | null
  subject_id: string
  post_id: Id<'post'> | null
  data: Record<string, unknown>
  tx: number
  seq: number
}

/** After every possible event of the transactions before `tx`. */
const LAST_SEQ = Number.MAX_SAFE_INTEGER
/** How long a transaction may have run before it recorded what it did; far longer than the time-outs of a connection allow. */
const SLOWEST_MS = 60_000
/** How many events around a time are searched for the first one in the order. */
const MADE_AROUND = 200
/** External readers may have read further than a restored dump goes. New events must come after their position too. */
const RESTORED_AHEAD = 2 ** 32
/** At most this many rows are scanned for a page, however few of them match. */
const MOST_SCANNED = 2_000

/** The first events of all projects after a position, in order. Within a transaction, which goes on with the usual plans. */
export async function selectAfter({ sql }: Call, after: Position, limit: number): Promise<LoggedEvent[]> {
  const [, rows] = await Promise.all([
    beforeLog(sql), // after a large transaction, all of its remaining events would be sorted for each portion
    sql<LoggedRow[]>`
      select project_id, id, type, at, actor_kind, actor_id, subject_id, post_id, data, tx, seq from events
      where (tx, seq) > (${after.tx}::bigint, ${after.seq}::bigint) and tx < ${horizon(sql)}
      order by tx, seq limit ${limit}`,
    sql`set local enable_sort = default`,
  ])
  return rows.map(toEvent)
}

export interface EventQuery {
  readonly types: readonly EventType[]
  /** Only events of this moment or later. */
  readonly since: Date
  readonly limit: number
}

/** A part of a project's log, and the position to continue from, which may be after the last matching event. */
export interface LogPage {
  readonly events: readonly LoggedEvent[]
  readonly next: Position
  /** The scan stopped at its limit, so there may be more events after `next`. */
  readonly isCut: boolean
}

export async function selectProjectAfter(call: ProjectCall, after: Position, query: EventQuery): Promise<LogPage> {
  const { types, since, limit } = query
  const rows = await inIndexOrder(
    call,
    ({ sql, project }) => sql<(LoggedRow & { is_asked: boolean; is_cut: boolean })[]>`
      with scanned as materialized (
        select project_id, id, type, at, actor_kind, actor_id, subject_id, post_id, data, tx, seq,
          type = any (${types}) and at >= ${since} as is_asked
        from events
        where project_id = ${project.id} and (tx, seq) > (${after.tx}::bigint, ${after.seq}::bigint) and tx < ${horizon(sql)}
        order by tx, seq limit ${MOST_SCANNED}),
      extent as (select count(*) = ${MOST_SCANNED} as is_cut from scanned)
      (select * from scanned, extent where is_asked order by tx, seq limit ${limit})
      union all
      (select * from scanned, extent where not is_asked order by tx desc, seq desc limit 1)`,
  )
  const asked = rows.filter(({ is_asked }) => is_asked)
  // A full page continues after its last event; otherwise after the last scanned row of any type.
  const seen = asked.length === limit ? asked : rows
  const last = seen.toSorted(byPosition).at(-1)
  return {
    events: asked.map(toEvent),
    next: last ? { tx: last.tx, seq: last.seq } : after,
    isCut: asked.length === limit || rows.some(({ is_cut }) => is_cut),
  }
}

/**
 * Reads the first rows in the order of an index, so that the cost does not depend on how many there are. Without statistics PostgreSQL
 * assumes that a project is small, and would sort all of its remaining rows.
 */
function inIndexOrder<C extends Call, Rows extends unknown[]>(
  call: C,
  statement: (call: C) => Query<Rows>,
): Promise<Rows> {
  return inTransaction(call, async (call) => {
    const [, rows] = await Promise.all([beforeLog(call.sql), statement(call)])
    return rows
  })
}

/** For the rest of the transaction: rows are read in the order of an index, and the horizon leaves out other databases. */
function beforeLog(sql: Sql): Query<unknown[]> {
  return sql`select set_config('enable_sort', 'off', true), ${noteElsewhere(sql)}`
}

function byPosition(a: Position, b: Position): number {
  return a.tx - b.tx || a.seq - b.seq
}

/**
 * The position before every event of a moment or later. It is never after the horizon: a running transaction may have begun before all
 * visible ones.
 */
export async function positionAt(call: ProjectCall, time: Date): Promise<Position> {
  const from = idAt('event', new Date(time.getTime() - SLOWEST_MS))
  const [row] = await inIndexOrder(
    call,
    ({ sql, project }) => sql<{ tx: number | null }[]>`
      select least(min(tx), ${horizon(sql)}) as tx from (
        select tx from events where project_id = ${project.id} and id >= ${from} and tx is not null
        order by id limit ${MADE_AROUND}) as made`,
  )
  return { tx: (row?.tx ?? 0) - 1, seq: LAST_SEQ }
}

/** Undefined if the log does not have it, or no longer has it. */
export async function positionOf({ sql, project }: ProjectCall, id: Id<'event'>): Promise<Position | undefined> {
  const [row] = await sql<Position[]>`
    select tx, seq from events where project_id = ${project.id} and id = ${id} and tx is not null`
  return row
}

/**
 * Those that the log has, or still has, in no order. The limit keeps the question for the place outside: after an import, PostgreSQL expects no row that
 * has one, so any index of such rows seems as good to it as the key.
 */
export async function selectByIds({ sql, project }: ProjectCall, ids: readonly Id<'event'>[]): Promise<LoggedEvent[]> {
  const rows = await sql<LoggedRow[]>`
    select e.* from unnest(${ids}::text[]) as asked (id) cross join lateral (
      select project_id, id, type, at, actor_kind, actor_id, subject_id, post_id, data, tx, seq from events
      where project_id = ${project.id} and id = asked.id limit 1) e
    where e.tx is not null`
  return rows.map(toEvent)
}

/** The position before all transactions that still run. */
export async function selectEnd(call: Call): Promise<Position> {
  const [row] = await inIndexOrder(call, ({ sql }) => sql<{ tx: number }[]>`select ${horizon(sql)} - 1 as tx`)
  if (!row) throw new Error('A select without a table answers with a row')
  return { tx: row.tx, seq: LAST_SEQ }
}

/** What a look for events of a project after a position found. */
export interface Scan {
  /** The types of the scanned events. */
  readonly types: readonly EventType[]
  /** The position after all scanned events. Undefined: there are more than one scan reads. */
  readonly end: Position | undefined
}

/** The new events for each waiting request; one statement for all of them. */
export async function selectScans(
  call: ServiceCall,
  waiting: readonly (Position & { readonly projectId: Id<'project'> })[],
): Promise<readonly Scan[]> {
  const rows = await inIndexOrder(
    call,
    ({ sql }) => sql<{ types: EventType[]; looked: number; end_tx: number }[]>`
      with ended as materialized (select ${horizon(sql)} as tx)
      select coalesce(array_agg(distinct e.type) filter (where e.type is not null), '{}') as types, count(e.type) as looked,
        (select tx from ended) - 1 as end_tx
      from unnest(${waiting.map(({ projectId }) => projectId)}::text[], ${waiting.map(({ tx }) => tx)}::bigint[],
        ${waiting.map(({ seq }) => seq)}::bigint[]) with ordinality as w (project_id, tx, seq, place)
      left join lateral (
        select type from events where project_id = w.project_id and (tx, seq) > (w.tx, w.seq) and tx < (select tx from ended)
        order by tx, seq limit ${MOST_SCANNED}) as e on true
      group by w.place order by w.place`,
  )
  return rows.map(({ types, looked, end_tx }) => ({
    types,
    end: looked < MOST_SCANNED ? { tx: end_tx, seq: LAST_SEQ } : undefined,
  }))
}

/** The age of the oldest event that cannot be read yet, because an earlier transaction still runs. 0: there is none. */
export async function selectHeldBackMs(call: ServiceCall): Promise<number> {
  const [row] = await inIndexOrder(
    call,
    ({ sql }) => sql<{ at: Date }[]>`select at from events where tx >= ${horizon(sql)} order by tx, seq limit 1`,
  )
  return ageMs(call, row?.at)
}

/** For each reader, the age of the oldest event that it has not taken. 0: it has taken all. */
export async function selectReaderLags(
  call: ServiceCall,
): Promise<readonly { readonly reader: string; readonly ms: number }[]> {
  const rows = await inIndexOrder(
    call,
    ({ sql }) => sql<{ name: string; at: Date | null }[]>`
      select r.name, e.at from event_readers r left join lateral (
        select at from events where (tx, seq) > (r.tx, r.seq) and tx is not null order by tx, seq limit 1) as e on true`,
  )
  return rows.map(({ name, at }) => ({ reader: name, ms: ageMs(call, at) }))
}

function ageMs({ now }: Call, at: Date | null | undefined): number {
  return at ? Math.max(0, now.getTime() - at.getTime()) : 0
}

/**
 * Another server has other transaction ids, so after a restore, rows of the dump can have larger ids than new ones. Then the base is
 * raised, so that new events come after them. Otherwise nothing changes.
 */
export async function raiseBase({ sql }: ServiceCall): Promise<void> {
  await sql`
    update event_base set base = last.tx + ${RESTORED_AHEAD} - pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    from (select greatest((select max(tx) from events), (select max(tx) from event_readers)) as tx) as last
    where last.tx >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint + base`
}

function toEvent(row: LoggedRow): LoggedEvent {
  return {
    projectId: row.project_id,
    id: row.id,
    type: row.type,
    at: row.at,
    actor: { kind: row.actor_kind, id: row.actor_id ?? undefined },
    subjectId: row.subject_id,
    postId: row.post_id ?? undefined,
    data: row.data,
    tx: row.tx,
    seq: row.seq,
  }
}
