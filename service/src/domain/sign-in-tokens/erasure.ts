import { tokenRejectedErased } from './problems.ts'
import { type Rule, verdict } from './rule.ts'
import { TOLERANCE_MS } from './times.ts'
import { isoSeconds } from './wording.ts'

/** A token that was issued then is refused if its user was erased at this moment or later. */
export function firstErasureAgainst(issuedAt: Date): Date {
  return new Date(issuedAt.getTime() - TOLERANCE_MS)
}

export const AFTER_ERASURE = 'iat more than 60 s after the last erasure of this user, if there was one'

/** For reports alone: an exchange asks in the statement that makes the session, so that no erasure comes between. */
export const issuedAfterErasure: Rule = {
  name: 'erasure',
  expected: () => AFTER_ERASURE,
  judge: async ({ sub, times, check: { findErasure } }) => {
    if (sub === undefined || times === undefined) return undefined
    const erasedAt = await findErasure?.(sub)
    if (!erasedAt) return { found: () => 'no erasure within the life of a token' }
    const issuedAt = new Date(times.iat * 1000)
    const found = () =>
      `iat ${isoSeconds(issuedAt.getTime())}; the user was erased at ${isoSeconds(erasedAt.getTime())}`
    return verdict(erasedAt < firstErasureAgainst(issuedAt), tokenRejectedErased, found)
  },
}
