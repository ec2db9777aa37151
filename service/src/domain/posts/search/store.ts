import type { Id } from '../../../foundation/ids/index.ts'
import { type Part, requestedRows } from '../../../foundation/storage/index.ts'
import type { Call, ProjectCall, ServiceCall } from '../../call/index.ts'
import { hidesSome, inSight } from '../../categories/fragments.ts'
import { orLonger, type SearchQuery, wordsIn } from '../../search/index.ts'
import { liftOf, reachOf } from '../fragments.ts'
import { conditionsOf } from '../list/conditions-store.ts'
import type { PostFilter } from '../list/filter.ts'

/** At most this many matches are ranked; if there are more, those with the words in their titles, and then those with the most votes. */
const LOOKED_AT = 40
/**
 * If this many posts match, those with fewer votes are not looked up: the page is full without them. Posts from 16 votes with the words in their titles are found in
 * any case.
 */
const ENOUGH = 20
const MOVES_AT_ONCE = 500

/**
 * The title counts four times as much as the body; votes lift a post, but not above one that matches much better. A post with the words in its title
 * and many votes is found even if very many posts contain the words.
 */
export async function selectMatches(
  call: ProjectCall,
  { every }: SearchQuery,
  filter: PostFilter,
): Promise<Id<'post'>[]> {
  const { sql } = call
  const columns = sql`f.reach, ts_rank(${WEIGHTS}::float4[], f.search, ${every}::tsquery, 1) * ${liftFactor(call)} as rank`
  const titled = (reach: Part) => matchesOf(call, columns, reach, inTitle(call, every), filter)
  const known = sql`(select count(*) from high_titled)`
  const others = foremost(call, columns, anywhere(call, every), filter, { known })
  const isCutShort = sql`(
    select count(*) filter (where reach = 2) >= ${ENOUGH} or count(*) filter (where reach > 0) >= ${LOOKED_AT} from others)`
  const statement = sql<{ post_id: Id<'post'> }[]>`
    with high_titled as materialized (
      select * from ${titled(sql`2`)} as found limit ${LOOKED_AT}),
    others as materialized ${others},
    titled as materialized (
      select * from high_titled
      union all (
        select * from ${titled(sql`1`)} as found where ${isCutShort} limit ${LOOKED_AT} - ${known}))
    select post_id from (
      select * from titled
      union all (
        select * from others where post_id not in (select post_id from titled)
        limit (select ${LOOKED_AT} - count(*) from titled))) as m
    order by rank desc, post_id desc`
  const rows = await (isFiltered(filter) ? statement.plannedAnew() : statement).asSearch()
  return rows.map(({ post_id }) => post_id)
}

/** The weights of bodies (B) and titles (A); C and D are not used. */
const WEIGHTS = [0, 0, 0.25, 1]

function liftFactor(call: ProjectCall): Part {
  return call.sql`(1 + ${knownLift(call)} / 100::float8)`
}

/** The votes of a post are read if they were not counted yet. */
function knownLift({ sql }: ProjectCall): Part {
  return sql`coalesce(f.lift, (
    select ${liftOf(sql, sql`n.vote_count`)} from post_standings n where n.project_id = f.project_id and n.post_id = f.id))`
}

function isFiltered(filter: PostFilter): boolean {
  return Object.values(filter).some((asked) => asked !== undefined)
}

export interface Similar {
  readonly limit: number
  /** It is the title of a post, not one that somebody types at this moment. */
  readonly isFinished?: boolean
}

/**
 * Posts with all words, all but one, or any of them in the title. Posts with more of the words come first; with the same number, those whose title is
 * most similar to the typed text. Words that no title has do not count. If as many posts as asked for have all words but one, no others are looked up.
 *
 * While somebody types, the last word counts as the beginning of a longer one. If a post with many votes has all words then, of three or more, this is probably the idea
 * that is meant: posts with few votes may lack the last word, and no other.
 */
