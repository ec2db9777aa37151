import type { Call } from '../call.ts'
import { type EventType, recordEvent } from '../events/index.ts'
import { projectById } from '../projects/index.ts'
import type { Operator } from './operator.ts'
import { selectProjectsOf } from './store.ts'

const MOST_PROJECTS = 100

/** What an operator does with their own account stands in the log of each project that it opens. */
export async function noteAccountEvent(call: Call, operator: Operator, type: EventType): Promise<void> {
  for (const id of await selectProjectsOf(call, operator, MOST_PROJECTS)) {
    const inProject = { ...call, operator, project: await projectById(call, id) }
    await recordEvent(inProject, { type, subject: operator.id })
  }
}
