import { createHash } from 'node:crypto'
import { inProject, inTransaction, type Permitted, type ProjectCall, type ServiceCall } from '../call/index.ts'
import { projectsByIds } from '../projects/inside.ts'
import {
  askForCount,
  countNext,
  countWithin,
  deleteCounts,
  deleteOldCounts,
  holdCounts,
  type KeptCount,
  keepCount,
  keepProgress,
  selectCount,
  selectCountDue,
} from './count-store.ts'
import { isAll, listOf, type Rules, readRules } from './rules.ts'
import type { PeopleCount } from './segment.ts'
import { segmentById } from './segments.ts'
import { inTurn } from './turns.ts'

/** A request counts for so long. What takes longer is counted beside requests. */
const AT_ONCE_MS = 40
/** Then it looks at so many people, for a first answer. */
const LOOKED_AT = 5_000
/** So many people are looked at in one transaction beside requests. */
const PORTION = 20_000
/** A count is kept for so long. After that it is counted again if somebody asked for it meanwhile. */
const FRESH_MS = 10 * 60_000
/** That somebody asked is noted at most once in this time. */
const NOTED_EVERY_MS = 60_000
/** What nobody asked for in this time is forgotten. */
const KEPT_MS = 24 * 60 * 60_000
const MOST_KEPT = 50

export async function countSegment(call: Permitted<'segments:read'>, id: string): Promise<PeopleCount> {
  return countRules(call, (await segmentById(call, id)).rules)
}

/** For rules that are not stored. Takes any value. */
export function countMatches(call: Permitted<'segments:read'>, rules: unknown): Promise<PeopleCount> {
  return countRules(call, readRules(rules))
}

/** Counts to the end, however long it takes: for commands, beside which no service may be running. */
export async function countSegmentWhole(call: Permitted<'segments:read'>, id: string): Promise<PeopleCount> {
  const { rules } = await segmentById(call, id)
  let counted = await countRules(call, rules)
  while (counted.kind === 'at_least') {
    await countPortion(call, digestOf(rules))
    counted = await countRules(call, rules)
  }
  return counted
}

async function countRules(call: ProjectCall, rules: Rules): Promise<PeopleCount> {
  const id = digestOf(rules)
  const kept = await selectCount(call, id)
  if (kept && (isFresh(call, kept) || kept.counted_at === null)) {
    if (isOlder(call, kept.asked_at, NOTED_EVERY_MS)) await askForCount(call, kept)
    return countOf(call, kept)
  }
  const now = await inTurn(call, () => countNow(call, rules))
  if (now.kind === 'exact') return now
  await deleteOldCounts(call, new Date(call.now.getTime() - KEPT_MS), MOST_KEPT)
  return countOf(call, await askForCount(call, { id, rules, found: now.count }))
}

async function countNow(call: ProjectCall, rules: Rules): Promise<PeopleCount> {
  const countedAt = call.now
  const count = await countWithin(call, rules, AT_ONCE_MS)
  if (count !== undefined) return { kind: 'exact', count, countedAt }
  const { found, last } = await countNext(call, rules, '', LOOKED_AT)
  return { kind: last === undefined ? 'exact' : 'at_least', count: found, countedAt }
}

/** The project that had its turn last; empty: the first one comes next. */
export interface CountTurn {
  last: string
}

/** Counts a portion of what is due, beside requests. Projects take turns, so pass the same turn again. False: nothing is due. */
export async function countBeside(service: ServiceCall, turn: CountTurn): Promise<boolean> {
  const before = new Date(service.now.getTime() - FRESH_MS)
  const next = await selectCountDue(service, before, turn.last)
  const due = next ?? (await selectCountDue(service, before, ''))
  turn.last = due?.project_id ?? ''
  if (!due) return false
  const project = (await projectsByIds(service, [due.project_id])).get(due.project_id)
  if (project) await countPortion(inProject(service, project), due.id)
  return true
}

/** Does nothing if the count is gone: somebody was erased, or nobody asks for it. */
async function countPortion(call: ProjectCall, id: string): Promise<void> {
  await inTransaction(call, async (call) => {
    await holdCounts(call)
    const kept = await selectCount(call, id)
    if (!kept) return
    const { found, last } = await countNext(call, kept.rules, kept.counted_until ?? '', PORTION)
    const all = (kept.counted_until ? kept.found : 0) + found // what a request found first is counted again
    if (last === undefined) await keepCount(call, id, all)
    else await keepProgress(call, { id, found: all, counted_until: last })
  })
}

/** Somebody who was erased leaves every count. A portion under way has ended, or begins after the erasure. */
export async function forgetSegmentCounts(call: ProjectCall): Promise<void> {
  await holdCounts(call)
  await deleteCounts(call)
}

function countOf({ now }: ProjectCall, { people, counted_at, found }: KeptCount): PeopleCount {
  if (people === null || counted_at === null) return { kind: 'at_least', count: found, countedAt: now }
  return { kind: 'kept', count: people, countedAt: counted_at }
}

function isFresh(call: ProjectCall, { counted_at }: KeptCount): boolean {
  return counted_at !== null && !isOlder(call, counted_at, FRESH_MS)
}

function isOlder({ now }: ProjectCall, then: Date, ms: number): boolean {
  return now.getTime() - then.getTime() >= ms
}

/** The same for the same rules, also as the database returns them. */
function digestOf(rules: Rules): string {
  const parts = [isAll(rules), listOf(rules).map(({ trait, op, value }) => [trait, op, value])]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
}
