import type { ProjectCall } from '../call/index.ts'

/**
 * Until the transaction ends, nobody else who locks the project changes what it has few of; posts and votes do not wait for it. Apart
 * from projects, which make the first statuses themselves.
 */
export async function lockProject({ sql, project }: ProjectCall): Promise<void> {
  await sql`select 1 from projects where id = ${project.id} for no key update`
}
