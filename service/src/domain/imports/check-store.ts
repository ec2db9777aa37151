import type { Call, ProjectCall } from '../call/index.ts'
import { compact, type Numbered } from './rows-store.ts'

/** A post that one portion cannot add whole, or that is not there exactly once. */
export interface UnusualPost {
  readonly key: string
  readonly line: number
  readonly isTwice: boolean
  readonly isMissing: boolean
  /** From an earlier import. */
  readonly isKnown: boolean
  readonly isLarge: boolean
  /** How many lines are about it, beside the one that is named. */
  readonly others: number
}

/** Among the posts whose keys lie in a part of all keys. */
export async function selectUnusualPosts(
  { sql, project }: ProjectCall,
  { number }: Numbered,
  { from, to }: { readonly from: string; readonly to: string },
  most: { readonly responses: number; readonly characters: number },
): Promise<UnusualPost[]> {
  const rows = await sql<
    {
      key: string
      line: number
      posts: number
      is_known: boolean
      responses: number
      characters: number
      rows: number
    }[]
  >`
    select g.*, exists (select 1 from import_records k where k.project_id = ${project.id} and k.key = g.key) as is_known from (
      select post_key as key, count(*) filter (where kind = 'post') as posts, count(*) as rows,
        case when count(*) filter (where kind = 'post') > 1 then max(line) filter (where kind = 'post') else min(line) end as line,
        count(*) filter (where kind <> 'post') as responses, coalesce(sum(size) filter (where kind = 'comment'), 0) as characters
      from import_rows where import_number = ${number} and post_key >= ${from}::uuid and post_key <= ${to}::uuid
      group by post_key) as g
    where posts <> 1 or responses > ${most.responses} or characters > ${most.characters} order by line`
  return rows.map((row) => ({
    key: compact(row.key),
    line: row.line,
    isTwice: row.posts > 1,
    isMissing: row.posts === 0,
    isKnown: row.is_known,
    isLarge: row.responses > most.responses || row.characters > most.characters,
    others: row.rows - 1,
  }))
}

/** The lines of some rows, and the last place that was looked at; undefined if there is none. */
export interface LinesOfPage {
  readonly lines: readonly number[]
  readonly last: number | undefined
}

/** Removes comments whose key an earlier one has: the first counts. Threads need keys that are there once. */
export async function deleteDoubles(
  { sql }: Call,
  { number }: Numbered,
  after: number,
  most: number,
): Promise<LinesOfPage> {
  const [row] = await sql<PageRow[]>`
    with ${commentsAfter({ sql }, number, after, most)},
    doubles as materialized (
      select c.place, c.line from page c where c.place > (
        select f.place from import_rows f where f.import_number = ${number} and f.kind = 'comment' and f.key = c.key order by f.place limit 1)),
    deleted as (
      delete from import_rows where import_number = ${number} and place = any (array(select place from doubles)))
    select (select max(place) from page) as last, array(select line from doubles order by line)::text[] as lines`
  return toPage(row)
}

/** Comments whose parent is neither among those of the same post in the file nor known. From now on they answer none. */
export async function detachOrphans(
  { sql, project }: ProjectCall,
  { number }: Numbered,
  after: number,
  most: number,
): Promise<LinesOfPage> {
  const [row] = await sql<PageRow[]>`
    with ${commentsAfter({ sql }, number, after, most)},
    lost as (
      select c.place, c.line from page c where c.parent_key is not null
        and not exists (select 1 from import_rows p
          where p.import_number = ${number} and p.kind = 'comment' and p.key = c.parent_key and p.post_key = c.post_key)
        and not exists (select 1 from import_records k where k.project_id = ${project.id} and k.key = c.parent_key)),
    detached as (
      update import_rows r set parent_key = null from lost l where r.import_number = ${number} and r.place = l.place)
    select (select max(place) from page) as last, array(select line from lost order by line)::text[] as lines`
  return toPage(row)
}

/**
 * The board shows one level of answers. So a comment that answers an answer now answers what that one answers; after some rounds, all answer the first
 * comment of their thread. What answers an internal comment is internal. Returns the lines that changed.
 */
export async function liftAnswers(
  { sql }: Call,
  { number }: Numbered,
  after: number,
  most: number,
): Promise<LinesOfPage> {
  const [row] = await sql<PageRow[]>`
    with ${commentsAfter({ sql }, number, after, most)},
    lifted as (
      update import_rows r set parent_key = p.parent_key,
        content = case when (p.content ->> 'isInternal')::boolean then r.content || '{"isInternal": true}' else r.content end
      from page c join import_rows p on p.import_number = ${number} and p.kind = 'comment' and p.key = c.parent_key and p.post_key = c.post_key
      where r.import_number = ${number} and r.place = c.place and p.parent_key is not null returning r.line)
    select (select max(place) from page) as last, array(select line from lifted order by line)::text[] as lines`
  return toPage(row)
}

/** Comments that still answer an answer: they answer each other in a circle, or their thread is too deep. From now on they answer none. */
export async function detachAnswers(
  { sql }: Call,
  { number }: Numbered,
  after: number,
  most: number,
): Promise<LinesOfPage> {
  const [row] = await sql<PageRow[]>`
    with ${commentsAfter({ sql }, number, after, most)},
    detached as (
      update import_rows r set parent_key = null
      from page c join import_rows p on p.import_number = ${number} and p.kind = 'comment' and p.key = c.parent_key and p.post_key = c.post_key
      where r.import_number = ${number} and r.place = c.place and p.parent_key is not null returning r.line)
    select (select max(place) from page) as last, array(select line from detached order by line)::text[] as lines`
  return toPage(row)
}

/** Posts of the file that are known by another title. */
export async function selectOtherTitles(
  { sql, project }: ProjectCall,
  { number }: Numbered,
  after: number,
  most: number,
): Promise<LinesOfPage> {
  const [row] = await sql<PageRow[]>`
    with page as (
      select ${project.id}::text as project_id, place, line, key, content ->> 'title' as title from import_rows
      where import_number = ${number} and kind = 'post' and kind <> 'vote' and place > ${after} order by place limit ${most})
    select (select max(place) from page) as last, array(
      select c.line from page c
      cross join lateral (select k.target_id from import_records k where k.project_id = c.project_id and k.key = c.key offset 0) as k
      cross join lateral (select p.title from posts p where p.project_id = c.project_id and p.id = k.target_id offset 0) as p
      where p.title <> c.title order by c.line)::text[] as lines`
  return toPage(row)
}

interface PageRow {
  last: number | null
  lines: string[]
}

function commentsAfter({ sql }: Pick<Call, 'sql'>, number: number, after: number, most: number) {
  return sql`page as (
    select place, line, key, post_key, parent_key from import_rows
    where import_number = ${number} and kind = 'comment' and kind <> 'vote' and place > ${after} order by place limit ${most})`
}

function toPage(row: PageRow | undefined): LinesOfPage {
  return { lines: row?.lines.map(Number) ?? [], last: row?.last ?? undefined }
}
