import { isId } from '../../foundation/ids/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import type { ProjectCall } from '../call.ts'
import { selectUser, selectUserBySub } from './store.ts'
import type { User } from './user.ts'

/** A user of this project, whatever became of them. Any text may be asked for. */
export async function userById(call: ProjectCall, id: string): Promise<User> {
  const user = isId('user', id) ? await selectUser(call, id) : undefined
  if (!user) throw new Problem(notFound, { detail: 'There is no such user in this project.' })
  return user
}

/** By the id that the client's own backend gave them. Any text may be asked for; what no text of a database holds is nobody's. */
export async function userBySub(call: ProjectCall, sub: string): Promise<User> {
  const user = sub.includes('\0') ? undefined : await selectUserBySub(call, sub)
  if (!user) throw new Problem(notFound, { detail: 'There is no user with this sub in this project.' })
  return user
}

/** A user who still is somebody. */
export async function requireUser(call: ProjectCall, id: string): Promise<User> {
  const user = await userById(call, id)
  if (user.state === 'erased') throw new Problem(notFound, { detail: 'There is no such user in this project.' })
  return user
}
