import { type Id, newId } from '../../foundation/ids/index.ts'
import { type Backlog, type BacklogRow, MOST_COUNTED, toBacklog } from '../../foundation/jobs/index.ts'
import { type Page, type PageRequest, pageOf, rowsFor } from '../../foundation/paging/index.ts'
import { type ActorName, type Call, nameOf, type ProjectCall, type ServiceCall } from '../call/index.ts'
import type { HowFar, Import, ImportState, Labels, LineFault, Made, Portion, Received, Step } from './import.ts'

interface ImportRow {
  id: Id<'import'>
  number: number
  source: string
  state: ImportState
  step: Step
  position: number
  within: number
  attempts: number
  notifies: boolean
  actor_kind: ActorName['kind']
  actor_id: string | null
  undo_actor_kind: ActorName['kind'] | null
  undo_actor_id: string | null
  received: Partial<Received>
  made: Partial<Made>
  handled: number
  labels: Partial<Labels>
  days: string[]
  faults: LineFault[]
  fault_count: number
  notes: LineFault[]
  failure: string | null
  created_at: Date
  updated_at: Date
  finished_at: Date | null
}

export async function insertImport(
  { sql, now, project, actor }: ProjectCall,
  { source, notifies }: { readonly source: string; readonly notifies: boolean },
): Promise<Import> {
  const { kind, id } = nameOf(actor)
  const [row] = await sql<ImportRow[]>`
    insert into imports (project_id, id, source, state, notifies, actor_kind, actor_id, created_at, updated_at)
    values (${project.id}, ${newId('import')}, ${source}, 'receiving', ${notifies}, ${kind}, ${id}, ${now}, ${now}) returning *`
  if (!row) throw new Error('An insert answers with its row')
  return toImport(row)
}

/** How many imports of the project wait for the rest of their file, or for somebody to start them, beside this one. Others that come wait until the transaction ends. */
export async function countWaiting({ sql, project }: ProjectCall, beside: Id<'import'> | undefined): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`imports ${project.id}`}, 0))`
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from imports where project_id = ${project.id} and state in ('receiving', 'checked')
      and id is distinct from ${beside}`
  return row?.count ?? 0
}

