import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall, ServiceCall } from '../call/index.ts'
import { firstDeletedField, removeField, type StoredValues } from '../fields/inside.ts'

const PORTION = 1_000

/** All values of a post that the caller has locked, also those that they do not see. */
export async function selectValues({ sql, project }: ProjectCall, id: Id<'post'>): Promise<StoredValues> {
  const [row] = await sql<{ field_values: StoredValues | null }[]>`
    select field_values from posts where project_id = ${project.id} and id = ${id}`
  return row?.field_values ?? {}
}

/**
 * Removes the values of fields that were deleted, and then the fields. A portion looks at the next posts of one project; returns where to continue.
 * One row at a time, so that there is no deadlock.
 */
export async function forgetDeletedFields(call: ServiceCall, from: string | undefined): Promise<string | number> {
  const { sql } = call
  const field = await firstDeletedField(call)
  if (!field) return 0
  const after = from?.startsWith(`${field.id} `) ? from.slice(field.id.length + 1) : ''
  const rows = await sql<{ id: string; has_value: boolean }[]>`
    select id, field_values is not null and field_values ? ${field.id} as has_value from posts
    where project_id = ${field.project_id} and id > ${after} order by id limit ${PORTION}`
  for (const { id } of rows.filter(({ has_value }) => has_value)) {
    await sql`
      update posts set field_values = nullif(field_values - ${field.id}::text, '{}')
      where project_id = ${field.project_id} and id = ${id}`
  }
  const last = rows.at(-1)
  if (last) return `${field.id} ${last.id}`
  await removeField(call, field)
  return 1
}
