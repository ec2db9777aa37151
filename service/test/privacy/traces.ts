import type { RunningService } from '../harness/service.ts'

/** In how many rows of each table of the database a text stands, in whatever column. Tables without it are left out. */
export async function traces({ database }: RunningService, text: string): Promise<Record<string, number>> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const found: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::int as count from ${name} t where position($1 in to_jsonb(t)::text) > 0`,
      [text],
    )
    const count = rows[0]?.count ?? 0
    if (count > 0) found[name.replace(/^public\./, '')] = count
  }
  return found
}
