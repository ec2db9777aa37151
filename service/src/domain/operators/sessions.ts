import { Problem } from '../../foundation/problems/index.ts'
import { hashSecret, isSecret, newSecret } from '../../foundation/secrets/index.ts'
import { type AccountCall, type Call, inTransaction, isOperator } from '../call/index.ts'
import { byActor } from '../call/inside.ts'
import { noteAccountEvent } from './note.ts'
import { type OperatorRow, toOperator } from './operator.ts'
import { confirmationRequired, operatorRequired } from './problems.ts'
import {
  countSessions,
  deleteLinksOf,
  deleteOtherSessions,
  deleteSession,
  holdOperator,
  insertSession,
  raiseEpoch,
  selectSession,
} from './store.ts'

const SESSION_LASTS_MS = 7 * 24 * 60 * 60 * 1000
/** How long after confirming who they are operators may do sensitive things. */
const CONFIRMED_FOR_MS = 15 * 60 * 1000

export interface OpenedSession {
  readonly token: string
  readonly lastsSeconds: number
}

/** Call it in the transaction that uses the link or the challenge up. */
export async function openOperatorSession(call: Call, row: OperatorRow): Promise<OpenedSession> {
  const token = newSecret('operatorSession')
  const expiresAt = new Date(call.now.getTime() + SESSION_LASTS_MS)
  if (!(await insertSession(call, { tokenHash: hashSecret(token), operator: row, expiresAt }))) {
    throw new Problem(operatorRequired)
  }
  return { token, lastsSeconds: SESSION_LASTS_MS / 1000 }
}

/** The operator behind a session token. There is no other way to an `AccountCall`. */
export async function resolveOperator(call: Call, token: string): Promise<AccountCall> {
  if (!isSecret('operatorSession', token)) throw new Problem(operatorRequired)
  const hash = hashSecret(token)
  const row = await selectSession(call, hash)
  if (!row) throw new Problem(operatorRequired)
  const session = { hash, confirmedAt: row.confirmed_at }
  return byActor(call, { kind: 'operator', operator: toOperator(row), session, membership: undefined })
}

export function isConfirmed({ now, actor }: AccountCall): boolean {
  return now.getTime() - actor.session.confirmedAt.getTime() < CONFIRMED_FOR_MS
}

export function requireConfirmed(call: AccountCall): void {
  if (!isConfirmed(call)) throw new Problem(confirmationRequired)
}

/** Whether the caller must confirm who they are first. Only operators do: a server and the command line have no session that was left open. */
export function isUnconfirmedOperator(call: Call): boolean {
  return isOperator(call) && !isConfirmed(call)
}

export function signOut(call: AccountCall): Promise<void> {
  return endingSessions(call, 'this', (call) => deleteSession(call, call.actor.session.hash))
}

/** On all devices, this one included; ends their unused links too. */
export function signOutEverywhere(call: AccountCall): Promise<void> {
  return endingSessions(call, 'all', async (call) => {
    await raiseEpoch(call, call.actor.operator.id)
    await deleteLinksOf(call, call.actor.operator.id)
  })
}

/** On all devices but this one; ends their unused links too. */
export function signOutElsewhere(call: AccountCall): Promise<void> {
  return endingSessions(call, 'others', async (call) => {
    await holdOperator(call, call.actor.operator.id)
    await deleteLinksOf(call, call.actor.operator.id)
    await deleteOtherSessions(call, call.actor.operator.id, call.actor.session.hash)
  })
}

/** This one included. */
export function countOwnSessions(call: AccountCall): Promise<number> {
  return countSessions(call, call.actor.operator.id)
}

function endingSessions(
  call: AccountCall,
  sessions: 'this' | 'others' | 'all',
  end: (call: AccountCall) => Promise<void>,
): Promise<void> {
  return inTransaction(call, async (call) => {
    await end(call)
    await noteAccountEvent(call, call.actor.operator, 'operator.signed_out', { sessions })
  })
}
