import { Problem } from '../../foundation/problems/index.ts'
import { hashSecret, newSecret } from '../../foundation/secrets/index.ts'
import { inTransaction, type Permitted, type ProjectCall } from '../call/index.ts'
import { boardAudienceOf } from '../projects/inside.ts'
import {
  AFTER_ERASURE,
  firstErasureAgainst,
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
import { countPeopleByKey, insertSession, insertUsedToken, type PeopleCount, selectNewestSession } from './store.ts'

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

/** Exchanges the token that a client's backend signed for a session, in the client's app. */
export function exchangeSignInToken(call: ProjectCall, token: string): Promise<IssuedSession> {
  return exchange(call, { token, audience: call.places.apiOrigin })
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
  const session = await issueSession(call, remembered, { kid })
  if (!session) throw new Error('Without a token there is nothing from before an erasure')
  return session
}

/** How many people are signed in by tokens of a key: exact up to a thousand sessions. */
export function countSignedInBy(call: Permitted<'signing_keys:read'>, kid: string): Promise<PeopleCount> {
  return countPeopleByKey(call, kid, MOST_COUNTED)
}

async function exchange(
  call: ProjectCall,
  expected: Pick<TokenCheck, 'token' | 'audience' | 'formerAudience'> & { nonce?: string },
): Promise<IssuedSession> {
  const { project, now } = call
  const key = keyFinder(call)
  const claims = await verifySignInToken({ ...expected, now, project, findKey: key.find })
  return inTransaction(call, async (call) => {
    // Sent together: the insert of the jti decides, and if it fails, everything is rolled back.
    const [isFresh, used, remembered] = await Promise.all([
      expected.nonce === undefined || answerRequest(call, expected.nonce),
      useOnce(call, claims),
      rememberUser(call, claims),
    ])
    if (!isFresh) throw new Problem(stateMismatch)
    if (!used) throw new TokenRefused(tokenReplayed, USED_BEFORE)
    if (remembered.user.state === 'banned') throw new Problem(userBanned)
    const session = await issueSession(call, remembered, { kid: key.kid(), claims })
    if (!session) throw new TokenRefused(tokenRejectedErased, FROM_BEFORE_ERASURE)
    await key.noteUse(call)
    return session
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

/**
 * Undefined if the token is from before an erasure of its sub. The statement runs while the user's row is locked: a
 * concurrent erasure has either committed before, or waits and then ends this session.
 */
async function issueSession(
  call: ProjectCall,
  { user, sessionEpoch }: Remembered,
  { kid, claims }: { kid: string | undefined; claims?: SignInClaims },
): Promise<IssuedSession | undefined> {
  const token = newSecret('session')
  const expiresAt = new Date(call.now.getTime() + SESSION_LASTS_MS)
  const session = { tokenHash: hashSecret(token), userId: user.id, epoch: sessionEpoch, kid, expiresAt }
  const unlessErased = claims && { sub: claims.sub, since: firstErasureAgainst(claims.issuedAt) }
  return (await insertSession(call, session, unlessErased)) ? { token, expiresAt, user } : undefined
}

/** Remembers the key that was found, so that its last use is recorded without another look-up. */
function keyFinder(call: ProjectCall) {
  let found: Awaited<ReturnType<typeof findSigningKey>>
  return {
    find: async (kid: string) => {
      found = await findSigningKey(call, kid)
      return found
    },
    kid: () => found?.kid,
    noteUse: async (call: ProjectCall) => {
      if (found) await noteKeyUse(call, found)
    },
  }
}
