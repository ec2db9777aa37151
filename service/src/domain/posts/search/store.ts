import type { Id } from '../../../foundation/ids/index.ts'
import type { ProjectCall } from '../../call.ts'
import { inTitle, type SearchQuery } from '../../search/index.ts'
import type { PostFilter } from '../list/list.ts'
import { conditionsOf } from '../list/store.ts'

/** Only so many are looked at closely; where more match, those with the most votes. */
const LOOKED_AT = 100

/** Title counts four times as much as body; votes lift a post, but not above one that answers much better. */
export async function selectMatches(call: ProjectCall, query: SearchQuery, filter: PostFilter): Promise<Id<'post'>[]> {
  const { sql } = call
  const rows = await sql<{ post_id: Id<'post'> }[]>`
    with matches as (${candidates(call, query.everyInTitle, filter)} union ${candidates(call, query.every, filter)})
    select m.post_id from matches m join posts p on p.project_id = ${call.project.id} and p.id = m.post_id
    order by ts_rank(${WEIGHTS}::float4[], p.search, ${query.every}::tsquery, 1) * (1 + 0.1 * ln(1 + greatest(m.vote_count, 0))) desc, m.post_id desc
    limit ${LOOKED_AT}`.plannedAnew()
  return rows.map(({ post_id }) => post_id)
}

/** Of bodies (B) and titles (A); C and D are not used. */
const WEIGHTS = [0, 0, 0.25, 1]

/**
 * Whoever has all words, all but one, or any of them in the title; most words first, and of those that have as many, the
 * title that looks most like what was typed. Words that no title has do not count.
 */
export async function selectSimilar(
  call: ProjectCall,
  { each }: SearchQuery,
  title: string,
  limit: number,
): Promise<Id<'post'>[]> {
  const { sql, project } = call
  const titles = each.map(inTitle)
  const allBut = titles.map((_, left) => titles.filter((_, place) => place !== left).join(' & '))
  const most = titles.length > 2 ? allBut.map((query) => `(${query})`).join(' | ') : titles.join(' & ')
  const rows = await sql<{ post_id: Id<'post'> }[]>`
    with matches as (
      ${candidates(call, titles.join(' & '), {})} union ${candidates(call, most, {})} union ${candidates(call, titles.join(' | '), {})}),
    hits as (
      select m.post_id, t.place from matches m join posts p on p.project_id = ${project.id} and p.id = m.post_id,
        unnest(${titles}::text[]) with ordinality as t (query, place)
      where p.search @@ t.query::tsquery),
    shares as (
      select post_id, count(*)::float8 / (select count(distinct place) from hits) as share from hits group by post_id)
    select m.post_id from shares h join matches m using (post_id) join posts p on p.project_id = ${project.id} and p.id = m.post_id
    where h.share >= 0.5
    order by h.share + word_similarity(${title}, p.title) + 0.02 * ln(1 + greatest(m.vote_count, 0)) desc, m.post_id desc
    limit ${limit}`.plannedAnew()
  return rows.map(({ post_id }) => post_id)
}

/** In the order of votes: a common word is found soon among the top ones, and a rare one has few to sort. */
function candidates({ sql, project }: ProjectCall, query: string, filter: PostFilter) {
  return sql`(
    select s.post_id, s.vote_count from post_standings s join posts f on f.project_id = s.project_id and f.id = s.post_id
    where s.project_id = ${project.id} and s.is_listed and f.project_id = ${project.id} and f.search @@ ${query}::tsquery
      ${conditionsOf(sql, filter)}
    order by s.vote_count desc, s.post_id desc limit ${LOOKED_AT})`
}
