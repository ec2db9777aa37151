import type { Id } from '../../../foundation/ids/index.ts'
import { type Backlog, type BacklogRow, MOST_COUNTED, toBacklog } from '../../../foundation/jobs/index.ts'
import type { Part, Sql } from '../../../foundation/storage/index.ts'
import type { ServiceCall } from '../../call/index.ts'
import type { DisabledReason } from '../webhook.ts'
import { type Attempt, attemptColumn, type Delivery, type DeliveryState } from './delivery.ts'

/** Of each delivery so many attempts are kept. */
const MOST_ATTEMPTS = 30

/** A webhook with deliveries that are due, and that nobody has. */
export interface DueWebhook {
  readonly projectId: Id<'project'>
  readonly webhookId: Id<'webhook'>
  /** Its last attempt failed. */
  readonly isFailing: boolean
}

/**
 * Jumps from webhook to webhook in the index, so the cost depends on how many webhooks have something that waits, and not on how much. Those
 * whose last attempt succeeded come first.
 */
export async function selectDueWebhooks(
  { sql, now }: ServiceCall,
  { busy, most }: { readonly busy: readonly Id<'webhook'>[]; readonly most: number },
): Promise<DueWebhook[]> {
  const rows = await sql<{ project_id: Id<'project'>; webhook_id: Id<'webhook'>; is_failing: boolean }[]>`
    with recursive first as (
      (select project_id, webhook_id, due_at from webhook_deliveries where state = 'waiting'
        order by project_id, webhook_id, due_at limit 1)
      union all
      select n.project_id, n.webhook_id, n.due_at from first f cross join lateral (
        select project_id, webhook_id, due_at from webhook_deliveries d
        where state = 'waiting' and (d.project_id, d.webhook_id) > (f.project_id, f.webhook_id)
        order by project_id, webhook_id, due_at limit 1) n)
    select f.project_id, f.webhook_id, w.failing_since is not null as is_failing
    from first f join webhooks w on w.project_id = f.project_id and w.id = f.webhook_id and w.state = 'enabled'
    where f.due_at <= ${now} and f.webhook_id <> all (${busy}) and (w.quiet_until is null or w.quiet_until <= ${now})
      and (w.taken_until is null or w.taken_until <= ${now})
    order by w.failing_since is not null, random() limit ${most}`
  return rows.map((row) => ({ projectId: row.project_id, webhookId: row.webhook_id, isFailing: row.is_failing }))
}

/**
 * Deliveries that should be under way by now. Jumps from webhook to webhook, too. Those of a receiver that fails or asked for a pause wait for the
 * receiver, not for us.
 */
export async function selectBacklog({ sql, now }: ServiceCall): Promise<Backlog> {
  return toBacklog(
    await sql<BacklogRow[]>`
      with recursive first as (
        (select project_id, webhook_id from webhook_deliveries where state = 'waiting' order by project_id, webhook_id limit 1)
        union all
        select n.project_id, n.webhook_id from first f cross join lateral (
          select project_id, webhook_id from webhook_deliveries d
          where state = 'waiting' and (d.project_id, d.webhook_id) > (f.project_id, f.webhook_id)
          order by project_id, webhook_id limit 1) n)
      select count(*)::int as length, min(due_at) as oldest from (
        select d.due_at from first f
        join webhooks w on w.project_id = f.project_id and w.id = f.webhook_id and w.state = 'enabled'
          and w.failing_since is null and (w.quiet_until is null or w.quiet_until <= ${now})
        cross join lateral (
          select due_at from webhook_deliveries d
          where d.project_id = f.project_id and d.webhook_id = f.webhook_id and d.state = 'waiting' and d.due_at <= ${now}
          order by d.due_at limit ${MOST_COUNTED}) d limit ${MOST_COUNTED}) as due`,
  )
}

/**
 * Moves the time until which somebody has a webhook, if it is still at `from`; without `from`, if nobody has the webhook now. False: somebody else
 * has it, or it is gone.
 */
export async function updateTaken(
  { sql, now }: ServiceCall,
  { projectId, webhookId }: DueWebhook,
  { from, until }: { readonly from: Date | undefined; readonly until: Date | undefined },
): Promise<boolean> {
  const isOurs = from ? sql`taken_until = ${from}` : sql`(taken_until is null or taken_until <= ${now})`
  const rows = await sql`
    update webhooks set taken_until = ${until}::timestamptz
    where project_id = ${projectId} and id = ${webhookId} and ${isOurs} returning 1`
  return rows.length > 0
}

