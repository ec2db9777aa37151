import type { NotificationChoices, Project, SignedInUser } from '../call/index.ts'

/** A user's own choice comes before the project's default. Statements have `choicesOf`. */
export function notificationsOf(
  { notificationDefaults }: Pick<Project, 'notificationDefaults'>,
  { notifications }: Pick<SignedInUser, 'notifications'>,
): NotificationChoices {
  return { ...notificationDefaults, ...notifications }
}
