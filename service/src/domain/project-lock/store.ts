import type { ProjectCall } from '../call/index.ts'

/**
 * Serialises changes to statuses, tags and the like until the transaction ends; posts and votes do not wait for it. This is not part of the room
 * `projects`, because that room itself makes the first statuses.
 */
export async function lockProject({ sql, project }: ProjectCall): Promise<void> {
  await sql`select 1 from projects where id = ${project.id} for no key update`
}
