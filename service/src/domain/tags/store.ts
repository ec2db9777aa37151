import type { Id } from '../../foundation/ids/index.ts'
import { type Page, type PageRequest, pageOf, rowsFor } from '../../foundation/paging/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import { violatedRule } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { nameTaken } from '../labels/index.ts'
import type { Tag } from './tag.ts'

interface TagRow {
  id: Id<'tag'>
  name: string
  color: string
  created_at: Date
  version: number
}

/** The tag after which the next page continues. The name as the database folds it, because the list is sorted by that. */
export interface TagPlace {
  readonly name: string
  readonly id: Id<'tag'>
}

/** Which of these are tags of the project. */
export async function selectKnownIds({ sql, project }: ProjectCall, ids: readonly string[]): Promise<Id<'tag'>[]> {
  const rows = await sql<
    { id: Id<'tag'> }[]
  >`select id from tags where project_id = ${project.id} and id = any (${ids})`
  return rows.map(({ id }) => id)
}

export async function countTags({ sql, project }: ProjectCall): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) as count from tags where project_id = ${project.id}`
  return row?.count ?? 0
}

export async function selectTag({ sql, project }: ProjectCall, id: Id<'tag'>): Promise<Tag | undefined> {
  const [row] = await sql<TagRow[]>`select * from tags where project_id = ${project.id} and id = ${id}`
  return row && toTag(row)
}

export async function selectPage(
  { sql, project }: ProjectCall,
  { limit, after }: PageRequest<TagPlace>,
): Promise<Page<Tag, TagPlace>> {
  const rows = await sql<(TagRow & { folded: string })[]>`
    select *, lower(name) as folded from tags
    where project_id = ${project.id} ${after ? sql`and (lower(name), id) > (${after.name}, ${after.id})` : sql``}
    order by lower(name), id ${rowsFor(sql, limit)}`
  return pageOf(rows, limit, toTag, ({ folded, id }) => ({ name: folded, id }))
}

export async function insertTag(
  { sql, now, project }: ProjectCall,
  tag: Pick<Tag, 'id' | 'name' | 'color'>,
): Promise<Tag> {
  const [row] = await sql<TagRow[]>`
    insert into tags (project_id, id, name, color, created_at)
    values (${project.id}, ${tag.id}, ${tag.name}, ${tag.color}, ${now}) returning *`.then(undefined, refuseTaken)
  if (!row) throw new Error('An insert answers with its row')
  return toTag(row)
}

/** Undefined members are not changed. */
export async function updateTag(
  { sql, project }: ProjectCall,
  id: Id<'tag'>,
  changes: Partial<Pick<Tag, 'name' | 'color'>>,
): Promise<Tag> {
  const [row] = await sql<TagRow[]>`
    update tags set
      name = coalesce(${changes.name}, name),
      color = coalesce(${changes.color}, color),
      version = version + 1
    where project_id = ${project.id} and id = ${id} returning *`.then(undefined, refuseTaken)
  if (!row) throw new Error('A tag cannot go while the project is locked')
  return toTag(row)
}

export async function removeTag({ sql, project }: ProjectCall, id: Id<'tag'>): Promise<void> {
  await sql`delete from tags where project_id = ${project.id} and id = ${id}`
}

function refuseTaken(error: unknown): never {
  throw violatedRule(error) === 'tag_name_is_unique' ? new Problem(nameTaken) : error
}

function toTag(row: TagRow): Tag {
  return { id: row.id, name: row.name, color: row.color, createdAt: row.created_at, version: row.version }
}
