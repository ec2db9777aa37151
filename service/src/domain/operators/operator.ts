import type { Id } from '../../foundation/ids/index.ts'
import type { Operator } from '../call/index.ts'

/** The address of the operator whom the first link makes. No mail reaches it. */
export const FIRST_OWNER = 'owner@localhost'

export interface OperatorRow {
  id: Id<'operator'>
  email: string
  /** The command line gave the address. */
  is_vouched: boolean
  has_proven_email: boolean
  owns_all: boolean
  session_epoch: number
  created_at: Date
  last_seen_at: Date | null
}

/** Whether mail can reach them. */
export function isReachable({ email }: Pick<Operator, 'email'>): boolean {
  return email !== FIRST_OWNER
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
