import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Id } from '../../foundation/ids/index.ts'
import type { Part } from '../../foundation/storage/index.ts'
import type { ProjectCall, ServiceCall } from '../call/index.ts'
import type { StatusCategory } from '../statuses/index.ts'
import type { DisabledReason, EventChoice, Webhook, WebhookDraft, WebhookFormat, WebhookState } from './webhook.ts'

export interface WebhookRow {
  project_id: Id<'project'>
  id: Id<'webhook'>
  url: string
  events: EventChoice[]
  format: WebhookFormat
  description: string
  status_categories: StatusCategory[]
  tag_ids: string[]
  category_ids: string[]
  reached_votes: number | null
  state: WebhookState
  disabled_reason: DisabledReason | null
  /** Of an enabled one: when it was disabled last. */
  disabled_at: Date | null
  failing_since: Date | null
  replay_tx: number | null
  created_at: Date
  updated_at: Date
  version: number
}

/** The oldest first. A project has few. */
export async function selectWebhooks({ sql, project }: ProjectCall): Promise<Webhook[]> {
  const rows = await sql<WebhookRow[]>`select * from webhooks where project_id = ${project.id} order by id`
  return rows.map(toWebhook)
}

export async function selectWebhook({ sql, project }: ProjectCall, id: Id<'webhook'>): Promise<Webhook | undefined> {
  const [row] = await sql<WebhookRow[]>`select * from webhooks where project_id = ${project.id} and id = ${id}`
  return row && toWebhook(row)
}

/** Nobody else changes it before the transaction ends. */
export async function holdWebhook({ sql, project }: ProjectCall, id: Id<'webhook'>): Promise<Webhook | undefined> {
  const [row] = await sql<WebhookRow[]>`
    select * from webhooks where project_id = ${project.id} and id = ${id} for update`
  return row && toWebhook(row)
}

export async function insertWebhook(
  { sql, now, project }: ProjectCall,
  id: Id<'webhook'>,
  draft: WebhookDraft,
): Promise<Webhook> {
  const { statusCategories, tagIds, categoryIds, reachedVotes } = draft.conditions
  const [row] = await sql<WebhookRow[]>`
    insert into webhooks (project_id, id, url, events, format, description, status_categories, tag_ids, category_ids, reached_votes, state, enabled_at,
      created_at, updated_at)
    values (${project.id}, ${id}, ${draft.url}, ${draft.events}, ${draft.format}, ${draft.description}, ${statusCategories}, ${tagIds},
      ${categoryIds}, ${reachedVotes}, 'enabled', ${now}, ${now}, ${now})
    returning *`
  if (!row) throw new Error('An insert answers with its row')
  return toWebhook(row)
}

export async function updateWebhook(
  { sql, now, project }: ProjectCall,
  { id, url, events, format, description, conditions, state, disabledReason, disabledAt, failingSince }: Webhook,
): Promise<Webhook> {
  const { statusCategories, tagIds, categoryIds, reachedVotes } = conditions
  const [row] = await sql<WebhookRow[]>`
    update webhooks set url = ${url}, events = ${events}, format = ${format}, description = ${description},
      status_categories = ${statusCategories}, tag_ids = ${tagIds}, category_ids = ${categoryIds}, reached_votes = ${reachedVotes}, state = ${state}::text,
      enabled_at = case when state = 'disabled' and ${state}::text = 'enabled' then ${now}::timestamptz else enabled_at end,
      disabled_reason = ${disabledReason}, disabled_at = coalesce(${disabledAt}::timestamptz, disabled_at), failing_since = ${failingSince}, quiet_until = null,
      updated_at = ${now}, version = version + 1
    where project_id = ${project.id} and id = ${id} returning *`
  if (!row) throw new Error('A webhook cannot go while it is held')
  return toWebhook(row)
}

/** Posts that have as many votes already are not told. */
export function markReached(call: ProjectCall, id: Id<'webhook'>): Promise<void> {
  return markAll(call, id, call.sql`true`)
}

/**
 * Posts that reached its number of votes while it was off are not told late. What they reached before is left to the reader, which may not have
 * come so far yet.
 */
