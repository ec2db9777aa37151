import { createHash } from 'node:crypto'
import { notFound, Problem, unavailable } from '../../foundation/problems/index.ts'
import { codeOf } from '../../foundation/storage/index.ts'
import { inTransaction, type ProjectCall } from '../call/index.ts'
import type { Segment } from '../segments/index.ts'
import { inTurn, segmentById } from '../segments/inside.ts'
import { countView } from './count-store.ts'
import type { InsightQuery } from './insight.ts'
import { deleteOldViews, deleteView, EVERYBODY, holdView, insertView, selectView, type View } from './store.ts'
import { limitTime } from './time-store.ts'

/** Numbers of some people or some time are kept for so long. */
export const FRESH_MS = 10 * 60_000
const KEPT_MS = 24 * 60 * 60_000
const MOST_VIEWS = 50
/** A request counts for so long; what takes longer is counted beside requests. */
const AT_ONCE_MS = 2_000
const BESIDE_MS = 120_000
const TOOK_TOO_LONG = '57014'
const SLOW = 'So many votes are counted beside requests. Ask again in a minute.'

/** A view of some people or some time, counted at most ten minutes ago, or as it was counted last if that takes long. */
export async function narrowView(call: ProjectCall, { segment: id, from, to }: InsightQuery): Promise<View> {
  const segment = id === undefined ? undefined : await segmentById(call, id)
  const key = keyOf(segment, from, to)
  const kept = await selectView(call, key)
  await insertView(call, { id: key, segmentId: segment?.id, since: from, until: to, countedUntil: undefined })
  if (kept?.countedAt) return kept
  await deleteOldViews(call, new Date(call.now.getTime() - KEPT_MS), MOST_VIEWS)
  await inTurn(call, () => recountView(call, key, AT_ONCE_MS))
  const counted = await selectView(call, key)
  if (!counted?.countedAt) throw new Problem(unavailable, { detail: SLOW, headers: { 'retry-after': '60' } })
  return counted
}

/** Counts a view anew, unless another process does. A view whose segment is gone goes too. */
export async function recountView(call: ProjectCall, id: string, withinMs = BESIDE_MS): Promise<void> {
  await inTransaction(call, async (call) => {
    const view = id === EVERYBODY ? undefined : await holdView(call, id)
    if (!view) return
    const segment = await segmentOf(call, view)
    if (segment === 'gone') return deleteView(call, id)
    await limitTime(call, withinMs)
    await countView(call, { id, since: view.since, until: view.until, rules: segment?.rules })
  }).catch((error) => {
    if (codeOf(error) !== TOOK_TOO_LONG) throw error
  })
}

async function segmentOf(call: ProjectCall, { segmentId }: View): Promise<Segment | 'gone' | undefined> {
  if (segmentId === undefined) return undefined
  return segmentById(call, segmentId).catch((error) => {
    if (error instanceof Problem && error.kind === notFound) return 'gone' as const
    throw error
  })
}

/** Other rules of a segment make another view. */
function keyOf(segment: Segment | undefined, from: Date | undefined, to: Date | undefined): string {
  const parts = [segment?.id, segment?.version, from?.toISOString(), to?.toISOString()]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
}
