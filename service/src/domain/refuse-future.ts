import { invalidRequest, Problem } from '../foundation/problems/index.ts'
import type { Call } from './call/index.ts'

/** An import cannot be from the future, nor from before 1970. */
export function refuseFuture({ now }: Call, createdAt: Date): void {
  if (createdAt <= now && createdAt.getTime() >= 0) return
  const detail = 'must lie between 1970 and now'
  throw new Problem(invalidRequest, { errors: [{ pointer: '/created_at', detail }], detail: `created_at ${detail}.` })
}
