import { Problem } from '../../foundation/problems/index.ts'
import { type Field, fromText } from '../fields/index.ts'
import { readValues } from '../fields/inside.ts'
import { shown } from './read-members.ts'
import type { ImportRecord } from './record.ts'

/** So many unknown fields are named; a file can have as many as it has lines. */
const MOST_NAMED = 100

/** A record whose values of fields are as they are stored, or what is wrong with them. */
type Checked = { readonly record: ImportRecord } | { readonly fault: string }

/**
 * Checks the values of posts by the fields of the project. Values of fields that it does not have are left out, and `note` says so once for each. Texts
 * are read as in a table: choices by their names, several with commas between them.
 */
export function openFieldReader(
  fields: readonly Field[],
  note: (line: number, detail: string) => void,
): (line: number, record: ImportRecord) => Checked {
  const unknown = new Set<string>()
  return (line, record) => {
    if (record.type !== 'post' || Object.keys(record.fields).length === 0) return { record }
    const given = Object.entries(record.fields).flatMap(([key, value]) => {
      const field = fields.find((field) => field.key === key)
      if (field) return [[key, typeof value === 'string' ? fromText(field, value, { byLabel: true }) : value] as const]
      if (unknown.size < MOST_NAMED && !unknown.has(key)) {
        note(line, `there is no field ${shown(key)}; its values are not carried over`)
        unknown.add(key)
      }
      return []
    })
    try {
      const stored = readValues(Object.fromEntries(given), { fields, categoryId: undefined, isBound: false })
      return { record: { ...record, fields: stored } }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const faults = error.errors?.map(({ pointer, detail }) => `${pointer.slice(1).replace('/', '.')} ${detail}`)
      return { fault: faults?.join('; ') ?? 'fields are wrong' }
    }
  }
}
