import { type Id, newId } from '../../../foundation/ids/index.ts'
import type { Call, ProjectCall } from '../../call/index.ts'
import type { ColumnMap } from '../formats/columns.ts'
import type { Format } from '../formats/formats.ts'
import type { Import } from '../import.ts'
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
  created_at: Date
}

/** A check says after each piece that it goes on. */
const SILENT_FOR = '2 minutes'

/** One upload, or all of the project; the newest first. */
async function selectRows({ sql, project }: ProjectCall, id: Id<'upload'> | undefined): Promise<Upload[]> {
  const rows = await sql<UploadRow[]>`
    select u.id, u.files, u.format, u.source, u.map, u.read_bytes, u.failure, u.import_id, u.created_at,
      (select coalesce(sum(length(p.bytes)), 0)::bigint from import_upload_pieces p where p.project_id = u.project_id and p.upload_id = u.id) as stored_bytes,
      case when u.read_at is null then 'none' when u.read_at < clock_timestamp() - ${SILENT_FOR}::interval then 'interrupted' else 'under_way' end as check
    from import_uploads u where u.project_id = ${project.id} ${id === undefined ? sql`` : sql`and u.id = ${id}`} order by u.id desc`
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

/** The same piece twice is one piece. */
export async function insertPiece(
  { sql, project }: ProjectCall,
  id: Id<'upload'>,
  { file, at }: { readonly file: number; readonly at: number },
  bytes: Uint8Array,
): Promise<void> {
  await sql`
    insert into import_upload_pieces (project_id, upload_id, file, at, bytes)
    values (${project.id}, ${id}, ${file}, ${at}, ${Buffer.from(bytes)}) on conflict do nothing`
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

/** Keeps the choice and begins a check. False: another check of the same upload is under way. */
export async function claimUpload(
  { sql, project }: ProjectCall,
  id: Id<'upload'>,
  { format, source, map }: UploadChoice,
): Promise<boolean> {
  const rows = await sql`
    update import_uploads set format = ${format}, source = ${source}, map = ${jsonOf(map)}::jsonb, read_bytes = 0,
      read_at = clock_timestamp(), failure = null
    where project_id = ${project.id} and id = ${id} and (read_at is null or read_at < clock_timestamp() - ${SILENT_FOR}::interval)
    returning 1`
  return rows.length > 0
}

export async function noteRead({ sql, project }: ProjectCall, id: Id<'upload'>, bytes: number): Promise<void> {
  await sql`
    update import_uploads set read_bytes = ${bytes}, read_at = clock_timestamp() where project_id = ${project.id} and id = ${id}`
}

/** False: the upload is gone. */
export async function endCheck(
  { sql, project }: ProjectCall,
  id: Id<'upload'>,
  { importId, failure }: { readonly importId?: Id<'import'>; readonly failure?: string },
): Promise<boolean> {
  const rows = await sql`
    update import_uploads set read_at = null, import_id = ${importId}, failure = ${failure}
    where project_id = ${project.id} and id = ${id} returning 1`
  return rows.length > 0
}

export async function deleteUpload({ sql, project }: ProjectCall, id: Id<'upload'>): Promise<void> {
  await sql`delete from import_uploads where project_id = ${project.id} and id = ${id}`
}

export async function deleteUploadOf({ sql, project }: ProjectCall, importId: Id<'import'>): Promise<void> {
  await sql`delete from import_uploads where project_id = ${project.id} and import_id = ${importId}`
}

export async function deleteUploadsBefore({ sql }: Call, before: Date, most: number): Promise<number> {
  const rows = await sql`
    delete from import_uploads where (project_id, id) in (
      select project_id, id from import_uploads where created_at < ${before} order by created_at limit ${most}) returning 1`
  return rows.length
}

/** Staged rows name a person once or more often. */
export async function selectNamed(
  { sql }: Call,
  { number }: Pick<Import, 'number'>,
): Promise<{ people: number; importedVotes: number }> {
  const [row] = await sql<{ people: number; votes: number }[]>`
    select count(distinct key) filter (where kind in ('user', 'mention')) as people,
      coalesce(sum((content ->> 'importedVoteCount')::bigint) filter (where kind = 'post'), 0)::bigint as votes
    from import_rows where import_number = ${number} and kind in ('user', 'mention', 'post')`
  return { people: Number(row?.people ?? 0), importedVotes: Number(row?.votes ?? 0) }
}

export async function updateNotifies(
  { sql, project }: ProjectCall,
  id: Id<'import'>,
  notifies: boolean,
): Promise<void> {
  await sql`update imports set notifies = ${notifies} where project_id = ${project.id} and id = ${id}`
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
    createdAt: row.created_at,
  }
}
