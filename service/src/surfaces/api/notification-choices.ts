import { type TSchema, Type } from 'typebox'
import { FREQUENCIES, type NotificationChoices } from '../../domain/call/index.ts'
import type { SnakeCased } from '../../domain/members.ts'
import { OneOf } from './schema.ts'

/** Which notifications somebody gets, and how: for a user, and as the project's default. */
export const NOTIFICATION_CHOICES = {
  email: Type.Boolean({ description: 'Whether the user also gets notifications by mail.' }),
  frequency: OneOf(FREQUENCIES, { description: 'How often mail comes: about each change, or one a day or a week.' }),
  status_changes: Type.Boolean({ description: 'Whether the user is told of new statuses, and of merged posts.' }),
  comments: Type.Boolean({ description: 'Whether the user is told of comments, answers of the team and replies.' }),
  changelog: Type.Boolean({ description: 'Whether the user is told of changelog entries about posts they voted for.' }),
} as const satisfies Record<keyof SnakeCased<NotificationChoices>, TSchema>

/** A change of some choices; absent ones stay. */
export function someChoices(description: string) {
  return Type.Partial(Type.Object(NOTIFICATION_CHOICES), { additionalProperties: false, minProperties: 1, description })
}
