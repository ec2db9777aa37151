import type { Id } from '../../../foundation/ids/index.ts'
import {
  lightEnough,
  MOST_BYTES_A_PAGE,
  type Page,
  type PageRequest,
  pageOf,
  rowsFor,
  type Weighed,
} from '../../../foundation/paging/index.ts'
import { columns, type Part, type Query, type Sql } from '../../../foundation/storage/index.ts'
import type { Call, Permitted, ProjectCall, ServiceCall } from '../../call/index.ts'
import { inSight } from '../../categories/fragments.ts'
import { FLAG_COLUMNS } from '../members.ts'
import { type Post, type PostRow, toPost } from '../post.ts'
import { postColumns, postColumnsUpTo, postJoins, statusAndAuthor, type Texts } from '../store.ts'
import { type Asked, conditionsOf, FLAGS, OF_STANDING, partsOf } from './conditions-store.ts'
import type { PostFilter, PostPlace, PostSort } from './filter.ts'

/** Longer than a transaction lasts, because its rows carry the time when it began. */
const LONGEST_TRANSACTION_MS = 60_000

type KeyedRow = PostRow & { key: number | Date; snapshot: string }
/** A row whose texts were too large to be read with the others. */
type WithoutTexts = Omit<KeyedRow, 'body' | 'body_html'> & { body: null; body_html: null }

function hasTexts(row: KeyedRow | WithoutTexts): row is KeyedRow {
  return row.body !== null
}

/** The sort key of each order, from a standing (s) or an earlier standing (m). */
function keyOf(sql: Sql, sort: PostSort, of: 's' | 'm'): Part {
  switch (sort) {
    case 'top':
      return of === 's' ? sql`s.vote_count` : sql`m.vote_count`
    case 'trending':
      return of === 's' ? sql`s.trend` : sql`m.trend`
    case 'updated':
      return of === 's' ? sql`s.updated_at` : sql`m.updated_at`
    case 'new':
      return sql`s.created_at`
  }
}

/**
 * Posts with a value are read in the order of the list, or found by the index of values. PostgreSQL would have to know how many there are, and where: of a
 * new project it knows nothing. So the beginning of the list is looked at. If it has too few of them, the index says whether they are few. Both questions stop
 * early. A wrong choice costs time; the page is the same.
 */
export async function selectPage(
  call: ProjectCall,
  filter: PostFilter,
  sort: PostSort,
  page: PageRequest<PostPlace>,
  texts: Texts,
): Promise<Page<Post, PostPlace>> {
  const { words, fieldValues } = filter
  const read = (narrowed: Narrowed) => readPage(call, narrowed, sort, page, texts)
  if (fieldValues === undefined || words !== undefined) return read(filter)
  if (page.after) {
    if (await isSoonFull(call, filter, sort, page.limit, page.after)) return read(filter)
  } else {
    const near = await read({ ...filter, isNear: true })
    if (near.next) return near
  }
  return read({ ...filter, isByValue: await areFew(call, fieldValues) })
}

async function readPage(
  call: ProjectCall,
  filter: Narrowed,
  sort: PostSort,
  page: PageRequest<PostPlace>,
  texts: Texts,
): Promise<Page<Post, PostPlace>> {
  const { now, project } = call
  const { limit, after } = page
  const rows = await rowsOfPage(call, filter, sort, page, texts)
  return pageOf(
    rows,
    limit,
    (row) => toPost(project, row),
    (row) => ({
      key: row.key instanceof Date ? row.key.toISOString() : row.key,
      id: row.id,
      snapshot: after?.snapshot ?? row.snapshot,
      since: after?.since ?? now.toISOString(),
    }),
  )
}

/**
 * To weigh a page of whole texts takes PostgreSQL a tenth of its time. So it is first read without texts that are larger than their share of what a page may hold.
 * Few posts have such texts; a page with one of them is read again, and weighed.
 */
