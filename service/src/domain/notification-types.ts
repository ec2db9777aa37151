import type { NotificationChoices } from './call/index.ts'

/**
 * Every type of notification, and the choice that turns it on or off. A type without a choice is always sent, because it is about the user's own
 * text.
 */
export const CHOICE_OF = {
  status_changed: 'statusChanges',
  /** An official answer. */
  answered: 'comments',
  commented: 'comments',
  replied: 'comments',
  merged: 'statusChanges',
  approved: undefined,
  rejected: undefined,
  changelog_published: 'changelog',
} as const satisfies Record<string, keyof NotificationChoices | undefined>

/** Kinds of news that people can switch off. */
export type NewsKind = Exclude<(typeof CHOICE_OF)[NotificationType], undefined>
export const NEWS_KINDS: readonly NewsKind[] = [...new Set(Object.values(CHOICE_OF))].filter(
  (kind) => kind !== undefined,
)

export type NotificationType = keyof typeof CHOICE_OF
export const NOTIFICATION_TYPES = Object.keys(CHOICE_OF) as NotificationType[] // they are its keys
