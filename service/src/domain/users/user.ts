import type { Id } from '../../foundation/ids/index.ts'

/** A person whom a client's backend vouches for. */
export interface User {
  readonly id: Id<'user'>
  readonly sub: string | undefined
  readonly email: string | undefined
  readonly emailVerified: boolean
  readonly givenName: string | undefined
  readonly familyName: string | undefined
  readonly locale: string | undefined
  readonly traits: Readonly<Record<string, unknown>>
  readonly state: 'active' | 'banned' | 'erased'
  /** For the project's team alone. */
  readonly banReason: string | undefined
  readonly nameChoice: 'default' | 'first_name' | 'custom'
  readonly customName: string | undefined
  readonly nameLocked: boolean
  readonly notifyByEmail: boolean
  readonly createdAt: Date
  readonly lastSeenAt: Date
  /** Counts what the user changed about themselves. */
  readonly version: number
}

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
