import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall } from '../call/index.ts'

/** Of somebody who is erased: that they reported stays and counts, what they wrote to the team goes. */
export async function blankReasonsOf({ sql, project }: ProjectCall, userId: Id<'user'>): Promise<void> {
  await sql`update reports set reason = '' where project_id = ${project.id} and user_id = ${userId}`
}
