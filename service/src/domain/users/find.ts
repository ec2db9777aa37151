import { isId } from '../../foundation/ids/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import type { ProjectCall } from '../call.ts'
import { selectUser, selectUserBySub, selectUsersByEmail } from './store.ts'
import type { User } from './user.ts'

const MOST_FOUND = 20

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

/** Whom an id, a sub or an e-mail address names, each in full; several may share an address. Any text may be asked for. */
export async function findUsers(call: ProjectCall, text: string): Promise<User[]> {
  if (text.includes('\0')) return []
  if (isId('user', text)) {
    const user = await selectUser(call, text)
    if (user) return [user]
  }
  const [bySub, byEmail] = await Promise.all([selectUserBySub(call, text), selectUsersByEmail(call, text, MOST_FOUND)])
  return [...(bySub ? [bySub] : []), ...byEmail.filter(({ id }) => id !== bySub?.id)]
}

/** A user who still is somebody. */
export async function requireUser(call: ProjectCall, id: string): Promise<User> {
  const user = await userById(call, id)
  if (user.state === 'erased') throw new Problem(notFound, { detail: 'There is no such user in this project.' })
  return user
}
