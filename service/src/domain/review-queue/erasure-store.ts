import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall } from '../call/index.ts'

/** Erases the texts of a user's reports; the reports themselves stay and count. */
export async function blankReasonsOf({ sql, project }: ProjectCall, userId: Id<'user'>): Promise<void> {
  await sql`update reports set reason = '' where project_id = ${project.id} and user_id = ${userId}`
}
