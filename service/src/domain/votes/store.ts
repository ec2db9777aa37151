import type { Id } from '../../foundation/ids/index.ts'
import type { Part, Sql } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { inSight } from '../categories/fragments.ts'
import { eventRow } from '../events/fragments.ts'
import {
  inHalfLives,
  marksOfMerged,
  standingParts,
  trendOfAll,
  trendWithoutVote,
  trendWithVote,
} from '../posts/fragments.ts'
import type { StatusCategory } from '../statuses/index.ts'
import { isNotWithdrawn } from './fragments.ts'

/** The state of the post and of the vote before the change. */
export interface Outcome {
  readonly isListed: boolean
  readonly category: StatusCategory
  /** Whether the vote was there before. */
  readonly hadVoted: boolean
}

interface OutcomeRow {
  is_listed: boolean
  category: StatusCategory
  had_voted: boolean
}

/**
 * One statement: it locks the standing and counts the vote only if it inserted a row. Undefined if there is no such
 * post. Done and closed posts take no votes, unless the vote is `imported` with its time. A vote that a merge brought
 * becomes a vote for this post itself, and is an event too: an unmerge leaves it there.
 */
export async function insertVote(
  call: ProjectCall,
  postId: Id<'post'>,
  userId: Id<'user'>,
  imported?: Date,
): Promise<Outcome | undefined> {
  const { sql, now, project } = call
  const { held, moved, counted } = standingParts(call, postId)
  const at = imported ?? now
  const isOpen = imported ? sql`true` : sql`${categoryOf(call)} not in ('done', 'closed')`
  const account = imported ? noAccount(sql) : accountOfVoter(call, userId)
  const cast = sql`exists (select 1 from cast_vote where is_new)`
  const change = sql`vote_count = s.vote_count + 1, trend = ${trendWithVote(sql, at)}`
  const [row] = await sql<OutcomeRow[]>`
    with ${held},
    cast_vote as (
      insert into votes (project_id, post_id, user_id, created_at${account.columns})
      select ${project.id}, ${postId}, ${userId}, ${at}::timestamptz${account.values} from held h
      where ${isListed(call)} and ${isOpen}
      on conflict (project_id, post_id, user_id) do update set merged_from = null where votes.merged_from is not null
      returning xmax = 0 as is_new),
    ${moved(cast)},
    ${counted(change, cast)},
    noted as (${eventRow(call, { type: 'vote.cast', subject: postId, post: postId, data: { user_id: userId } }, { when: sql`exists (select 1 from cast_vote)` })})
    ${outcome(call, postId, userId, sql`(select not is_new from cast_vote)`)}`
  return row && toOutcome(row)
}

/** Further columns of a new vote, and their values. */
interface FurtherColumns {
  readonly columns: Part
  readonly values: Part
}

function noAccount(sql: Sql): FurtherColumns {
  return { columns: sql``, values: sql`` }
}

/** The account of the voter and its value, as they are now. A project that names no such trait does not look for them. */
function accountOfVoter({ sql, project }: ProjectCall, userId: Id<'user'>): FurtherColumns {
  const { accountTrait, valueTrait } = project
  if (accountTrait === undefined) return noAccount(sql)
  const ofVoter = (what: Part) => sql`
    (select ${what} from users u where u.project_id = ${project.id} and u.id = ${userId})`
  return {
    columns: sql`, account, account_value`,
    values: sql`,
      ${ofVoter(sql`account_in(u.traits, ${accountTrait}::text)`)}, ${ofVoter(sql`value_in(u.traits, ${valueTrait}::text)`)}`,
  }
}

/** So many other votes are read at most to withdraw one. */
const MOST_RECOUNTED = 15

/** In a project with imports it is remembered, because no import may cast it again. */
export async function deleteVote(
  call: ProjectCall,
  postId: Id<'post'>,
  userId: Id<'user'>,
): Promise<Outcome | undefined> {
  const { sql, project } = call
  const { held, moved, counted } = standingParts(call, postId)
  const withdrawn = sql`exists (select 1 from withdrawn_vote)`
  // The vote itself is not gone before the statement ends. Of many votes the newest are enough: they weigh most, and all of them are very old.
  const recounted = sql`(${recountedTrend(call, postId, sql`user_id <> ${userId} order by created_at desc limit ${MOST_RECOUNTED}`)})`
  const trend = trendWithoutVote(sql, sql`(select created_at from withdrawn_vote)`, recounted)
  const change = sql`vote_count = s.vote_count - 1, trend = ${trend}`
  const happening = { type: 'vote.withdrawn', subject: postId, post: postId, data: { user_id: userId } } as const
  const [row] = await sql<OutcomeRow[]>`
    with ${held},
    withdrawn_vote as (
      delete from votes v using held h
      where v.project_id = ${project.id} and v.post_id = ${postId} and v.user_id = ${userId}
        and ${isListed(call)} and ${categoryOf(call)} not in ('done', 'closed')
      returning v.created_at),
    remembered as (
      insert into withdrawn_votes (project_id, post_id, user_id)
      select ${project.id}, ${postId}, ${userId} from withdrawn_vote
      where exists (select 1 from imports i where i.project_id = ${project.id})
      on conflict do nothing),
    ${moved(withdrawn)},
    ${counted(change, withdrawn)},
    noted as (${eventRow(call, happening, { when: withdrawn })})
    ${outcome(call, postId, userId, sql`(select true from withdrawn_vote)`)}`
  return row && toOutcome(row)
}

