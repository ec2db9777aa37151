import type { Id } from '../../foundation/ids/index.ts'

/** A person who runs boards. Disjoint from users: no token of a client ever becomes one. */
export interface Operator {
  readonly id: Id<'operator'>
  readonly email: string
  /** May do everything in every project, and make new ones. */
  readonly ownsAll: boolean
  readonly createdAt: Date
  readonly lastSeenAt: Date | undefined
}

export interface OperatorRow {
  id: Id<'operator'>
  email: string
  owns_all: boolean
  session_epoch: number
  created_at: Date
  last_seen_at: Date | null
}

export function toOperator(row: OperatorRow): Operator {
  return {
    id: row.id,
    email: row.email,
    ownsAll: row.owns_all,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at ?? undefined,
  }
}

/** From the one who may do the most. */
export const ROLES = ['owner', 'admin', 'moderator'] as const
export type Role = (typeof ROLES)[number]

/** A moderator keeps the board in order, an admin sets the project up, an owner decides who else does. Each may do what the next may. */
export function isAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(needed)
}
