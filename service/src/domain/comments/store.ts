import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall } from '../call.ts'

/** Also by the team; what was deleted does not count. */
export async function hasCommentsOfOthers(
  { sql, project }: ProjectCall,
  postId: Id<'post'>,
  userId: Id<'user'>,
): Promise<boolean> {
  const rows = await sql`
    select 1 from comments
    where project_id = ${project.id} and post_id = ${postId} and author_id is distinct from ${userId} and deleted_at is null limit 1`
  return rows.length > 0
}

/** All comments go to the other post and remember where they came from; answers how many of them are public. */
export async function moveComments({ sql, project }: ProjectCall, from: Id<'post'>, to: Id<'post'>): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    with moved as (
      update comments set post_id = ${to}, merged_path = array[${from}::text] || merged_path
      where project_id = ${project.id} and post_id = ${from}
      returning moderation_state = 'approved' and not is_internal and deleted_at is null as is_public)
    select count(*) filter (where is_public) as count from moved`
  return row?.count ?? 0
}

/** Those that `moveComments` took to `to` come back; answers how many of them are public. */
export async function moveCommentsBack(
  { sql, project }: ProjectCall,
  from: Id<'post'>,
  to: Id<'post'>,
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    with moved as (
      update comments set post_id = ${from}, merged_path = merged_path[2:]
      where project_id = ${project.id} and post_id = ${to} and merged_path[1] = ${from}
      returning moderation_state = 'approved' and not is_internal and deleted_at is null as is_public)
    select count(*) filter (where is_public) as count from moved`
  return row?.count ?? 0
}