function recountedTrend({ sql, project }: ProjectCall, postId: Id<'post'>, which: Part): Part {
  return sql`
    with moments as (
      select created_at from post_standings where project_id = ${project.id} and post_id = ${postId}
      union all
      (select created_at from votes where project_id = ${project.id} and post_id = ${postId} and ${which})),
    times as (select ${inHalfLives(sql, sql`created_at`)} as at from moments),
    newest as (select max(at) as at from times)
    select ${trendOfAll(sql, sql`times.at`, sql`newest.at`)} as trend
    from times, newest group by newest.at`
}

/** Whether the held post is in lists, and the caller sees its category. */
function isListed(call: ProjectCall): Part {
  const { sql } = call
  return sql`(h.is_listed and ${inSight(call, sql`h.category_id`)})`
}

/** A scalar, not a join: a status that changes while we wait for the standing would make a join lose the row. */
function categoryOf({ sql }: ProjectCall) {
  return sql`(select t.category from statuses t where t.project_id = h.project_id and t.id = h.status_id)`
}

/**
 * `known` says whether the vote was there before, or null if the statement did not touch it. Only then the votes are read, since PostgreSQL may read all
 * votes of the post for it.
 */
function outcome(call: ProjectCall, postId: Id<'post'>, userId: Id<'user'>, known: Part) {
  const { sql, project } = call
  return sql`
    select ${isListed(call)} as is_listed, ${categoryOf(call)} as category, coalesce(${known}, exists (
      select 1 from votes v where v.project_id = ${project.id} and v.post_id = ${postId} and v.user_id = ${userId})) as had_voted
    from held h`
}

function toOutcome(row: OutcomeRow): Outcome {
  return { isListed: row.is_listed, category: row.category, hadVoted: row.had_voted }
}

/** The vote that writing a post implies; its standing was made with it. */
export async function insertFirstVote(
  call: ProjectCall,
  postId: Id<'post'>,
  userId: Id<'user'>,
  at: Date,
): Promise<void> {
  const { sql, now, project } = call
  const account = at < now ? noAccount(sql) : accountOfVoter(call, userId)
  await sql`
    with cast_vote as (
      insert into votes (project_id, post_id, user_id, created_at${account.columns})
      select ${project.id}, ${postId}, ${userId}, ${at}::timestamptz${account.values})
    ${eventRow(call, { type: 'vote.cast', subject: postId, post: postId, data: { user_id: userId } })}`
}

export async function hasVotesOfOthers(
  { sql, project }: ProjectCall,
  postId: Id<'post'>,
  userId: Id<'user'>,
): Promise<boolean> {
  const rows = await sql`
    select 1 from votes where project_id = ${project.id} and post_id = ${postId} and user_id <> ${userId} limit 1`
  return rows.length > 0
}

