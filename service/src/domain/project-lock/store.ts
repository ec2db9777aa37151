import type { ProjectCall } from '../call/index.ts'

/**
 * Serialises changes to statuses, tags and the like until the transaction ends; posts and votes do not wait for it. Apart
 * from projects, which make the first statuses themselves.
 */
export async function lockProject({ sql, project }: ProjectCall): Promise<void> {
  await sql`select 1 from projects where id = ${project.id} for no key update`
}
