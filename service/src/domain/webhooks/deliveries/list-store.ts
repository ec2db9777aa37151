import type { Id } from '../../../foundation/ids/index.ts'
import { type Page, type PageRequest, pageOf, rowsFor } from '../../../foundation/paging/index.ts'
import type { ProjectCall } from '../../call/index.ts'
import { SHOWN_TYPES } from '../../event-feed/index.ts'
import type { Position } from '../../events/index.ts'
import { DELIVERY_STATES, type Delivery, type DeliveryRow, type DeliveryState, toDelivery } from './delivery.ts'

export interface DeliveryPlace {
  readonly id: string
}

export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined
  readonly type?: string | undefined
}

/** How many failed deliveries one request sends again. */
export const MOST_SENT_AGAIN = 10_000

/** The newest first. */
export async function selectDeliveries(
  { sql, project }: ProjectCall,
  webhookId: Id<'webhook'>,
  { state, type }: DeliveryFilter,
  { limit, after }: PageRequest<DeliveryPlace>,
): Promise<Page<Delivery, DeliveryPlace>> {
  // One index holds each type and state by itself: an index for each kind of list would be written at every delivery.
  const rows = await sql<DeliveryRow[]>`
    with page as materialized (
      select d.id from unnest(${type === undefined ? SHOWN_TYPES : [type]}::text[]) as t (type)
        cross join unnest(${state === undefined ? DELIVERY_STATES : [state]}::text[]) as s (state) cross join lateral (
          select id from webhook_deliveries
          where project_id = ${project.id} and webhook_id = ${webhookId} and event_type = t.type and state = s.state
            ${after ? sql`and id < ${after.id}` : sql``} order by id desc ${rowsFor(sql, limit)}) d
      order by d.id desc ${rowsFor(sql, limit)})
    select d.* from page cross join lateral (
      select * from webhook_deliveries where project_id = ${project.id} and id = page.id limit 1) d
    order by d.id desc`
  return pageOf(rows, limit, toDelivery, ({ id }) => ({ id }))
}

/** Undefined also if its webhook is gone. */
export async function selectDelivery({ sql, project }: ProjectCall, id: Id<'delivery'>): Promise<Delivery | undefined> {
  const [row] = await sql<DeliveryRow[]>`
    select d.* from webhook_deliveries d join webhooks w on w.project_id = d.project_id and w.id = d.webhook_id
    where d.project_id = ${project.id} and d.id = ${id}`
  return row && toDelivery(row)
}

/** It begins anew, and is due at once. Undefined: it is gone. */
export async function sendAgain({ sql, now, project }: ProjectCall, id: Id<'delivery'>): Promise<Delivery | undefined> {
  const [row] = await sql<DeliveryRow[]>`
    update webhook_deliveries set state = 'waiting', tries = 0, due_at = ${now}, settled_at = null
    where project_id = ${project.id} and id = ${id} returning *`
  return row && toDelivery(row)
}

/** Sends failed deliveries again that were first sent in this span, the oldest first. Returns how many there were. */
export async function sendFailedAgain(
  { sql, now, project }: ProjectCall,
  webhookId: Id<'webhook'>,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    with found as materialized (
      select d.id from unnest(${SHOWN_TYPES}::text[]) as t (type) cross join lateral (
        select id from webhook_deliveries
        where project_id = ${project.id} and webhook_id = ${webhookId} and event_type = t.type and state = 'failed'
          and created_at >= ${since} and created_at <= ${until}
        order by id limit ${MOST_SENT_AGAIN}) d
      order by d.id limit ${MOST_SENT_AGAIN}),
    failed as (
      select id from webhook_deliveries
      where project_id = ${project.id} and id = any (array(select id from found)) and state = 'failed' order by id for update skip locked),
    again as (
      update webhook_deliveries d set state = 'waiting', tries = 0, due_at = ${now}, settled_at = null
      from failed f where d.project_id = ${project.id} and d.id = f.id returning 1)
    select count(*)::int as count from again`
  return row?.count ?? 0
}

export async function beginReplay(
  { sql, project }: ProjectCall,
  id: Id<'webhook'>,
  after: Position,
  last: Position,
): Promise<void> {
  await sql`
    update webhooks set replay_tx = ${after.tx}, replay_seq = ${after.seq}, replay_last_tx = ${last.tx}
    where project_id = ${project.id} and id = ${id}`
}

/** Removes what receivers answered to events of a person: an answer may name them. */
export async function blankAnswersAbout({ sql, project }: ProjectCall, user: Id<'user'>): Promise<void> {
  await sql`
    update webhook_deliveries set attempts = (
      select jsonb_agg(jsonb_set(attempt, '{excerpt}', '""') order by place)
      from jsonb_array_elements(attempts) with ordinality as a (attempt, place))
    where ctid = any (array(
      select d.ctid from events e join webhooks w on w.project_id = e.project_id
        join webhook_deliveries d on d.project_id = w.project_id and d.webhook_id = w.id and d.event_id = e.id
      where e.project_id = ${project.id} and e.actor_kind = 'user' and e.actor_id = ${user} and d.attempts <> '[]'
      order by d.id for update of d))`
}
