import type { Project, SignedInUser, User } from '../call/index.ts'
import { snakeCased } from '../members.ts'
import { displayName, nameChoices } from './display-name.ts'
import { notificationsOf } from './notification-choices.ts'

/** The members that users see of themselves, as JSON. */
export function signedInJson(project: Pick<Project, 'name' | 'notificationDefaults'>, user: SignedInUser) {
  return {
    id: user.id,
    display_name: displayName(project, user),
    locale: user.locale ?? null,
    name_choice: user.nameChoice,
    name_choices: nameChoices(project, user).map(({ choice, preview }) => ({ choice, preview: preview ?? null })),
    name_locked: user.nameLocked,
    notifications: snakeCased(notificationsOf(project, user)),
    created_at: user.createdAt.toISOString(),
  }
}

/** All members of a user, as JSON. */
export function userJson(project: Pick<Project, 'name' | 'notificationDefaults'>, user: User) {
  return {
    ...signedInJson(project, user),
    sub: user.sub ?? null,
    email: user.email ?? null,
    email_verified: user.emailVerified,
    given_name: user.givenName ?? null,
    family_name: user.familyName ?? null,
    traits: user.traits,
    state: user.state,
    ban_reason: user.banReason ?? null,
    last_seen_at: user.lastSeenAt.toISOString(),
  }
}
