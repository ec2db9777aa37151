import type { Call } from '../call.ts'
import { type EventType, recordEventIn } from '../events/index.ts'
import type { Operator } from './operator.ts'
import { selectProjectsToTell } from './store.ts'

/** Whoever owns everything is told about in so many projects where they come and go. */
const MOST_PROJECTS = 100
/** What changes their rights is told everywhere. */
const ALL_PROJECTS = 100_000

/** What an operator does with their own account stands in the log of each project that it opens. */
export async function noteAccountEvent(
  call: Call,
  operator: Operator,
  type: EventType,
  data: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const projects = await selectProjectsToTell(call, operator, MOST_PROJECTS)
  const asThem = { ...call, operator }
  await recordEventIn(asThem, projects, { type, subject: operator.id, data })
}

/** What somebody else does with it, as long as it still opens them. */
export async function noteAboutOperator(call: Call, operator: Operator, type: EventType): Promise<void> {
  const projects = await selectProjectsToTell(call, operator, ALL_PROJECTS)
  await recordEventIn(call, projects, { type, subject: operator.id, data: { email: operator.email } })
}
