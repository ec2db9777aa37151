import type { Call, ProjectCall } from '../call/index.ts'
import type { Import } from './import.ts'
import type { RecordType } from './record.ts'

/**
 * `user` is a record about a person, `mention` a person whom another record names. `more` names a post whose votes and comments come after all posts:
 * there are too many of them for one portion, or the post is from an earlier import.
 */
export type RowKind = RecordType | 'mention' | 'more'

export interface StagedRow {
  readonly line: number
  readonly kind: RowKind
  readonly key?: string | undefined
  readonly postKey?: string | undefined
  readonly personKey?: string | undefined
  readonly parentKey?: string | undefined
  readonly at?: Date | undefined
  /** As JSON. */
  readonly content?: string | undefined
}

export type Numbered = Pick<Import, 'number'>

/** About how many bytes a row takes beside its content, with its part of the indexes. */
const ROW_BYTES = 200

export function bytesOf({ content = '' }: StagedRow): number {
  return ROW_BYTES + Buffer.byteLength(content)
}

/**
 * Adds rows to those of the import, whose last place is `last`. Returns how many bytes the rows of all imports of the project take then; undefined if the
 * import waits for no more rows.
 */
export async function insertRows(
  { sql, project }: ProjectCall,
  { number }: Numbered,
  last: number,
  rows: readonly StagedRow[],
): Promise<number | undefined> {
  const bytes = rows.reduce((sum, row) => sum + bytesOf(row), 0)
  const texts = (value: (row: StagedRow) => string | undefined) => rows.map((row) => value(row) ?? null)
  const [row] = await sql<{ bytes: number }[]>`
    with noted as (
      update imports set staged_rows = ${last + rows.length}, staged_bytes = staged_bytes + ${bytes}
      where number = ${number} and state = 'receiving' returning staged_bytes),
    staged as (
      insert into import_rows (import_number, place, line, kind, key, post_key, person_key, parent_key, at, content, size)
      select ${number}, ${last}::bigint + r.place, r.line, r.kind, r.key, r.post_key, r.person_key, r.parent_key,
        to_timestamp(r.at / 1000), r.content::jsonb, coalesce(length(r.content), 0)
      from unnest(${list(rows.map(({ line }) => line))}::bigint[], ${list(rows.map(({ kind }) => kind))}::text[],
        ${list(texts(({ key }) => key))}::uuid[], ${list(texts(({ postKey }) => postKey))}::uuid[],
        ${list(texts(({ personKey }) => personKey))}::uuid[], ${list(texts(({ parentKey }) => parentKey))}::uuid[],
        ${list(rows.map(({ at }) => at?.getTime() ?? null))}::float8[], ${texts(({ content }) => content)}::text[])
        with ordinality as r (line, kind, key, post_key, person_key, parent_key, at, content, place)
      where exists (select 1 from noted))
    select staged_bytes + coalesce((
      select sum(staged_bytes) from imports where project_id = ${project.id} and number <> ${number} and staged_rows > 0), 0)::bigint as bytes
    from noted`
  return row?.bytes
}

