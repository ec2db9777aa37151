import type { Id } from '../../foundation/ids/index.ts'
import { type Page, type PageRequest, pageOf, rowsFor } from '../../foundation/paging/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import { codeOf, violatedRule } from '../../foundation/storage/index.ts'
import type { Call, ProjectCall } from '../call/index.ts'
import { nameTaken } from '../labels/index.ts'
import { statusInUse } from './problems.ts'
import type { Status, StatusCategory } from './status.ts'

const FOREIGN_KEY_VIOLATION = '23503'

interface StatusRow {
  id: Id<'status'>
  name: string
  category: StatusCategory
  color: string
  position: number
  on_roadmap: boolean
  created_at: Date
  version: number
}

/** The status after which the next page continues. */
export interface StatusPlace {
  readonly position: number
  readonly id: Id<'status'>
}

export async function insertStatus(
  { sql, now }: Call,
  projectId: Id<'project'>,
  status: Omit<Status, 'createdAt' | 'version'>,
): Promise<Status> {
  const [row] = await sql<StatusRow[]>`
    insert into statuses (project_id, id, name, category, color, position, on_roadmap, created_at)
    values (${projectId}, ${status.id}, ${status.name}, ${status.category}, ${status.color}, ${status.position},
      ${status.onRoadmap}, ${now}) returning *`.then(undefined, refuseTaken)
  if (!row) throw new Error('An insert answers with its row')
  return toStatus(row)
}

export async function selectStatuses({ sql, project }: ProjectCall): Promise<Status[]> {
  const rows = await sql<StatusRow[]>`
    select id, name, category, color, position, on_roadmap, created_at, version from statuses
    where project_id = ${project.id} order by position, id`.asLookUp()
  return rows.map(toStatus)
}

export async function selectPage(
  { sql, project }: ProjectCall,
  { limit, after }: PageRequest<StatusPlace>,
): Promise<Page<Status, StatusPlace>> {
  const rows = await sql<StatusRow[]>`
    select * from statuses
    where project_id = ${project.id} ${after ? sql`and (position, id) > (${after.position}, ${after.id})` : sql``}
    order by position, id ${rowsFor(sql, limit)}`
  return pageOf(rows, limit, toStatus, ({ position, id }) => ({ position, id }))
}

/** The lock of a foreign key check, taken before the row is written. */
export async function lockStatus({ sql, project }: ProjectCall, id: Id<'status'>): Promise<Status | undefined> {
  const [row] = await sql<StatusRow[]>`
    select * from statuses where project_id = ${project.id} and id = ${id} for key share`
  return row && toStatus(row)
}

/** Undefined members are not changed. */
export async function updateStatus(
  { sql, project }: ProjectCall,
  id: Id<'status'>,
  changes: Partial<Omit<Status, 'id' | 'createdAt' | 'version'>>,
): Promise<Status> {
  const [row] = await sql<StatusRow[]>`
    update statuses set
      name = coalesce(${changes.name}, name),
      category = coalesce(${changes.category}, category),
      color = coalesce(${changes.color}, color),
      position = coalesce(${changes.position}, position),
      on_roadmap = coalesce(${changes.onRoadmap}, on_roadmap),
      version = version + 1
    where project_id = ${project.id} and id = ${id} returning *`.then(undefined, refuseTaken)
  if (!row) throw new Error('A status cannot go while the project is locked')
  return toStatus(row)
}

/** The foreign key of posts decides whether a post has it: a query before could miss a post that is being written. */
export async function removeStatus({ sql, project }: ProjectCall, id: Id<'status'>): Promise<void> {
  await sql`delete from statuses where project_id = ${project.id} and id = ${id}`.then(undefined, (error) => {
    throw codeOf(error) === FOREIGN_KEY_VIOLATION ? new Problem(statusInUse) : error
  })
}

function refuseTaken(error: unknown): never {
  throw violatedRule(error) === 'status_name_is_unique' ? new Problem(nameTaken) : error
}

function toStatus(row: StatusRow): Status {
  return {
    id: row.id,
    name: row.name,
    category: row.category,
    color: row.color,
    position: row.position,
    onRoadmap: row.on_roadmap,
    createdAt: row.created_at,
    version: row.version,
  }
}