/** A delivery that is due, with what is needed to send it. */
export interface DueDelivery extends Pick<Delivery, 'projectId' | 'id' | 'webhookId' | 'eventId' | 'tries'> {
  /** When it is due, as the database writes it: it counts microseconds. */
  readonly due: string
}

/** The longest due first; those after one of them, if it is named. */
export async function selectDueDeliveries(
  { sql, now }: ServiceCall,
  { projectId, webhookId }: DueWebhook,
  { after, most }: { readonly after: Pick<DueDelivery, 'due' | 'id'> | undefined; readonly most: number },
): Promise<DueDelivery[]> {
  const rows = await sql<{ id: Id<'delivery'>; event_id: Id<'event'>; tries: number; due: string }[]>`
    select id, event_id, tries, due_at::text as due from webhook_deliveries
    where project_id = ${projectId} and webhook_id = ${webhookId} and state = 'waiting' and due_at <= ${now}
      ${after ? sql`and (due_at, id) > (${after.due}::timestamptz, ${after.id})` : sql``}
    order by due_at, id limit ${most}`
  return rows.map(({ id, event_id, tries, due }) => ({ projectId, id, webhookId, eventId: event_id, tries, due }))
}

/** What became of a delivery. */
export interface Settled {
  readonly delivery: DueDelivery
  readonly state: DeliveryState
  readonly tries: number
  readonly dueAt: Date
  /** The receiver asked to be left alone until then. */
  readonly quietUntil: Date | undefined
  /** Absent: it was not tried, because its event is gone. */
  readonly attempt: Attempt | undefined
}

/** The attempts of delivery d with those of result r. */
function withAttempt(sql: Sql): Part {
  return sql`case when jsonb_array_length(d.attempts) < ${MOST_ATTEMPTS} then d.attempts else d.attempts - 0 end || r.attempt::jsonb`
}

function attemptsOf(settled: readonly Settled[]): string[] {
  return settled.map(({ attempt }) => (attempt ? JSON.stringify([attemptColumn(attempt)]) : '[]'))
}

/**
 * For deliveries that all succeeded, to webhooks that were well before: nearly all are of this kind. What waits is found by its id and by
 * `settled_at`: if it was asked for its state, PostgreSQL might go through all that wait, because it often counted rows when none did.
 */
export async function updateDelivered({ sql, now }: ServiceCall, settled: readonly Settled[]): Promise<void> {
  await sql`
    update webhook_deliveries d set state = 'delivered', settled_at = ${now}, attempts = ${withAttempt(sql)}
    from unnest(${settled.map(({ delivery }) => delivery.projectId)}::text[], ${settled.map(({ delivery }) => delivery.id)}::text[],
      ${attemptsOf(settled)}::text[]) as r (project_id, id, attempt)
    where d.project_id = r.project_id and d.id = r.id and d.settled_at is null`
}

/** The same for all others, with what it says of the health of their webhooks, in one statement. */
export async function updateSettled({ sql, now }: ServiceCall, settled: readonly Settled[]): Promise<void> {
  await sql`
    with result as (
      select * from unnest(${settled.map(({ delivery }) => delivery.projectId)}::text[], ${settled.map(({ delivery }) => delivery.id)}::text[],
        ${settled.map(({ delivery }) => delivery.webhookId)}::text[], ${settled.map(({ state }) => state)}::text[],
        ${settled.map(({ tries }) => tries)}::int[], ${settled.map(({ dueAt }) => dueAt)}::timestamptz[], ${attemptsOf(settled)}::text[],
        ${settled.map(({ quietUntil }) => quietUntil ?? null)}::timestamptz[])
        as r (project_id, id, webhook_id, state, tries, due_at, attempt, quiet_until)),
    settled as (
      update webhook_deliveries d set state = r.state, tries = r.tries, due_at = r.due_at,
        settled_at = case when r.state = 'waiting' then null else ${now}::timestamptz end,
        attempts = ${withAttempt(sql)}
      from result r where d.project_id = r.project_id and d.id = r.id and d.settled_at is null),
    health as (
      select project_id, webhook_id, bool_or(state = 'delivered') as is_well, max(quiet_until) as quiet_until
      from result where attempt <> '[]' group by 1, 2)
    update webhooks w set quiet_until = greatest(w.quiet_until, h.quiet_until),
      failing_since = case when h.is_well then null else coalesce(w.failing_since, ${now}::timestamptz) end
    from health h
    where w.project_id = h.project_id and w.id = h.webhook_id
      and ((w.failing_since is null) <> h.is_well or h.quiet_until > coalesce(w.quiet_until, '-infinity'))`
}

