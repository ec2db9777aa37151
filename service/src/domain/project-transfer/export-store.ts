import { columns, commaSeparated, type Part, type Sql } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { kindOf, type RecordType } from './records.ts'

const PORTION = 200

export async function countRecords(sql: Sql, { project }: ProjectCall, type: RecordType): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) from ${rowsOf(sql, type, project.id)}`
  return row?.count ?? 0
}

/** The records of a kind as JSON texts, some at a time. */
export async function* selectRecords(sql: Sql, { project }: ProjectCall, type: RecordType): AsyncGenerator<string[]> {
  const { columns: names, namesProject, order, answers, portion = PORTION } = kindOf(type)
  const first = answers === undefined ? sql`` : sql`${columns(sql, [answers])} is not null, `
  const own = names.map((name) => {
    const column = columns(sql, [name])
    return name === namesProject
      ? sql`case when ${column} = ${project.id} then 'project' else ${column} end as ${column}`
      : column
  })
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

function rowsOf(sql: Sql, type: RecordType, projectId: string): Part {
  const table = columns(sql, [kindOf(type).table])
  return type === 'project' ? sql`${table} where id = ${projectId}` : sql`${table} where project_id = ${projectId}`
}
