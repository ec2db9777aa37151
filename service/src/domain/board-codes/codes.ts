import { Problem } from '../../foundation/problems/index.ts'
import { hashSecret, isSecret, newSecret } from '../../foundation/secrets/index.ts'
import { inTransaction, type ProjectCall, type UserCall } from '../call/index.ts'
import { boardOriginOf } from '../projects/index.ts'
import { type IssuedSession, sessionEnded } from '../sessions/index.ts'
import { openSession } from '../sessions/inside.ts'
import { toUser, type User } from '../users/index.ts'
import { holdWriter } from '../users/inside.ts'
import { codeInvalid } from './problems.ts'
import { insertCode, markUsed, type OwnerRow, selectOwner } from './store.ts'

const CODE_LASTS_MS = 60_000

export interface IssuedCode {
  /** Shown once; only its hash is stored. */
  readonly code: string
  /** The page of the board that shows who would be signed in. The code is behind the #, so that it is in no log and no preview. */
  readonly url: string
  readonly expiresAt: Date
}

/** Opens the board already signed in. */
export function issueBoardCode(call: UserCall): Promise<IssuedCode> {
  const code = newSecret('boardCode')
  const expiresAt = new Date(call.now.getTime() + CODE_LASTS_MS)
  return inTransaction(call, async (call) => {
    const isHere = await holdWriter(call, call.actor.user.id, false)
    if (!isHere || !(await insertCode(call, hashSecret(code), expiresAt))) throw new Problem(sessionEnded)
    return { code, url: `${boardOriginOf(call.places, call.project)}/continue#code=${code}`, expiresAt }
  })
}

/** The user of a code, with the epoch and the signing key that a session made from it has. */
export interface CodeOwner extends User {
  readonly sessionEpoch: number
  readonly kid: string | undefined
}

/** The user whom the code would sign in. Looking at a code does not use it up. */
export async function peekBoardCode(call: ProjectCall, code: string): Promise<CodeOwner> {
  return ownerOf(isSecret('boardCode', code) ? await selectOwner(call, hashSecret(code)) : undefined)
}

/** Uses a code up. Locks the user's row until the transaction ends. */
export async function useBoardCode(call: ProjectCall, code: string): Promise<CodeOwner> {
  return ownerOf(isSecret('boardCode', code) ? await markUsed(call, hashSecret(code)) : undefined)
}

/** Uses a code up for a session of its user. */
export function enterByCode(call: ProjectCall, code: string): Promise<IssuedSession> {
  return inTransaction(call, async (call) => {
    const owner = await useBoardCode(call, code)
    return openSession(call, { user: owner, sessionEpoch: owner.sessionEpoch }, owner.kid)
  })
}

function ownerOf(row: OwnerRow | undefined): CodeOwner {
  if (!row) throw new Problem(codeInvalid)
  return { ...toUser(row), sessionEpoch: row.session_epoch, kid: row.code_kid ?? undefined }
}
