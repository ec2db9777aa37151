import { Problem } from '../../foundation/problems/index.ts'
import { readEmail } from './email.ts'
import { operatorExists } from './problems.ts'
import type { AccountCall } from './sessions.ts'
import { updateEmail } from './store.ts'

/** The address is how others know an operator; nothing is let in by it. */
export async function changeEmail(call: AccountCall, email: string): Promise<void> {
  if (!(await updateEmail(call, call.operator.id, readEmail(email)))) throw new Problem(operatorExists)
}
