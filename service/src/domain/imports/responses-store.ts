import type { Id } from '../../foundation/ids/index.ts'
import type { Call, ProjectCall } from '../call/index.ts'
import { inHalfLives, trendOfAll } from '../posts/fragments.ts'
import { importedVotes } from '../votes/fragments.ts'
import { type Content, type ContentRow, compact, type Numbered, toContent } from './rows-store.ts'

/** The votes and comments that wait for a post. */
export interface Responses {
  readonly votes: number
  readonly comments: number
  /** Of the comments. */
  readonly characters: number
}

export async function countResponses(
  { sql }: Call,
  { number }: Numbered,
  keys: readonly string[],
): Promise<Map<string, Responses>> {
  const rows = await sql<(Responses & { key: string })[]>`
    select m.key, r.votes, r.comments, r.characters from unnest(${keys}::uuid[]) as m (key) cross join lateral (
      select count(*) filter (where r.kind = 'vote') as votes, count(*) filter (where r.kind = 'comment') as comments,
        coalesce(sum(r.size) filter (where r.kind = 'comment'), 0) as characters
      from import_rows r where r.import_number = ${number} and r.post_key = m.key offset 0) as r`
  return new Map(rows.map(({ key, ...counted }) => [compact(key), counted]))
}

/** Some staged rows, by their places: those after `after`, up to `until`. */
export interface RowRange {
  readonly after: number
  readonly until: number
  /** Only comments that answer another one, or everything else. Absent: both. */
  readonly areAnswers?: boolean
}

/** The last place of the next votes and comments of a post, and how many they are; undefined if there are none. */
export async function selectPageEnd(
  { sql }: Call,
  { number }: Numbered,
  postKey: string,
  { after, areAnswers }: { readonly after: number; readonly areAnswers: boolean },
  most: { readonly responses: number; readonly characters: number },
): Promise<{ until: number; count: number } | undefined> {
  const [row] = await sql<{ until: number | null; count: number }[]>`
    select max(place) as until, count(*) as count from (
      select place, size, sum(size) over (order by place) as characters from (
        select place, size from import_rows
        where import_number = ${number} and post_key = ${postKey}::uuid and place > ${after} and kind <> 'post'
          and (parent_key is not null) = ${areAnswers}::boolean
        order by place limit ${most.responses}) as next) as page
    where characters - size <= ${most.characters}`
  return row && row.until !== null ? { until: row.until, count: row.count } : undefined
}

/** Comments of some posts that are not there yet; those that answer none come first. */
export async function selectComments(
  { sql, project }: ProjectCall,
  { number }: Numbered,
  keys: readonly string[],
  { after, until, areAnswers }: RowRange,
): Promise<Content[]> {
  const chosen =
    areAnswers === undefined ? sql`true` : areAnswers ? sql`r.parent_key is not null` : sql`r.parent_key is null`
  const rows = await sql<ContentRow[]>`
    select r.* from unnest(${keys}::uuid[]) as m (key) cross join lateral (
      select * from import_rows r
      where r.import_number = ${number} and r.post_key = m.key and r.place > ${after} and r.place <= ${until} and r.kind = 'comment'
        and ${chosen} offset 0) as r
    where not exists (select 1 from import_records k where k.project_id = ${project.id} and k.key = r.key)
    order by r.parent_key is not null, r.place`
  return rows.map(toContent)
}

export interface CastVotes {
  readonly postId: Id<'post'>
  readonly count: number
  readonly trend: number
  /** The voters, if they are asked for. */
  readonly userIds: readonly Id<'user'>[]
}

/** Casts the votes for these posts. Somebody who voted already, or withdrew the vote here, is left out. `areNew`: this transaction made the posts. */
export async function castStagedVotes(
  call: ProjectCall,
  { number }: Numbered,
  posts: ReadonlyMap<string, Id<'post'>>,
  { after, until, areNew, namesVoters }: RowRange & { readonly areNew: boolean; readonly namesVoters: boolean },
): Promise<CastVotes[]> {
  const { sql, now, project } = call
  const coming = sql`
    select m.post_id, (select k.target_id from import_records k where k.project_id = ${project.id} and k.key = r.person_key) as user_id,
      coalesce(r.at, ${now}::timestamptz) as at
    from unnest(${[...posts.keys()]}::uuid[], ${[...posts.values()]}::text[]) as m (key, post_id) cross join lateral (
      select r.person_key, r.at from import_rows r
      where r.import_number = ${number} and r.post_key = m.key and r.place > ${after} and r.place <= ${until} and r.kind = 'vote' offset 0) as r`
  const rows = await sql<{ post_id: Id<'post'>; count: number; trend: number; user_ids: Id<'user'>[] | null }[]>`
    with cast_votes as (${importedVotes(call, coming, { importNumber: number, areNew })}),
    times as (select post_id, user_id, ${inHalfLives(sql, sql`created_at`)} as at from cast_votes where is_new),
    newest as (select post_id, max(at) as at from times group by post_id)
    select t.post_id, count(*) as count, ${trendOfAll(sql, sql`t.at`, sql`n.at`)} as trend,
      case when ${namesVoters}::boolean then array_agg(t.user_id) end as user_ids
    from times t join newest n on n.post_id = t.post_id group by t.post_id, n.at`
  return rows.map((row) => ({ postId: row.post_id, count: row.count, trend: row.trend, userIds: row.user_ids ?? [] }))
}
