import type { Permitted } from '../../call/index.ts'
import { getPost, refuseMerged } from '../../posts/index.ts'
import { faultyTarget } from '../target.ts'
import { type MergeOutcome, selectOutcome } from './store.ts'

export type { MergeOutcome }

/** The result that merging these posts into the other one would have. Refuses what the merge would refuse; changes nothing. */
export async function previewMerge(
  call: Permitted<'posts:write'>,
  ids: readonly string[],
  intoId: string,
): Promise<MergeOutcome> {
  const target = await getPost(call, intoId)
  const sources = await Promise.all(ids.map((id) => getPost(call, id)))
  for (const post of [...sources, target]) refuseMerged(post)
  if (target.moderationState !== 'approved') throw faultyTarget('hidden')
  if (sources.some(({ id }) => id === target.id)) throw faultyTarget('itself')
  return selectOutcome(
    call,
    sources.map(({ id }) => id),
    target.id,
  )
}
