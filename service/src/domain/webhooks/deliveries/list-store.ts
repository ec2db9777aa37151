import type { Id } from '../../../foundation/ids/index.ts'
import { type Page, type PageRequest, pageOf, rowsFor } from '../../../foundation/paging/index.ts'
import type { ProjectCall } from '../../call/index.ts'
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
  const page = sql`${after ? sql`and id < ${after.id}` : sql``} order by id desc ${rowsFor(sql, limit)}`
  const all = sql`select * from webhook_deliveries where project_id = ${project.id} and webhook_id = ${webhookId}`
  const rows =
    state === undefined && type === undefined
      ? // Each state by its own index: an index of all would be written at every delivery.
        await sql<DeliveryRow[]>`
          select d.* from unnest(${DELIVERY_STATES}::text[]) as s (state) cross join lateral (${all} and state = s.state ${page}) d
          order by d.id desc ${rowsFor(sql, limit)}`
      : await sql<DeliveryRow[]>`
          ${all} ${state === undefined ? sql`` : sql`and state = ${state}`} ${type === undefined ? sql`` : sql`and event_type = ${type}`} ${page}`
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
    with failed as (
      select id from webhook_deliveries
      where project_id = ${project.id} and webhook_id = ${webhookId} and state = 'failed' and created_at >= ${since} and created_at <= ${until}
      order by id limit ${MOST_SENT_AGAIN} for update skip locked),
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
