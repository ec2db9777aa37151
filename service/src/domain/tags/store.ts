import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall } from '../call.ts'

/** Which of these are tags of the project. */
export async function selectKnownIds({ sql, project }: ProjectCall, ids: readonly string[]): Promise<Id<'tag'>[]> {
  const rows = await sql<
    { id: Id<'tag'> }[]
  >`select id from tags where project_id = ${project.id} and id = any (${ids})`
  return rows.map(({ id }) => id)
}
