import { type Id, newId } from '../../../foundation/ids/index.ts'
import type { Call, ProjectCall } from '../../call/index.ts'
import type { ColumnMap } from '../formats/columns.ts'
import type { Format } from '../formats/formats.ts'
import type { Upload, UploadChoice, UploadedFile } from './upload.ts'

interface UploadRow {
  id: Id<'upload'>
  files: UploadedFile[]
  format: Format | null
  source: string | null
  map: ColumnMap | null
  stored_bytes: number
  read_bytes: number
  check: Upload['check']
  failure: string | null
  import_id: Id<'import'> | null
  checking_id: Id<'import'> | null
  created_at: Date
}

/** A check says after each piece, and after each part of its rows, that it goes on. */
const SILENT_FOR = '2 minutes'

/** One upload, or all of the project; the newest first. */
async function selectRows({ sql, project }: ProjectCall, id: Id<'upload'> | undefined): Promise<Upload[]> {
  const rows = await sql<UploadRow[]>`
    select u.id, u.files, u.format, u.source, u.map, u.read_bytes, u.failure, u.import_id, u.checking_id, u.created_at,
      (select coalesce(sum(length(p.bytes)), 0)::bigint from import_upload_pieces p where p.project_id = u.project_id and p.upload_id = u.id) as stored_bytes,
      case when u.read_at is null then 'none' when u.read_at < clock_timestamp() - ${SILENT_FOR}::interval then 'interrupted' else 'under_way' end as check
    from import_uploads u where u.project_id = ${project.id} and not u.is_gone ${id === undefined ? sql`` : sql`and u.id = ${id}`} order by u.id desc`
  return rows.map(toUpload)
}

export async function selectUpload(call: ProjectCall, id: Id<'upload'>): Promise<Upload | undefined> {
  const [upload] = await selectRows(call, id)
  return upload
}

/** The newest first. */
export function selectUploads(call: ProjectCall): Promise<Upload[]> {
  return selectRows(call, undefined)
}

/** Locks the upload until the transaction ends. What also changes its import does this first. False: it is gone. */
export async function lockUpload({ sql, project }: ProjectCall, id: Id<'upload'>): Promise<boolean> {
  const rows = await sql`
    select 1 from import_uploads where project_id = ${project.id} and id = ${id} and not is_gone for no key update`
  return rows.length > 0
}

/** How many uploads of the project wait, and how many there are with those that are gone, but have pieces still. Others that come wait until the transaction ends. */
export async function countUploads({ sql, project }: ProjectCall): Promise<{ waiting: number; all: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${project.id}`}, 0))`
  const [row] = await sql<{ waiting: number; all: number }[]>`
    select count(*) filter (where not is_gone) as waiting, count(*) as all from import_uploads u
    where project_id = ${project.id} and (not is_gone or exists (
      select 1 from import_upload_pieces p where p.project_id = u.project_id and p.upload_id = u.id))`
  return row ?? { waiting: 0, all: 0 }
}

export async function insertUpload(
  { sql, now, project }: ProjectCall,
  files: readonly UploadedFile[],
  format: Format | undefined,
): Promise<Id<'upload'>> {
  const id = newId('upload')
  await sql`
    insert into import_uploads (project_id, id, files, format, created_at)
    values (${project.id}, ${id}, ${JSON.stringify(files)}::jsonb, ${format}, ${now})`
  return id
}

export async function updateFiles(
  { sql, project }: ProjectCall,
  id: Id<'upload'>,
  files: readonly UploadedFile[],
): Promise<void> {
  await sql`
    update import_uploads set files = ${JSON.stringify(files)}::jsonb where project_id = ${project.id} and id = ${id}`
}

export async function updateChoice(
  { sql, project }: ProjectCall,
  id: Id<'upload'>,
  { format, source, map }: UploadChoice,
): Promise<void> {
  await sql`
    update import_uploads set format = ${format}, source = ${source}, map = ${jsonOf(map)}::jsonb
    where project_id = ${project.id} and id = ${id}`
}

/** The same piece twice is one piece. An upload that is gone gets none. */
export async function insertPiece(
  { sql, project }: ProjectCall,
  id: Id<'upload'>,
  { file, at }: { readonly file: number; readonly at: number },
  bytes: Buffer,
): Promise<void> {
  await sql`
    insert into import_upload_pieces (project_id, upload_id, file, at, bytes)
    select ${project.id}, id, ${file}, ${at}, ${bytes} from import_uploads
    where project_id = ${project.id} and id = ${id} and not is_gone for key share
    on conflict do nothing`
}

