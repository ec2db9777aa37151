import type { Id } from '../../foundation/ids/index.ts'
import type { Call, ProjectCall } from '../call/index.ts'
import { inHalfLives, trendOfAll } from '../posts/fragments.ts'
import { importedVotes } from '../votes/fragments.ts'
import type { Import, LineFault } from './import.ts'
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
  readonly content?: object | undefined
}

type Numbered = Pick<Import, 'number'>

export async function insertRows({ sql }: Call, { number }: Numbered, rows: readonly StagedRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into import_rows (import_number, line, kind, key, post_key, person_key, parent_key, at, content)
    select ${number}, r.* from unnest(${rows.map(({ line }) => line)}::bigint[], ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ key }) => key ?? null)}::uuid[], ${rows.map(({ postKey }) => postKey ?? null)}::uuid[],
      ${rows.map(({ personKey }) => personKey ?? null)}::uuid[], ${rows.map(({ parentKey }) => parentKey ?? null)}::uuid[],
      ${rows.map(({ at }) => at ?? null)}::timestamptz[],
      ${rows.map(({ content }) => (content === undefined ? null : JSON.stringify(content)))}::jsonb[]) as r`
}

export async function analyzeRows({ sql }: Call, { number }: Numbered): Promise<void> {
  await sql`select analyze_import_rows(${number})`
}

export async function dropRows({ sql }: Call, { number }: Numbered): Promise<void> {
  await sql`select drop_import_rows(${number})`
}

/** False after a crash of the database, which empties the rows of imports. */
export async function hasRows({ sql }: Call, { number }: Numbered): Promise<boolean> {
  const rows = await sql`select 1 from import_rows where import_number = ${number} limit 1`
  return rows.length > 0
}

export interface Content {
  readonly line: number
  readonly key: string
  readonly postKey: string | undefined
  readonly personKey: string | undefined
  readonly parentKey: string | undefined
  readonly at: Date | undefined
  readonly content: Readonly<Record<string, unknown>>
}

interface ContentRow {
  line: number
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
    select * from import_rows where import_number = ${number} and kind = ${kind} and kind <> 'vote' and line > ${after} order by line limit ${most}`
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
    where import_number = ${number} and kind = 'post' and kind <> 'vote' and line > ${after} and parent_key is not null
    order by line limit ${most}`
  return rows.map(toContent)
}

/** Comments of some posts that are not there yet, and whose parent is none or is there. */
export async function selectComments(
  { sql, project }: ProjectCall,
  { number }: Numbered,
  keys: readonly string[],
  { after, until, most, isLast }: { after: number; until: number; most: number; isLast: boolean },
): Promise<Content[]> {
  const known = (key: 'key' | 'parent_key') =>
    key === 'key'
      ? sql`exists (select 1 from import_records k where k.project_id = ${project.id} and k.key = r.key)`
      : sql`exists (select 1 from import_records k where k.project_id = ${project.id} and k.key = r.parent_key)`
  const ready = isLast ? sql`true` : sql`(r.parent_key is null or ${known('parent_key')})`
  const rows = await sql<ContentRow[]>`
    select r.* from unnest(${keys}::uuid[]) as m (key) cross join lateral (
      select * from import_rows r
      where r.import_number = ${number} and r.post_key = m.key and r.line > ${after} and r.line <= ${until} and r.kind = 'comment' offset 0) as r
    where not ${known('key')} and ${ready} order by r.line limit ${most}`
  return rows.map(toContent)
}

export interface Marks {
  readonly votes: number
  readonly comments: number
}

/** How many votes and comments wait for each of these posts. */
export async function countMarks(
  { sql }: Call,
  { number }: Numbered,
  keys: readonly string[],
): Promise<Map<string, Marks>> {
  const rows = await sql<{ key: string; votes: number; comments: number }[]>`
    select m.key, r.votes, r.comments from unnest(${keys}::uuid[]) as m (key) cross join lateral (
      select count(*) filter (where r.kind = 'vote') as votes, count(*) filter (where r.kind = 'comment') as comments
      from import_rows r where r.import_number = ${number} and r.post_key = m.key offset 0) as r`
  return new Map(rows.map(({ key, votes, comments }) => [compact(key), { votes, comments }]))
}

/** The line of the last of the next votes and comments of a post; undefined if there are none. */
export async function selectPageEnd(
  { sql }: Call,
  { number }: Numbered,
  postKey: string,
  after: number,
  most: number,
): Promise<{ line: number; count: number } | undefined> {
  const [row] = await sql<{ line: number | null; count: number }[]>`
    select max(line) as line, count(*) filter (where kind <> 'post') as count from (
      select line, kind from import_rows where import_number = ${number} and post_key = ${postKey}::uuid and line > ${after} order by line limit ${most}) as page`
  return row && row.line !== null ? { line: row.line, count: row.count } : undefined
}

export interface CastVotes {
  readonly postId: Id<'post'>
  readonly count: number
  readonly trend: number
  /** The voters, if they are asked for. */
  readonly userIds: readonly Id<'user'>[]
}

export interface CastLines {
  readonly after: number
  readonly until: number
  readonly areNew: boolean
  readonly namesVoters: boolean
}

/**
 * Casts the votes for these posts that stand in the lines after `after`, up to `until`. Somebody who voted already, or withdrew the vote here, is left out.
 * `areNew`: this transaction made the posts.
 */
export async function castStagedVotes(
  call: ProjectCall,
  { number }: Numbered,
  posts: ReadonlyMap<string, Id<'post'>>,
  { after, until, areNew, namesVoters }: CastLines,
): Promise<CastVotes[]> {
  const { sql, now, project } = call
  const coming = sql`
    select m.post_id, (select k.target_id from import_records k where k.project_id = ${project.id} and k.key = r.person_key) as user_id,
      coalesce(r.at, ${now}::timestamptz) as at
    from unnest(${[...posts.keys()]}::uuid[], ${[...posts.values()]}::text[]) as m (key, post_id) cross join lateral (
      select r.person_key, r.at from import_rows r
      where r.import_number = ${number} and r.post_key = m.key and r.line > ${after} and r.line <= ${until} and r.kind = 'vote' offset 0) as r`
  const rows = await sql<{ post_id: Id<'post'>; count: number; trend: number; user_ids: Id<'user'>[] | null }[]>`
    with cast_votes as (${importedVotes(call, coming, { importNumber: number, areNew })}),
    times as (select post_id, user_id, ${inHalfLives(sql, sql`created_at`)} as at from cast_votes where is_new),
    newest as (select post_id, max(at) as at from times group by post_id)
    select t.post_id, count(*) as count, ${trendOfAll(sql, sql`t.at`, sql`n.at`)} as trend,
      case when ${namesVoters}::boolean then array_agg(t.user_id) end as user_ids
    from times t join newest n on n.post_id = t.post_id group by t.post_id, n.at`
  return rows.map((row) => ({ postId: row.post_id, count: row.count, trend: row.trend, userIds: row.user_ids ?? [] }))
}

/**
 * Faults that only the whole file shows, for the posts whose keys lie in a part of all keys: a post that is there twice, and votes and comments for a
 * post that is neither in the file nor known. Posts that are known from an earlier import are named too.
 */
export async function selectPostFaults(
  { sql, project }: ProjectCall,
  { number }: Numbered,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<{ faults: LineFault[]; known: string[] }> {
  const rows = await sql<{ key: string; line: number; is_twice: boolean; is_known: boolean; others: number }[]>`
    select g.*, exists (select 1 from import_records k where k.project_id = ${project.id} and k.key = g.key) as is_known from (
      select post_key as key, count(*) filter (where kind = 'post') > 1 as is_twice,
        case when count(*) filter (where kind = 'post') > 1 then max(line) filter (where kind = 'post') else min(line) end as line,
        count(*) - 1 as others
      from import_rows where import_number = ${number} and post_key >= ${from}::uuid and post_key <= ${to}::uuid
      group by post_key having count(*) filter (where kind = 'post') <> 1) as g order by line`
  const faults = rows.flatMap(({ line, is_twice, is_known, others }) => {
    if (is_twice) return [{ line, detail: 'another post in the file has the same external_id; the first one counts' }]
    const more = others > 0 ? `, and ${others} more lines for it` : ''
    return is_known ? [] : [{ line, detail: `the post that it belongs to is not in the file${more}` }]
  })
  return { faults, known: rows.filter((row) => !row.is_twice && row.is_known).map(({ key }) => key) }
}

/** Comments whose parent is neither in the file nor known; they are added as comments on the post. */
export async function selectOrphans(
  { sql, project }: ProjectCall,
  { number }: Numbered,
  after: number,
  most: number,
): Promise<{ lines: number[]; last: number | undefined }> {
  const rows = await sql<{ line: number; is_orphan: boolean }[]>`
    select r.line, r.parent_key is not null
        and not exists (select 1 from import_rows p
          where p.import_number = ${number} and p.post_key = r.post_key and p.kind = 'comment' and p.key = r.parent_key)
        and not exists (select 1 from import_records k where k.project_id = ${project.id} and k.key = r.parent_key) as is_orphan
    from (select * from import_rows where import_number = ${number} and kind = 'comment' and kind <> 'vote' and line > ${after} order by line limit ${most}) as r
    order by r.line`
  return { lines: rows.filter((row) => row.is_orphan).map(({ line }) => line), last: rows.at(-1)?.line }
}

function toContent(row: ContentRow): Content {
  return {
    line: row.line,
    key: compact(row.key),
    postKey: row.post_key === null ? undefined : compact(row.post_key),
    personKey: row.person_key === null ? undefined : compact(row.person_key),
    parentKey: row.parent_key === null ? undefined : compact(row.parent_key),
    at: row.at ?? undefined,
    content: row.content ?? {},
  }
}

/** As `keyOf` writes it: PostgreSQL puts hyphens into a uuid. */
function compact(key: string): string {
  return key.replaceAll('-', '')
}
