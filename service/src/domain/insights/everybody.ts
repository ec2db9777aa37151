import { notFound, Problem } from '../../foundation/problems/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { countPortion } from './follow.ts'
import { EVERYBODY, insertView, selectView, type View } from './store.ts'

/** The first time somebody looks, so many portions are counted at once: enough for a small project. */
const FIRST_PORTIONS = 6
/** That somebody asked is noted at most once in this time. */
const NOTED_EVERY_MS = 60_000

/** The view of everybody, with all accounts. The first look makes it; from then on it is kept up to date. */
export async function viewOfEverybody(call: ProjectCall): Promise<View> {
  const kept = await selectView(call, EVERYBODY)
  if (kept && call.now.getTime() - kept.askedAt.getTime() < NOTED_EVERY_MS) return kept
  await insertView(call, {
    id: EVERYBODY,
    segmentId: undefined,
    since: undefined,
    until: undefined,
    countedUntil: '', // of a view that is there it stays
  })
  for (let portion = 0; !kept && portion < FIRST_PORTIONS; portion += 1) await countPortion(call)
  const view = await selectView(call, EVERYBODY)
  if (!view) throw new Problem(notFound) // the project is gone
  return view
}
