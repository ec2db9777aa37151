import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall } from '../call/index.ts'
import type { SavedView } from './saved-view.ts'

interface ViewRow {
  id: Id<'view'>
  name: string
  query: string
  is_shared: boolean
  created_at: Date
}

/** The team's and those of this operator, by name. */
export async function selectViews(
  { sql, project }: ProjectCall,
  operatorId: Id<'operator'> | undefined,
): Promise<SavedView[]> {
  const rows = await sql<ViewRow[]>`
    select id, name, query, operator_id is null as is_shared, created_at from decision_views
    where project_id = ${project.id} and (operator_id is null or operator_id = ${operatorId}::text) order by lower(name), id`
  return rows.map(toView)
}

/** The view of this owner with the same name, and how many views the owner has. Which names are the same, the database says: it allows each once. */
export async function selectSameView(
  { sql, project }: ProjectCall,
  name: string,
  operatorId: Id<'operator'> | undefined,
): Promise<{ readonly same: SavedView | undefined; readonly count: number }> {
  const rows = await sql<(ViewRow & { is_same: boolean })[]>`
    select id, name, query, operator_id is null as is_shared, created_at, lower(name) = lower(${name}::text) as is_same
    from decision_views where project_id = ${project.id} and coalesce(operator_id, '') = ${operatorId ?? ''}`
  const same = rows.find(({ is_same }) => is_same)
  return { same: same && toView(same), count: rows.length }
}

export async function insertView(
  { sql, project }: ProjectCall,
  view: SavedView,
  operatorId: Id<'operator'> | undefined,
): Promise<void> {
  await sql`
    insert into decision_views (project_id, id, operator_id, name, query, created_at)
    values (${project.id}, ${view.id}, ${operatorId}, ${view.name}, ${view.query}, ${view.createdAt})`
}

export async function updateView({ sql, project }: ProjectCall, view: SavedView): Promise<void> {
  await sql`
    update decision_views set name = ${view.name}, query = ${view.query}
    where project_id = ${project.id} and id = ${view.id}`
}

/** Undefined: there is none that this operator sees. */
export async function deleteView(
  { sql, project }: ProjectCall,
  id: Id<'view'>,
  operatorId: Id<'operator'> | undefined,
): Promise<SavedView | undefined> {
  const [row] = await sql<ViewRow[]>`
    delete from decision_views
    where project_id = ${project.id} and id = ${id} and (operator_id is null or operator_id = ${operatorId}::text)
    returning id, name, query, operator_id is null as is_shared, created_at`
  return row && toView(row)
}

function toView({ id, name, query, is_shared, created_at }: ViewRow): SavedView {
  return { id, name, query, isShared: is_shared, createdAt: created_at }
}
