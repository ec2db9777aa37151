import type { Id } from '../../foundation/ids/index.ts'
import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import type { Part } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { eventRow } from '../events/fragments.ts'
import { marksOfMerged } from '../posts/fragments.ts'
import type { Mark, MarkPlace } from '../posts/index.ts'
import { selectMarksOf } from '../posts/inside.ts'

/** Following twice is the same as once. Inserted only if the standing exists. A follow that a merge brought becomes a follow of this post itself. */
export async function insertFollow(call: ProjectCall, postId: Id<'post'>, userId: Id<'user'>): Promise<void> {
  const { sql, now, project } = call
  const happening = { type: 'follow.started', subject: postId, post: postId, data: { user_id: userId } } as const
  await sql`
    with started as (
      insert into follows (project_id, post_id, user_id, created_at)
      values (${project.id}, ${postId}, ${userId}, ${now})
      on conflict (project_id, post_id, user_id) do update set merged_from = null where follows.merged_from is not null
      returning 1)
    ${eventRow(call, happening, { when: sql`exists (select 1 from started)` })}`
}

export async function deleteFollow(call: ProjectCall, postId: Id<'post'>, userId: Id<'user'>): Promise<void> {
  const { sql, project } = call
  const happening = { type: 'follow.ended', subject: postId, post: postId, data: { user_id: userId } } as const
  await sql`
    with ended as (
      delete from follows where project_id = ${project.id} and post_id = ${postId} and user_id = ${userId} returning 1)
    ${eventRow(call, happening, { when: sql`exists (select 1 from ended)` })}`
}

/** Copies the followers of one post to the other, all or some of them, each person once. */
export async function copyFollows(
  { sql, project }: ProjectCall,
  from: Id<'post'>,
  to: Id<'post'>,
  users?: readonly Id<'user'>[],
): Promise<void> {
  await sql`
    insert into follows (project_id, post_id, user_id, created_at, merged_from)
    select project_id, ${to}, user_id, created_at, ${from} from follows
    where project_id = ${project.id} and post_id = ${from} ${users ? sql`and user_id = any (${users})` : sql``}
    on conflict do nothing`
}

/** Removes the follows that `copyFollows` added. The post is no longer merged. */
export function removeCopiedFollows(call: ProjectCall, from: Id<'post'>, to: Id<'post'>): Promise<void> {
  return removeFollows(call, to, call.sql`k.merged_from = ${from}`)
}

/** Removes those whose origin is gone from the merged post. */
export function removeStaleFollows(call: ProjectCall, from: Id<'post'>, to: Id<'post'>): Promise<void> {
  const { sql } = call
  const isStale = sql`k.merged_from = ${from} and not exists (
    select 1 from follows f where f.project_id = k.project_id and f.post_id = ${from} and f.user_id = k.user_id)`
  return removeFollows(call, to, isStale)
}

/** Removes follows that an import brought. */
export function removeImportedFollows(
  call: ProjectCall,
  importNumber: number,
  to: Id<'post'>,
  users: readonly Id<'user'>[],
): Promise<void> {
  return removeFollows(call, to, call.sql`k.import_number = ${importNumber} and k.user_id = any (${users})`)
}

/** Removes follows k of a post. A person who also followed a post that is merged into it keeps the follow, now from that post. */
async function removeFollows(call: ProjectCall, to: Id<'post'>, which: Part): Promise<void> {
  const { sql, project } = call
  await sql`
    update follows k set merged_from = o.post_id, created_at = o.created_at, import_number = null
    from (${marksOfMerged(call, sql`follows`, to)}) as o
    where k.project_id = ${project.id} and k.post_id = ${to} and k.user_id = o.user_id and ${which}`
  await sql`delete from follows k where k.project_id = ${project.id} and k.post_id = ${to} and ${which}`
}

/** Removes all follows of an erased user. */
export async function deleteFollowsOf({ sql, project }: ProjectCall, userId: Id<'user'>): Promise<void> {
  await sql`delete from follows where project_id = ${project.id} and user_id = ${userId}`
}

/** The posts that a user follows, the latest first; merged and hidden posts are left out. */
export function selectFollowedPosts(
  call: ProjectCall,
  userId: Id<'user'>,
  page: PageRequest<MarkPlace>,
): Promise<Page<Mark, MarkPlace>> {
  return selectMarksOf(call, call.sql`follows`, userId, page)
}