/** A list of values without spaces and quotes, as PostgreSQL writes it. The driver would look at each letter. */
function list(values: readonly (string | number | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`
}

/** The planner must know how many rows a post has before the first portion. It reads a sample of the rows of all imports. */
export async function analyzeRows({ sql }: Call): Promise<void> {
  await sql`analyze import_rows`
}

/** The same for the tables that an import fills. A table that somebody else analyzes at the moment is left out. */
export async function analyzeGrown({ sql }: Call): Promise<void> {
  await sql`analyze (skip_locked) users, posts, post_standings, votes, follows, import_records`
}

/**
 * Deletes at most so many rows of an import that has ended. False: there is none. One that goes on is not locked by this. The order and the limit make
 * the planner read the end of the index, and not the whole table for each portion.
 */
export async function deleteLeftRows({ sql }: Call, most: number): Promise<boolean> {
  const rows = await sql`
    with chosen as (
      select number, staged_rows from imports where staged_rows > 0 and state in ('done', 'failed', 'undone')
      order by number limit 1 for no key update skip locked),
    gone as (
      delete from import_rows where ctid = any (array(
        select r.ctid from chosen c cross join lateral (
          select ctid from import_rows where import_number = c.number and place > c.staged_rows - ${most}::bigint and place <= c.staged_rows
          order by place desc limit ${most}) as r)))
    update imports i set staged_rows = greatest(0, c.staged_rows - ${most}::bigint),
      staged_bytes = i.staged_bytes * greatest(0, c.staged_rows - ${most}::bigint) / c.staged_rows
    from chosen c where i.number = c.number returning 1`
  return rows.length > 0
}

/** Deletes at most so many rows whose import does not exist any more. Returns how many. */
export async function deleteLostRows({ sql }: Call, most: number): Promise<number> {
  const rows = await sql`
    with recursive numbers as (
      (select import_number as number from import_rows order by import_number limit 1)
      union all
      select (select r.import_number from import_rows r where r.import_number > n.number order by r.import_number limit 1)
      from numbers n where n.number is not null),
    lost as (
      select n.number, (select max(r.place) from import_rows r where r.import_number = n.number) as last from numbers n
      where n.number is not null and not exists (select 1 from imports i where i.number = n.number) limit 1)
    delete from import_rows where ctid = any (array(
      select r.ctid from lost l cross join lateral (
        select ctid from import_rows where import_number = l.number and place <= l.last order by place desc limit ${most}) as r)) returning 1`
  return rows.length
}

/** False after a crash of the database, which empties the rows of imports. */
export async function hasRows({ sql }: Call, { number }: Numbered): Promise<boolean> {
  const rows = await sql`select 1 from import_rows where import_number = ${number} limit 1`
  return rows.length > 0
}

export interface Content {
  readonly place: number
  readonly line: number
  readonly size: number
  readonly key: string
  readonly postKey: string | undefined
  readonly personKey: string | undefined
  readonly parentKey: string | undefined
  readonly at: Date | undefined
  readonly content: Readonly<Record<string, unknown>>
}

export interface ContentRow {
  place: number
  line: number
  size: number
  key: string
  post_key: string | null
  person_key: string | null
  parent_key: string | null
  at: Date | null
  content: Record<string, unknown> | null
}

/** Rows of one kind, in the order of the file. */
export async function selectRows(
  { sql }: Call,
  { number }: Numbered,
  kind: Exclude<RowKind, 'vote'>,
  after: number,
  most: number,
): Promise<Content[]> {
  const rows = await sql<ContentRow[]>`
    select * from import_rows
    where import_number = ${number} and kind = ${kind} and kind <> 'vote' and place > ${after} order by place limit ${most}`
  return rows.map(toContent)
}

/** Posts that were merged into another one. */
export async function selectMergedRows(
  { sql }: Call,
  { number }: Numbered,
  after: number,
  most: number,
): Promise<Content[]> {
  const rows = await sql<ContentRow[]>`
    select * from import_rows
    where import_number = ${number} and kind = 'post' and kind <> 'vote' and place > ${after} and parent_key is not null
    order by place limit ${most}`
  return rows.map(toContent)
}

export function toContent(row: ContentRow): Content {
  return {
    place: row.place,
    line: row.line,
    size: row.size,
    key: compact(row.key),
    postKey: row.post_key === null ? undefined : compact(row.post_key),
    personKey: row.person_key === null ? undefined : compact(row.person_key),
    parentKey: row.parent_key === null ? undefined : compact(row.parent_key),
    at: row.at ?? undefined,
    content: row.content ?? {},
  }
}

/** As `keyOf` writes it: PostgreSQL puts hyphens into a uuid. */
export function compact(key: string): string {
  return key.replaceAll('-', '')
}

/** People whom the staged rows name, once or more often, and votes of which only the number is known. */
export async function selectNamed(
  { sql }: Call,
  { number }: Numbered,
): Promise<{ people: number; importedVotes: number }> {
  const [row] = await sql<{ people: number; votes: number }[]>`
    select count(distinct key) filter (where kind in ('user', 'mention')) as people,
      coalesce(sum((content ->> 'importedVoteCount')::bigint) filter (where kind = 'post'), 0)::bigint as votes
    from import_rows where import_number = ${number} and kind in ('user', 'mention', 'post')`
  return { people: row?.people ?? 0, importedVotes: row?.votes ?? 0 }
}
