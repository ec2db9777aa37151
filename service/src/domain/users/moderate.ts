import { deleteRecordsOfUser } from '../../foundation/idempotency/index.ts'
import { type Id, isId } from '../../foundation/ids/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { type Call, inTransaction, type ProjectCall } from '../call.ts'
import { blankUser, deleteErasuresBefore, raiseEpoch, rememberErasure, setState } from './store.ts'
import type { User } from './user.ts'

/** Ends all of the user's sessions; until the ban is lifted no token makes a new one. Repeating it changes nothing more. */
export async function banUser(call: ProjectCall, id: string, reason: string | undefined): Promise<User> {
  return found(await setState(call, userId(id), { state: 'banned', reason, endSessions: true }))
}

/** The sessions that the ban ended stay ended. */
export async function unbanUser(call: ProjectCall, id: string): Promise<User> {
  return found(await setState(call, userId(id), { state: 'active', reason: undefined, endSessions: false }))
}

export async function endSessions(call: ProjectCall, id: string): Promise<void> {
  if (!(await raiseEpoch(call, userId(id)))) throw new Problem(notFound)
}

/** Removes all that says who the person is. Tokens from before are refused; a later one makes a new user. */
export async function eraseUser(call: ProjectCall, id: string): Promise<void> {
  const user = userId(id)
  await inTransaction(call, async (call) => {
    const before = found(await blankUser(call, user))
    await rememberErasure(call, before.sub)
    await deleteRecordsOfUser(call.sql, call.project.id, user)
  })
}

/** After this, no token from before an erasure is young enough to be accepted. */
export function forgetErasuresBefore(call: Call, time: Date): Promise<void> {
  return deleteErasuresBefore(call, time)
}

/** Any text may be asked for; what is no id of a user is a user that does not exist. */
function userId(id: string): Id<'user'> {
  if (!isId('user', id)) throw new Problem(notFound)
  return id
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Problem(notFound)
  return value
}
