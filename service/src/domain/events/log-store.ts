import { type Id, idAt } from '../../foundation/ids/index.ts'
import type { Query, Sql } from '../../foundation/storage/index.ts'
import { type ActorName, type Call, inTransaction, type ProjectCall } from '../call/index.ts'
import type { EventType } from './schema.ts'

/** A place in the order of the log. */
export interface Position {
  /** The transaction that wrote. */
  readonly tx: number
  /** Within it. */
  readonly seq: number
}

/** A row of the log. What it holds is as the schema of its type says. */
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

/** After every event there can ever be of the transactions before `tx`. */
const LAST_SEQ = Number.MAX_SAFE_INTEGER
/** How long a transaction may have run before it recorded what it did; far longer than the time-outs of a connection allow. */
const SLOWEST_MS = 60_000
/** How many events around a time are searched for the first one in the order. */
const MADE_AROUND = 200
/** External readers may have read further than a restored dump goes. New events must come after their position too. */
const RESTORED_AHEAD = 2 ** 32
/** At most this many rows are scanned for a page, however few of them match. */
const MOST_SCANNED = 2_000

/** All transactions before it have ended: their events can be read, and no more will appear. */
function horizon(sql: Sql) {
  return sql`(pg_snapshot_xmin(pg_current_snapshot())::text::bigint + (select base from event_base))`
}

/** The first events of all projects after a position, in order. */
export async function selectAfter({ sql }: Call, after: Position, limit: number): Promise<LoggedEvent[]> {
  const rows = await sql<LoggedRow[]>`
    select project_id, id, type, at, actor_kind, actor_id, subject_id, post_id, data, tx, seq from events
    where (tx, seq) > (${after.tx}::bigint, ${after.seq}::bigint) and tx < ${horizon(sql)}
    order by tx, seq limit ${limit}`
  return rows.map(toEvent)
}

export interface EventQuery {
  readonly types: readonly EventType[]
  /** Only what happened then or later. */
  readonly since: Date
  readonly limit: number
}

/** A part of a project's log, and the position to continue from, which may be after the last matching event. */
export interface LogPage {
  readonly events: readonly LoggedEvent[]
  readonly next: Position
}

export async function selectProjectAfter(call: ProjectCall, after: Position, query: EventQuery): Promise<LogPage> {
  const { types, since, limit } = query
  const rows = await inIndexOrder(
    call,
    ({ sql, project }) => sql<(LoggedRow & { is_asked: boolean })[]>`
      with scanned as materialized (
        select project_id, id, type, at, actor_kind, actor_id, subject_id, post_id, data, tx, seq,
          type = any (${types}) and at >= ${since} as is_asked
        from events
        where project_id = ${project.id} and (tx, seq) > (${after.tx}::bigint, ${after.seq}::bigint) and tx < ${horizon(sql)}
        order by tx, seq limit ${MOST_SCANNED})
      (select * from scanned where is_asked order by tx, seq limit ${limit})
      union all
      (select * from scanned where not is_asked order by tx desc, seq desc limit 1)`,
  )
  const asked = rows.filter(({ is_asked }) => is_asked)
  // A full page continues after its last event; otherwise after the last scanned row of any type.
  const seen = asked.length === limit ? asked : rows
  const last = seen.toSorted(byPosition).at(-1)
  return { events: asked.map(toEvent), next: last ? { tx: last.tx, seq: last.seq } : after }
}

/**
 * Reads the first rows in the order of an index, so that they cost the same however many there are. Without statistics PostgreSQL takes a
 * project for small, and would sort all that it has left.
 */
function inIndexOrder<Rows extends unknown[]>(
  call: ProjectCall,
  statement: (call: ProjectCall) => Query<Rows>,
): Promise<Rows> {
  return inTransaction(call, async (call) => {
    const [, rows] = await Promise.all([call.sql`set local enable_sort = off`, statement(call)])
    return rows
  })
}

function byPosition(a: Position, b: Position): number {
  return a.tx - b.tx || a.seq - b.seq
}

/**
 * Before everything that happened at a moment or later. Not after the horizon: a transaction that still runs may have begun before any that
 * can be seen.
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

/** The position before all transactions that still run. */
export async function selectEnd({ sql }: Call): Promise<Position> {
  const [row] = await sql<{ tx: number }[]>`select ${horizon(sql)} - 1 as tx`
  if (!row) throw new Error('A select without a table answers with a row')
  return { tx: row.tx, seq: LAST_SEQ }
}

/** Which of several projects have events after a position; one statement for all waiting requests. */
export async function selectMoved(
  { sql }: Call,
  waiting: readonly (Position & { readonly projectId: Id<'project'> })[],
): Promise<readonly boolean[]> {
  const rows = await sql<{ has_moved: boolean }[]>`
    select exists (
      select 1 from events e where e.project_id = w.project_id and (e.tx, e.seq) > (w.tx, w.seq) and e.tx < ${horizon(sql)}) as has_moved
    from unnest(${waiting.map(({ projectId }) => projectId)}::text[], ${waiting.map(({ tx }) => tx)}::bigint[],
      ${waiting.map(({ seq }) => seq)}::bigint[]) with ordinality as w (project_id, tx, seq, place) order by w.place`
  return rows.map(({ has_moved }) => has_moved)
}

/**
 * Transaction ids start again when a dump is restored into another server. Then existing rows would be in the future: the base is raised, so
 * that what is written from now on comes after them. Otherwise it changes nothing.
 */
export async function raiseBase({ sql }: Call): Promise<void> {
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
