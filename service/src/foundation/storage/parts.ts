import type { Query, Sql } from './sql.ts'

export type Part = Query<Record<string, unknown>[]>

const texts = new Map<string, TemplateStringsArray>()

/**
 * Columns as a part of a statement that is made from a list of columns; `of` is the name of their table in it. Accepts only plain names
 * from our code, never text from a request.
 */
export function columns(sql: Sql, names: readonly string[], of?: string): Part {
  const text = names.map((name) => (of === undefined ? name : `${of}.${name}`)).join(', ')
  return sql(texts.get(text) ?? kept(text))
}

function kept(text: string): TemplateStringsArray {
  if (!/^[a-z_]+(?:\.[a-z_]+)?(?:, [a-z_]+(?:\.[a-z_]+)?)*$/.test(text)) throw new Error(`No columns: ${text}`)
  const strings = Object.assign([text], { raw: [text] })
  texts.set(text, strings)
  return strings
}

/** The parts, with commas between them; at least one. */
export function commaSeparated(sql: Sql, parts: readonly Part[]): Part {
  return parts.reduce((all, part) => sql`${all}, ${part}`)
}
