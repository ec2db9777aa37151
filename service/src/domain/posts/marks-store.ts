import type { Id } from '../../foundation/ids/index.ts'
import { type Page, type PageRequest, pageOf, rowsFor } from '../../foundation/paging/index.ts'
import type { Part } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { inSight } from '../categories/fragments.ts'

/* A mark is a vote or a follow: whose it is, at which post, and since when. Their rooms write them and name their table here. */

export interface Mark {
  readonly postId: Id<'post'>
  readonly at: Date
}

export interface MarkPlace {
  readonly at: string
  readonly postId: string
}

/** The marks of one person, the latest first; those of merged and hidden posts, and of posts that the caller does not see, are left out. */
export async function selectMarksOf(
  call: ProjectCall,
  table: Part,
  userId: Id<'user'>,
  { limit, after }: PageRequest<MarkPlace>,
): Promise<Page<Mark, MarkPlace>> {
  const { sql, project } = call
  const rows = await sql<{ post_id: Id<'post'>; created_at: Date }[]>`
    select m.post_id, m.created_at from ${table} m
    join post_standings s on s.project_id = m.project_id and s.post_id = m.post_id and s.is_listed and ${inSight(call)}
    where m.project_id = ${project.id} and m.user_id = ${userId}
      ${after ? sql`and (m.created_at, m.post_id) < (${after.at}::timestamptz, ${after.postId})` : sql``}
    order by m.created_at desc, m.post_id desc ${rowsFor(sql, limit)}`
  return pageOf(
    rows,
    limit,
    (row) => ({ postId: row.post_id, at: row.created_at }),
    (row) => ({ at: row.created_at.toISOString(), postId: row.post_id }),
  )
}
