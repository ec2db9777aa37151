import type { Id } from '../../foundation/ids/index.ts'
import type { Call } from '../call/index.ts'
import { type RefusalsOfDay, selectRefusalsOf } from './store.ts'

/** Fewer refusals than this in a day are what happens while somebody sets up a sign-in. */
const LEAST_REFUSALS = 20
/** So many times the average of the days before is a jump. */
const FACTOR = 5
const DAYS_BEFORE = 7

/** The projects whose refused sign-ins jumped on a day, as 2026-01-31: at least 20, and at least five times the average of the seven days before. */
export async function refusalJumps(
  call: Call,
  day: string,
  projectId?: Id<'project'>,
): Promise<readonly RefusalsOfDay[]> {
  const days = await selectRefusalsOf(call, { day, days: DAYS_BEFORE, least: LEAST_REFUSALS }, projectId)
  return days.filter(({ refusals, usual }) => refusals >= FACTOR * usual)
}
