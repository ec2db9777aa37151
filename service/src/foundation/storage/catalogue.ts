import type pg from 'pg'
import { quoteName } from './migration-failures.ts'

/** A table with rows of its own; a partition is one too. */
export interface Table {
  readonly name: string
  readonly columns: readonly string[]
}

/** Not copied: the moves of open lists hold this server's transaction ids; the migrations are in the head, and a restore applies them itself. */
const NOT_COPIED = ['post_moves', 'schema_migrations']

/** Every table of the schema; one comes after those that it refers to. Unlogged tables hold what is under way and are empty after a crash too. */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { tables } = await readOurTables(client, undefined)
  return tables
}

/** The tables with these names and their partitions, and the names of all other tables, which another program has put there. */
export async function readOurTables(
  client: pg.Client,
  names: readonly string[] | undefined,
): Promise<{ tables: Table[]; others: string[] }> {
  const all = await client.query<Table & { needs: string[]; parent: string | null }>(
    `select c.relname::text as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
         where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs,
       (select p.relname::text from pg_inherits i join pg_class p on p.oid = i.inhparent where i.inhrelid = c.oid limit 1) as parent
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and c.relname <> all ($1)
       and not exists (select 1 from pg_depend e where e.objid = c.oid and e.deptype = 'e') order by c.relname`,
    [NOT_COPIED],
  )
  const isOurs = ({ name, parent }: { name: string; parent: string | null }) =>
    names === undefined || names.includes(name) || (parent !== null && names.includes(parent))
  const rows = all.rows.filter(isOurs)
  const others = all.rows.filter((row) => !isOurs(row)).map(({ name }) => name)
  return { tables: inOrder(rows), others }
}

function inOrder(rows: readonly (Table & { readonly needs: readonly string[] })[]): Table[] {
  const ordered: Table[] = []
  const known = new Set(rows.map(({ name }) => name))
  const placed = new Set<string>()
  while (ordered.length < rows.length) {
    const next = rows.filter(
      ({ name, needs }) => !placed.has(name) && needs.every((one) => placed.has(one) || !known.has(one)),
    )
    if (next.length === 0) throw new Error('Tables refer to each other in a circle')
    for (const { name, columns } of next) {
      ordered.push({ name, columns })
      placed.add(name)
    }
  }
  return ordered
}

export interface Sequence {
  readonly name: string
  readonly value: string
  readonly isCalled: boolean
}

/** Those with these names, and those of columns of tables with these names; without names all. */
export async function readSequences(client: pg.Client, names?: readonly string[]): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S'
       and ($1::text[] is null or c.relname = any ($1) or exists (
         select 1 from pg_depend d join pg_class t on t.oid = d.refobjid
         where d.objid = c.oid and d.deptype in ('a', 'i') and t.relname = any ($1)))
     order by c.relname`,
    [names],
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const { rows: state } = await client.query(`select last_value::text, is_called from ${quoteName(name)}`)
    sequences.push({ name, value: state[0].last_value, isCalled: state[0].is_called })
  }
  return sequences
}

export async function setSequence(client: pg.Client, { name, value, isCalled }: Sequence): Promise<void> {
  await client.query('select setval($1::regclass, $2::bigint, $3::boolean)', [quoteName(name), value, isCalled])
}

export function columnsOf({ name, columns }: Table): string {
  return `${quoteName(name)} (${columns.map(quoteName).join(', ')})`
}

/** Whether the schema has no table and nothing else that somebody made there. */
export async function isEmptySchema(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select exists (select 1 from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
       and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as taken`,
  )
  return rows[0].taken === false
}

const MONTH = /^events_(\d{4})_(0[1-9]|1[0-2])$/

/** Makes the partition of a month that is gone by now, like one that is there. */
export async function makePartition(client: pg.Client, name: string): Promise<boolean> {
  const [, year, month] = MONTH.exec(name) ?? []
  if (year === undefined || month === undefined) return false
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'events'::regclass and c.relname ~ $1 limit 1`,
    ['^events_[0-9]{4}_[0-9]{2}$'],
  )
  const first = `${year}-${month}-01`
  await client.query(`
    create table ${quoteName(name)} (like ${quoteName(rows[0]?.name)} including all);
    alter table ${quoteName(name)} alter column project_id set (n_distinct = 10);
    alter table events attach partition ${quoteName(name)} for values from ('${first}') to ('${first}'::date + interval '1 month')`)
  return true
}
