import type { Call } from '../call/index.ts'
import { recordEventIn } from '../events/index.ts'
import { deleteInvitationsBy } from './store.ts'

/** Those of somebody who may invite no more, with their links: otherwise one that they made for themselves is a way back. */
export async function endInvitationsBy(
  call: Call,
  operatorId: string,
  where: Parameters<typeof deleteInvitationsBy>[2],
): Promise<void> {
  for (const { project_id: projectId, ...data } of await deleteInvitationsBy(call, operatorId, where)) {
    await recordEventIn(call, [projectId], { type: 'operator.invitation_withdrawn', subject: projectId, data })
  }
}
