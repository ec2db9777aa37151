import type { Id } from '../../foundation/ids/index.ts'
import type { Part } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { idsOnPosts, idsWithAnswers } from '../comments/fragments.ts'
import type { Import } from './import.ts'

type Target = Id<'user'> | Id<'post'> | Id<'comment'> | Id<'status'> | Id<'tag'> | Id<'changelogEntry'>

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
    select k.key, k.target_id from unnest(${keys}::uuid[]) as a (key)
    cross join lateral (select * from import_records k where k.project_id = ${project.id} and k.key = a.key offset 0) as k`
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
  prefix: 'usr' | 'pst' | 'cmt' | 'sts' | 'tag' | 'chg',
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

/** The same for people who are gone, whichever imports named them. */
export function forgetPeople(call: ProjectCall, ids: readonly Id<'user'>[]): Promise<void> {
  return forget(call, call.sql`select unnest(${ids}::text[])`)
}

/** The same for comments that will go with their posts, whichever imports brought them. */
export function forgetCommentsOn(call: ProjectCall, posts: readonly Id<'post'>[]): Promise<void> {
  return forget(call, idsOnPosts(call, posts))
}

/** The same for comments that will be deleted with their answers. */
export function forgetComments(call: ProjectCall, ids: readonly Id<'comment'>[]): Promise<void> {
  return forget(call, idsWithAnswers(call, ids))
}

async function forget({ sql, project }: ProjectCall, targets: Part): Promise<void> {
  await sql`
    delete from import_records k using (${targets}) as t (id)
    where k.project_id = ${project.id} and k.target_id = t.id
      and k.import_number = any (array(select number from imports where project_id = ${project.id}))`
}

/** The rest: records of what was there before. Returns how many were deleted. */
export async function deleteSomeRecords(
  { sql, project }: ProjectCall,
  { number }: Pick<Import, 'number'>,
  most: number,
): Promise<number> {
  const rows = await sql`
    delete from import_records where project_id = ${project.id} and ctid = any (array(
      select ctid from import_records where import_number = ${number} limit ${most})) returning 1`
  return rows.length
}