export interface DisabledWebhook {
  readonly projectId: Id<'project'>
  readonly webhookId: Id<'webhook'>
  readonly reason: Exclude<DisabledReason, 'switched_off'>
}

/** A webhook at which an attempt failed. */
export interface FailedWebhook {
  readonly projectId: Id<'project'>
  readonly webhookId: Id<'webhook'>
  /** The receiver said that it is gone for good. */
  readonly isGone: boolean
}

/** Those of these that are gone, or that failed for too long. Returns those that were enabled until now. */
export async function disableFailed(
  { sql, now }: ServiceCall,
  tried: readonly FailedWebhook[],
  failingBefore: Date,
): Promise<DisabledWebhook[]> {
  const rows = await sql<
    { project_id: Id<'project'>; id: Id<'webhook'>; disabled_reason: DisabledWebhook['reason'] }[]
  >`
    update webhooks w set state = 'disabled', disabled_at = ${now}, disabled_reason = case when t.is_gone then 'gone' else 'failing' end,
      updated_at = ${now}, version = version + 1
    from (
      select project_id, webhook_id, bool_or(is_gone) as is_gone
      from unnest(${tried.map(({ projectId }) => projectId)}::text[], ${tried.map(({ webhookId }) => webhookId)}::text[],
        ${tried.map(({ isGone }) => isGone)}::boolean[]) as t (project_id, webhook_id, is_gone) group by 1, 2) t
    where w.project_id = t.project_id and w.id = t.webhook_id and w.state = 'enabled' and (t.is_gone or w.failing_since <= ${failingBefore})
    returning w.project_id, w.id, w.disabled_reason`
  return rows.map((row) => ({ projectId: row.project_id, webhookId: row.id, reason: row.disabled_reason }))
}

/** Enabled webhooks that had no success for so long, whether something was sent meanwhile or not. */
export async function selectFailingSince({ sql }: ServiceCall, time: Date): Promise<readonly FailedWebhook[]> {
  const rows = await sql<{ project_id: Id<'project'>; id: Id<'webhook'> }[]>`
    select project_id, id from webhooks where state = 'enabled' and failing_since <= ${time} order by project_id, id limit 100`
  return rows.map((row) => ({ projectId: row.project_id, webhookId: row.id, isGone: false }))
}

/** In portions. What waits for an enabled webhook stays. Returns how many were removed. */
export async function deleteDeliveriesBefore({ sql }: ServiceCall, time: Date): Promise<number> {
  const rows = await sql`
    delete from webhook_deliveries where ctid = any (array(
      select d.ctid from webhook_deliveries d where d.created_at < ${time} and (d.state <> 'waiting' or exists (
        select 1 from webhooks w where w.project_id = d.project_id and w.id = d.webhook_id and w.state = 'disabled'))
      order by d.created_at limit 5000)) returning 1`
  return rows.length
}

/** In portions: those of webhooks that are gone, whatever became of them. Jumps from webhook to webhook, too. Returns how many were removed. */
export async function deleteLeftDeliveries({ sql }: ServiceCall): Promise<number> {
  const rows = await sql`
    with recursive first as (
      (select project_id, webhook_id from webhook_deliveries order by project_id, webhook_id limit 1)
      union all
      select n.project_id, n.webhook_id from first f cross join lateral (
        select project_id, webhook_id from webhook_deliveries d
        where (d.project_id, d.webhook_id) > (f.project_id, f.webhook_id) order by project_id, webhook_id limit 1) n)
    delete from webhook_deliveries where ctid = any (array(
      select d.ctid from first f cross join lateral (
        select ctid from webhook_deliveries d
        where d.project_id = f.project_id and d.webhook_id = f.webhook_id limit 5000) d
      where not exists (select 1 from webhooks w where w.project_id = f.project_id and w.id = f.webhook_id) limit 5000)) returning 1`
  return rows.length
}