async function rowsOfPage(
  call: ProjectCall,
  filter: Narrowed,
  sort: PostSort,
  page: PageRequest<PostPlace>,
  texts: Texts,
): Promise<readonly (KeyedRow & Weighed)[]> {
  const { sql } = call
  const { limit, mostBytes } = page
  const order = sql`key desc, id desc`
  const planned = <Row extends object>(statement: Query<Row[]>) => {
    if (filter.words !== undefined) statement.asSearch()
    if (!hasOnePlan(filter, sort)) statement.plannedAnew()
    else if (texts === 'beginning' && !page.after) statement.asLookUp() // whole texts and what moved meanwhile would hold up others
    return statement
  }
  const postsWith = (columns: Part) => postsOf(call, filter, sort, page, columns)
  if (mostBytes === undefined) {
    // A page of beginnings is a quarter of what a page may hold, at most.
    const share = Math.floor(MOST_BYTES_A_PAGE / (limit + 1))
    const posts = postsWith(texts === 'beginning' ? postColumns(call, texts) : postColumnsUpTo(call, share))
    const rows = await planned(sql<(KeyedRow | WithoutTexts)[]>`${posts} order by ${order}`)
    if (rows.every(hasTexts)) return rows
  }
  return planned(lightEnough<KeyedRow>(sql, postsWith(postColumns(call, texts)), order, { mostBytes }))
}

/**
 * Materialized, so that the posts are joined by the project of a row, not by a constant. For a new project PostgreSQL expects no rows, and would
 * consider any index with the project as good as the primary key.
 */
function postsOf(
  call: ProjectCall,
  filter: Narrowed,
  sort: PostSort,
  { limit, after }: PageRequest<PostPlace>,
  columns: Part,
): Part {
  const { sql } = call
  const page = after ? nextPage(call, filter, sort, limit, after) : firstPage(call, filter, sort, limit)
  return sql`
    with ${page}
    select ${columns}, s.key, ${after ? sql`''` : wholeSnapshot(sql)} as snapshot
    from page s join posts p on p.project_id = s.project_id and p.id = s.post_id ${statusAndAuthor(call)}`
}

/** A filter, and whether its posts are found by the index of values, or among the first posts of the list alone. */
type Narrowed = PostFilter & { readonly isByValue?: boolean; readonly isNear?: boolean }
/** As many pages of the list's own order are looked at, before the index of values is asked. They hold a page of what every tenth post has. */
const PAGES_LOOKED_AT = 16
/** Posts with a value that are all read, and then sorted. */
const MOST_OF_A_VALUE = 2_000

/**
 * Whether the next few pages of all posts have enough posts for one page of this filter. A first page is read at once instead (`isNear`); a later one also has
 * posts that moved, which say nothing about those that did not.
 */
async function isSoonFull(
  call: ProjectCall,
  filter: PostFilter,
  sort: PostSort,
  limit: number,
  after: PostPlace,
): Promise<boolean> {
  const { sql } = call
  const rows = await sql`
    select 1 from ${firstOf(call, sort, limit, sql`and ${isBeyond(sql, sort, after)}`)} ${joinsOf(sql, filter)}
    where ${inSight(call)} ${conditionsOf(sql, filter)} ${rowsFor(sql, limit)}`.plannedAnew()
  return rows.length > limit
}

/** The standings s of the next few pages of all posts. */
function firstOf({ sql, project }: ProjectCall, sort: PostSort, limit: number, also: Part): Part {
  return sql`(
    select * from post_standings s where s.project_id = ${project.id} and s.is_listed ${also}
    order by ${keyOf(sql, sort, 's')} desc, s.post_id desc ${unforeseen(sql, PAGES_LOOKED_AT * (limit + 1))}) as s`
}

async function areFew({ sql }: ProjectCall, values: string): Promise<boolean> {
  const rows = await sql`select 1 from posts f where ${hasValues(sql, values)} limit ${MOST_OF_A_VALUE + 1}`
  return rows.length <= MOST_OF_A_VALUE
}

/** By the index of values: PostgreSQL does not know these values when it plans, and expects few posts. If it expected many, it would read the whole table. */
function hasValues(sql: Sql, values: string): Part {
  return sql`f.field_values @> (select ${values}::jsonb)`
}

/** A limit that PostgreSQL does not know when it plans. If it knew that it is above the number of rows that it expects, it would sort all rows. */
function unforeseen(sql: Sql, limit: number): Part {
  return sql`limit (select ${limit}::int)`
}

/** Flags are part of the statement's text and each flag has one index, so the plan is the same for every project. */
function hasOnePlan(filter: PostFilter, sort: PostSort): boolean {
  return isByStatus(filter, sort) || isByCategory(filter, sort) || partsOf(filter).every((name) => FLAGS.has(name))
}

