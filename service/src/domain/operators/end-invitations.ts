import type { Call } from '../call/index.ts'
import { recordEventIn } from '../events/inside.ts'
import { deleteInvitationsBy } from './store.ts'

/** Ends the invitations of an operator who may no longer invite, with their links: one that they made for themselves would be a way back. */
export async function endInvitationsBy(
  call: Call,
  operatorId: string,
  where: Parameters<typeof deleteInvitationsBy>[2],
): Promise<void> {
  for (const { project_id: projectId, ...data } of await deleteInvitationsBy(call, operatorId, where)) {
    await recordEventIn(call, [projectId], { type: 'operator.invitation_withdrawn', subject: projectId, data })
  }
}