export function markReachedMeanwhile(call: ProjectCall, id: Id<'webhook'>): Promise<void> {
  return markAll(
    call,
    id,
    call.sql`w.reached_votes > (
      select count(*) from (
        select 1 from votes v
        where v.project_id = s.project_id and v.post_id = s.post_id and v.created_at < w.disabled_at limit w.reached_votes) as earlier)`,
  )
}

async function markAll({ sql, project }: ProjectCall, id: Id<'webhook'>, isMarked: Part): Promise<void> {
  await sql`
    insert into webhook_reached (project_id, webhook_id, post_id, votes)
    select s.project_id, w.id, s.post_id, w.reached_votes from webhooks w join post_standings s using (project_id)
    where w.project_id = ${project.id} and w.id = ${id} and s.vote_count >= w.reached_votes and ${isMarked}
    order by s.post_id
    on conflict (project_id, webhook_id, post_id) do update set votes = excluded.votes where webhook_reached.votes < excluded.votes`
}

/** How many waiting deliveries go with their webhook at once. The housekeeping removes the others. */
const MOST_REMOVED_AT_ONCE = 5_000

/** Deletes what waits for it, too: the search for due deliveries must not meet webhooks that are gone. */
export async function deleteWebhook({ sql, project }: ProjectCall, id: Id<'webhook'>): Promise<boolean> {
  const rows = await sql`delete from webhooks where project_id = ${project.id} and id = ${id} returning 1`
  await sql`delete from webhook_reached where project_id = ${project.id} and webhook_id = ${id}`
  await sql`
    delete from webhook_deliveries where ctid = any (array(
      select ctid from webhook_deliveries
      where project_id = ${project.id} and webhook_id = ${id} and state = 'waiting' limit ${MOST_REMOVED_AT_ONCE}))`
  return rows.length > 0
}

export async function insertSecret({ sql, project }: ProjectCall, id: Id<'webhook'>, secret: Buffer): Promise<void> {
  await sql`insert into webhook_secrets (project_id, webhook_id, secret) values (${project.id}, ${id}, ${secret})`
}

/** The present secret signs beside the new one until then; the one before it no longer does. */
export async function replaceSecret(
  { sql, project }: ProjectCall,
  id: Id<'webhook'>,
  secret: Buffer,
  formerUntil: Date,
): Promise<void> {
  await sql`
    update webhook_secrets set secret = ${secret}, former_secret = secret, former_until = ${formerUntil}
    where project_id = ${project.id} and webhook_id = ${id}`
}

/** Those that sign now, the newest first. As key objects: to make one from bytes costs more than a signature. */
export async function selectSecrets(
  { sql, now, project }: ProjectCall,
  id: Id<'webhook'>,
): Promise<readonly KeyObject[]> {
  const [row] = await sql<{ secret: Buffer; former_secret: Buffer | null }[]>`
    select secret, case when former_until > ${now} then former_secret end as former_secret from webhook_secrets
    where project_id = ${project.id} and webhook_id = ${id}`
  const secrets = row ? [row.secret, ...(row.former_secret ? [row.former_secret] : [])] : []
  return secrets.map((secret) => createSecretKey(secret))
}

/** Those that no longer sign. Returns how many there were. */
export async function forgetFormerSecrets({ sql, now }: ServiceCall): Promise<number> {
  const rows = await sql`
    update webhook_secrets set former_secret = null, former_until = null where former_until <= ${now} returning 1`
  return rows.length
}

function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    projectId: row.project_id,
    url: row.url,
    events: row.events,
    format: row.format,
    description: row.description,
    conditions: {
      statusCategories: row.status_categories,
      tagIds: row.tag_ids,
      categoryIds: row.category_ids,
      reachedVotes: row.reached_votes ?? undefined,
    },
    state: row.state,
    disabledReason: row.disabled_reason ?? undefined,
    disabledAt: row.state === 'disabled' ? (row.disabled_at ?? undefined) : undefined,
    failingSince: row.failing_since ?? undefined,
    isReplaying: row.replay_tx !== null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}