export async function selectSimilar(
  call: ProjectCall,
  { each, last }: SearchQuery,
  title: string,
  { limit, isFinished = false }: Similar,
): Promise<Id<'post'>[]> {
  const { sql } = call
  const words = [...new Set(each)] // two words may have the same stem
  const mayLackLetters = (word: string) => !isFinished && word === last
  const asTyped = words.map((word) => (mayLackLetters(word) ? orLonger(word) : word))
  const finished = words.filter((word) => !mayLackLetters(word))
  const any = words.join(' | ')
  const most = words.length > 2 ? allButOne(words) : words.join(' & ')
  const ofIdea = words.length > 2 && finished.length < words.length ? finished.join(' & ') : most
  const columns = sql`f.title, ts_filter(f.search, '{a}') as words, ${knownLift(call)} as lift`
  const hasAll = sql`words @@ ${asTyped.join(' & ')}::tsquery`
  const isFound = sql`(exists (select from high where ${hasAll}) or exists (select from middle where ${hasAll}))`
  /** `once`: what posts with few votes have to match once the idea is found. */
  const titled = (query: string, once: string) => {
    const asked = sql`(select case when ${isFound} then ${unforeseen(call, once)} else ${unforeseen(call, query)} end)`
    const others = once === query ? {} : { withFewVotes: isInTitle(call, asked) }
    return foremost(call, columns, inTitle(call, query), {}, others)
  }
  const rows = await sql<{ post_id: Id<'post'> }[]>`
    with most as materialized ${titled(most, ofIdea)},
    matches as materialized (
      select * from most
      union all
      select * from ${titled(any, ofIdea === most ? any : most)} as found
      where (select count(*) from most) < ${limit} and post_id not in (select post_id from most)),
    asked as materialized (
      select place, query::tsquery from unnest(${asTyped}::text[]) with ordinality as t (query, place)),
    hits as (
      select m.post_id, a.place from matches m join asked a on m.words @@ a.query),
    shares as (
      select post_id, count(*)::float8 / (select count(distinct place) from hits) as share from hits group by post_id)
    select m.post_id from shares h join matches m using (post_id)
    where h.share >= 0.5
    order by h.share + word_similarity(${title}, m.title) + m.lift / 500::float8 desc, m.post_id desc
    limit ${limit}`.asSearch()
  return rows.map(({ post_id }) => post_id)
}

/**
 * A tsquery for posts that have all words, or all but one: all of one part, and all but one of the other. To write out what is left without each word would be
 * much longer, and PostgreSQL goes through all of it for each post that has one of the words. For the same reason a word with many alternatives is a part of
 * its own.
 */
function allButOne(words: readonly string[]): string {
  const [longest = '', ...others] = words.toSorted((one, other) => other.length - one.length)
  if (words.length === 2) return `(${words.join(' | ')})`
  const isLongestAlone = longest.length > others.join('').length
  const count = isLongestAlone ? 1 : Math.floor(words.length / 2)
  const [first, second] = [[longest, ...others.slice(0, count - 1)], others.slice(count - 1)]
  const orOne = (some: readonly string[]) => (some.length === 1 ? [] : [allButOne(some)])
  return `((${[...orOne(first), ...second].join(' & ')}) | (${[...first, ...orOne(second)].join(' & ')}))`
}

/** The condition as the index has it. */
function anywhere(call: ProjectCall, query: string): Part {
  const { sql } = call
  return sql`words_in(f.project_id, f.search) @@ ${unforeseen(call, query)}`
}

function inTitle(call: ProjectCall, query: string): Part {
  return isInTitle(call, unforeseen(call, query))
}

function isInTitle({ sql }: ProjectCall, query: Part): Part {
  return sql`words_in(f.project_id, ts_filter(f.search, '{a}')) @@ ${query}`
}

/** Behind a select, PostgreSQL cannot know the words when it plans. If it did, it would plan the statement at each use, which takes longer than to run it. */
function unforeseen({ sql, project }: ProjectCall, query: string): Part {
  return sql`(select ${wordsIn(project.id, query)}::tsquery)`
}

/**
 * Columns of the matches, from the class with the most votes down, until enough were found: lower classes are then not read at all. `known`: how many of all
 * matches were found already by titles of the highest class. If absent, these are the titles: then both classes with many votes are looked up.
 * `withFewVotes`: what posts of the lowest class have to match; it may read `high` and `middle`.
 */
function foremost(
  call: ProjectCall,
  columns: Part,
  match: Part,
  filter: PostFilter,
  { known, withFewVotes = match }: { known?: Part; withFewVotes?: Part } = {},
): Part {
  const { sql } = call
  const matches = (reach: Part, asked = match) => matchesOf(call, columns, reach, asked, filter)
  const high = sql`(select count(*) from high)`
  const found = sql`(${high} + (select count(*) from middle))`
  const isMiddleAsked = known ? sql`greatest(${known}, ${high}) < ${ENOUGH}` : sql`${high} < ${LOOKED_AT}`
  return sql`(
    with high as materialized (
      select * from ${matches(sql`2`)} as found where ${known ?? sql`0`} < ${LOOKED_AT} limit ${LOOKED_AT}),
    middle as materialized (
      select * from ${matches(sql`1`)} as found where ${isMiddleAsked} limit ${LOOKED_AT} - ${high}),
    low as materialized (
      select * from ${matches(sql`0`, withFewVotes)} as found where greatest(${known ?? sql`0`}, ${found}) < ${ENOUGH} limit ${LOOKED_AT} - ${found})
    select * from high union all select * from middle union all select * from low)`
}

