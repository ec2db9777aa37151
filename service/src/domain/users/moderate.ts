import { type Id, isId } from '../../foundation/ids/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { inTransaction, type Permitted, type ProjectCall, type ServiceCall, type User } from '../call/index.ts'
import { recordEvent } from '../events/inside.ts'
import { readBody, Text } from '../texts/index.ts'
import { deleteErasuresBefore, holdUser, raiseEpoch, setState } from './store.ts'

export const BanReason = Text(0, 500, 'For your team; the user does not see it.')

/** Ends all of the user's sessions; until the ban is lifted no token makes a new one. Repeating it changes only the reason. */
export function banUser(call: Permitted<'users:ban'>, id: string, reason: string | undefined): Promise<User> {
  const said = reason === undefined ? undefined : readBody(reason, BanReason, '/reason')
  return changeState(call, id, { state: 'banned', reason: said, endSessions: true })
}

/** The sessions that the ban ended stay ended. */
export function unbanUser(call: Permitted<'users:ban'>, id: string): Promise<User> {
  return changeState(call, id, { state: 'active', reason: undefined, endSessions: false })
}

export async function endSessions(call: Permitted<'users:ban'>, id: string): Promise<void> {
  const user = userId(id)
  await inTransaction(call, async (call) => {
    if (!(await raiseEpoch(call, user))) throw new Problem(notFound)
    await recordEvent(call, { type: 'user.sessions_ended', subject: user })
  })
}

function changeState(call: ProjectCall, id: string, change: Parameters<typeof setState>[2]): Promise<User> {
  const user = userId(id)
  return inTransaction(call, async (call) => {
    const before = found(await holdUser(call, user))
    const after = found(await setState(call, user, change))
    const type = happeningOf(before, after)
    if (type) await recordEvent(call, { type, subject: user })
    return after
  })
}

function happeningOf(before: User, after: User) {
  if (before.state !== after.state) return after.state === 'banned' ? 'user.banned' : 'user.unbanned'
  return before.banReason === after.banReason ? undefined : 'user.ban_reason_changed'
}

/** After this, no token from before an erasure is young enough to be accepted. */
export function forgetErasuresBefore(call: ServiceCall, time: Date): Promise<number> {
  return deleteErasuresBefore(call, time)
}

/** Accepts any text. A text that is not a user id gets the same answer as a missing user. */
export function userId(id: string): Id<'user'> {
  if (!isId('user', id)) throw new Problem(notFound)
  return id
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Problem(notFound)
  return value
}
