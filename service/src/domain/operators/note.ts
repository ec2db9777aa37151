import type { Call, Operator } from '../call/index.ts'
import type { DataOf, EventType } from '../events/index.ts'
import { recordEventIn } from '../events/inside.ts'
import { selectProjectsToTell } from './store.ts'

/** Sign-ins and sign-outs are logged in at most this many projects: first where they have a role, then in the newest that they may enter. */
const MOST_PROJECTS = 100
/** A change of rights is logged in every project that the operator can or could enter; no service has more projects than this. */
const ALL_PROJECTS = 100_000
const CHANGES_OF_RIGHTS = new Set<EventType>(['operator.removed', 'operator.owns_all_given', 'operator.owns_all_taken'])

/** Logs an action on the operator's own account in the projects that they can enter. */
export async function noteAccountEvent(
  call: Call,
  operator: Operator,
  type: 'operator.entered' | 'operator.signed_out' | 'operator.passkey_added' | 'operator.passkey_removed',
  data: DataOf<typeof type> = {},
): Promise<void> {
  const projects = await selectProjectsToTell(call, operator, mostFor(type))
  const by = { kind: 'operator', id: operator.id } as const // during the sign-in the call has no operator yet
  await recordEventIn(call, projects, { type, subject: operator.id, data }, by)
}

/** Logs what somebody else does to an operator's account. Call it while the operator can still enter the projects that log it. */
export async function noteAboutOperator(
  call: Call,
  operator: Operator,
  type:
    | 'operator.link_made'
    | 'operator.removed'
    | 'operator.signed_out'
    | 'operator.passkey_removed'
    | 'operator.owns_all_given'
    | 'operator.owns_all_taken',
): Promise<void> {
  const projects = await selectProjectsToTell(call, operator, mostFor(type))
  await recordEventIn(call, projects, { type, subject: operator.id, data: { email: operator.email } })
}

function mostFor(type: EventType): number {
  return CHANGES_OF_RIGHTS.has(type) ? ALL_PROJECTS : MOST_PROJECTS
}
