import type { Project, User } from '../call/index.ts'
import { displayName, nameChoices } from './display-name.ts'

/** Everything about a user, as JSON. Callers with fewer rights get a part of it. */
export function userJson(project: Pick<Project, 'name'>, user: User) {
  return {
    id: user.id,
    sub: user.sub ?? null,
    display_name: displayName(project, user),
    email: user.email ?? null,
    email_verified: user.emailVerified,
    given_name: user.givenName ?? null,
    family_name: user.familyName ?? null,
    locale: user.locale ?? null,
    traits: user.traits,
    name_choice: user.nameChoice,
    name_choices: nameChoices(project, user).map(({ choice, preview }) => ({ choice, preview: preview ?? null })),
    name_locked: user.nameLocked,
    notifications: { email: user.notifyByEmail },
    state: user.state,
    ban_reason: user.banReason ?? null,
    created_at: user.createdAt.toISOString(),
    last_seen_at: user.lastSeenAt.toISOString(),
  }
}
