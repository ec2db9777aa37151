import type { Id } from '../../../foundation/ids/index.ts'
import { inTransaction, type ProjectCall } from '../../call/index.ts'
import { holdPosts } from '../standing/store.ts'
import { selectIdsAfter, updateSearch } from './store.ts'

const PORTION = 250

/**
 * Indexes the next posts in the project's search language. Returns the last of them, or undefined when there are no more. Locks them in the same
 * order as every change of a post, so that there is no deadlock.
 */
export function reindexPosts(call: ProjectCall, after: string): Promise<Id<'post'> | undefined> {
  return inTransaction(call, async (call) => {
    const ids = await selectIdsAfter(call, after, PORTION)
    if (ids.length === 0) return undefined
    await holdPosts(call, ids)
    await updateSearch(call, ids)
    return ids.at(-1)
  })
}
