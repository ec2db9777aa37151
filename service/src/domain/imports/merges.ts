import type { Id } from '../../foundation/ids/index.ts'
import type { Permitted } from '../call/index.ts'
import { holdWithTargets, mergeQuietly, spreadVotes } from '../posting/inside.ts'
import { holdPosts } from '../posts/inside.ts'
import { uncopiedVoters } from '../votes/inside.ts'
import { type Import, type Portion, portionSize } from './import.ts'
import { insertMerge, selectMergedBefore } from './merges-store.ts'
import { selectTargets } from './records-store.ts'
import { type Content, selectMergedRows } from './rows-store.ts'

const MERGED_AT_ONCE = 200
/** Of all merges of a portion together. A post with more votes than this gets merged without them, and they are copied in portions of their own. */
const MOST_MOVED = 2_000

/**
 * Merges the posts that were merged in the source. A post whose target is missing, or was merged itself, stays as it is; so does one that an import has
 * merged before, since the team may have unmerged it.
 */
export async function mergePosts(call: Permitted<'posts:write'>, running: Import): Promise<Portion | undefined> {
  if (running.within > 0) return copyVotesLeft(call, running)
  const rows = await selectMergedRows(call, running, running.position, portionSize(MERGED_AT_ONCE, running))
  const last = rows.at(-1)
  if (!last) return undefined
  const told = { actor: running.actor, isTold: running.notifies }
  let moved = 0
  for (const { row, from, to } of await mergesOf(call, rows)) {
    const merge = await mergeQuietly(call, from, to, { ...told, mostVotes: MOST_MOVED })
    if (!merge) continue
    await insertMerge(call, running, from, to)
    if (merge.leavesVotes) return { position: row.place, within: row.place }
    moved += merge.rows
    if (moved > portionSize(MOST_MOVED, running)) return { position: row.place }
  }
  return { position: last.place }
}

/** Both posts of each merge, which are locked from now on. */
async function mergesOf(call: Permitted, rows: readonly Content[]) {
  const keys = rows.flatMap(({ key, parentKey }) => [key, ...(parentKey === undefined ? [] : [parentKey])])
  const targets = await selectTargets<Id<'post'>>(call, [...new Set(keys)])
  const before = await selectMergedBefore(call, [...targets.values()])
  const merges = rows.flatMap((row) => {
    const [from, to] = [targets.get(row.key), targets.get(row.parentKey ?? '')]
    return !from || !to || from === to || before.has(from) ? [] : [{ row, from, to }]
  })
  await holdPosts(call, [...new Set(merges.flatMap(({ from, to }) => [from, to]))]) // all at once, in their order
  return merges
}

/** The next votes of a post that was merged without them. Its row is at the place `within`. */
async function copyVotesLeft(call: Permitted, running: Import): Promise<Portion> {
  const { position, within } = running
  const over = { position, within: 0 }
  const [row] = await selectMergedRows(call, running, within - 1, 1)
  const id = row && (await selectTargets<Id<'post'>>(call, [row.key])).get(row.key)
  const [to, ...further] = (id && (await holdWithTargets(call, [id])).get(id)?.chain) ?? []
  if (!id || !to) return over // it was unmerged meanwhile
  const voters = await uncopiedVoters(call, id, to, portionSize(MOST_MOVED, running))
  if (voters.length === 0) return over
  await spreadVotes(call, id, [to, ...further], voters)
  return { position, within }
}
