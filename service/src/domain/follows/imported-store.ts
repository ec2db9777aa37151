import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall } from '../call/index.ts'

/** The authors of imported texts follow their posts. */
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
    on conflict do nothing`
}

/** All follows of these posts, which are about to be deleted. */
export async function deleteFollowsFor({ sql, project }: ProjectCall, posts: readonly Id<'post'>[]): Promise<void> {
  await sql`delete from follows where project_id = ${project.id} and post_id = any (${posts})`
}

/** Some of the follows that an import brought. Returns how many. */
export async function deleteFollowsOfImport(
  { sql, project }: ProjectCall,
  importNumber: number,
  most: number,
): Promise<number> {
  const rows = await sql`
    delete from follows where project_id = ${project.id} and ctid = any (array(
      select ctid from follows where import_number = ${importNumber} limit ${most})) returning 1`
  return rows.length
}
