import type { Id } from '../../foundation/ids/index.ts'
import { type Page, type PageRequest, pageOf, rowsFor } from '../../foundation/paging/index.ts'
import { Problem, unavailable } from '../../foundation/problems/index.ts'
import type { Sql } from '../../foundation/storage/index.ts'
import type { ProjectCall, ServiceCall, UserCall } from '../call/index.ts'
import { hidesSome } from '../categories/fragments.ts'
import { isPostInSight } from '../posts/fragments.ts'
import type { File, FileSize, Place, StoredPicture } from './file.ts'

const PORTION = 100

export interface NewFile extends StoredPicture {
  /** Absent: the team's. */
  readonly userId: Id<'user'> | undefined
  /** Absent: no text shows it yet. */
  readonly shownBy?: Place
}

/** If the bytes are in the object storage, the row takes the object over in the same transaction. */
export async function insertFile({ sql, now, project }: ProjectCall, file: NewFile): Promise<void> {
  if (!file.large) {
    const noted = await sql`delete from file_removals where file_id = ${file.id} returning 1`
    if (noted.length === 0) throw new Problem(unavailable) // storing it took more than a day, and the object was removed
  }
  await sql`
    insert into files (project_id, id, user_id, shown_by, idle_since, width, height, large, small, created_at)
    values (${project.id}, ${file.id}, ${file.userId}, ${file.shownBy}, ${file.shownBy ? undefined : now}, ${file.width},
      ${file.height}, ${file.large}, ${file.small}, ${now})`
}

/** Assigns unused files of the same writer to a place; returns those of the named files that the place shows now. */
export async function claimFiles(
  { sql, project }: ProjectCall,
  place: Place,
  ids: readonly Id<'file'>[],
  writer: Id<'user'> | undefined,
): Promise<File[]> {
  return sql<File[]>`
    update files set shown_by = ${place}, idle_since = case when shown_by is null then null else idle_since end
    where project_id = ${project.id} and id = any (array(
      select id from files
      where project_id = ${project.id} and id = any (${ids})
        and (shown_by = ${place} or (shown_by is null and user_id is not distinct from ${writer}))
      order by id for update))
    returning id, width, height`
}

/** Files that a place no longer shows may be used in another text until they are removed. */
export async function releaseFiles(
  { sql, now, project }: ProjectCall,
  place: Place,
  but: readonly Id<'file'>[],
): Promise<void> {
  await sql`
    update files set shown_by = null, idle_since = ${now}
    where project_id = ${project.id} and shown_by = ${place} and id <> all (${but})`
}

/** Whether everybody may see the files of a place. They stay assigned to it as long as it exists. */
export async function markFiles({ sql, now, project }: ProjectCall, place: Place, isShown: boolean): Promise<void> {
  await sql`
    update files set idle_since = ${isShown ? undefined : now}
    where project_id = ${project.id} and shown_by = ${place}`
}

export async function deleteFilesAt({ sql, project }: ProjectCall, places: readonly Place[]): Promise<void> {
  await sql`delete from files where project_id = ${project.id} and shown_by = any (${places})`
}

export async function deleteFilesOf({ sql, project }: ProjectCall, userId: Id<'user'>): Promise<void> {
  await sql`delete from files where project_id = ${project.id} and user_id = ${userId}`
}

/** In portions, so that no statement takes long; returns how many were removed. */
export async function deleteIdleBefore({ sql }: ServiceCall, time: Date): Promise<number> {
  const rows = await sql`
    delete from files
    where ctid = any (array(select ctid from files where idle_since < ${time} order by idle_since limit ${PORTION})) and idle_since < ${time}
    returning 1`
  return rows.length
}

export interface FileState {
  readonly userId: Id<'user'> | undefined
  readonly shownBy: string | undefined
  readonly isIdle: boolean
}

