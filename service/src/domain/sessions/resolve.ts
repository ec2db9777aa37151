import { Problem } from '../../foundation/problems/index.ts'
import { hashSecret, isSecret } from '../../foundation/secrets/index.ts'
import { type ProjectCall, permit, type UserCall } from '../call/index.ts'
import { byActorInProject } from '../call/inside.ts'
import { toSignedInUser } from '../users/index.ts'
import { sessionEnded, sessionExpired, sessionInvalid } from './problems.ts'
import { markEnded, selectSession } from './store.ts'

/** The user behind a session token. There is no other way to a `UserCall`. */
export async function resolveSession(call: ProjectCall, token: string): Promise<UserCall> {
  if (!isSecret('session', token)) throw new Problem(sessionInvalid)
  const sessionHash = hashSecret(token)
  const row = await selectSession(call, sessionHash)
  if (!row) throw new Problem(sessionInvalid)
  if (row.session_expires_at <= call.now) throw new Problem(sessionExpired)
  if (row.session_is_over) throw new Problem(sessionEnded)
  const actor = { kind: 'user', projectId: call.project.id, user: toSignedInUser(row), sessionHash } as const
  return permit(byActorInProject(call, actor), 'board:take_part')
}

/** Signs out. Signing out twice is the same as once. */
export function endCurrentSession(call: UserCall): Promise<void> {
  return markEnded(call, call.actor.sessionHash)
}
