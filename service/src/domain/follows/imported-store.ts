import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall } from '../call/index.ts'

/** The authors of imported texts follow their posts. A follow that a merge brought becomes a follow of this post itself. */
export async function insertFollows(
  { sql, now, project }: ProjectCall,
  follows: readonly { readonly postId: Id<'post'>; readonly userId: Id<'user'> }[],
  importNumber: number,
): Promise<void> {
  if (follows.length === 0) return
  await sql`
    insert into follows (project_id, post_id, user_id, created_at, import_number)
    select ${project.id}, f.post_id, f.user_id, ${now}::timestamptz, ${importNumber}::integer
    from unnest(${follows.map(({ postId }) => postId)}::text[], ${follows.map(({ userId }) => userId)}::text[]) as f (post_id, user_id)
    group by f.post_id, f.user_id
    on conflict (project_id, post_id, user_id) do update set merged_from = null, import_number = excluded.import_number
    where follows.merged_from is not null`
}

/** All follows of these posts, which are about to be deleted. */
export async function deleteFollowsFor({ sql, project }: ProjectCall, posts: readonly Id<'post'>[]): Promise<void> {
  await sql`delete from follows where project_id = ${project.id} and post_id = any (${posts})`
}

/** Who follows in some of the follows that an import brought, by post. */
export async function selectFollowsOfImport(
  { sql, project }: ProjectCall,
  importNumber: number,
  most: number,
): Promise<Map<Id<'post'>, Id<'user'>[]>> {
  const rows = await sql<{ post_id: Id<'post'>; user_ids: Id<'user'>[] }[]>`
    select post_id, array_agg(user_id) as user_ids from (
      select post_id, user_id from follows where project_id = ${project.id} and import_number = ${importNumber}
      order by post_id, user_id limit ${most}) as f group by post_id order by post_id`
  return new Map(rows.map(({ post_id, user_ids }) => [post_id, user_ids]))
}