export async function selectPiece(
  { sql, project }: ProjectCall,
  id: Id<'upload'>,
  { file, at }: { readonly file: number; readonly at: number },
): Promise<Buffer | undefined> {
  const [row] = await sql<{ bytes: Buffer }[]>`
    select bytes from import_upload_pieces where project_id = ${project.id} and upload_id = ${id} and file = ${file} and at = ${at}`
  return row?.bytes
}

/** A check of an upload: the last one alone may change it. */
export interface Check {
  readonly uploadId: Id<'upload'>
  readonly number: number
}

/** Keeps the choice and begins a check. Undefined: another check of the same upload is under way. */
export async function claimUpload(
  { sql, project }: ProjectCall,
  id: Id<'upload'>,
  { format, source, map }: UploadChoice,
): Promise<Check | undefined> {
  const [row] = await sql<{ number: number }[]>`
    update import_uploads set format = ${format}, source = ${source}, map = ${jsonOf(map)}::jsonb, read_bytes = 0,
      read_at = clock_timestamp(), failure = null, check_number = check_number + 1, checking_id = null
    where project_id = ${project.id} and id = ${id} and not is_gone
      and (read_at is null or read_at < clock_timestamp() - ${SILENT_FOR}::interval)
    returning check_number as number`
  return row && { uploadId: id, number: row.number }
}

/** Says that the check goes on, and how far it is. False: it counts no more. */
export async function noteCheck(
  { sql, project }: ProjectCall,
  { uploadId, number }: Check,
  { bytes, checkingId }: { readonly bytes?: number; readonly checkingId?: Id<'import'> },
): Promise<boolean> {
  const rows = await sql`
    update import_uploads set read_bytes = coalesce(${bytes}::bigint, read_bytes), checking_id = coalesce(${checkingId}, checking_id),
      read_at = clock_timestamp()
    where project_id = ${project.id} and id = ${uploadId} and check_number = ${number} and not is_gone returning 1`
  return rows.length > 0
}

/** Without an import, the one of the check before stays. False: the check counts no more. */
export async function endCheck(
  { sql, project }: ProjectCall,
  { uploadId, number }: Check,
  { importId, failure }: { readonly importId?: Id<'import'>; readonly failure?: string },
): Promise<boolean> {
  const rows = await sql`
    update import_uploads set read_at = null, checking_id = null, import_id = coalesce(${importId}, import_id), failure = ${failure}
    where project_id = ${project.id} and id = ${uploadId} and check_number = ${number} and not is_gone returning 1`
  return rows.length > 0
}

/** Nobody sees the upload from now on. */
export async function setGone({ sql, project }: ProjectCall, id: Id<'upload'>): Promise<void> {
  await sql`update import_uploads set is_gone = true where project_id = ${project.id} and id = ${id}`
}

/** The same, by the import that a check made of it. */
export async function setGoneOf({ sql, project }: ProjectCall, importId: Id<'import'>): Promise<void> {
  await sql`
    update import_uploads set is_gone = true
    where project_id = ${project.id} and (import_id = ${importId} or checking_id = ${importId}) and not is_gone`
}

/** Returns how many. */
export async function setGoneBefore({ sql }: Call, before: Date): Promise<number> {
  const rows = await sql`
    update import_uploads set is_gone = true where created_at < ${before} and not is_gone returning 1`
  return rows.length
}

/** Deletes at most so many pieces of an upload that is gone, and its row with the last of them. False: none is gone. */
export async function deleteGone({ sql }: Call, most: number): Promise<boolean> {
  const rows = await sql`
    with chosen as (
      select project_id, id from import_uploads where is_gone order by project_id, id limit 1 for update skip locked),
    pieces as (
      select p.project_id, p.upload_id, p.file, p.at from chosen c
      join import_upload_pieces p on p.project_id = c.project_id and p.upload_id = c.id order by p.file, p.at limit ${most}),
    deleted as (
      delete from import_upload_pieces p using pieces s
      where p.project_id = s.project_id and p.upload_id = s.upload_id and p.file = s.file and p.at = s.at),
    ended as (
      delete from import_uploads u using chosen c
      where u.project_id = c.project_id and u.id = c.id and (select count(*) from pieces) = 0)
    select 1 from chosen`
  return rows.length > 0
}

function jsonOf(map: ColumnMap | undefined): string | undefined {
  return map && JSON.stringify(map)
}

function toUpload(row: UploadRow): Upload {
  return {
    id: row.id,
    files: row.files,
    format: row.format ?? undefined,
    source: row.source ?? undefined,
    map: row.map ?? undefined,
    storedBytes: Number(row.stored_bytes),
    readBytes: Number(row.read_bytes),
    check: row.check,
    failure: row.failure ?? undefined,
    importId: row.import_id ?? undefined,
    checkingId: row.checking_id ?? undefined,
    createdAt: row.created_at,
  }
}
