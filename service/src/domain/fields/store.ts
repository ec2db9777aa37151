import type { Id } from '../../foundation/ids/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import { violatedRule } from '../../foundation/storage/index.ts'
import type { ProjectCall, ServiceCall } from '../call/index.ts'
import type { Field, FieldKind, FieldVisibleTo } from './field.ts'
import { fieldKeyTaken } from './problems.ts'

interface FieldRow {
  id: Id<'field'>
  key: string
  label: string
  kind: FieldKind
  options: { value: string; label: string; is_removed: boolean }[]
  required: boolean
  visible_to: FieldVisibleTo
  category_ids: Id<'category'>[] | null
  position: number
  version: number
  created_at: Date
}

/** By position. */
export async function selectFields({ sql, project }: ProjectCall): Promise<Field[]> {
  const rows = await sql<FieldRow[]>`
    select id, key, label, kind, options, required, visible_to, category_ids, position, version, created_at from fields
    where project_id = ${project.id} and deleted_at is null order by position, id`.asLookUp()
  return rows.map(toField)
}

export async function insertField({ sql, project }: ProjectCall, field: Omit<Field, 'version'>): Promise<Field> {
  const [row] = await sql<FieldRow[]>`
    insert into fields (project_id, id, key, label, kind, options, required, visible_to, category_ids, position, created_at)
    values (${project.id}, ${field.id}, ${field.key}, ${field.label}, ${field.kind}, ${optionsJson(field)}::jsonb, ${field.required},
      ${field.visibleTo}, ${field.categories}, ${field.position}, ${field.createdAt})
    returning *`.then(undefined, refuseTaken)
  if (!row) throw new Error('An insert answers with its row')
  return toField(row)
}

/** All members but the kind, as they are from now on. */
export async function updateField({ sql, project }: ProjectCall, field: Field): Promise<Field> {
  const [row] = await sql<FieldRow[]>`
    update fields set
      key = ${field.key}, label = ${field.label}, options = ${optionsJson(field)}::jsonb, required = ${field.required},
      visible_to = ${field.visibleTo}, category_ids = ${field.categories}, position = ${field.position}, version = version + 1
    where project_id = ${project.id} and id = ${field.id} returning *`.then(undefined, refuseTaken)
  if (!row) throw new Error('A field cannot go while the project is locked')
  return toField(row)
}

export async function markDeleted({ sql, now, project }: ProjectCall, id: Id<'field'>): Promise<void> {
  await sql`update fields set deleted_at = ${now} where project_id = ${project.id} and id = ${id}`
}

/** A category that is deleted has no fields any more. */
export async function removeCategoryFromFields({ sql, project }: ProjectCall, id: Id<'category'>): Promise<void> {
  await sql`
    update fields set category_ids = array_remove(category_ids, ${id}::text), version = version + 1
    where project_id = ${project.id} and category_ids @> array[${id}::text]`
}

export interface DeletedField {
  readonly project_id: Id<'project'>
  readonly id: Id<'field'>
}

/** The one that was deleted first. */
export async function selectDeleted({ sql }: ServiceCall): Promise<DeletedField | undefined> {
  const [row] = await sql<DeletedField[]>`
    select project_id, id from fields where deleted_at is not null order by deleted_at limit 1`
  return row
}

export async function removeField({ sql }: ServiceCall, { project_id, id }: DeletedField): Promise<void> {
  await sql`delete from fields where project_id = ${project_id} and id = ${id}`
}

function optionsJson({ options }: Pick<Field, 'options'>): string {
  return JSON.stringify(options.map(({ value, label, isRemoved }) => ({ value, label, is_removed: isRemoved })))
}

function refuseTaken(error: unknown): never {
  throw violatedRule(error) === 'field_key_is_unique' ? new Problem(fieldKeyTaken) : error
}

function toField(row: FieldRow): Field {
  return {
    id: row.id,
    key: row.key,
    label: row.label,
    kind: row.kind,
    options: row.options.map(({ value, label, is_removed }) => ({ value, label, isRemoved: is_removed })),
    required: row.required,
    visibleTo: row.visible_to,
    categories: row.category_ids,
    position: row.position,
    createdAt: row.created_at,
    version: row.version,
  }
}
