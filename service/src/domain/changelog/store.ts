import type { Id } from '../../foundation/ids/index.ts'
import { lightEnough, type Page, type PageRequest, pageOf, rowsFor } from '../../foundation/paging/index.ts'
import type { Part } from '../../foundation/storage/index.ts'
import type { Call, Permitted, ProjectCall } from '../call/index.ts'
import type { Entry, EntryFilter, EntryPlace, NamedEntry } from './entry.ts'

type EntryId = Id<'changelogEntry'>

/** An entry without the posts it is about. */
export type WrittenEntry = Omit<Entry, 'posts'>

interface EntryRow {
  id: EntryId
  title: string
  body: string
  body_html: string
  publish_at: Date | null
  announced_at: Date | null
  created_at: Date
  updated_at: Date
  version: number
}

/** Entries with a publication time are ordered by it. Drafts have none, so drafts and lists of all states are ordered by creation. */
export function orderOf({ state }: EntryFilter): EntryPlace['by'] {
  return state === undefined || state === 'draft' ? 'creation' : 'publication'
}

export async function selectEntries(
  call: ProjectCall,
  filter: EntryFilter,
  { limit, after, mostBytes }: PageRequest<EntryPlace>,
): Promise<Page<WrittenEntry, EntryPlace>> {
  const { sql, project } = call
  const by = orderOf(filter)
  const key = by === 'creation' ? sql`created_at` : sql`publish_at`
  const entries = sql`
    select * from changelog_entries
    where project_id = ${project.id} ${conditionsOf(call, filter)}
      ${after ? sql`and (${key}, id) < (${after.at}::timestamptz, ${after.id})` : sql``}
    order by ${key} desc, id desc ${rowsFor(sql, limit)}`
  const rows = await lightEnough<EntryRow>(sql, entries, sql`${key} desc, id desc`, { mostBytes })
  return pageOf(rows, limit, toEntry, (row) => ({
    by,
    at: ((by === 'publication' && row.publish_at) || row.created_at).toISOString(),
    id: row.id,
  }))
}

function conditionsOf({ sql, now }: ProjectCall, { state, publishedAfter }: EntryFilter): Part {
  if (state === undefined) return sql``
  switch (state) {
    case 'draft':
      return sql`and publish_at is null`
    case 'scheduled':
      return sql`and publish_at > ${now}`
    case 'published':
      return sql`and publish_at <= ${now} ${publishedAfter ? sql`and publish_at > ${publishedAfter}` : sql``}`
  }
}

export async function selectEntry({ sql, project }: ProjectCall, id: EntryId): Promise<WrittenEntry | undefined> {
  const [row] = await sql<EntryRow[]>`select * from changelog_entries where project_id = ${project.id} and id = ${id}`
  return row && toEntry(row)
}

export async function selectEntriesByIds(
  { sql, project }: ProjectCall,
  ids: readonly EntryId[],
): Promise<WrittenEntry[]> {
  if (ids.length === 0) return []
  const rows = await sql<EntryRow[]>`
    select * from changelog_entries where project_id = ${project.id} and id = any (${ids})`
  return rows.map(toEntry)
}

/** Missing entries are left out. */
export async function selectTitles(
  { sql, project }: Permitted<'project:read'>,
  ids: readonly EntryId[],
): Promise<Pick<Entry, 'id' | 'title'>[]> {
  if (ids.length === 0) return []
  return sql<Pick<EntryRow, 'id' | 'title'>[]>`
    select id, title from changelog_entries where project_id = ${project.id} and id = any (${ids})`
}

/** Those that are older than this many newer entries are not searched, so that the search stays cheap. */
const MOST_SEARCHED = 1_000

/** The newest entries whose title fits all these regular expressions, which are in lower case. */
export async function selectEntriesByTitle(
  { sql, project }: ProjectCall,
  patterns: readonly string[],
  most: number,
): Promise<NamedEntry[]> {
  const rows = await sql<Pick<EntryRow, 'id' | 'title' | 'publish_at'>[]>`
    with newest as (
      select id, title, publish_at, created_at from changelog_entries where project_id = ${project.id}
      order by created_at desc, id desc limit ${MOST_SEARCHED})
    select id, title, publish_at from newest where lower(title) ~ all (${patterns})
    order by created_at desc, id desc limit ${most}`
  return rows.map(({ id, title, publish_at }) => ({ id, title, publishAt: publish_at ?? undefined }))
}

export async function holdEntry(
  { sql, project }: ProjectCall,
  id: EntryId,
): Promise<(WrittenEntry & { announcedAt: Date | undefined }) | undefined> {
  const [row] = await sql<EntryRow[]>`
    select * from changelog_entries where project_id = ${project.id} and id = ${id} for no key update`
  return row && { ...toEntry(row), announcedAt: row.announced_at ?? undefined }
}

interface NewEntry extends Pick<Entry, 'id' | 'title' | 'body' | 'bodyHtml' | 'publishAt'> {
  readonly announcedAt: Date | undefined
}

export async function insertEntry({ sql, now, project }: ProjectCall, entry: NewEntry): Promise<void> {
  await sql`
    insert into changelog_entries (project_id, id, title, body, body_html, publish_at, announced_at, created_at, updated_at)
    values (${project.id}, ${entry.id}, ${entry.title}, ${entry.body}, ${entry.bodyHtml}, ${entry.publishAt},
      ${entry.announcedAt}, ${now}, ${now})`
}

/** An undefined text is left unchanged; an undefined time is written as null. */
export async function updateEntry(
  { sql, now, project }: ProjectCall,
  id: EntryId,
  changes: {
    readonly title: string | undefined
    readonly body: string | undefined
    readonly bodyHtml: string | undefined
    readonly publishAt: Date | undefined
    readonly announcedAt: Date | undefined
  },
): Promise<void> {
  await sql`
    update changelog_entries set
      title = coalesce(${changes.title}, title),
      body = coalesce(${changes.body}, body),
      body_html = coalesce(${changes.bodyHtml}, body_html),
      publish_at = ${changes.publishAt},
      announced_at = ${changes.announcedAt},
      updated_at = ${now},
      version = version + 1
    where project_id = ${project.id} and id = ${id}`
}

export async function removeEntry({ sql, project }: ProjectCall, id: EntryId): Promise<boolean> {
  const rows = await sql`delete from changelog_entries where project_id = ${project.id} and id = ${id} returning 1`
  return rows.length > 0
}

/** Two runs at once meet on each row, and the second one finds it marked. */
export async function markAnnounced({
  sql,
  now,
}: Call): Promise<{ projectId: Id<'project'>; id: EntryId; publishAt: Date }[]> {
  const rows = await sql<{ project_id: Id<'project'>; id: EntryId; publish_at: Date }[]>`
    update changelog_entries set announced_at = ${now}::timestamptz
    where announced_at is null and publish_at is not null and publish_at <= ${now}::timestamptz
    returning project_id, id, publish_at`
  return rows.map((row) => ({ projectId: row.project_id, id: row.id, publishAt: row.publish_at }))
}

function toEntry(row: EntryRow): WrittenEntry {
  return {
    id: row.id,
    title: row.title,
    body: row.body,
    bodyHtml: row.body_html,
    publishAt: row.publish_at ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}
