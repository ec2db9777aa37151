import type { Id } from '../../foundation/ids/index.ts'
import type { User } from '../call/index.ts'

export interface UserRow {
  id: Id<'user'>
  sub: string | null
  email: string | null
  email_verified: boolean
  given_name: string | null
  family_name: string | null
  locale: string | null
  traits: Record<string, unknown>
  state: User['state']
  ban_reason: string | null
  name_choice: User['nameChoice']
  custom_name: string | null
  name_locked: boolean
  notify_by_email: boolean
  created_at: Date
  last_seen_at: Date
  version: number
}

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    sub: row.sub ?? undefined,
    email: row.email ?? undefined,
    emailVerified: row.email_verified,
    givenName: row.given_name ?? undefined,
    familyName: row.family_name ?? undefined,
    locale: row.locale ?? undefined,
    traits: row.traits,
    state: row.state,
    banReason: row.ban_reason ?? undefined,
    nameChoice: row.name_choice,
    customName: row.custom_name ?? undefined,
    nameLocked: row.name_locked,
    notifyByEmail: row.notify_by_email,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    version: row.version,
  }
}