/** Copies the votes to the other post, each person once. Returns how many votes that added. */
export async function copyVotes({ sql, project }: ProjectCall, from: Id<'post'>, to: Id<'post'>): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    with copied as (
      insert into votes (project_id, post_id, user_id, created_at, merged_from, note, account, account_value)
      select project_id, ${to}, user_id, created_at, ${from}, note, account, account_value from votes where project_id = ${project.id} and post_id = ${from}
      on conflict do nothing returning 1)
    select count(*) as count from copied`
  return row?.count ?? 0
}

/** Some of the voters for a merged post whose votes the other post does not have. Nobody who withdrew the vote there is among them. */
export async function selectUncopied(
  call: ProjectCall,
  from: Id<'post'>,
  to: Id<'post'>,
  most: number,
): Promise<Id<'user'>[]> {
  const rows = await call.sql<{ user_id: Id<'user'> }[]>`
    select v.user_id ${uncopied(call, from, to)} order by v.user_id limit ${most}`
  return rows.map(({ user_id }) => user_id)
}

export async function countUncopied(call: ProjectCall, from: Id<'post'>, to: Id<'post'>): Promise<number> {
  const [row] = await call.sql<{ count: number }[]>`select count(*) as count ${uncopied(call, from, to)}`
  return row?.count ?? 0
}

function uncopied(call: ProjectCall, from: Id<'post'>, to: Id<'post'>) {
  const { sql, project } = call
  return sql`
    from votes v where v.project_id = ${project.id} and v.post_id = ${from}
      and not exists (select 1 from votes t where t.project_id = v.project_id and t.post_id = ${to} and t.user_id = v.user_id)
      and ${isNotWithdrawn(call, sql`${to}`, sql`v.user_id`)}`
}

/** Copies some votes for a merged post. Returns whose are new. */
export async function copyVotesOf(
  call: ProjectCall,
  from: Id<'post'>,
  to: Id<'post'>,
  users: readonly Id<'user'>[],
): Promise<Id<'user'>[]> {
  const { sql, project } = call
  const rows = await sql<{ user_id: Id<'user'> }[]>`
    insert into votes (project_id, post_id, user_id, created_at, merged_from, note, account, account_value)
    select v.project_id, ${to}, v.user_id, v.created_at, ${from}, v.note, v.account, v.account_value from votes v
    where v.project_id = ${project.id} and v.post_id = ${from} and v.user_id = any (${users})
      and ${isNotWithdrawn(call, sql`${to}`, sql`v.user_id`)}
    on conflict do nothing returning user_id`
  return rows.map(({ user_id }) => user_id)
}

/** How many votes a post lost, and how many are now from another post, with the time of that vote. */
export interface RemovedVotes {
  readonly lost: number
  readonly replaced: number
}

/** Removes the votes that `copyVotes` added and that were not withdrawn since. The post is no longer merged. */
export function removeCopiedVotes(call: ProjectCall, from: Id<'post'>, to: Id<'post'>): Promise<RemovedVotes> {
  return removeVotes(call, to, call.sql`k.merged_from = ${from}`)
}

/** Removes those whose origin is gone from the merged post. */
export function removeStaleVotes(call: ProjectCall, from: Id<'post'>, to: Id<'post'>): Promise<RemovedVotes> {
  const { sql } = call
  const isStale = sql`k.merged_from = ${from} and not exists (
    select 1 from votes v where v.project_id = k.project_id and v.post_id = ${from} and v.user_id = k.user_id)`
  return removeVotes(call, to, isStale)
}

/** Removes votes that an import brought. */
export function removeImportedVotes(
  call: ProjectCall,
  importNumber: number,
  to: Id<'post'>,
  users: readonly Id<'user'>[],
): Promise<RemovedVotes> {
  return removeVotes(call, to, call.sql`k.import_number = ${importNumber} and k.user_id = any (${users})`)
}

/** Removes votes k for a post. A person who also voted for a post that is merged into it keeps the vote, now from that post. */
async function removeVotes(call: ProjectCall, to: Id<'post'>, which: Part): Promise<RemovedVotes> {
  const { sql, project } = call
  const replaced = await countOf(
    call,
    sql`
    update votes k set merged_from = o.post_id, created_at = o.created_at, import_number = null, (note, account, account_value) = (
      select v.note, v.account, v.account_value from votes v
      where v.project_id = ${project.id} and v.post_id = o.post_id and v.user_id = o.user_id)
    from (${marksOfMerged(call, sql`votes`, to)}) as o
    where k.project_id = ${project.id} and k.post_id = ${to} and k.user_id = o.user_id and ${which} returning 1`,
  )
  const lost = await countOf(
    call,
    sql`delete from votes k where k.project_id = ${project.id} and k.post_id = ${to} and ${which} returning 1`,
  )
  return { lost, replaced }
}

/** How many rows a change touched, without reading them. */
async function countOf({ sql }: ProjectCall, change: Part): Promise<number> {
  const [row] = await sql<{ count: number }[]>`with changed as (${change}) select count(*) as count from changed`
  return row?.count ?? 0
}

/** Also replaces an earlier note. */
export async function updateNote(
  { sql, project }: ProjectCall,
  postId: Id<'post'>,
  userId: Id<'user'>,
  note: string,
): Promise<void> {
  await sql`
    update votes set note = ${note} where project_id = ${project.id} and post_id = ${postId} and user_id = ${userId}`
}

/** Removes the notes about an erased user, and their account; their votes stay. */
export async function forgetNotesOf({ sql, project }: ProjectCall, userId: Id<'user'>): Promise<void> {
  await sql`
    update votes set note = null, account = null, account_value = null
    where project_id = ${project.id} and user_id = ${userId} and (note is not null or account is not null)`
}

/** The trend of a post, from scratch: its creation and all of its votes. */
export async function selectTrend(call: ProjectCall, postId: Id<'post'>): Promise<number> {
  const { sql } = call
  const [row] = await sql<{ trend: number }[]>`${recountedTrend(call, postId, sql`true`)}`
  if (!row) throw new Error('A post that is held has a standing')
  return row.trend
}
