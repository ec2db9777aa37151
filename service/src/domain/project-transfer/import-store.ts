import type { Id } from '../../foundation/ids/index.ts'
import type { JsonObject } from '../../foundation/json/index.ts'
import { columns, commaSeparated, type Part, requestedRows, type Sql } from '../../foundation/storage/index.ts'
import type { Call, ProjectCall } from '../call/index.ts'
import { searchVector } from '../posts/fragments.ts'
import { actorElsewhere, dataWithoutAddress } from './fragments.ts'
import { kindOf, type RecordType } from './records.ts'

/** Columns that no record has, and that are made from those that it has. */
const MADE: Readonly<Partial<Record<RecordType, readonly string[]>>> = {
  post: ['body_html'],
  comment: ['body_html'],
  changelog_entry: ['body_html'],
}

/** Rows of any table of the list, in one statement. Columns that the records do not have get their defaults: an earlier version wrote them. */
export async function insertRecords(
  call: ProjectCall,
  type: RecordType,
  records: readonly JsonObject[],
): Promise<void> {
  const { sql, project } = call
  const { table, columns: known } = kindOf(type)
  const given = [...known, ...(MADE[type] ?? [])].filter((name) => Object.hasOwn(records[0] ?? {}, name))
  const target = columns(sql, [table])
  const values = given.map((name) => imported(sql, type, name, project.id))
  const search = type === 'post' ? sql`, search` : sql``
  const vector =
    type === 'post' ? sql`, ${searchVector(sql, sql`${project.language}::text`, sql`r.title`, sql`r.body`)}` : sql``
  await sql`
    insert into ${target} (project_id, ${columns(sql, given)}${search})
    select ${project.id}, ${commaSeparated(sql, values)}${vector}
    from json_populate_recordset(null::${target}, ${JSON.stringify(records)}::json) as r`
}

/** Each column as it is, but for those that name something of an installation. */
function imported(sql: Sql, type: RecordType, name: string, projectId: string): Part {
  const { namesProject, namesActor } = kindOf(type)
  const column = columns(sql, [name], 'r')
  if (name === namesProject) return sql`case when ${column} = 'project' then ${projectId} else ${column} end`
  if (name === namesActor) return actorElsewhere(sql, column)
  return type === 'event' && name === 'data' ? dataWithoutAddress(sql, sql`r.type`, column) : column
}

/** Whether every id is one of the project's in this table. */
export async function areThere({ sql, project }: ProjectCall, table: string, ids: readonly string[]): Promise<boolean> {
  const [row] = await sql<{ missing: boolean }[]>`
    select exists (
      select 1 from ${requestedRows(sql, project.id, ids)} as w
      where (select true from ${columns(sql, [table])} t where t.project_id = w.project_id and t.id = w.id) is null) as missing`
  return row?.missing === false
}

/** The settings with the types of their columns. */
export async function typedSettings({ sql }: Call, record: JsonObject): Promise<JsonObject> {
  const [row] = await sql<Record<string, unknown>[]>`
    select ${settings(sql)} from json_populate_record(null::projects, ${JSON.stringify(record)}::json)`
  return row ?? {}
}

function settings(sql: Sql): Part {
  return columns(sql, kindOf('project').columns)
}

export async function hasLostMerges({ sql, project }: ProjectCall): Promise<boolean> {
  const rows = await sql`
    select 1 from posts p where p.project_id = ${project.id} and p.merged_into_id is not null and not exists (
      select 1 from posts t where t.project_id = p.project_id and t.id = p.merged_into_id) limit 1`
  return rows.length > 0
}

export async function selectKnownUsers(
  { sql, project }: ProjectCall,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: Id<'user'> }[]>`
    select id from users where project_id = ${project.id} and id = any (${ids})`
  return new Set(rows.map(({ id }) => id))
}
