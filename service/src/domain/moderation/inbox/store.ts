import type { Id } from '../../../foundation/ids/index.ts'
import { type Page, type PageRequest, pageOf, rowsFor } from '../../../foundation/paging/index.ts'
import type { Part } from '../../../foundation/storage/index.ts'
import type { ProjectCall } from '../../call/index.ts'

/** Only this many of the newest posts are checked: older ones are not new. */
const NEWEST = 500
/** The counts stop at this number. */
const COUNTED = 1_000

export interface UnansweredPlace {
  readonly at: string
  readonly id: string
}

/**
 * Public posts of users that the team has not moved to another status, commented on in public, or decided about. A limit of one
 * instead of an exists: the comments are looked up post by post.
 */
function unansweredPosts({ sql, project }: ProjectCall): Part {
  return sql`
    select n.post_id, n.created_at
    from (
      select s.post_id, s.created_at, s.status_id from post_standings s
      where s.project_id = ${project.id} and s.is_listed
      order by s.created_at desc, s.post_id desc limit ${NEWEST}) as n
    join statuses t on t.project_id = ${project.id} and t.id = n.status_id and t.category = 'open'
    join posts p on p.project_id = ${project.id} and p.id = n.post_id and p.author_id is not null
    left join lateral (
      select true as is_there from comments c
      where c.project_id = ${project.id} and c.post_id = n.post_id and (c.author_id is null or c.is_official)
        and not c.is_internal and c.deleted_at is null limit 1) as answer on true
    left join moderation_items i on i.project_id = ${project.id} and i.subject_id = n.post_id
    where answer.is_there is null and i.subject_id is null`
}

export async function selectUnanswered(
  call: ProjectCall,
  { limit, after }: PageRequest<UnansweredPlace>,
): Promise<Page<Id<'post'>, UnansweredPlace>> {
  const { sql } = call
  const rows = await sql<{ post_id: Id<'post'>; created_at: Date }[]>`
    select post_id, created_at from (${unansweredPosts(call)}) as u
    ${after ? sql`where (created_at, post_id) < (${after.at}::timestamptz, ${after.id})` : sql``}
    order by created_at desc, post_id desc ${rowsFor(sql, limit)}`
  return pageOf(
    rows,
    limit,
    ({ post_id }) => post_id,
    (row) => ({ at: row.created_at.toISOString(), id: row.post_id }),
  )
}

export interface InboxCounts {
  readonly unanswered: number
  readonly reported: number
  readonly pending: number
}

export async function selectCounts(call: ProjectCall): Promise<InboxCounts> {
  const { sql, project } = call
  const open = (what: Part) => sql`(
    select count(*) from (
      select 1 from moderation_items
      where project_id = ${project.id} and closed_at is null and ${what} limit ${COUNTED}) as items)`
  const [row] = await sql<InboxCounts[]>`
    select (select count(*) from (${unansweredPosts(call)}) as u) as unanswered,
      ${open(sql`report_count > 0`)} as reported, ${open(sql`is_pending`)} as pending`
  if (!row) throw new Error('A count answers with a row')
  return row
}