/** Whether `standings_by_status` has each of the statuses in the order of the list. */
function isByStatus(filter: PostFilter, sort: PostSort): filter is PostFilter & Pick<Asked, 'statusIds'> {
  return sort === 'top' && partsOf(filter).join() === 'statusIds'
}

/** Whether `standings_by_category` has the posts in the order of the list. Those of the default category have no value, and are not in it. */
function isByCategory(filter: PostFilter, sort: PostSort): boolean {
  return sort === 'top' && partsOf(filter).join() === 'categoryId' && filter.categoryId !== null
}

/**
 * A replica does not tell which transactions were under way. If some were, the next page could not follow from this one: the statement fails there, and
 * the primary is asked instead. Behind a select, it is asked once for all rows.
 */
function wholeSnapshot(sql: Sql): Part {
  return sql`
    (select case when pg_is_in_recovery() and pg_snapshot_xmin(pg_current_snapshot()) <> pg_snapshot_xmax(pg_current_snapshot())
      then pg_current_xact_id()::text else pg_current_snapshot()::text end)`
}

function firstPage(call: ProjectCall, filter: Narrowed, sort: PostSort, limit: number): Part {
  const { sql } = call
  return sql`page as materialized (${standings(call, filter, sort, limit, sql``)})`
}

/** The first standings, in the order of the list, that match the filter and the condition `also`. */
function standings(call: ProjectCall, filter: Narrowed, sort: PostSort, limit: number, also: Part): Part {
  const { sql, project } = call
  const key = keyOf(sql, sort, 's')
  const inOrder = sql`order by ${key} desc, s.post_id desc ${rowsFor(sql, limit)}`
  if (isByStatus(filter, sort))
    // The first ones of each status, even if few posts have that status.
    return sql`
      select s.*, ${key} as key from unnest(${filter.statusIds}::text[]) as asked (status_id) cross join lateral (
        select * from post_standings s
        where s.project_id = ${project.id} and s.status_id = asked.status_id and s.is_listed and ${inSight(call)} ${also} ${inOrder}) as s
      ${inOrder}`
  if (filter.isNear)
    return sql`
      select s.*, ${key} as key from ${firstOf(call, sort, limit, also)} ${joinsOf(sql, filter)}
      where ${inSight(call)} ${conditionsOf(sql, filter)} ${inOrder}`
  return sql`
    select s.*, ${key} as key from ${fromOf(sql, filter)}
    where s.project_id = ${project.id} and s.is_listed and ${inSight(call)} ${restOf(sql, filter)} ${also} ${inOrder}`
}

/** Creation does not change, so nothing moves in a list by creation. */
function nextPage(call: ProjectCall, filter: Narrowed, sort: PostSort, limit: number, after: PostPlace): Part {
  const { sql } = call
  const unmoved = (also: Part) => standings(call, filter, sort, limit, sql`and ${isBeyond(sql, sort, after)} ${also}`)
  if (sort === 'new') return sql`page as materialized (${unmoved(sql``)})`
  const before = keyOf(sql, sort, 'm')
  return sql`
    moves as (${movesSince(call, after)}),
    page as materialized (
      (${unmoved(sql`and s.post_id <> all (array(select post_id from moves))`)})
      union all
      (select s.*, ${before} as key
      from moves m cross join lateral (
        select * from post_standings where project_id = m.project_id and post_id = m.post_id offset 0) as s ${joinsOf(sql, filter)}
      where s.is_listed and ${inSight(call)} ${conditionsOf(sql, filter)} and ${isBeyond(sql, sort, after, 'm')})
      order by key desc, post_id desc ${rowsFor(sql, limit)})`
}

/** Whether a standing, or an earlier one, comes after a place in the list. */
function isBeyond(sql: Sql, sort: PostSort, { key, id }: PostPlace, of: 's' | 'm' = 's'): Part {
  const place = sort === 'new' || sort === 'updated' ? sql`${key}::timestamptz` : sql`${key}`
  return sql`(${keyOf(sql, sort, of)}, s.post_id) < (${place}, ${id})`
}

/** For each post that changed since the first page, the standing that it had then. */
function movesSince(
  { sql, project }: Call & { project: ProjectCall['project'] },
  { since, snapshot }: PostPlace,
): Part {
  const begin = new Date(new Date(since).getTime() - LONGEST_TRANSACTION_MS)
  return sql`
    select distinct on (post_id) project_id, post_id, vote_count, trend, updated_at from post_moves
    where project_id = ${project.id} and at > ${begin} and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)
    order by post_id, revision`
}

