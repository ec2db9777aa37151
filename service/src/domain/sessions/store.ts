import type { Id } from '../../foundation/ids/index.ts'
import type { Part, Sql } from '../../foundation/storage/index.ts'
import type { Call, ProjectCall, ServiceCall } from '../call/index.ts'
import { erasedSince, signedInColumns } from '../users/fragments.ts'
import type { Remembered, SignedInRow } from '../users/index.ts'

export async function insertUsedToken(
  { sql, project }: ProjectCall,
  jtiHash: Buffer,
  keepUntil: Date,
): Promise<boolean> {
  const rows = await sql`
    insert into used_tokens (project_id, jti_hash, expires_at) values (${project.id}, ${jtiHash}, ${keepUntil})
    on conflict do nothing returning 1`
  return rows.length > 0
}

/** A session that is about to be made. */
export interface NewSession {
  readonly tokenHash: Buffer
  readonly kid: string | undefined
  readonly expiresAt: Date
}

/** For a user whose row is locked. */
export async function insertSession(
  { sql, now, project }: ProjectCall,
  { tokenHash, kid, expiresAt }: NewSession,
  { user, sessionEpoch }: Remembered,
): Promise<void> {
  await sql`
    insert into sessions (project_id, token_hash, user_id, epoch, kid, created_at, expires_at)
    values (${project.id}, ${tokenHash}, ${user.id}, ${sessionEpoch}, ${kid}, ${now}, ${expiresAt})`
}

/**
 * For the user of a sub, whose row the statement before it has locked. False: the sub was erased at that moment or later, so no session was made.
 */
export async function insertSessionOf(
  call: ProjectCall,
  { tokenHash, kid, expiresAt }: NewSession,
  { sub, unlessErasedSince }: { readonly sub: string; readonly unlessErasedSince: Date },
): Promise<boolean> {
  const { sql, now, project } = call
  const rows = await sql`
    insert into sessions (project_id, token_hash, user_id, epoch, kid, created_at, expires_at)
    select u.project_id, ${tokenHash}::bytea, u.id, u.session_epoch, ${kid}::text, ${now}::timestamptz, ${expiresAt}::timestamptz
    from users u where u.project_id = ${project.id} and u.sub = ${sub} and not ${erasedSince(call, sub, unlessErasedSince)} returning 1`
  return rows.length > 0
}

/** By the index of expiry, from the newest, so it reads only sessions that began since then. */
export async function selectNewestSession(
  { sql, project }: ProjectCall,
  expiresAfter: Date,
): Promise<Date | undefined> {
  const [row] = await sql<{ created_at: Date }[]>`
    select created_at from sessions where project_id = ${project.id} and expires_at > ${expiresAfter}
    order by expires_at desc limit 1`
  return row?.created_at
}

export interface SessionRow extends SignedInRow {
  session_expires_at: Date
  session_is_over: boolean
}

/**
 * The session with its user's state. Each use checks both, and the key that the session began with, to decide whether the session is still valid. The
 * key is read by a scalar subquery, because PostgreSQL may read all keys for an `exists`; the user is read for each session, because for a join
 * PostgreSQL may read all users of a small project.
 */
export async function selectSession(call: ProjectCall, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const { sql, project } = call
  const [row] = await sql<SessionRow[]>`
    select ${signedInColumns(call)}, s.expires_at as session_expires_at,
      ${isOver(sql)} as session_is_over
    from ${sessionsWithUsers(sql)}
    where s.project_id = ${project.id} and s.token_hash = ${tokenHash}`.asLookUp()
  return row
}

/** Of a session s and its user u. */
function isOver(sql: Sql): Part {
  return sql`
    (s.ended_at is not null or s.epoch <> u.session_epoch or u.state <> 'active' or (
      select k.sessions_ended_at from signing_keys k
      where k.project_id = s.project_id and k.kid = s.kid and k.sessions_ended_at is not null) is not null)`
}

function sessionsWithUsers(sql: Sql): Part {
  return sql`
    sessions s cross join lateral (
      select * from users where project_id = s.project_id and id = s.user_id offset 0) as u`
}

/** A session, by its project and the hash of its token. */
export interface NamedSession {
  readonly projectId: Id<'project'>
  readonly hash: Buffer
}

/** Whether each of these sessions still lasts, in their order. */
export async function selectLasting(
  { sql, now }: ServiceCall,
  sessions: readonly NamedSession[],
): Promise<readonly boolean[]> {
  const rows = await sql<{ place: number }[]>`
    select asked.place::int from unnest(
      ${sessions.map(({ projectId }) => projectId)}::text[], ${sessions.map(({ hash }) => hash.toString('hex'))}::text[])
      with ordinality as asked (project_id, hash, place) cross join lateral (
      select 1 from ${sessionsWithUsers(sql)}
      where s.project_id = asked.project_id and s.token_hash = decode(asked.hash, 'hex') and s.expires_at > ${now}
        and not ${isOver(sql)} offset 0) as lasting`
  const lasting = new Set(rows.map(({ place }) => place))
  return sessions.map((_, index) => lasting.has(index + 1))
}

export interface PeopleCount {
  readonly people: number
  /** Whether there are more sessions than were counted, and so perhaps more people. */
  readonly isAtLeast: boolean
}

/** The users who are signed in with a key now; of more than `most` sessions, only those that end first are counted. */
export async function countPeopleByKey(
  { sql, now, project }: ProjectCall,
  kid: string,
  most: number,
): Promise<PeopleCount> {
  const [row] = await sql<{ people: number; sessions: number }[]>`
    select count(distinct user_id)::int as people, count(*)::int as sessions from (
      select s.user_id from sessions s join users u on u.project_id = s.project_id and u.id = s.user_id
      where s.project_id = ${project.id} and s.kid = ${kid} and s.expires_at > ${now} and s.ended_at is null
        and s.epoch = u.session_epoch and u.state = 'active'
        and not exists (
          select 1 from signing_keys k where k.project_id = s.project_id and k.kid = s.kid and k.sessions_ended_at is not null)
      order by s.expires_at limit ${most}) alive`
  return { people: row?.people ?? 0, isAtLeast: (row?.sessions ?? 0) >= most }
}

export async function markEnded({ sql, now, project }: ProjectCall, tokenHash: Buffer): Promise<void> {
  await sql`
    update sessions set ended_at = ${now}
    where project_id = ${project.id} and token_hash = ${tokenHash} and ended_at is null`
}

/** In portions, so that no statement runs long. Returns how many were removed. */
export async function deleteUsedTokensBefore({ sql }: Call, time: Date): Promise<number> {
  const rows = await sql`
    delete from used_tokens where ctid = any (array(
      select ctid from used_tokens where expires_at < ${time} order by expires_at limit 1000)) returning 1`
  return rows.length
}

export interface RemovedSessions {
  readonly projectId: string
  /** The day on which they were opened, as 2026-01-31. */
  readonly day: string
  readonly count: number
}

/** In portions, as everywhere. Returns how many were removed of each project and each day that they were opened on. */
export async function deleteSessionsBefore({ sql }: Call, time: Date): Promise<RemovedSessions[]> {
  return sql<RemovedSessions[]>`
    with gone as (
      delete from sessions where ctid = any (array(
        select ctid from sessions where expires_at < ${time} order by expires_at limit 1000)) returning project_id, created_at)
    select project_id as "projectId", (created_at at time zone 'UTC')::date::text as day, count(*)::int as count from gone group by 1, 2`
}
