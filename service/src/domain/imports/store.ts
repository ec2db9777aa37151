import { type Id, newId } from '../../foundation/ids/index.ts'
import { type Page, type PageRequest, pageOf, rowsFor } from '../../foundation/paging/index.ts'
import { type ActorName, type Call, nameOf, type ProjectCall } from '../call/index.ts'
import type { Import, ImportState, Labels, LineFault, Made, Received, Step } from './import.ts'

interface ImportRow {
  id: Id<'import'>
  number: number
  source: string
  state: ImportState
  step: Step
  position: number
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
  await sql`select open_import_rows(${row.number})`
  return toImport(row)
}

export async function selectImport({ sql, project }: ProjectCall, id: Id<'import'>): Promise<Import | undefined> {
  const [row] = await sql<ImportRow[]>`select * from imports where project_id = ${project.id} and id = ${id}`
  return row && toImport(row)
}

export interface ImportPlace {
  readonly id: string
}

/** The newest first: ids sort by creation. */
export async function selectImports(
  { sql, project }: ProjectCall,
  { limit, after }: PageRequest<ImportPlace>,
): Promise<Page<Import, ImportPlace>> {
  const rows = await sql<ImportRow[]>`
    select * from imports where project_id = ${project.id} ${after ? sql`and id < ${after.id}` : sql``}
    order by id desc ${rowsFor(sql, limit)}`
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

/** Some projects with imports that go on by themselves; the one that waits longest comes first. */
export async function selectProjectsUnderWay({ sql }: Call): Promise<Id<'project'>[]> {
  const rows = await sql<{ project_id: Id<'project'> }[]>`
    select project_id from imports where state in ('running', 'undoing') group by project_id order by max(updated_at) limit 10`
  return rows.map(({ project_id }) => project_id)
}

/** The first import of the project that goes on by itself. */
export async function selectFirstUnderWay({
  sql,
  project,
}: ProjectCall): Promise<Pick<Import, 'id' | 'number'> | undefined> {
  const [row] = await sql<{ id: Id<'import'>; number: number }[]>`
    select id, number from imports where project_id = ${project.id} and state in ('running', 'undoing') order by number limit 1`
  return row
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

export async function setFailed(
  { sql, now }: Call,
  { number }: Pick<Import, 'number'>,
  failure: string,
): Promise<void> {
  await sql`
    update imports set state = 'failed', failure = ${failure}, updated_at = ${now}, finished_at = ${now} where number = ${number}`
}

/** Changes of an import; absent members stay. `made` and `handled` are added. */
export interface ImportChange {
  readonly state?: ImportState
  readonly step?: Step
  readonly position?: number
  readonly received?: Received
  readonly labels?: Labels
  readonly days?: readonly string[]
  readonly faults?: readonly LineFault[]
  readonly faultCount?: number
  readonly notes?: readonly LineFault[]
  readonly made?: Partial<Made>
  readonly handled?: number
  readonly isFinished?: boolean
  readonly undoActor?: ActorName
}

export async function updateImport(
  { sql, now, project }: ProjectCall,
  { id }: Pick<Import, 'id'>,
  change: ImportChange,
): Promise<void> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  await sql`
    update imports set
      state = coalesce(${change.state}, state), step = coalesce(${change.step}, step),
      position = coalesce(${change.position}::bigint, position),
      received = coalesce(${json(change.received)}::jsonb, received), labels = coalesce(${json(change.labels)}::jsonb, labels),
      days = coalesce(${json(change.days)}::jsonb, days),
      faults = coalesce(${json(change.faults)}::jsonb, faults), fault_count = coalesce(${change.faultCount}::integer, fault_count),
      notes = coalesce(${json(change.notes)}::jsonb, notes),
      handled = handled + ${change.handled ?? 0}::bigint,
      undo_actor_kind = coalesce(${change.undoActor?.kind}, undo_actor_kind),
      undo_actor_id = case when ${change.undoActor !== undefined}::boolean then ${change.undoActor?.id} else undo_actor_id end,
      made = made || coalesce((
        select jsonb_object_agg(m.key, coalesce((made ->> m.key)::bigint, 0) + m.value::bigint)
        from jsonb_each_text(${json(change.made ?? {})}::jsonb) as m), '{}'),
      updated_at = ${now}::timestamptz,
      finished_at = case when ${change.isFinished ?? false}::boolean then ${now}::timestamptz else finished_at end
    where project_id = ${project.id} and id = ${id}`
}

function toImport(row: ImportRow): Import {
  return {
    id: row.id,
    number: row.number,
    source: row.source,
    state: row.state,
    step: row.step,
    position: Number(row.position),
    notifies: row.notifies,
    actor: { kind: row.actor_kind, id: row.actor_id ?? undefined },
    undoActor:
      row.undo_actor_kind === null ? undefined : { kind: row.undo_actor_kind, id: row.undo_actor_id ?? undefined },
    received: { user: 0, post: 0, comment: 0, vote: 0, changelog_entry: 0, ...row.received },
    made: { users: 0, statuses: 0, tags: 0, posts: 0, comments: 0, votes: 0, changelog_entries: 0, ...row.made },
    handled: Number(row.handled),
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
