import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall } from '../call/index.ts'
import type { Entry } from './entry.ts'

export interface ImportedEntry extends Pick<Entry, 'id' | 'title' | 'body' | 'bodyHtml' | 'publishAt' | 'createdAt'> {
  readonly postIds: readonly Id<'post'>[]
}

/** Entries with their posts. Unless they count as announced, the next look for what is due announces them. */
export async function insertImportedEntries(
  { sql, now, project }: ProjectCall,
  entries: readonly ImportedEntry[],
  { isAnnounced }: { readonly isAnnounced: boolean },
): Promise<void> {
  if (entries.length === 0) return
  await sql`
    insert into changelog_entries (project_id, id, title, body, body_html, publish_at, announced_at, created_at, updated_at)
    select ${project.id}, e.id, e.title, e.body, e.body_html, e.publish_at,
      case when ${isAnnounced}::boolean and e.publish_at is not null then ${now}::timestamptz end, e.created_at, e.created_at
    from unnest(${entries.map(({ id }) => id)}::text[], ${entries.map(({ title }) => title)}::text[],
      ${entries.map(({ body }) => body)}::text[], ${entries.map(({ bodyHtml }) => bodyHtml)}::text[],
      ${entries.map(({ publishAt }) => publishAt ?? null)}::timestamptz[], ${entries.map(({ createdAt }) => createdAt)}::timestamptz[])
      as e (id, title, body, body_html, publish_at, created_at)`
  const links = entries.flatMap(({ id, postIds }) =>
    [...new Set(postIds)].map((postId, place) => ({ id, postId, position: place + 1 })),
  )
  if (links.length === 0) return
  await sql`
    insert into changelog_posts (project_id, entry_id, post_id, position)
    select p.project_id, l.entry_id, p.id, l.position
    from unnest(${links.map(({ id }) => id)}::text[], ${links.map(({ postId }) => postId)}::text[],
      ${links.map(({ position }) => position)}::integer[]) as l (entry_id, post_id, position)
    join posts p on p.project_id = ${project.id} and p.id = l.post_id and p.deleted_at is null`
}

/** With their links to posts. */
export async function removeEntries(
  { sql, project }: ProjectCall,
  ids: readonly Id<'changelogEntry'>[],
): Promise<void> {
  await sql`delete from changelog_entries where project_id = ${project.id} and id = any (${ids})`
}
