import type { Id } from '../../foundation/ids/index.ts'
import type { Permitted } from '../call/index.ts'
import { mergeQuietly } from '../posting/inside.ts'
import { type Import, type Portion, portionSize } from './import.ts'
import { insertMerge, selectMergedBefore } from './merges-store.ts'
import { selectTargets } from './records-store.ts'
import { selectMergedRows } from './rows-store.ts'

const MERGED_AT_ONCE = 200

/**
 * Merges the posts that were merged in the source. A post whose target is missing, or was merged itself, stays as it is; so does one that an import has
 * merged before, since the team may have unmerged it.
 */
export async function mergePosts(call: Permitted<'posts:write'>, running: Import): Promise<Portion | undefined> {
  const merged = await selectMergedRows(call, running, running.position, portionSize(MERGED_AT_ONCE, running))
  const last = merged.at(-1)
  if (!last) return undefined
  const keys = merged.flatMap(({ key, parentKey }) => [key, ...(parentKey === undefined ? [] : [parentKey])])
  const targets = await selectTargets<Id<'post'>>(call, [...new Set(keys)])
  const before = await selectMergedBefore(call, [...targets.values()])
  const told = { actor: running.actor, isTold: running.notifies }
  for (const { key, parentKey = '' } of merged) {
    const [from, to] = [targets.get(key), targets.get(parentKey)]
    if (!from || !to || from === to || before.has(from)) continue
    if (await mergeQuietly(call, from, to, told)) await insertMerge(call, running, from, to)
  }
  return { position: last.place }
}
