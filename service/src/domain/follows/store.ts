import type { Id } from '../../foundation/ids/index.ts'
import { type Page, type PageRequest, pageOf, rowsFor } from '../../foundation/paging/index.ts'
import type { ProjectCall } from '../call.ts'
import { eventRow } from '../events/index.ts'

/** Following twice is following. Made only from a standing that is there. What a merge brought becomes a follow of this post. */
export async function insertFollow(call: ProjectCall, postId: Id<'post'>, userId: Id<'user'>): Promise<void> {
  const { sql, now, project } = call
  const happening = { type: 'follow.started', subject: postId, post: postId, data: { user_id: userId } } as const
  await sql`
    with started as (
      insert into follows (project_id, post_id, user_id, created_at)
      values (${project.id}, ${postId}, ${userId}, ${now})
      on conflict (project_id, post_id, user_id) do update set merged_from = null where follows.merged_from is not null
      returning xmax = 0 as is_new)
    ${eventRow(call, happening, sql`exists (select 1 from started where is_new)`)}`
}

export async function deleteFollow(call: ProjectCall, postId: Id<'post'>, userId: Id<'user'>): Promise<void> {
  const { sql, project } = call
  const happening = { type: 'follow.ended', subject: postId, post: postId, data: { user_id: userId } } as const
  await sql`
    with ended as (
      delete from follows where project_id = ${project.id} and post_id = ${postId} and user_id = ${userId} returning 1)
    ${eventRow(call, happening, sql`exists (select 1 from ended)`)}`
}

/** Whoever followed the one follows the other, each once. */
export async function copyFollows({ sql, project }: ProjectCall, from: Id<'post'>, to: Id<'post'>): Promise<void> {
  await sql`
    insert into follows (project_id, post_id, user_id, created_at, merged_from)
    select project_id, ${to}, user_id, created_at, ${from} from follows where project_id = ${project.id} and post_id = ${from}
    on conflict do nothing`
}

/** Whoever also followed another post that is merged into the same one follows because of that one now. */
export async function removeCopiedFollows(
  { sql, project }: ProjectCall,
  from: Id<'post'>,
  to: Id<'post'>,
): Promise<void> {
  await sql`
    update follows k set merged_from = o.post_id, created_at = o.created_at
    from (
      select distinct on (f.user_id) f.user_id, f.post_id, f.created_at
      from posts p join follows f on f.project_id = p.project_id and f.post_id = p.id
      where p.project_id = ${project.id} and p.merged_into_id = ${to} and p.id <> ${from}
      order by f.user_id, f.created_at, f.post_id) as o
    where k.project_id = ${project.id} and k.post_id = ${to} and k.merged_from = ${from} and k.user_id = o.user_id`
  await sql`delete from follows where project_id = ${project.id} and post_id = ${to} and merged_from = ${from}`
}

/** Whoever is erased follows nothing any more. */
export async function deleteFollowsOf({ sql, project }: ProjectCall, userId: Id<'user'>): Promise<void> {
  await sql`delete from follows where project_id = ${project.id} and user_id = ${userId}`
}

export interface FollowPlace {
  readonly at: string
  readonly postId: string
}

/** What somebody follows, the latest first; merged and hidden posts are left out. */
export async function selectFollowedPosts(
  { sql, project }: ProjectCall,
  userId: Id<'user'>,
  { limit, after }: PageRequest<FollowPlace>,
): Promise<Page<{ postId: Id<'post'>; at: Date }, FollowPlace>> {
  const rows = await sql<{ post_id: Id<'post'>; created_at: Date }[]>`
    select f.post_id, f.created_at from follows f
    join post_standings s on s.project_id = f.project_id and s.post_id = f.post_id and s.is_listed
    where f.project_id = ${project.id} and f.user_id = ${userId}
      ${after ? sql`and (f.created_at, f.post_id) < (${after.at}::timestamptz, ${after.postId})` : sql``}
    order by f.created_at desc, f.post_id desc ${rowsFor(sql, limit)}`
  return pageOf(
    rows,
    limit,
    (row) => ({ postId: row.post_id, at: row.created_at }),
    (row) => ({ at: row.created_at.toISOString(), postId: row.post_id }),
  )
}
