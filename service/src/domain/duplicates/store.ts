import type { Id } from '../../foundation/ids/index.ts'
import { type Page, type PageRequest, pageOf, rowsFor } from '../../foundation/paging/index.ts'
import type { Part } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'
import type { Found } from './compare.ts'

/** So many pairs of a project wait at most; those that are most alike. */
export const MOST_OPEN = 1_000
/** More than this at once are removed by the portions that follow. */
const REMOVED_AT_ONCE = 100

export const SUGGESTION_STATES = ['open', 'dismissed'] as const
export type SuggestionState = (typeof SUGGESTION_STATES)[number]

export interface PairPlace {
  readonly score: number
  readonly postId: string
  readonly otherId: string
}

/** The older post comes first. */
export interface Pair {
  readonly postId: Id<'post'>
  readonly otherId: Id<'post'>
  readonly score: number
  readonly state: SuggestionState
  readonly foundAt: Date
}

interface PairRow {
  post_id: Id<'post'>
  other_id: Id<'post'>
  score: number
  state: SuggestionState
  found_at: Date
}

/** What was found about a post replaces what was found before. A pair that the team told apart is not suggested again. */
export async function replaceSuggestions(
  { sql, now, project }: ProjectCall,
  postId: Id<'post'>,
  found: readonly Found[],
): Promise<void> {
  const others = found.map(({ otherId }) => otherId)
  await sql`
    delete from duplicate_suggestions d where d.ctid = any (array(
      select a.ctid from duplicate_suggestions a
      where a.project_id = ${project.id} and a.post_id = ${postId} and a.state = 'open' and a.other_id <> all (${others})
      union all
      select b.ctid from duplicate_suggestions b
      where b.project_id = ${project.id} and b.other_id = ${postId} and b.state = 'open' and b.post_id <> all (${others})))`
  if (found.length === 0) return
  await sql`
    insert into duplicate_suggestions as d (project_id, post_id, other_id, score, found_at)
    select ${project.id}, least(f.id, ${postId}::text collate "C"), greatest(f.id, ${postId}::text collate "C"), f.score, ${now}
    from unnest(${others}::text[] collate "C", ${found.map(({ score }) => score)}::smallint[]) as f (id, score)
    where not exists (
      select 1 from post_likenesses k where k.project_id = ${project.id} and k.is_distinct
        and ((k.post_id = f.id and k.other_id = ${postId}) or (k.post_id = ${postId} and k.other_id = f.id)))
    on conflict (project_id, post_id, other_id) do update set score = excluded.score where d.state = 'open'`
}

/** Removes what is more than a project may have, the least alike first. */
export async function trimSuggestions({ sql, project }: ProjectCall): Promise<void> {
  await sql`
    delete from duplicate_suggestions d where d.ctid = any (array(
      select t.ctid from duplicate_suggestions t where t.project_id = ${project.id} and t.state = 'open'
      order by t.score desc, t.post_id desc, t.other_id desc offset ${MOST_OPEN} limit ${REMOVED_AT_ONCE}))`
}

/** Pairs of which both posts are on the board. */
function onBoard({ sql }: ProjectCall): Part {
  const listed = (id: Part) => sql`
    cross join lateral (
      select 1 from post_standings s where s.project_id = d.project_id and s.post_id = ${id} and s.is_listed offset 0)`
  return sql`duplicate_suggestions d ${listed(sql`d.post_id`)} as p ${listed(sql`d.other_id`)} as o`
}

/** The most alike first. */
export async function selectPairs(
  call: ProjectCall,
  state: SuggestionState,
  { limit, after }: PageRequest<PairPlace>,
): Promise<Page<Pair, PairPlace>> {
  const { sql, project } = call
  const rows = await sql<PairRow[]>`
    select d.post_id, d.other_id, d.score, d.state, d.found_at from ${onBoard(call)}
    where d.project_id = ${project.id} and d.state = ${state}
      ${after ? sql`and (d.score, d.post_id, d.other_id) < (${after.score}::smallint, ${after.postId}, ${after.otherId})` : sql``}
    order by d.score desc, d.post_id desc, d.other_id desc ${rowsFor(sql, limit)}`
  return pageOf(rows, limit, toPair, ({ score, post_id, other_id }) => ({ score, postId: post_id, otherId: other_id }))
}

export async function countPairs(call: ProjectCall, most: number): Promise<number> {
  const { sql, project } = call
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from ${onBoard(call)} where d.project_id = ${project.id} and d.state = 'open' limit ${most}) as pairs`
  return row?.count ?? 0
}

export async function selectPair(
  { sql, project }: ProjectCall,
  ids: readonly [string, string],
): Promise<Pair | undefined> {
  const [row] = await sql<PairRow[]>`
    select d.post_id, d.other_id, d.score, d.state, d.found_at from duplicate_suggestions d
    where d.project_id = ${project.id} and d.post_id = ${ids[0]} and d.other_id = ${ids[1]}`
  return row && toPair(row)
}

/** Returns whether it was in another state before. */
export async function updateState(
  { sql, project }: ProjectCall,
  ids: readonly [string, string],
  state: SuggestionState,
): Promise<boolean> {
  const rows = await sql`
    update duplicate_suggestions set state = ${state}
    where project_id = ${project.id} and post_id = ${ids[0]} and other_id = ${ids[1]} and state <> ${state} returning 1`
  return rows.length > 0
}

function toPair(row: PairRow): Pair {
  return {
    postId: row.post_id,
    otherId: row.other_id,
    score: row.score,
    state: row.state,
    foundAt: row.found_at,
  }
}
