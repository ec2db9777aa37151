import { type Id, newId } from '../../../foundation/ids/index.ts'
import { type Backlog, type BacklogRow, MOST_COUNTED, toBacklog } from '../../../foundation/jobs/index.ts'
import type { Part } from '../../../foundation/storage/index.ts'
import type { ProjectCall, ServiceCall } from '../../call/index.ts'
import { choicesOf } from '../../users/fragments.ts'
import { DIGEST, type Mail, type MailRow, toMail } from '../mail.ts'

/** How many events a digest tells of: the last ones. */
const MOST_EVENTS = 200
/** So many posts have a mail of their own while they wait. What happens to further posts is one digest. */
const MOST_WAITING = 10

/** When the mails of each frequency leave. */
export interface MailTimes {
  readonly instant: Date
  readonly daily: Date
  readonly weekly: Date
}

/**
 * One mail for each of the people who were told of an event and want mail. If a mail about the same post waits already, the event joins it. If that
 * mail is being taken at this moment, the statement waits and writes another one. Somebody for whom many mails wait gets the rest as a digest.
 */
export async function insertMails(
  call: ProjectCall,
  { eventId, postId }: { readonly eventId: Id<'event'>; readonly postId: Id<'post'> },
  mails: readonly { readonly id: Id<'mail'>; readonly userId: Id<'user'> }[],
  times: MailTimes,
): Promise<void> {
  const { sql, now, project } = call
  await sql`
    insert into mails (project_id, id, user_id, about, event_ids, state, due_at, created_at)
    select p.id, asked.mail_id, asked.user_id,
      case when c.frequency = 'instant' and (w.mails < ${MOST_WAITING} or exists (
        select from mails where project_id = p.id and user_id = asked.user_id and about = ${postId} and state = 'waiting')) then ${postId} else ${DIGEST} end, array[${eventId}::text], 'waiting',
      case c.frequency when 'daily' then ${times.daily}::timestamptz when 'weekly' then ${times.weekly}::timestamptz else ${times.instant}::timestamptz end,
      ${now}::timestamptz
    from projects p
    cross join unnest(${mails.map(({ userId }) => userId)}::text[], ${mails.map(({ id }) => id)}::text[]) as asked (user_id, mail_id)
    join users u on u.project_id = p.id and u.id = asked.user_id and u.state = 'active' and u.email_verified and u.email is not null
    cross join lateral jsonb_to_record(${choicesOf(call)}) as c (email boolean, frequency text)
    cross join lateral (
      select count(*) as mails from (
        select from mails where project_id = p.id and user_id = asked.user_id and state = 'waiting' order by about limit ${MOST_WAITING}) as first) as w
    where p.id = ${project.id} and c.email
    order by asked.user_id
    on conflict (project_id, user_id, about) where state = 'waiting'
    do update set due_at = least(mails.due_at, excluded.due_at),
      event_ids = (mails.event_ids || excluded.event_ids)[greatest(1, cardinality(mails.event_ids) + 2 - ${MOST_EVENTS}::int):]`
}

/** A mail to each of these operators. Several events may ask for the same mail; it is written once. */
export async function insertOperatorMails(
  { sql, now, project }: ProjectCall,
  { about, dueAt }: { readonly about: string; readonly dueAt: Date },
  operatorIds: readonly Id<'operator'>[],
): Promise<void> {
  const ids = operatorIds.map(() => newId('mail'))
  await sql`
    insert into mails (project_id, id, operator_id, about, event_ids, state, due_at, created_at)
    select ${project.id}, m.id, m.operator_id, ${about}, '{}', 'waiting', ${dueAt}::timestamptz, ${now}::timestamptz
    from unnest(${ids}::text[], ${operatorIds}::text[]) as m (id, operator_id)
    on conflict (project_id, operator_id, about) where operator_id is not null do nothing`
}

/** No event can join it, so it does not wait: it begins in the state `sending`, like a mail that is tried again. */
export async function insertInvitationMail(
  { sql, now, project }: ProjectCall,
  about: string,
  invitationId: string,
): Promise<void> {
  await sql`
    insert into mails (project_id, id, invitation_id, about, event_ids, state, due_at, created_at)
    values (${project.id}, ${newId('mail')}, ${invitationId}, ${about}, '{}', 'sending', ${now}, ${now})`
}

/**
 * Takes mails that are due, the same number of each project, so that a project with many mails does not delay the others. Nobody else gets them before
 * `until`.
 */
