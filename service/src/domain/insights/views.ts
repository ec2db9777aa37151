import { createHash } from 'node:crypto'
import { notFound, Problem, unavailable } from '../../foundation/problems/index.ts'
import { codeOf } from '../../foundation/storage/index.ts'
import { inProject, inTransaction, type ProjectCall } from '../call/index.ts'
import { projectsByIds } from '../projects/inside.ts'
import type { Segment } from '../segments/index.ts'
import { inTurn, segmentById } from '../segments/inside.ts'
import { countView } from './count-store.ts'
import type { BaseKind, InsightQuery } from './insight.ts'
import {
  awaitView,
  deleteOldViews,
  deleteView,
  EVERYBODY,
  giveUpView,
  holdView,
  insertView,
  selectView,
  type View,
} from './store.ts'
import { limitTime } from './time-store.ts'

/** Numbers of some people or some time are kept for so long. */
export const FRESH_MS = 10 * 60_000
const KEPT_MS = 24 * 60 * 60_000
const MOST_VIEWS = 50
/** A request counts for so long; what takes longer is counted beside requests. */
const AT_ONCE_MS = 2_000
/** Less than a connection waits for an answer: after that the database would go on counting for nobody. */
const BESIDE_MS = 12_000
/** An erasure may remove the view while it is counted for the first time. */
const TRIES = 2
const TOOK_TOO_LONG = '57014'
const SLOW = 'So many votes are counted beside requests. Ask again in a minute.'

/** A view of some people or some time, counted at most ten minutes ago, or as it was counted last if that takes long. */
export async function narrowView(call: ProjectCall, { base, segment: id, from, to }: InsightQuery): Promise<View> {
  const segment = id === undefined ? undefined : await segmentById(call, id)
  const key = keyOf(base, segment, from, to)
  const kept = await selectView(call, key)
  const ask = () =>
    insertView(call, { id: key, segmentId: segment?.id, since: from, until: to, countedUntil: undefined })
  await ask()
  if (kept?.countedAt) return kept
  await deleteOldViews(call, new Date(call.now.getTime() - KEPT_MS), MOST_VIEWS)
  let isSlow = false
  for (let time = 0; time < TRIES && !isSlow; time += 1) {
    if (time > 0) await ask()
    isSlow = (await inTurn(call, () => recountView(call, key, AT_ONCE_MS, { isFirst: true }))) === 'slow'
    const counted = await selectView(call, key)
    if (counted?.countedAt) return counted
  }
  throw new Problem(unavailable, { detail: SLOW, headers: { 'retry-after': '60' } })
}

/** Counts a view beside requests. One that takes too long is not tried again until somebody asks again. False: another process counts it. */
export async function countBeside(call: ProjectCall, id: string, withinMs = BESIDE_MS): Promise<boolean> {
  const outcome = await recountView(call, id, withinMs)
  if (outcome === 'slow') await giveUpView(call, id)
  return outcome !== 'held'
}

/**
 * Counts a view anew, unless another process does or it is gone (`held`). A view whose segment is gone goes too. `isFirst`: whoever looks at it for the
 * first time waits for another who counts it, and counts only if that one did not.
 */
function recountView(
  call: ProjectCall,
  id: string,
  withinMs: number,
  { isFirst = false } = {},
): Promise<'counted' | 'held' | 'slow'> {
  return inTransaction(call, async (held) => {
    await limitTime(held, withinMs)
    const view = id === EVERYBODY ? undefined : await (isFirst ? awaitView(held, id) : holdView(held, id))
    if (!view) return 'held' as const
    if (isFirst && view.countedAt) return 'counted' as const
    const call = await inProjectOfNow(held)
    const segment = await segmentOf(call, view)
    if (segment === 'gone') await deleteView(call, id)
    else await countView(call, { id, base: baseOf(id), since: view.since, until: view.until, rules: segment?.rules })
    return 'counted' as const
  }).catch((error) => {
    const reason = error instanceof Problem ? error.cause : error // a transaction says that the service is not available
    if (codeOf(reason) !== TOOK_TOO_LONG) throw error
    return 'slow' as const
  })
}

/**
 * The project as it is now. The one of the call was read before the view was held, and may name other traits. From now on nobody names others, because
 * that changes the view.
 */
export async function inProjectOfNow(call: ProjectCall): Promise<ProjectCall> {
  const project = (await projectsByIds(call, [call.project.id])).get(call.project.id)
  return project ? inProject(call, project) : call
}

async function segmentOf(call: ProjectCall, { segmentId }: View): Promise<Segment | 'gone' | undefined> {
  if (segmentId === undefined) return undefined
  return segmentById(call, segmentId).catch((error) => {
    if (error instanceof Problem && error.kind === notFound) return 'gone' as const
    throw error
  })
}

/** The id of a view says of whom its shares are. */
const ACTIVE = 'active '

/** Other rules of a segment make another view. */
function keyOf(
  base: BaseKind | undefined,
  segment: Segment | undefined,
  from: Date | undefined,
  to: Date | undefined,
): string {
  const parts = [segment?.id, segment?.version, from?.toISOString(), to?.toISOString()]
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
  return base === 'active' ? `${ACTIVE}${hash}` : hash
}

function baseOf(id: string): BaseKind {
  return id.startsWith(ACTIVE) ? 'active' : 'seen'
}
