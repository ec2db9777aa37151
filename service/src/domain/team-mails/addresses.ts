import type { Permitted } from '../call/index.ts'
import type { Mail, SkipReason, TeamMail } from '../mails/index.ts'
import { isReachable } from '../operators/index.ts'
import { type TeamMember, teamOf, waitingInvitation } from '../operators/inside.ts'

/** Why no mail reaches an operator, whatever they choose. */
export type OperatorBarrier = Extract<SkipReason, 'no_address' | 'address_unproven'>

export function barrierTo(member: TeamMember): OperatorBarrier | undefined {
  if (!isReachable(member)) return 'no_address'
  return member.hasProvenEmail ? undefined : 'address_unproven'
}

/** Where these mails go, by their ids. One to somebody who has left, or who took their invitation, has none. */
export async function addressesOf(
  call: Permitted<'people:read'>,
  mails: readonly Mail[],
): Promise<ReadonlyMap<string, string>> {
  const own = mails.filter((mail): mail is TeamMail => mail.userId === undefined)
  if (own.length === 0) return new Map()
  const team = new Map((await teamOf(call)).map(({ id, email }) => [id, email]))
  const found = await Promise.all(
    own.map(async ({ id, operatorId, invitationId }): Promise<readonly [string, string | undefined]> => {
      if (operatorId !== undefined) return [id, team.get(operatorId)]
      return [id, (await waitingInvitation(call, { id: invitationId ?? '' }))?.email]
    }),
  )
  return new Map(found.filter((one): one is [string, string] => one[1] !== undefined))
}
