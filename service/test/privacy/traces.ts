import type { SharedService } from '../harness/service.ts'

/**
 * In how many rows of each column of the database one of the texts stands, whatever the column's type. Columns without them are left out.
 * It reads every row, so a test asks about an emptied database and not about that of the run.
 */
export async function traces({ database }: SharedService, ...texts: string[]): Promise<Record<string, number>> {
  const { rows: columns } = await database.pool.query<{ place: string; at: string; name: string }>(
    `select quote_ident(c.table_schema) || '.' || quote_ident(c.table_name) as place, quote_ident(c.column_name) as at,
       c.table_name || '.' || c.column_name as name
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema') order by name`,
  )
  const found: Record<string, number> = {}
  const byTable = Map.groupBy(columns, ({ place }) => place)
  for (const [place, columns] of byTable) {
    const counts = columns.map(
      ({ at, name }) =>
        `count(*) filter (where exists (select from unnest($1::text[]) text where position(text in ${at}::text) > 0))::int as "${name}"`,
    )
    const { rows } = await database.pool.query<Record<string, number>>(`select ${counts.join(', ')} from ${place}`, [
      texts,
    ])
    for (const [name, count] of Object.entries(rows[0] ?? {})) if (count > 0) found[name] = count
  }
  return found
}