export async function takeDue(
  { sql, now }: ServiceCall,
  state: 'waiting' | 'sending',
  { until, most }: { readonly until: Date; readonly most: number },
): Promise<Mail[]> {
  const inState = state === 'waiting' ? sql`state = 'waiting'` : sql`state = 'sending'` // as the indexes have it
  const rows = await sql<MailRow[]>`
    with recursive owners as (
      (select project_id from mails where ${inState} order by project_id limit 1)
      union all
      select (select m.project_id from mails m where ${inState} and m.project_id > h.project_id order by m.project_id limit 1)
      from owners h where h.project_id is not null),
    due as materialized (
      select h.project_id from owners h cross join lateral (
        select from mails m where m.project_id = h.project_id and ${inState} and m.due_at <= ${now} order by m.due_at limit 1) as first
      order by random() limit ${most}),
    taken as (
      select m.row from due d cross join lateral (
        select ctid as row from mails where project_id = d.project_id and ${inState} and due_at <= ${now}
        order by due_at limit greatest(1, ${most}::int / (select count(*) from due)) for update skip locked) m)
    update mails set state = 'sending', tried_at = coalesce(tried_at, ${now}), due_at = ${until}
    where ctid = any (array(select row from taken))
    returning *`
  return rows.map(toMail)
}

/** What became of a mail that was taken. */
export interface Settled {
  readonly mail: Mail
  readonly state: Mail['state']
  readonly reason?: Mail['reason']
  readonly answer?: string | undefined
  readonly attempts?: number
  /** When it is tried again, if it is. */
  readonly dueAt?: Date
}

/**
 * Leaves out mails that were settled meanwhile, or that an erasure removed. This and an erasure lock rows in the order of their ids, so that they
 * never block each other. Returns how many were written.
 */
export async function settle({ sql, now }: ServiceCall, settled: readonly Settled[]): Promise<number> {
  if (settled.length === 0) return 0
  const column = <Value>(read: (one: Settled) => Value) => settled.map((one) => read(one) ?? null)
  const [projectIds, ids] = [column(({ mail }) => mail.projectId), column(({ mail }) => mail.id)]
  const rows = await sql`
    with held as materialized (
      select m.project_id, m.id from mails m
      join unnest(${projectIds}::text[], ${ids}::text[]) as s (project_id, id) using (project_id, id)
      where m.settled_at is null order by m.project_id, m.id for update of m)
    update mails m set state = s.state, reason = s.reason, answer = s.answer, attempts = s.attempts,
      due_at = coalesce(s.due_at, m.due_at), settled_at = case when s.due_at is null then ${now}::timestamptz end
    from held join unnest(${projectIds}::text[], ${ids}::text[],
      ${column(({ state }) => state)}::text[], ${column(({ reason }) => reason)}::text[], ${column(({ answer }) => answer)}::text[],
      ${column(({ attempts, mail }) => attempts ?? mail.attempts)}::integer[], ${column(({ dueAt }) => dueAt)}::timestamptz[])
      as s (project_id, id, state, reason, answer, attempts, due_at) using (project_id, id)
    where m.project_id = held.project_id and m.id = held.id and m.settled_at is null returning 1`
  return rows.length
}

/** Mails that should be under way by now. Jumps from project to project, so those that are due later cost nothing. */
export async function selectBacklog({ sql, now }: ServiceCall): Promise<Backlog> {
  const dueIn = (inState: Part) => sql`
    (with recursive owners as (
      (select project_id from mails where ${inState} order by project_id limit 1)
      union all
      select (select m.project_id from mails m where ${inState} and m.project_id > o.project_id order by m.project_id limit 1)
      from owners o where o.project_id is not null)
    select d.due_at from owners o cross join lateral (
      select due_at from mails m where m.project_id = o.project_id and ${inState} and m.due_at <= ${now}
      order by m.due_at limit ${MOST_COUNTED}) d limit ${MOST_COUNTED})`
  return toBacklog(
    await sql<BacklogRow[]>`
      select least(count(*), ${MOST_COUNTED})::int as length, min(due_at) as oldest from (
        ${dueIn(sql`state = 'waiting'`)} union all ${dueIn(sql`state = 'sending'`)}) as due`,
  )
}

/** In portions, so that no statement runs long. Returns how many were removed. */
export async function deleteMailsBefore({ sql }: ServiceCall, time: Date): Promise<number> {
  const rows = await sql`
    delete from mails where ctid = any (array(
      select ctid from mails where created_at < ${time} and state not in ('waiting', 'sending') order by created_at limit 5000)) returning 1`
  return rows.length
}

/** Deletes the mails of somebody who is erased, also those that wait, and the suppression of their address, unless somebody else has that address. */
export async function deleteMailsOf({ sql, project }: ProjectCall, userId: string): Promise<void> {
  await sql`
    with held as materialized (
      select id from mails where project_id = ${project.id} and user_id = ${userId} order by id for update)
    delete from mails m using held where m.project_id = ${project.id} and m.id = held.id`
  await sql`delete from mail_mutes where project_id = ${project.id} and user_id = ${userId}`
  const [user] = await sql<{ email: string | null }[]>`
    select email from users where project_id = ${project.id} and id = ${userId} and email is not null`
  if (user?.email)
    await sql`
      delete from mail_suppressions where project_id = ${project.id} and email = ${user.email.toLowerCase()} and not exists (
        select from users where project_id = ${project.id} and lower(email) collate "C" = ${user.email.toLowerCase()} and id <> ${userId})`
}
