import type { Call, Operator } from '../call/index.ts'
import type { DataOf, EventType } from '../events/index.ts'
import { recordEventIn } from '../events/inside.ts'
import { selectProjectsToTell } from './store.ts'

/** Coming and going is told in so many projects: where they have a role first, then the newest that they may enter. */
const MOST_PROJECTS = 100
/** What changes what they may do is told in every project that it opens or opened, up to more than a service has. */
const ALL_PROJECTS = 100_000
const CHANGES_OF_RIGHTS = new Set<EventType>(['operator.removed', 'operator.owns_all_given', 'operator.owns_all_taken'])

/** What an operator does with their own account stands in the log of projects that it opens. */
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

/** What somebody else does with it, as long as it still opens them. */
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
