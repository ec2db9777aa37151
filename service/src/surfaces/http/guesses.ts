import { Problem } from '../../foundation/problems/index.ts'
import type { Limit, RateLimits } from '../../foundation/rate-limits/index.ts'

/** Whether the request was checked and refused. A failure of ours, or another limit, is no such check. */
export function isRefusal(error: unknown): error is Problem {
  return error instanceof Problem && error.kind.status < 500 && error.kind.status !== 429
}

/** Counts a guess before it is known whether it is right, and gives it back unless it was found wrong: only wrong ones use the limit up. */
export async function countGuess<Result>(
  limits: RateLimits,
  limit: Limit,
  address: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await limits.take(limit, address)
  let isWrong = false
  try {
    return await work()
  } catch (error) {
    isWrong = isRefusal(error)
    throw error
  } finally {
    if (!isWrong) await limits.giveBack(limit, address)
  }
}
