import type { Id } from '../../../foundation/ids/index.ts'
import type { Part } from '../../../foundation/storage/index.ts'
import type { ProjectCall } from '../../call/index.ts'

/** Muting a post twice is the same as once, unless the person followed it in between: then the mute counts again. */
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

/**
 * Whether they want no mail about a post. A newer follow ends a mute. If they follow or voted for a post only because another post was merged into it,
 * the mute of that other post counts. Both arguments are columns or values.
 */
export function isMuted({ sql, project }: ProjectCall, user: Part, post: Part): Part {
  return sql`exists (
    select 1 from mail_mutes m
    where m.project_id = ${project.id} and m.user_id = ${user} and (m.post_id = ${post} or m.post_id = (
      select case when count(*) = count(merged_from) and min(merged_from) = max(merged_from) then min(merged_from) end from (
        select merged_from from follows where project_id = ${project.id} and post_id = ${post} and user_id = ${user}
        union all
        select merged_from from votes where project_id = ${project.id} and post_id = ${post} and user_id = ${user}) as marks))
      and not exists (
        select 1 from follows f
        where f.project_id = ${project.id} and f.post_id = m.post_id and f.user_id = m.user_id and f.created_at > m.created_at))`
}

export async function selectIsMuted(call: ProjectCall, userId: Id<'user'>, postId: Id<'post'>): Promise<boolean> {
  const { sql } = call
  const rows = await sql`select 1 where ${isMuted(call, sql`${userId}`, sql`${postId}`)}`
  return rows.length > 0
}
