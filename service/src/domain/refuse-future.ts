import { invalidRequest, Problem } from '../foundation/problems/index.ts'
import type { Call } from './call/index.ts'

export const PAST_IS = 'must lie between 1970 and now'

export function isPast(now: Date, time: Date): boolean {
  return time <= now && time.getTime() >= 0
}

/** An import cannot be from the future, nor from before 1970. */
export function refuseFuture({ now }: Call, createdAt: Date): void {
  if (isPast(now, createdAt)) return
  const errors = [{ pointer: '/created_at', detail: PAST_IS }]
  throw new Problem(invalidRequest, { errors, detail: `created_at ${PAST_IS}.` })
}
