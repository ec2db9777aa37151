import { FieldUrl, KEY_PATTERN } from '../../domain/fields/index.ts'

const PREFIX = 'field.'

/** In a schema of a query: filters by fields, whose names nobody knows before. */
export const FIELD_FILTERS = {
  patternProperties: { [KEY_PATTERN.replace('^', '^field\\.')]: { type: 'string', maxLength: FieldUrl.maxLength } },
}

/** The filters by fields, `field.<key>`, and the rest of a query. */
export function takeFieldFilters<Query extends object>(
  query: Query,
): { readonly fields: Readonly<Record<string, string>>; readonly rest: Query } {
  if (!Object.keys(query).some((name) => name.startsWith(PREFIX))) return { fields: {}, rest: query }
  const entries = Object.entries(query)
  const isField = ([name]: readonly [string, unknown]) => name.startsWith(PREFIX)
  const fields = entries.filter(isField).map(([name, value]) => [name.slice(PREFIX.length), String(value)])
  const rest = Object.fromEntries(entries.filter((entry) => !isField(entry))) as Query // without names that it does not declare
  return { fields: Object.fromEntries(fields), rest }
}
