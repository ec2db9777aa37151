import type { Id } from '../../foundation/ids/index.ts'
import type { Call, ProjectCall } from '../call.ts'
import type { Status, StatusCategory } from './status.ts'

interface StatusRow {
  id: Id<'status'>
  name: string
  category: StatusCategory
  color: string
  position: number
  on_roadmap: boolean
  version: number
}

export async function insertStatus(
  { sql, now }: Call,
  projectId: Id<'project'>,
  status: Omit<Status, 'version'>,
): Promise<void> {
  await sql`
    insert into statuses (project_id, id, name, category, color, position, on_roadmap, created_at)
    values (${projectId}, ${status.id}, ${status.name}, ${status.category}, ${status.color}, ${status.position},
      ${status.onRoadmap}, ${now})`
}

export async function selectStatuses({ sql, project }: ProjectCall): Promise<Status[]> {
  const rows = await sql<StatusRow[]>`
    select id, name, category, color, position, on_roadmap, version from statuses
    where project_id = ${project.id} order by position, id`
  return rows.map(toStatus)
}

export function toStatus(row: StatusRow): Status {
  return {
    id: row.id,
    name: row.name,
    category: row.category,
    color: row.color,
    position: row.position,
    onRoadmap: row.on_roadmap,
    version: row.version,
  }
}