/**
 * Materialized, so that it is planned as if all matches were needed: a plan for the first few would read the posts one by one and assume
 * that many match. The words contain the project, and all other conditions stand behind an offset: so PostgreSQL can only use the index
 * of words, even if it knows nothing about the table or the project yet. Because of the second offset, standings that a filter needs are
 * looked up one by one for the matches. The categories of the matches are looked up only if one is hidden from the caller.
 */
function matchesOf(call: ProjectCall, columns: Part, reach: Part, match: Part, filter: PostFilter): Part {
  const { sql, project } = call
  const standings = isFiltered(filter)
    ? sql`cross join lateral (
        select s.* from post_standings s where s.project_id = f.project_id and s.post_id = f.id offset 0) as s`
    : sql``
  return sql`(
    with matched as materialized (
      select f.id as post_id, ${columns}
      from (select f.* from posts f where f.reach = ${reach} and ${match} offset 0) as f ${standings}
      left join lateral (
        select h.category_id from post_standings h
        where ${hidesSome(call)} and h.project_id = f.project_id and h.post_id = f.id offset 0) as h on true
      where f.project_id = ${project.id}
        and f.moderation_state = 'approved' and f.merged_into_id is null and f.deleted_at is null
        and ${inSight(call, sql`h.category_id`)} ${conditionsOf(sql, filter)})
    select * from matched)`
}

/**
 * Counts the votes of posts that were voted for in the last hour: their classes and lifts. Locked posts are left for the next run. A portion is short, because a
 * post may be written into all its indexes; the statement for all posts of a busy hour would be cancelled, and begin again at the next run. Returns what to continue
 * after.
 */
export async function countNewVotes(call: ServiceCall, from: string | undefined): Promise<string | undefined> {
  const { sql } = call
  const [project = '', at = '-infinity'] = from?.split('/') ?? []
  const moves = await sql<{ project_id: string; post_id: string; at: string }[]>`
    select m.project_id, m.post_id, m.at::text as at from post_moves m
    where (m.project_id, m.at) > (${project}, ${at}::timestamptz)
    order by m.project_id, m.at fetch first ${MOVES_AT_ONCE} rows with ties`
  const moved = sql`
    select distinct m.project_id, m.post_id from unnest(
      ${moves.map(({ project_id }) => project_id)}::text[], ${moves.map(({ post_id }) => post_id)}::text[]) as m (project_id, post_id)`
  await countVotes(call, moved, sql`f.reach <> n.reach or f.lift is null or abs(n.lift - f.lift) >= 3`)
  const last = moves.at(-1)
  return last && moves.length >= MOVES_AT_ONCE ? `${last.project_id}/${last.at}` : undefined
}

/** The same for those of these posts of a project whose class is another one. Of the others a search reads the votes. */
export async function countVotesOf(call: ProjectCall, posts: readonly string[]): Promise<void> {
  const { sql, project } = call
  await countVotes(
    call,
    sql`select project_id, id as post_id from ${requestedRows(sql, project.id, posts)} as w`,
    sql`f.reach <> n.reach`,
  )
}

/**
 * Looks each post up by its key, whatever the planner knows of the tables. `due`: of a post f and the numbers n that are right. A lift that is nearly right is left
 * as it is, because a post that is written anew may be written into all its indexes: that happens when its votes grew by about a third.
 */
async function countVotes({ sql }: Call, moved: Part, due: Part): Promise<void> {
  const counted = sql`${reachOf(sql, sql`s.vote_count`)} as reach, ${liftOf(sql, sql`s.vote_count`)} as lift`
  await sql`
    with moved as materialized (${moved})
    update posts p set (reach, lift) = (select ${counted} from post_standings s where s.project_id = p.project_id and s.post_id = p.id)
    where p.ctid = any (array(
      select due.ctid from moved m
      cross join lateral (
        select ${counted} from post_standings s where s.project_id = m.project_id and s.post_id = m.post_id offset 0) as n
      cross join lateral (
        select f.ctid from posts f where f.project_id = m.project_id and f.id = m.post_id
          and (${due})
        for no key update skip locked) as due))`
}
