import type { Sql } from '../storage/index.ts'

/** A key of the service's own, which a migration made. */
export async function selectServiceKey(sql: Sql, name: string): Promise<Buffer> {
  const [row] = await sql<{ key: Buffer }[]>`select key from service_keys where name = ${name}`
  if (!row) throw new Error(`The service has no key "${name}"; its migration makes one`)
  return row.key
}
