import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall } from '../call/index.ts'
import type { Import } from './import.ts'

/** What several imports may name. */
export type Shared = Id<'user'> | Id<'status'> | Id<'tag'>
type Target = Shared | Id<'post'> | Id<'comment'> | Id<'changelogEntry'>

export interface Recorded<T extends Target = Target> {
  readonly key: string
  readonly targetId: T
  /** Whether this import made the row. */
  readonly isMade: boolean
}

/** What records with these keys became, in this import or an earlier one. */
export async function selectTargets<T extends Target>(
  { sql, project }: ProjectCall,
  keys: readonly string[],
): Promise<Map<string, T>> {
  if (keys.length === 0) return new Map()
  const rows = await sql<{ key: string; target_id: T }[]>`
    select k.key, k.target_id from (select ${project.id}::text as project_id, key from unnest(${keys}::uuid[]) as k (key) offset 0) as a
    cross join lateral (select * from import_records k where k.project_id = a.project_id and k.key = a.key offset 0) as k`
  return new Map(rows.map(({ key, target_id }) => [key.replaceAll('-', ''), target_id]))
}

export async function insertRecords(
  { sql, project }: ProjectCall,
  { number }: Pick<Import, 'number'>,
  records: readonly Recorded[],
): Promise<void> {
  if (records.length === 0) return
  await sql`
    insert into import_records (project_id, key, target_id, import_number, is_made)
    select ${project.id}, r.key, r.target_id, ${number}::integer, r.is_made
    from unnest(${records.map(({ key }) => key)}::uuid[], ${records.map(({ targetId }) => targetId)}::text[],
      ${records.map(({ isMade }) => isMade)}::boolean[]) as r (key, target_id, is_made)
    on conflict do nothing`
}

/** Some of the rows that an import made, by the beginning of their ids, such as `pst`. */
export async function selectMade<T extends Target>(
  { sql, project }: ProjectCall,
  { number }: Pick<Import, 'number'>,
  prefix: 'pst' | 'cmt' | 'chg',
  most: number,
): Promise<T[]> {
  const rows = await sql<{ target_id: T }[]>`
    select target_id from import_records
    where import_number = ${number} and project_id = ${project.id} and is_made
      and target_id >= ${`${prefix}_`} and target_id < ${`${prefix}~`}
    order by target_id limit ${most}`
  return rows.map(({ target_id }) => target_id)
}

/** From now on the same records are imported again. */
export async function deleteRecordsOf(
  { sql, project }: ProjectCall,
  { number }: Pick<Import, 'number'>,
  targets: readonly string[],
): Promise<void> {
  await sql`
    delete from import_records
    where import_number = ${number} and project_id = ${project.id} and target_id = any (${targets})`
}

/** The same for what is gone, whichever imports named it. */
export async function forgetTargets({ sql, project }: ProjectCall, targets: readonly Target[]): Promise<void> {
  await sql`
    delete from import_records
    where project_id = ${project.id} and target_id = any (${targets})
      and import_number = any (array(select number from imports where project_id = ${project.id}))`
}

/** Some of the records that are left when posts, comments and entries are gone: people, statuses and tags, whether the import made them or not. */
export async function selectLeft(
  { sql, project }: ProjectCall,
  { number }: Pick<Import, 'number'>,
  after: number,
  most: number,
): Promise<Recorded<Shared>[]> {
  const rows = await sql<{ key: string; target_id: Shared; is_made: boolean }[]>`
    select key, target_id, is_made from import_records
    where import_number = ${number} and project_id = ${project.id} order by target_id, key offset ${after} limit ${most}`
  return rows.map((row) => ({ key: row.key, targetId: row.target_id, isMade: row.is_made }))
}

/** What only undone imports made; this one is being undone, and what was handed over was made by one that is undone. */
export async function selectOrphaned(
  { sql, project }: ProjectCall,
  { number }: Pick<Import, 'number'>,
  targets: readonly Shared[],
): Promise<Set<Shared>> {
  const rows = await sql<{ target_id: Shared }[]>`
    select k.target_id from imports i join import_records k on k.import_number = i.number
    where i.project_id = ${project.id} and k.target_id = any (${targets}) and k.is_made
    group by k.target_id having bool_and(k.is_handed_over or i.state = 'undone' or i.number = ${number})`
  return new Set(rows.map(({ target_id }) => target_id))
}

export async function deleteRecords({ sql, project }: ProjectCall, keys: readonly string[]): Promise<void> {
  await sql`delete from import_records where project_id = ${project.id} and key = any (${keys}::uuid[])`
}

/** Records that an undone import left, because what they became is still there, belong to the next import that has them. */
export async function adoptRecords(
  { sql, project }: ProjectCall,
  { number }: Pick<Import, 'number'>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await sql`
    update import_records set import_number = ${number}, is_handed_over = false where project_id = ${project.id} and key = any (${keys}::uuid[])
      and import_number = any (array(select number from imports where project_id = ${project.id} and state = 'undone'))`
}

/**
 * Gives records that an undo leaves to the newest import of the same source that was started and is not undone yet: its undo tries again to delete what they
 * became. Returns how many were given; none if there is no such import.
 */
export async function handOverRecords(
  { sql, project }: ProjectCall,
  { number, source }: Pick<Import, 'number' | 'source'>,
  keys: readonly string[],
): Promise<number> {
  if (keys.length === 0) return 0
  const rows = await sql`
    update import_records k set import_number = i.number, is_handed_over = true
    from (select max(number) as number from imports where project_id = ${project.id} and source = ${source} and number <> ${number}
      and state in ('running', 'done', 'failed', 'undoing') and turn > 0) as i
    where k.project_id = ${project.id} and k.key = any (${keys}::uuid[]) and i.number is not null
    returning 1`
  return rows.length
}
