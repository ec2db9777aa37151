import type { Id } from '../../foundation/ids/index.ts'
import type { NotificationChoices, SignedInUser, User } from '../call/index.ts'
import { camelCased, type SnakeCased } from '../members.ts'

export interface SignedInRow {
  id: Id<'user'>
  given_name: string | null
  family_name: string | null
  locale: string | null
  state: User['state']
  name_choice: User['nameChoice']
  custom_name: string | null
  name_locked: boolean
  notification_choices: SnakeCased<Partial<NotificationChoices>>
  created_at: Date
  version: number
}

export interface UserRow extends SignedInRow {
  sub: string | null
  email: string | null
  email_verified: boolean
  traits: Record<string, unknown>
  ban_reason: string | null
  last_seen_at: Date
}

export function toSignedInUser(row: SignedInRow): SignedInUser {
  return {
    id: row.id,
    givenName: row.given_name ?? undefined,
    familyName: row.family_name ?? undefined,
    locale: row.locale ?? undefined,
    state: row.state,
    nameChoice: row.name_choice,
    customName: row.custom_name ?? undefined,
    nameLocked: row.name_locked,
    notifications: camelCased(row.notification_choices),
    createdAt: row.created_at,
    version: row.version,
  }
}

export function toUser(row: UserRow): User {
  return {
    ...toSignedInUser(row),
    sub: row.sub ?? undefined,
    email: row.email ?? undefined,
    emailVerified: row.email_verified,
    traits: row.traits,
    banReason: row.ban_reason ?? undefined,
    lastSeenAt: row.last_seen_at,
  }
}
