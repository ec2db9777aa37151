import { isDeepStrictEqual } from 'node:util'
import { inTransaction, type Permitted, type User } from '../../call/index.ts'
import { recordEvent } from '../../events/inside.ts'
import { membersOf } from '../../members.ts'
import { type PersonClaims, readPerson } from '../../sign-in-tokens/index.ts'
import { claimImported } from '../store.ts'
import { holdUserBySub, insertUser, updateClaims } from './store.ts'

const CLAIMS = ['email', 'emailVerified', 'givenName', 'familyName', 'locale', 'traits'] as const

export interface Vouched {
  readonly user: User
  readonly isNew: boolean
}

/**
 * Makes the user of a sub, or brings their claims up to date as a sign-in does: a claim that is absent is removed. A
 * ban stays, and an erased user becomes a new user. Repeating it changes nothing.
 */
export function vouchForUser(
  call: Permitted<'users:vouch'>,
  sub: string,
  claims: Readonly<Record<string, unknown>>,
): Promise<Vouched> {
  const person = readPerson(call.project, { ...claims, sub })
  return inTransaction(call, async (call) => {
    await claimImported(call, person)
    for (;;) {
      const made = await insertUser(call, person)
      if (made) {
        await recordEvent(call, { type: 'user.created', subject: made.id })
        return { user: made, isNew: true }
      }
      const held = await holdUserBySub(call, sub)
      if (held) return { user: await change(call, held, person), isNew: false } // else: erased since we looked
    }
  })
}

async function change(call: Permitted<'users:vouch'>, user: User, person: PersonClaims): Promise<User> {
  const changed = CLAIMS.filter((claim) => !isDeepStrictEqual(user[claim], person[claim]))
  if (changed.length === 0) return user
  const members = membersOf(Object.fromEntries(changed.map((claim) => [claim, true])))
  await recordEvent(call, { type: 'user.updated', subject: user.id, data: { members } })
  return updateClaims(call, user, person)
}
