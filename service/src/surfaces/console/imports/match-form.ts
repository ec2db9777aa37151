import { type ColumnMap, DATE_ORDERS, ROW_TYPES, readColumnMap, TARGETS_OF } from '../../../domain/imports/index.ts'
import { STATUS_CATEGORIES } from '../../../domain/statuses/index.ts'
import { textIn, textsIn } from '../../pages/index.ts'

/** Begins the names of selects for fields of the project. */
export const FIELD_COLUMN = 'column.field.'

/**
 * The map that the form describes; undefined for a file that is no table. If the type changed, the columns are guessed again. The form names columns by their
 * places, from 1: their names may be long, and each select has all of them.
 */
export function mapIn(members: Readonly<Record<string, unknown>>, columns: readonly string[]): ColumnMap | undefined {
  const type = ROW_TYPES.find((known) => known === members.type)
  if (!type) return undefined
  if (type !== members.was_type) return { type, columns: {} }
  const chosen = TARGETS_OF[type].flatMap((target) => {
    const column = columns[Number(textIn(members[`column.${target}`])) - 1]
    return column === undefined ? [] : [[target, column] as const]
  })
  const fields = Object.entries(members).flatMap(([name, place]) => {
    if (type !== 'post' || !name.startsWith(FIELD_COLUMN)) return []
    return [[name.slice(FIELD_COLUMN.length), columns[Number(textIn(place)) - 1] ?? ''] as const]
  })
  const meanings = textsIn(members.category)
  const statuses = textsIn(members.status).flatMap((name, place) => {
    const category = STATUS_CATEGORIES.find((known) => known === meanings[place])
    return category ? [[name, category] as const] : []
  })
  const dates = DATE_ORDERS.find((known) => known === members.dates)
  return readColumnMap({
    type,
    columns: Object.fromEntries(chosen),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    statuses: Object.fromEntries(statuses),
    dates,
  })
}
