import { Problem } from '../../foundation/problems/index.ts'
import { hashSecret, newSecret } from '../../foundation/secrets/index.ts'
import { inTransaction, type Permitted, type ProjectCall } from '../call/index.ts'
import { boardAudienceOf } from '../projects/inside.ts'
import {
  AFTER_ERASURE,
  firstErasureAgainst,
  kidOfToken,
  type SignInClaims,
  type TokenCheck,
  TokenRefused,
  tokenRejectedErased,
  tokenReplayed,
  verifySignInToken,
} from '../sign-in-tokens/index.ts'
import { findSigningKey, noteKeyUse } from '../signing-keys/inside.ts'
import { type Remembered, type User, userBanned } from '../users/index.ts'
import { rememberUser } from '../users/inside.ts'
import { stateMismatch } from './problems.ts'
import {
  countPeopleByKey,
  insertSession,
  insertSessionOf,
  insertUsedToken,
  type NewSession,
  type PeopleCount,
  selectNewestSession,
} from './store.ts'

export const SESSION_LASTS_MS = 24 * 60 * 60 * 1000
/** A used jti is kept for the tolerance of 60 seconds and an hour more. */
const JTI_KEPT_AFTER_EXPIRY_MS = 60_000 + 60 * 60 * 1000

/** Longer than a sign-in on the board may take. */
const STATE_KEPT_MS = 60 * 60 * 1000

/** Faults that only the exchange itself can find. */
const USED_BEFORE = { rule: 'jti', expected: 'one that was not used before', found: 'one that was used before' }
const FROM_BEFORE_ERASURE = {
  rule: 'erasure',
  expected: AFTER_ERASURE,
  found: 'one that was issued before that',
}

/** At most this many sessions are counted before somebody ends them. */
const MOST_COUNTED = 1000

export interface IssuedSession {
  /** Shown once; only its hash is stored. */
  readonly token: string
  readonly expiresAt: Date
  readonly user: User
}

/** The signing key that a token names, while it is being looked up. */
export interface ForeseenKey {
  readonly kid: string | undefined
  readonly key: ReturnType<typeof findSigningKey>
}

/** Begins to look up the key of a token that will be exchanged, so that it is there when the exchange needs it. Nothing else of the token is read. */
export function foreseeKey(call: ProjectCall, token: string): ForeseenKey {
  const kid = kidOfToken(token)
  const key = kid === undefined ? Promise.resolve(undefined) : findSigningKey(call, kid)
  key.catch(() => {}) // the exchange reports it
  return { kid, key }
}

/** Exchanges the token that a client's backend signed for a session, in the client's app. */
export function exchangeSignInToken(call: ProjectCall, token: string, foreseen?: ForeseenKey): Promise<IssuedSession> {
  return exchange(call, { token, audience: call.places.apiOrigin }, foreseen)
}

/** The same on the board, where the token must also carry the `state` that the board sent, and each `state` works once. */
export function exchangeOnBoard(call: ProjectCall, token: string, state: string): Promise<IssuedSession> {
  return exchange(call, { token, ...boardAudienceOf(call), nonce: state })
}

/** The time of the last sign-in after `since`. Meant for a `since` of minutes ago, not days. */
export function lastSignInSince(call: Permitted<'signing_keys:read'>, since: Date): Promise<Date | undefined> {
  return selectNewestSession(call, new Date(since.getTime() + SESSION_LASTS_MS))
}

/** For a user who confirmed a one-time code. The session ends with the signing key of their earlier session. */
export async function openSession(call: ProjectCall, remembered: Remembered, kid?: string): Promise<IssuedSession> {
  const { token, row } = newSession(call, kid)
  await insertSession(call, row, remembered)
  return { token, expiresAt: row.expiresAt, user: remembered.user }
}

/** How many people are signed in by tokens of a key: exact up to a thousand sessions. */
export function countSignedInBy(call: Permitted<'signing_keys:read'>, kid: string): Promise<PeopleCount> {
  return countPeopleByKey(call, kid, MOST_COUNTED)
}

async function exchange(
  call: ProjectCall,
  expected: Pick<TokenCheck, 'token' | 'audience' | 'formerAudience'> & { nonce?: string },
  foreseen?: ForeseenKey,
): Promise<IssuedSession> {
  const { project, now } = call
  const key = keyFinder(call, foreseen)
  const claims = await verifySignInToken({ ...expected, now, project, findKey: key.find })
  const { token, row } = newSession(call, key.kid())
  return inTransaction(call, async (call) => {
    // Sent together, and run in this order. If one of them refuses, all of them are rolled back.
    const [isFresh, used, remembered, isAfterErasure] = await Promise.all([
      expected.nonce === undefined || answerRequest(call, expected.nonce),
      useOnce(call, claims),
      rememberUser(call, claims),
      openFor(call, row, claims),
    ])
    if (!isFresh) throw new Problem(stateMismatch)
    if (!used) throw new TokenRefused(tokenReplayed, USED_BEFORE)
    if (remembered.user.state === 'banned') throw new Problem(userBanned)
    if (!isAfterErasure) throw new TokenRefused(tokenRejectedErased, FROM_BEFORE_ERASURE)
    await key.noteUse(call)
    return { token, expiresAt: row.expiresAt, user: remembered.user }
  })
}

/** Two requests racing with one token meet on the primary key; looking first would let both through. */
function useOnce(call: ProjectCall, { jti, expiresAt }: SignInClaims): Promise<boolean> {
  return insertUsedToken(call, hashSecret(jti), new Date(expiresAt.getTime() + JTI_KEPT_AFTER_EXPIRY_MS))
}

/**
 * Kept in the same table as the jtis, none of which contains NUL. It is kept longer than a sign-in lasts, so that a copy of the cookie cannot be used
 * again.
 */
function answerRequest(call: ProjectCall, state: string): Promise<boolean> {
  const keepUntil = new Date(call.now.getTime() + STATE_KEPT_MS)
  return insertUsedToken(call, hashSecret(`state\0${state}`), keepUntil)
}

/** The token is for the user alone; the row has its hash. */
function newSession({ now }: ProjectCall, kid: string | undefined): { token: string; row: NewSession } {
  const token = newSecret('session')
  return { token, row: { tokenHash: hashSecret(token), kid, expiresAt: new Date(now.getTime() + SESSION_LASTS_MS) } }
}

/**
 * False if the token is from before an erasure of its sub. The statement begins after the user's row is locked: a concurrent erasure has either
 * committed before, or waits and then ends this session.
 */
function openFor(call: ProjectCall, row: NewSession, { sub, issuedAt }: SignInClaims): Promise<boolean> {
  return insertSessionOf(call, row, { sub, unlessErasedSince: firstErasureAgainst(issuedAt) })
}

/** Remembers the key that was found, so that its last use is recorded without another look-up. */
function keyFinder(call: ProjectCall, foreseen: ForeseenKey | undefined) {
  let found: Awaited<ReturnType<typeof findSigningKey>>
  return {
    find: async (kid: string) => {
      found = await (foreseen?.kid === kid ? foreseen.key : findSigningKey(call, kid))
      return found
    },
    kid: () => found?.kid,
    noteUse: async (call: ProjectCall) => {
      if (found) await noteKeyUse(call, found)
    },
  }
}
