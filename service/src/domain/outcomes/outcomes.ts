import type { Permitted } from '../call/index.ts'
import type { Post } from '../posts/index.ts'
import type { Outcome } from './outcome.ts'
import { selectOutcome } from './store.ts'

/** The post is one that the caller has read. */
export function outcomeOf(call: Permitted<'board:read'>, { id }: Post): Promise<Outcome> {
  return selectOutcome(call, id)
}
