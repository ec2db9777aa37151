import { invalidRequest, Problem } from '../../../foundation/problems/index.ts'
import type { Permitted } from '../../call/index.ts'
import { getPost, refuseMerged } from '../../posts/index.ts'
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
  if (target.moderationState !== 'approved') throw faultyTarget('must be public; approve it first')
  if (sources.some(({ id }) => id === target.id)) throw faultyTarget('must be another post')
  return selectOutcome(
    call,
    sources.map(({ id }) => id),
    target.id,
  )
}

function faultyTarget(detail: string): Problem {
  return new Problem(invalidRequest, { errors: [{ pointer: '/into_post_id', detail }] })
}
