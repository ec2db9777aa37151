import type { Id } from '../../foundation/ids/index.ts'
import { columns, type Part, type Sql } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { inSight } from '../categories/fragments.ts'
import { FLAG_COLUMNS } from './members.ts'
import { HALF_LIFE_MS, trendAt } from './standing/trend.ts'

/** The columns of the flags, from posts p. */
export function flagColumns(sql: Sql): Part {
  return columns(sql, FLAG_COLUMNS, 'p')
}

/**
 * Whether the caller, or the user with the id `person`, may know of a post p with the standing s: they see its category, and those of the posts that it
 * was merged into. A post that was merged into one that they do not see does not exist for them either.
 */
export function isPostInSight(call: ProjectCall, person?: Part): Part {
  const { sql } = call
  const isMergedInSight = areTargetsInSight(call, sql`p.merged_into_id`, person)
  return sql`(${inSight(call, sql`s.category_id`, person)} and (p.merged_into_id is null or ${isMergedInSight}))`
}

/** Whether they see the post with the id `first`, and those that it was merged into in turn. */
export function areTargetsInSight(call: ProjectCall, first: Part, person?: Part): Part {
  const { sql, project } = call
  // A scalar, not a join: without statistics PostgreSQL would read all standings of the project for it.
  const category = sql`(select g.category_id from post_standings g where g.project_id = ${project.id} and g.post_id = targets.id)`
  return sql`not exists (
    with recursive targets as (
      select ${first} as id
      union
      select m.merged_into_id from targets join posts m on m.project_id = ${project.id} and m.id = targets.id)
    select 1 from targets where targets.id is not null and not ${inSight(call, category, person)})`
}

/**
 * Title (A) and body (B) in a language. For PostgreSQL, "node.js" and "plug-in" are one word each; people search for their parts, and
 * domain/search cuts queries the same way.
 */
export function searchVector(sql: Sql, language: Part, title: Part, body: Part): Part {
  const words = (text: Part) => sql`translate(${text}, './\\:@_-+~=&?%#''"', '                ')`
  return sql`
    setweight(to_tsvector((${language})::regconfig, ${words(title)}), 'A') || setweight(to_tsvector((${language})::regconfig, ${words(body)}), 'B')`
}

/**
 * Parts of a statement that changes the standing of a post, for rooms that also change their own rows in it. Each part belongs to the `with` of the
 * statement, under the name that it has here: `with ${held}, …, ${moved(when)}, ${counted(change, when)} …`.
 */
export function standingParts({ sql, now, project }: ProjectCall, id: Id<'post'>) {
  return {
    /** The row of post_standings, locked until the transaction ends. The other two parts use it. */
    held: sql`
      held as (
        select s.* from post_standings s where s.project_id = ${project.id} and s.post_id = ${id} for no key update)`,
    /** Keeps the standing from before the change, so that the pages of a list stay consistent. */
    moved: (when: Part): Part => sql`
      moved as (
        insert into post_moves (project_id, post_id, revision, at, vote_count, trend, updated_at)
        select project_id, post_id, revision, ${now}::timestamptz, vote_count, trend, updated_at from held where ${when})`,
    /** Changes columns of post_standings s. */
    counted: (change: Part, when: Part): Part => sql`
      counted as (
        update post_standings s set ${change}, revision = s.revision + 1
        where s.project_id = ${project.id} and s.post_id = ${id} and ${when})`,
  }
}

/* The exponent of a difference is at least -500: a smaller one adds nothing, and PostgreSQL refuses to compute it. */

/** A time in half-lives, as `trendAt` counts it. */
export function inHalfLives(sql: Sql, time: Part): Part {
  return sql`extract(epoch from ${time})::float8 * 1000 / ${HALF_LIFE_MS}::float8`
}

/** The trend of the votes of two trends together. */
export function sumOfTrends(sql: Sql, one: Part, other: Part): Part {
  return sql`greatest(${one}, ${other}) + ln(1 + power(2::float8, greatest(-abs(${one} - ${other}), -500))) / ln(2::float8)`
}

/** The trend of a group of times in half-lives, of which `newest` is the last. */
export function trendOfAll(sql: Sql, time: Part, newest: Part): Part {
  return sql`${newest} + ln(sum(power(2::float8, greatest(${time} - ${newest}, -500)))) / ln(2::float8)`
}

export function trendWithVote(sql: Sql, time: Date): Part {
  return sumOfTrends(sql, sql`s.trend`, sql`${trendAt(time)}::float8`)
}

/** The class of a post by its votes. Searches look at the higher classes first. */
export function reachOf(sql: Sql, votes: Part): Part {
  return sql`(${votes} >= 16)::int + (${votes} >= 64)::int`
}

/** By how many hundredths its votes lift a post in a search. */
export function liftOf(sql: Sql, votes: Part): Part {
  return sql`round(10 * ln(1 + greatest(${votes}, 0)::float8))::smallint`
}

/**
 * The trend without a vote of that time, but never less than that of a post without votes. If that vote was so new that the others are lost beside it, it is
 * `recounted`.
 */
export function trendWithoutVote(sql: Sql, time: Part, recounted: Part): Part {
  const vote = inHalfLives(sql, time)
  return sql`
    greatest(${inHalfLives(sql, sql`s.created_at`)}, case when s.trend - ${vote} > 1e-9
      then s.trend + ln(1 - power(2::float8, greatest(${vote} - s.trend, -500))) / ln(2::float8) else ${recounted} end)`
}

/** The earliest mark of each person at posts that are merged into `to`. */
export function marksOfMerged({ sql, project }: ProjectCall, table: Part, to: Id<'post'>): Part {
  return sql`
    select distinct on (m.user_id) m.user_id, m.post_id, m.created_at
    from posts p join ${table} m on m.project_id = p.project_id and m.post_id = p.id
    where p.project_id = ${project.id} and p.merged_into_id = ${to}
    order by m.user_id, m.created_at, m.post_id`
}
