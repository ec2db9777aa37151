import { lightEnough, type Page, type PageRequest, pageOf, rowsFor } from '../../foundation/paging/index.ts'
import type { Permitted } from '../call/index.ts'
import { conditionsOf } from './list/conditions-store.ts'
import type { PostFilter } from './list/filter.ts'
import type { WrittenPlace } from './list/store.ts'
import { type Post, type PostRow, toPost } from './post.ts'
import { postColumns, statusAndAuthor, type Texts } from './store.ts'

/** Why a post is in no list. */
export type HiddenState = 'pending' | 'rejected' | 'merged'

/**
 * For the team; the newest first. Hidden posts are few compared with listed ones: they are found by the index of statuses, which also has
 * posts that are not listed.
 */
export async function selectHiddenPosts(
  call: Permitted<'moderation:read'>,
  state: HiddenState,
  filter: PostFilter,
  { limit, after }: PageRequest<WrittenPlace>,
  texts: Texts = 'whole',
): Promise<Page<Post, WrittenPlace>> {
  const { sql, project } = call
  const inState =
    state === 'merged'
      ? sql`f.merged_into_id is not null`
      : sql`f.merged_into_id is null and f.moderation_state = ${state}`
  const posts = sql`
    with hidden as materialized (
      select s.post_id from statuses t cross join lateral (
        select * from post_standings s
        where s.project_id = t.project_id and s.status_id = t.id and not s.is_listed offset 0) as s
      join posts f on f.project_id = s.project_id and f.id = s.post_id and f.deleted_at is null
      where t.project_id = ${project.id} and ${inState} ${conditionsOf(sql, filter)}
        ${after ? sql`and (f.created_at, f.id) < (${after.createdAt}::timestamptz, ${after.id})` : sql``}
      order by f.created_at desc, f.id desc ${rowsFor(sql, limit)})
    select ${postColumns(call, texts)} from hidden h
    join posts p on p.project_id = ${project.id} and p.id = h.post_id
    join post_standings s on s.project_id = ${project.id} and s.post_id = h.post_id ${statusAndAuthor(call)}`
  const rows = await lightEnough<PostRow>(sql, posts, sql`created_at desc, id desc`)
  return pageOf(
    rows,
    limit,
    (row) => toPost(project, row),
    (row) => ({ createdAt: row.created_at.toISOString(), id: row.id }),
  )
}
