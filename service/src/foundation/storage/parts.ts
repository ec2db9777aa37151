import type { Query, Sql } from './sql.ts'

export type Part = Query<Record<string, unknown>[]>

const texts = new Map<string, TemplateStringsArray>()

/** The name of a column as a part of a statement, for statements that go by a list of columns. Takes plain names alone, never what somebody sent. */
export function column(sql: Sql, name: string): Part {
  let text = texts.get(name)
  if (!text) {
    if (!/^[a-z]+(?:_[a-z]+)*$/.test(name)) throw new Error(`No name of a column: ${name}`)
    text = Object.assign([name], { raw: [name] })
    texts.set(name, text)
  }
  return sql(text)
}

/** The parts, with commas between them; at least one. */
export function commaSeparated(sql: Sql, parts: readonly Part[]): Part {
  return parts.reduce((all, part) => sql`${all}, ${part}`)
}
