import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { isPostInSight } from '../posts/fragments.ts'
import type { StatusCategory } from '../statuses/index.ts'
import type { LinkedPost } from './entry.ts'

type EntryId = Id<'changelogEntry'>

/** Returns how many of the posts exist. */
export async function linkPosts(
  { sql, project }: ProjectCall,
  id: EntryId,
  postIds: readonly Id<'post'>[],
): Promise<number> {
  if (postIds.length === 0) return 0
  const rows = await sql`
    insert into changelog_posts (project_id, entry_id, post_id, position)
    select p.project_id, ${id}, p.id, asked.position
    from unnest(${postIds}::text[]) with ordinality as asked (post_id, position)
    join posts p on p.project_id = ${project.id} and p.id = asked.post_id and p.deleted_at is null
    returning 1`
  return rows.length
}

export async function unlinkPosts({ sql, project }: ProjectCall, id: EntryId): Promise<void> {
  await sql`delete from changelog_posts where project_id = ${project.id} and entry_id = ${id}`
}

interface LinkedRow {
  entry_id: EntryId
  id: Id<'post'>
  number: number
  title: string
  vote_count: number
  status_id: Id<'status'>
  status_name: string
  status_category: StatusCategory
  status_color: string
}

/** The posts of all these entries at once. Posts that are deleted, or that the caller does not see, are left out; of others' posts only public ones are shown. */
export async function selectLinkedPosts(
  call: ProjectCall,
  ids: readonly EntryId[],
  { onlyPublic }: { onlyPublic: boolean },
): Promise<Map<EntryId, LinkedPost[]>> {
  if (ids.length === 0) return new Map()
  const { sql, project } = call
  const rows = await sql<LinkedRow[]>`
    select l.entry_id, p.id, p.number, p.title, s.vote_count,
      t.id as status_id, t.name as status_name, t.category as status_category, t.color as status_color
    from changelog_posts l
    join posts p on p.project_id = l.project_id and p.id = l.post_id and p.deleted_at is null
    join post_standings s on s.project_id = p.project_id and s.post_id = p.id
    join statuses t on t.project_id = ${project.id} and t.id = s.status_id
    where l.project_id = ${project.id} and l.entry_id = any (${ids}) and ${isPostInSight(call)}
      ${onlyPublic ? sql`and p.moderation_state = 'approved'` : sql``}
    order by l.entry_id, l.position`
  const byEntry = Map.groupBy(rows, ({ entry_id }) => entry_id)
  return new Map([...byEntry].map(([id, rows]) => [id, rows.map(toLinkedPost)]))
}

function toLinkedPost(row: LinkedRow): LinkedPost {
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    voteCount: row.vote_count,
    status: { id: row.status_id, name: row.status_name, category: row.status_category, color: row.status_color },
  }
}
