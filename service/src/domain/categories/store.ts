import type { Id } from '../../foundation/ids/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import { codeOf, type Part, violatedRule } from '../../foundation/storage/index.ts'
import { type ProjectCall, viewerOf } from '../call/index.ts'
import { nameTaken } from '../labels/index.ts'
import type { Category, Posting, VisibleTo } from './category.ts'
import { isMember } from './fragments.ts'
import { categoryInUse, categorySlugTaken } from './problems.ts'

const FOREIGN_KEY_VIOLATION = '23503'

interface CategoryRow {
  id: Id<'category'>
  name: string
  slug: string
  description: string
  position: number
  visible_to: VisibleTo
  posting: Posting
  template: string
  is_default: boolean
  created_at: Date
  version: number
}

/** A category, and whether the caller is a user who belongs to the segments that it names. */
export interface ReadCategory extends Category {
  readonly isForMember: boolean
  readonly isOpenToMember: boolean
}

/** By position; empty if the project never added or changed one. */
export async function selectCategories(call: ProjectCall): Promise<ReadCategory[]> {
  const { sql, project } = call
  const viewer = viewerOf(call)
  const belongs = (people: Part) => (viewer ? isMember(call, people, sql`${viewer.id}`) : sql`false`)
  const rows = await sql<(CategoryRow & { is_for_member: boolean; is_open_to_member: boolean })[]>`
    select c.id, c.name, c.slug, c.description, c.position, c.visible_to, c.posting, c.template, c.is_default, c.created_at, c.version,
      ${belongs(sql`c.visible_to`)} as is_for_member, ${belongs(sql`c.posting`)} as is_open_to_member
    from categories c where c.project_id = ${project.id} order by c.position, c.id`.asLookUp()
  return rows.map((row) => ({
    ...toCategory(row),
    isForMember: row.is_for_member,
    isOpenToMember: row.is_open_to_member,
  }))
}

export async function insertCategory(
  { sql, project }: ProjectCall,
  category: Omit<Category, 'version'>,
): Promise<Category> {
  const [row] = await sql<CategoryRow[]>`
    insert into categories (project_id, id, name, slug, description, position, visible_to, posting, template, is_default, created_at)
    values (${project.id}, ${category.id}, ${category.name}, ${category.slug}, ${category.description}, ${category.position},
      ${category.visibleTo}, ${category.posting}, ${category.template}, ${category.isDefault}, ${category.createdAt})
    returning *`.then(undefined, refuseTaken)
  if (!row) throw new Error('An insert answers with its row')
  return toCategory(row)
}

/** Undefined members are not changed. */
export async function updateCategory(
  { sql, project }: ProjectCall,
  id: Id<'category'>,
  changes: Partial<Omit<Category, 'id' | 'isDefault' | 'createdAt' | 'version'>>,
): Promise<Category> {
  const [row] = await sql<CategoryRow[]>`
    update categories set
      name = coalesce(${changes.name}, name),
      slug = coalesce(${changes.slug}, slug),
      description = coalesce(${changes.description}, description),
      position = coalesce(${changes.position}, position),
      visible_to = coalesce(${changes.visibleTo}, visible_to),
      posting = coalesce(${changes.posting}, posting),
      template = coalesce(${changes.template}, template),
      version = version + 1
    where project_id = ${project.id} and id = ${id} returning *`.then(undefined, refuseTaken)
  if (!row) throw new Error('A category cannot go while the project is locked')
  return toCategory(row)
}

/** The lock of a foreign key check, taken before the row is written. */
export async function lockCategory({ sql, project }: ProjectCall, id: Id<'category'>): Promise<boolean> {
  const rows = await sql`select 1 from categories where project_id = ${project.id} and id = ${id} for key share`
  return rows.length > 0
}

/** The foreign key of standings decides whether a post is in it: a query before could miss a post that is being written. */
export async function removeCategory({ sql, project }: ProjectCall, id: Id<'category'>): Promise<void> {
  await sql`delete from categories where project_id = ${project.id} and id = ${id}`.then(undefined, (error) => {
    throw codeOf(error) === FOREIGN_KEY_VIOLATION ? new Problem(categoryInUse) : error
  })
}

function refuseTaken(error: unknown): never {
  const rule = violatedRule(error)
  if (rule === 'category_name_is_unique') throw new Problem(nameTaken)
  throw rule === 'category_slug_is_unique' ? new Problem(categorySlugTaken) : error
}

function toCategory(row: CategoryRow): Category {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    position: row.position,
    visibleTo: row.visible_to,
    posting: row.posting,
    template: row.template,
    isDefault: row.is_default,
    createdAt: row.created_at,
    version: row.version,
  }
}
