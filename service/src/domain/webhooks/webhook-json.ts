import { snakeCased } from '../members.ts'
import type { Attempt } from './deliveries/delivery.ts'
import type { Webhook } from './webhook.ts'

/** All members of a webhook, as JSON. Its secrets are no members. */
export function webhookJson(webhook: Webhook) {
  const { disabledAt, failingSince, createdAt, updatedAt, conditions } = webhook
  return {
    id: webhook.id,
    url: webhook.url,
    events: webhook.events,
    format: webhook.format,
    description: webhook.description,
    conditions: { ...snakeCased(conditions), reached_votes: conditions.reachedVotes ?? null },
    state: webhook.state,
    disabled_reason: webhook.disabledReason ?? null,
    disabled_at: disabledAt?.toISOString() ?? null,
    failing_since: failingSince?.toISOString() ?? null,
    is_replaying: webhook.isReplaying,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    version: webhook.version,
  }
}

/** All members of an attempt, as JSON. */
export function attemptJson({ at, status, durationMs, error, excerpt }: Attempt) {
  return {
    at: at.toISOString(),
    status: status ?? null,
    duration_ms: durationMs,
    error: error ?? null,
    response_excerpt: excerpt,
  }
}
