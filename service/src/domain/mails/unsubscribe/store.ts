import type { Id } from '../../../foundation/ids/index.ts'
import type { ProjectCall } from '../../call/index.ts'

/** Again is the same as once, but for a follow since then. */
export async function insertMute(
  { sql, now, project }: ProjectCall,
  userId: Id<'user'>,
  postId: Id<'post'>,
): Promise<void> {
  await sql`
    insert into mail_mutes (project_id, user_id, post_id, created_at) values (${project.id}, ${userId}, ${postId}, ${now})
    on conflict (project_id, user_id, post_id) do update set created_at = greatest(mail_mutes.created_at, excluded.created_at)`
}

export async function deleteMute({ sql, project }: ProjectCall, userId: Id<'user'>, postId: Id<'post'>): Promise<void> {
  await sql`delete from mail_mutes where project_id = ${project.id} and user_id = ${userId} and post_id = ${postId}`
}
