import { columns, commaSeparated, type Part, type Sql } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { actorThere, dataWithoutAddress } from './fragments.ts'
import { kindOf, type RecordType } from './records.ts'

const PORTION = 200

/** Until the snapshot is closed, nobody else exports the project, also in another process. False: somebody does. */
export async function holdExport(sql: Sql, { project }: ProjectCall): Promise<boolean> {
  const [row] = await sql<{ is_held: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended('project export ' || ${project.id}::text, 0)) as is_held`
  return row?.is_held === true
}

export async function countRecords(sql: Sql, { project }: ProjectCall, type: RecordType): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) from ${rowsOf(sql, type, project.id)}`
  return row?.count ?? 0
}

/** The records of a kind as JSON texts, some at a time. */
export async function* selectRecords(sql: Sql, { project }: ProjectCall, type: RecordType): AsyncGenerator<string[]> {
  const { columns: names, order, answers, portion = PORTION } = kindOf(type)
  const first = answers === undefined ? sql`` : sql`${columns(sql, [answers])} is not null, `
  const own = names.map((name) => exported(sql, type, name, project.id))
  await sql`
    declare records no scroll cursor for
    select row_to_json(r)::text as record from (
      select ${commaSeparated(sql, own)} from ${rowsOf(sql, type, project.id)} order by ${first}${columns(sql, order)}) as r`
  const next =
    portion === PORTION
      ? sql<{ record: string }[]>`fetch 200 from records`
      : sql<{ record: string }[]>`fetch 4 from records`
  for (;;) {
    const rows = await next.plannedAnew() // it reads another cursor each time
    if (rows.length === 0) break
    yield rows.map(({ record }) => record)
  }
  await sql`close records`
}

/** Each column as it is, but for those that name something of this installation. */
function exported(sql: Sql, type: RecordType, name: string, projectId: string): Part {
  const { namesProject, namesActor } = kindOf(type)
  const column = columns(sql, [name])
  if (name === namesProject)
    return sql`case when ${column} = ${projectId} then 'project' else ${column} end as ${column}`
  if (name === namesActor) return sql`${actorThere(sql, column)} as ${column}`
  if (type === 'event' && name === 'data') return sql`${dataWithoutAddress(sql, sql`type`, column)} as data`
  return column
}

function rowsOf(sql: Sql, type: RecordType, projectId: string): Part {
  const { table: name, ofOperator } = kindOf(type)
  const table = columns(sql, [name])
  if (type === 'project') return sql`${table} where id = ${projectId}`
  const shared = ofOperator === undefined ? sql`` : sql`and ${columns(sql, [ofOperator])} is null`
  return sql`${table} where project_id = ${projectId} ${shared}`
}
