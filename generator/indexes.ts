import type pg from 'pg'

interface Dropped {
  readonly name: string
  readonly table: string
  readonly definition: string
  readonly isConstraint: boolean
}

/**
 * Building an index over all rows at once is several times faster than updating it row by row. Indexes that foreign keys need stay: rows come in the
 * order of those keys, which costs little.
 */
export async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<readonly Dropped[]> {
  const { rows } = await client.query<{ name: string; table: string; definition: string; is_constraint: boolean }>(
    `select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table,
       coalesce(pg_get_constraintdef(c.oid), pg_get_indexdef(i.indexrelid)) as definition, c.oid is not null as is_constraint
     from pg_index i
     left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
     where i.indrelid = any ($1::regclass[])
       and not exists (select 1 from pg_constraint f where f.conindid = i.indexrelid and f.contype = 'f')`,
    [tables],
  )
  const dropped = rows.map(({ is_constraint, ...row }) => ({ ...row, isConstraint: is_constraint }))
  for (const { name, table, isConstraint } of dropped) {
    await client.query(isConstraint ? `alter table ${table} drop constraint ${name}` : `drop index ${name}`)
  }
  return dropped
}

export async function rebuildIndexes(
  client: pg.Client,
  dropped: readonly Dropped[],
  onProgress: (text: string) => void,
): Promise<void> {
  await client.query(`set local maintenance_work_mem = '512MB'`)
  for (const { name, table, definition, isConstraint } of dropped) {
    const began = performance.now()
    await client.query(isConstraint ? `alter table ${table} add constraint ${name} ${definition}` : definition)
    onProgress(`index ${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  }
}
