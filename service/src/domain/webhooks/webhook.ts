import type { Id } from '../../foundation/ids/index.ts'
import type { ShownType } from '../event-feed/index.ts'
import type { StatusCategory } from '../statuses/index.ts'
import { Text } from '../texts/index.ts'

export const FORMATS = ['standard', 'slack', 'discord', 'teams'] as const
/** What is sent: the event itself, or a message about it for people in a chat. */
export type WebhookFormat = (typeof FORMATS)[number]

export const WEBHOOK_STATES = ['enabled', 'disabled'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

/**
 * - `switched_off`: somebody did it.
 * - `gone`: the receiver answered 410.
 * - `failing`: no attempt succeeded for five days.
 */
export const DISABLED_REASONS = ['switched_off', 'gone', 'failing'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

export const ALL_EVENTS = '*'
export type EventChoice = ShownType | typeof ALL_EVENTS

export const WebhookUrl = Text(1, 2_000, 'An http or https address without user name, password and fragment.')
export const WebhookDescription = Text(0, 200, 'What it is for, for your team.')
/** How long the secret from before a rotation signs beside the new one. */
export const FORMER_SECRET_SIGNS_HOURS = 24
/** How long deliveries can be seen and sent again. */
export const DELIVERIES_KEPT_DAYS = 30
/** How many votes can be waited for. */
export const MOST_VOTES_WAITED_FOR = 1_000_000

/** Which events about posts are sent. A member that is absent or empty asks for nothing. */
export interface Conditions {
  /** Only events about posts in a status of one of these categories. */
  readonly statusCategories: readonly StatusCategory[]
  /** Only events about posts with one of these tags. */
  readonly tagIds: readonly string[]
  /** Only events about posts in one of these categories of the board. A message for people names posts that not everyone sees only if their category is among these. */
  readonly categoryIds: readonly string[]
  /** Of votes, only the one with which a post reaches this number. */
  readonly reachedVotes: number | undefined
}

/** What a person decides about a webhook. */
export interface WebhookDraft {
  readonly url: string
  readonly events: readonly EventChoice[]
  readonly format: WebhookFormat
  readonly description: string
  readonly conditions: Conditions
}

/** Where a project's events are sent. */
export interface Webhook extends WebhookDraft {
  readonly id: Id<'webhook'>
  readonly projectId: Id<'project'>
  readonly state: WebhookState
  readonly disabledReason: DisabledReason | undefined
  readonly disabledAt: Date | undefined
  /** Since when no attempt succeeded. */
  readonly failingSince: Date | undefined
  /** Whether earlier events are being sent again. */
  readonly isReplaying: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly version: number
}

export const NO_CONDITIONS: Conditions = {
  statusCategories: [],
  tagIds: [],
  categoryIds: [],
  reachedVotes: undefined,
}