export async function countRunning({ sql, project }: ProjectCall): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from imports where project_id = ${project.id} and state = 'running'`
  return row?.count ?? 0
}

/** Whether other records of this source were imported before. */
export async function hasEarlier({ sql, project }: ProjectCall, { number, source }: Import): Promise<boolean> {
  const rows = await sql`
    select 1 from imports where project_id = ${project.id} and source = ${source} and number <> ${number}
      and state in ('running', 'done', 'failed', 'undoing') limit 1`
  return rows.length > 0
}

export async function selectImport({ sql, project }: ProjectCall, id: Id<'import'>): Promise<Import | undefined> {
  const [row] = await sql<ImportRow[]>`select * from imports where project_id = ${project.id} and id = ${id}`
  return row && toImport(row)
}

export async function selectHowFar({ sql, project }: ProjectCall, id: Id<'import'>): Promise<HowFar | undefined> {
  const [row] = await sql<Pick<ImportRow, 'state' | 'received' | 'handled'>[]>`
    select state, received, handled from imports where project_id = ${project.id} and id = ${id}`
  return row && { state: row.state, received: receivedIn(row), handled: row.handled }
}

export interface ImportPlace {
  readonly id: string
}

/** The newest first: ids sort by creation. Each has only its first faults and notes. */
export async function selectImports(
  { sql, project }: ProjectCall,
  { limit, after }: PageRequest<ImportPlace>,
  { leavesOutGivenUp = false }: { readonly leavesOutGivenUp?: boolean } = {},
): Promise<Page<Import, ImportPlace>> {
  const rows = await sql<ImportRow[]>`
    select i.*, jsonb_path_query_array(i.faults, '$[0 to 9]') as faults, jsonb_path_query_array(i.notes, '$[0 to 9]') as notes
    from imports i where i.project_id = ${project.id} ${after ? sql`and i.id < ${after.id}` : sql``}
      ${leavesOutGivenUp ? sql`and not (i.state = 'undone' and i.turn = 0)` : sql``}
    order by i.id desc ${rowsFor(sql, limit)}`
  return pageOf(rows, limit, toImport, ({ id }) => ({ id }))
}

/** Locked until the transaction ends; undefined if another process works on it. */
export async function holdImport({ sql, project }: ProjectCall, id: Id<'import'>): Promise<Import | undefined> {
  const [row] = await sql<ImportRow[]>`
    select * from imports where project_id = ${project.id} and id = ${id} for no key update skip locked`
  return row && toImport(row)
}

/** The same, but waits. */
export async function lockImport({ sql, project }: ProjectCall, id: Id<'import'>): Promise<Import | undefined> {
  const [row] = await sql<ImportRow[]>`
    select * from imports where project_id = ${project.id} and id = ${id} for no key update`
  return row && toImport(row)
}

/** Imports and undos under way. The oldest is the one that has made no progress for longest. */
export async function selectBacklog({ sql }: ServiceCall): Promise<Backlog> {
  return toBacklog(
    await sql<BacklogRow[]>`
      select count(*)::int as length, min(updated_at) as oldest from (
        select updated_at from imports where state in ('running', 'undoing') limit ${MOST_COUNTED}) as going`,
  )
}

/** Some projects with imports that go on by themselves; the one that waits longest comes first. */
export async function selectProjectsUnderWay({ sql }: Call): Promise<Id<'project'>[]> {
  const rows = await sql<{ project_id: Id<'project'> }[]>`
    select project_id from imports where state in ('running', 'undoing') group by project_id order by max(updated_at) limit 10`
  return rows.map(({ project_id }) => project_id)
}

/** The import of the project whose turn it is: they go on in the order in which they were started or undone. */
export async function selectFirstUnderWay({ sql, project }: ProjectCall): Promise<Id<'import'> | undefined> {
  const [row] = await sql<{ id: Id<'import'> }[]>`
    select id from imports where project_id = ${project.id} and state in ('running', 'undoing') order by turn, number limit 1`
  return row?.id
}

export interface Forgotten {
  readonly number: number
  readonly state: 'receiving' | 'checked'
}

/** Some imports that nobody has gone on with since that time. They are locked; those that somebody works on are left out. */
export async function holdForgotten({ sql }: Call, before: Date): Promise<Forgotten[]> {
  return sql<Forgotten[]>`
    select number, state from imports where state in ('receiving', 'checked') and updated_at < ${before}
    order by updated_at limit 10 for no key update skip locked`
}

/** What was found in a file: the import now waits to be started. False: it does not wait for its file any more. */
export async function setChecked(
  { sql, now }: Call,
  { number }: Pick<Import, 'number'>,
  found: Pick<Import, 'received' | 'labels' | 'days' | 'faults' | 'faultCount' | 'notes'>,
): Promise<boolean> {
  const rows = await sql`
    update imports set state = 'checked', received = ${JSON.stringify(found.received)}::jsonb, labels = ${JSON.stringify(found.labels)}::jsonb,
      days = ${JSON.stringify(found.days)}::jsonb, faults = ${JSON.stringify(found.faults)}::jsonb, fault_count = ${found.faultCount},
      notes = ${JSON.stringify(found.notes)}::jsonb, updated_at = ${now}
    where number = ${number} and state = 'receiving' returning 1`
  return rows.length > 0
}

/** Ends an import that is still in this state. */
export async function setFailed(
  { sql, now }: Call,
  { number, state }: Pick<Import, 'number' | 'state'>,
  failure: string,
): Promise<void> {
  await sql`
    update imports set state = 'failed', failure = ${failure}, updated_at = ${now}, finished_at = ${now}
    where number = ${number} and state = ${state}`
}

/** Counts a portion that failed. Returns the import as it is now, if it is still in this state. */
export async function addAttempt(
  { sql, now }: Call,
  { number, state }: Pick<Import, 'number' | 'state'>,
): Promise<Import | undefined> {
  const [row] = await sql<ImportRow[]>`
    update imports set attempts = attempts + 1, updated_at = ${now} where number = ${number} and state = ${state} returning *`
  return row && toImport(row)
}

/** Changes of an import; absent members stay. `made` and `handled` are added. */
export interface ImportChange extends Partial<Portion> {
  readonly state?: ImportState
  readonly step?: Step
  /** It goes on after those of the project that are under way. */
  readonly takesTurn?: boolean
  readonly isFinished?: boolean
  readonly notifies?: boolean
  readonly undoActor?: ActorName
}

export async function updateImport(
  { sql, now, project }: ProjectCall,
  { id }: Pick<Import, 'id'>,
  change: ImportChange,
): Promise<void> {
  await sql`
    update imports set
      state = coalesce(${change.state}, state), step = coalesce(${change.step}, step),
      position = coalesce(${change.position}::bigint, position), within = coalesce(${change.within}::bigint, within), attempts = 0,
      turn = case when ${change.takesTurn ?? false}::boolean
        then (select 1 + max(i.turn) from imports i where i.project_id = ${project.id}) else turn end,
      handled = handled + ${change.handled ?? 0}::bigint, notifies = coalesce(${change.notifies}::boolean, notifies),
      undo_actor_kind = coalesce(${change.undoActor?.kind}, undo_actor_kind),
      undo_actor_id = case when ${change.undoActor !== undefined}::boolean then ${change.undoActor?.id} else undo_actor_id end,
      made = made || coalesce((
        select jsonb_object_agg(m.key, coalesce((made ->> m.key)::bigint, 0) + m.value::bigint)
        from jsonb_each_text(${JSON.stringify(change.made ?? {})}::jsonb) as m), '{}'),
      updated_at = ${now}::timestamptz,
      finished_at = case when ${change.isFinished ?? false}::boolean then ${now}::timestamptz else finished_at end
    where project_id = ${project.id} and id = ${id}`
}

function receivedIn({ received }: Pick<ImportRow, 'received'>): Received {
  return { user: 0, post: 0, comment: 0, vote: 0, changelog_entry: 0, ...received }
}

function toImport(row: ImportRow): Import {
  return {
    id: row.id,
    number: row.number,
    source: row.source,
    state: row.state,
    step: row.step,
    position: row.position,
    within: row.within,
    attempts: row.attempts,
    notifies: row.notifies,
    actor: { kind: row.actor_kind, id: row.actor_id ?? undefined },
    undoActor:
      row.undo_actor_kind === null ? undefined : { kind: row.undo_actor_kind, id: row.undo_actor_id ?? undefined },
    received: receivedIn(row),
    made: { users: 0, statuses: 0, tags: 0, posts: 0, comments: 0, votes: 0, changelog_entries: 0, ...row.made },
    handled: row.handled,
    labels: { statuses: {}, tags: [], ...row.labels },
    days: row.days,
    faults: row.faults,
    faultCount: row.fault_count,
    notes: row.notes,
    failure: row.failure ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    finishedAt: row.finished_at ?? undefined,
  }
}

/**
 * This transaction does not wait until the disk has it, which makes room for others. If the database crashes, the portion is done again; the last
 * portion waits, and with it all before it.
 */
export async function flushLater({ sql }: Call): Promise<void> {
  await sql`set local synchronous_commit = off`
}
