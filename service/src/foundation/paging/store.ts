import type { Query, Sql } from '../storage/index.ts'

export async function selectKey(sql: Sql, name: string): Promise<Buffer> {
  const [row] = await sql<{ key: Buffer }[]>`select key from service_keys where name = ${name}`
  if (!row) throw new Error(`The service has no key "${name}"; its migration makes one`)
  return row.key
}

/**
 * One row more than asked for. The usual limits stand in the text: for a limit that is a parameter PostgreSQL would not keep a plan, since
 * it does not know how many rows it is for, and would plan each list anew.
 */
export function rowsFor(sql: Sql, limit: number): Query<Record<string, unknown>[]> {
  if (limit === 20) return sql`limit 21`
  if (limit === 100) return sql`limit 101`
  return sql`limit ${limit + 1}`
}
