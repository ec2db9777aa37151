import type { Id } from '../../foundation/ids/index.ts'
import { type Backlog, type BacklogRow, MOST_COUNTED, toBacklog } from '../../foundation/jobs/index.ts'
import type { Part } from '../../foundation/storage/index.ts'
import type { ProjectCall, ServiceCall } from '../call/index.ts'
import type { LoggedEvent } from '../events/index.ts'
import { snakeCase } from '../members.ts'
import { CHOICE_OF } from '../notification-types.ts'
import { choicesOf } from '../users/fragments.ts'
import { aboutJoins, isTrue } from './fragments.ts'
import type { People, Reason } from './reasons.ts'

/** An event whose people are being told. */
export interface Round {
  readonly projectId: Id<'project'>
  readonly eventId: Id<'event'>
  readonly createdAt: Date
  readonly reasons: readonly Reason[]
  /** Which of the reasons is next. */
  readonly place: number
  /** The last person who was told because of it. */
  readonly afterUserId: string
}

interface RoundRow {
  project_id: Id<'project'>
  event_id: Id<'event'>
  created_at: Date
  reasons: Reason[]
  place: number
  after_user_id: string
}

export async function insertRound(
  { sql, project }: ProjectCall,
  { id, at }: LoggedEvent,
  reasons: readonly Reason[],
): Promise<void> {
  await sql`
    insert into notification_rounds (project_id, event_id, created_at, reasons)
    values (${project.id}, ${id}, ${at}, ${JSON.stringify(reasons)})
    on conflict do nothing`
}

/** The oldest of the project that comes after the given one, so that projects take turns. Held until the transaction ends. */
export async function holdNextRound({ sql }: ServiceCall, after: string): Promise<Round | undefined> {
  const [row] = await sql<RoundRow[]>`
    select project_id, event_id, created_at, reasons, place, after_user_id from notification_rounds
    where project_id > ${after} order by project_id, event_id limit 1 for update skip locked`
  return (
    row && {
      projectId: row.project_id,
      eventId: row.event_id,
      createdAt: row.created_at,
      reasons: row.reasons,
      place: row.place,
      afterUserId: row.after_user_id,
    }
  )
}

/** Events whose people are not all told yet. */
export async function selectBacklog({ sql }: ServiceCall): Promise<Backlog> {
  return toBacklog(
    await sql<BacklogRow[]>`
      select count(*)::int as length, min(created_at) as oldest from (
        select created_at from notification_rounds limit ${MOST_COUNTED}) as rounds`,
  )
}

export async function moveRound(
  { sql, project }: ProjectCall,
  { eventId }: Round,
  { place, afterUserId }: Pick<Round, 'place' | 'afterUserId'>,
): Promise<void> {
  await sql`
    update notification_rounds set place = ${place}, after_user_id = ${afterUserId}
    where project_id = ${project.id} and event_id = ${eventId}`
}

export async function deleteRound({ sql }: ServiceCall, { projectId, eventId }: Round): Promise<void> {
  await sql`delete from notification_rounds where project_id = ${projectId} and event_id = ${eventId}`
}

export interface Portion {
  readonly userIds: readonly Id<'user'>[]
  /** Where the next portion begins; undefined if there is none. */
  readonly next: string | undefined
}

/**
 * Tells the next people of a reason, at most `limit`. Those who were told of the event for a stronger reason are left out. Users are looked
 * up one by one: a join would read all users of the project for each portion.
 */
export async function insertPortion(call: ProjectCall, round: Round, reason: Reason, limit: number): Promise<Portion> {
  const { sql, project } = call
  const { eventId, createdAt, afterUserId } = round
  const { type, postId, commentId, entryId, statusId, actor } = reason
  const [row] = await sql<{ told: Id<'user'>[]; found: number; last: string | null }[]>`
    with people as materialized (${peopleAfter(call, reason.people, afterUserId, limit)}),
    told as (
      insert into notifications (project_id, user_id, event_id, type, post_id, comment_id, changelog_entry_id, status_id,
        actor_kind, actor_id, created_at)
      select ${project.id}, n.user_id, ${eventId}, n.type, n.post_id, n.comment_id, n.changelog_entry_id, n.status_id,
        ${actor.kind}, ${actor.id}, ${createdAt}::timestamptz
      from (
        select user_id, ${type}::text as type, ${postId}::text collate "C" as post_id, ${commentId}::text collate "C" as comment_id,
          ${entryId}::text collate "C" as changelog_entry_id, ${statusId}::text as status_id
        from people) as n
      cross join lateral (
        select from users u where u.project_id = ${project.id} and u.id = n.user_id and u.state = 'active' ${whoWantIt(call, reason)}
        offset 0) as u
      ${aboutJoins(call)}
      where ${isTrue(call)} ${actor.kind === 'user' ? sql`and n.user_id <> ${actor.id}` : sql``}
      on conflict do nothing
      returning user_id)
    select array(select user_id from told) as told, count(*)::integer as found, max(user_id) as last from people`
  if (!row) throw new Error('A count answers with a row')
  return { userIds: row.told, next: row.found === limit ? (row.last ?? undefined) : undefined }
}

function peopleAfter({ sql, project }: ProjectCall, people: People, after: string, limit: number): Part {
  if (people.kind === 'person') return sql`select ${people.userId}::text as user_id`
  const table = people.kind === 'followers' ? sql`follows` : sql`votes`
  return sql`
    select user_id from ${table} where project_id = ${project.id} and post_id = ${people.postId} and user_id > ${after}
    order by user_id limit ${limit}`
}

function whoWantIt(call: ProjectCall, { type }: Reason): Part {
  const { sql } = call
  const choice = CHOICE_OF[type]
  if (choice === undefined) return sql``
  return sql`and (${choicesOf(call)} ->> ${snakeCase(choice)})::boolean`
}