/** A file whose text is in a category that the caller does not see does not exist for them. */
export async function selectFile(call: ProjectCall, id: Id<'file'>): Promise<FileState | undefined> {
  const { sql, project } = call
  const [row] = await sql<{ user_id: Id<'user'> | null; shown_by: string | null; is_idle: boolean }[]>`
    select f.user_id, f.shown_by, f.idle_since is not null as is_idle from files f
    where f.project_id = ${project.id} and f.id = ${id} and not (${hidesSome(call)} and exists (
      select 1 from posts p join post_standings s on s.project_id = p.project_id and s.post_id = p.id
      where p.project_id = ${project.id} and not ${isPostInSight(call)} and p.id = coalesce(
        (select c.post_id from comments c where c.project_id = ${project.id} and c.id = f.shown_by), f.shown_by)))`
  return row && { userId: row.user_id ?? undefined, shownBy: row.shown_by ?? undefined, isIdle: row.is_idle }
}

/** The given files that the user sent; without a user, those that the team or a server sent. */
export async function selectFilesOf(
  { sql, project }: ProjectCall,
  ids: readonly Id<'file'>[],
  sender: Id<'user'> | undefined,
): Promise<File[]> {
  return sql<File[]>`
    select id, width, height from files
    where project_id = ${project.id} and id = any (${ids}) and user_id is not distinct from ${sender}`
}

/** By the place that shows them. */
export async function selectFilesShownBy(
  { sql, project }: ProjectCall,
  places: readonly string[],
): Promise<ReadonlyMap<string, File[]>> {
  const rows = await sql<(File & { shown_by: string })[]>`
    select id, width, height, shown_by from files where project_id = ${project.id} and shown_by = any (${places})`
  return Map.groupBy(rows, ({ shown_by }) => shown_by)
}

/** Null: they are with the object storage. */
export async function selectBytes(
  { sql, project }: ProjectCall,
  id: Id<'file'>,
  size: FileSize,
): Promise<Buffer | null | undefined> {
  const column = size === 'large' ? sql`large` : sql`small`
  const [row] = await sql<{ bytes: Buffer | null }[]>`
    select ${column} as bytes from files where project_id = ${project.id} and id = ${id}`
  return row?.bytes
}

/** Call it before the object is stored. The object is removed again unless a row takes it over in time. */
export async function noteObject({ sql }: ProjectCall, id: Id<'file'>, due: Date): Promise<void> {
  await sql`insert into file_removals (file_id, due) values (${id}, ${due})`
}

export async function selectDueRemovals({ sql, now }: ServiceCall): Promise<Id<'file'>[]> {
  const rows = await sql<{ file_id: Id<'file'> }[]>`
    select file_id from file_removals where due <= ${now} order by due limit ${PORTION}`
  return rows.map(({ file_id }) => file_id)
}

/** The files of all projects whose bytes are with the object storage. */
export async function selectStored(sql: Sql): Promise<Id<'file'>[]> {
  const rows = await sql<{ id: Id<'file'> }[]>`select id from files where large is null order by id`
  return rows.map(({ id }) => id)
}

export async function deleteRemovals({ sql }: ServiceCall, ids: readonly Id<'file'>[]): Promise<void> {
  await sql`delete from file_removals where file_id = any (${ids})`
}

export interface OwnFileRow extends File {
  readonly shownBy: string | undefined
  readonly createdAt: Date
  /** Undefined: they are with the object storage. */
  readonly bytes: Buffer | undefined
}

export interface FilePlace {
  readonly at: Date
  readonly id: string
}

/** The files of the calling user. */
export async function selectOwnFiles(
  { sql, project, actor: { user } }: UserCall,
  { limit, after }: PageRequest<FilePlace>,
): Promise<Page<OwnFileRow, FilePlace>> {
  const rows = await sql<(File & { shown_by: string | null; created_at: Date; large: Buffer | null })[]>`
    select id, width, height, shown_by, created_at, large from files
    where project_id = ${project.id} and user_id = ${user.id}
      ${after ? sql`and (created_at, id) < (${after.at}::timestamptz, ${after.id})` : sql``}
    order by created_at desc, id desc ${rowsFor(sql, limit)}`
  return pageOf(
    rows,
    limit,
    ({ id, width, height, ...row }) => ({
      id,
      width,
      height,
      shownBy: row.shown_by ?? undefined,
      createdAt: row.created_at,
      bytes: row.large ?? undefined,
    }),
    (row) => ({ at: row.created_at, id: row.id }),
  )
}