/**
 * Standings, with their posts f if the filter needs them. A search for words uses only the index of words: the first offset keeps the condition on
 * the project out of it (the words contain the project anyway), and the second one makes PostgreSQL look up the standings of the matches one by one.
 */
function fromOf(sql: Sql, filter: Narrowed): Part {
  const byKey = sql`cross join lateral (
      select * from post_standings s where s.project_id = f.project_id and s.post_id = f.id offset 0) as s`
  if (filter.isByValue && filter.fieldValues !== undefined)
    return sql`(select * from posts f where ${hasValues(sql, filter.fieldValues)} offset 0) as f ${byKey}`
  if (filter.words === undefined) return sql`post_standings s ${joinsOf(sql, filter)}`
  return sql`(
      select f.project_id, f.id, f.tag_ids, f.field_values, f.author_id, ${columns(sql, FLAG_COLUMNS, 'f')} from posts f
      where words_in(f.project_id, f.search) @@ ${filter.words}::tsquery offset 0) as f ${byKey}`
}

function joinsOf(sql: Sql, filter: PostFilter): Part {
  const ofPost = partsOf(filter).some((name) => !OF_STANDING.has(name))
  if (!ofPost) return sql``
  if (filter.fieldValues === undefined) return sql`join posts f on f.project_id = s.project_id and f.id = s.post_id`
  return sql`cross join lateral (select * from posts f where f.project_id = s.project_id and f.id = s.post_id offset 0) as f`
}

/** The conditions of a filter that `fromOf` does not cover. */
function restOf(sql: Sql, { words: _, isByValue, ...rest }: Narrowed): Part {
  if (!isByValue) return conditionsOf(sql, rest)
  const { fieldValues: __, ...others } = rest
  return conditionsOf(sql, others)
}

export async function selectImportNumber({ sql, project }: ProjectCall, id: string): Promise<number | undefined> {
  const [row] = await sql<
    { number: number }[]
  >`select number from imports where project_id = ${project.id} and id = ${id}`
  return row?.number
}

/** A user's posts that are not deleted, including waiting ones; the newest first. */
export async function selectPostsOf(
  call: Permitted<'board:read'>,
  authorId: Id<'user'>,
  { limit, after }: PageRequest<WrittenPlace>,
  texts: Texts = 'whole',
): Promise<Page<Post, WrittenPlace>> {
  const { sql, project } = call
  const posts = sql`
    select ${postColumns(call, texts)} from posts p ${postJoins(call)}
    where p.project_id = ${project.id} and p.author_id = ${authorId} and p.deleted_at is null
      ${after ? sql`and (p.created_at, p.id) < (${after.createdAt}::timestamptz, ${after.id})` : sql``}
    order by p.created_at desc, p.id desc ${rowsFor(sql, limit)}`
  const rows = await lightEnough<PostRow>(sql, posts, sql`created_at desc, id desc`)
  return pageOf(
    rows,
    limit,
    (row) => toPost(project, row),
    (row) => ({ createdAt: row.created_at.toISOString(), id: row.id }),
  )
}

/** The numbers and titles of the newest posts, from which their addresses are made. */
export async function selectAddresses(
  call: Permitted,
  most: number,
): Promise<{ readonly number: number; readonly title: string }[]> {
  const { sql, project } = call
  return sql`
    with newest as materialized (
      select s.project_id, s.post_id, s.created_at from post_standings s
      where s.project_id = ${project.id} and s.is_listed and ${inSight(call)} order by s.created_at desc, s.post_id desc limit ${most})
    select p.number, p.title from newest n join posts p on p.project_id = n.project_id and p.id = n.post_id
    order by n.created_at desc, n.post_id desc`
}

export interface WrittenPlace {
  readonly createdAt: string
  readonly id: string
}

/** In portions, so that no statement runs long. Returns how many were removed. */
export async function deleteMovesBefore({ sql }: ServiceCall, time: Date): Promise<number> {
  const rows = await sql`
    delete from post_moves where ctid = any (array(select ctid from post_moves where at < ${time} limit 5000)) returning 1`
  return rows.length
}
