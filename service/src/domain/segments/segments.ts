import { type Id, isId } from '../../foundation/ids/index.ts'
import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { inTransaction, type Permitted, type ProjectCall } from '../call/index.ts'
import { type Rules, readRules } from './rules.ts'
import type { PeopleCount, Segment } from './segment.ts'
import {
  countPeople,
  deleteCounts,
  holdSegment,
  keepCount,
  selectCount,
  selectSegment,
  selectSegments,
  selectTraits,
  type TraitOffer,
} from './store.ts'
import { inTurn } from './turns.ts'

const NO_SEGMENT = 'There is no such segment in this project.'
/** So many are counted whenever somebody asks. The count of a larger segment is kept for a while. */
export const MOST_EXACT = 10_000
const KEPT_MS = 10 * 60_000
/** More than a project has people. */
const ALL = 2_000_000_000

/** The segment after which the next page continues. */
export interface SegmentPlace {
  readonly id: string
}

/** The oldest first. There are few, so they are read whole. */
export function listSegments(call: Permitted<'segments:read'>): Promise<readonly Segment[]> {
  return selectSegments(call)
}

export async function pageSegments(
  call: Permitted<'segments:read'>,
  { limit, after }: PageRequest<SegmentPlace>,
): Promise<Page<Segment, SegmentPlace>> {
  const left = (await selectSegments(call)).filter(({ id }) => !after || id > after.id)
  const items = left.slice(0, limit)
  const last = items.at(-1)
  return { items, next: last && left.length > limit ? { id: last.id } : undefined }
}

export function readSegment(call: Permitted<'segments:read'>, id: string): Promise<Segment> {
  return segmentById(call, id)
}

/** Takes any text. */
export async function segmentById(call: ProjectCall, id: string): Promise<Segment> {
  const segment = isId('segment', id) ? await selectSegment(call, id) : undefined
  if (!segment) throw new Problem(notFound, { detail: NO_SEGMENT })
  return segment
}

export function countSegment(call: Permitted<'segments:read'>, id: string): Promise<PeopleCount> {
  return inTurn(call, () => countNow(call, id))
}

/** A large segment is counted at most once in ten minutes, when somebody asks: `countedAt` says when. */
async function countNow(call: Permitted<'segments:read'>, id: string): Promise<PeopleCount> {
  const segment = await segmentById(call, id)
  const kept = await freshCount(call, segment.id)
  if (kept) return kept
  const count = await countPeople(call, segment.rules, MOST_EXACT + 1)
  if (count <= MOST_EXACT) return { count, isExact: true, countedAt: call.now }
  return inTransaction(call, async (call) => {
    const held = await holdSegment(call, segment.id) // others may have changed its rules meanwhile
    if (!held) throw new Problem(notFound, { detail: NO_SEGMENT })
    const meanwhile = await freshCount(call, held.id)
    if (meanwhile) return meanwhile
    const all = await countPeople(call, held.rules, ALL)
    if (all <= MOST_EXACT) return { count: all, isExact: true, countedAt: call.now }
    await keepCount(call, held.id, all)
    return { count: all, isExact: false, countedAt: call.now }
  })
}

/** For rules that are not stored. If it is not exact, more people fit. Takes any value. */
export async function countMatches(call: Permitted<'segments:read'>, rules: unknown): Promise<PeopleCount> {
  const read = readRules(rules) satisfies Rules
  const found = await inTurn(call, () => countPeople(call, read, MOST_EXACT + 1))
  return { count: Math.min(found, MOST_EXACT), isExact: found <= MOST_EXACT, countedAt: call.now }
}

/** The traits that the project keeps, and those that people have, with the values that are most frequent among the newest people. */
export async function traitsToOffer(call: Permitted<'segments:read'>): Promise<readonly TraitOffer[]> {
  const found = await selectTraits(call)
  const kept = call.project.allowedTraits.filter((name) => !found.some((trait) => trait.name === name))
  return [...found, ...kept.map((name) => ({ name, values: [] }))]
}

/** Somebody who was erased leaves every count. */
export function forgetSegmentCounts(call: ProjectCall): Promise<void> {
  return deleteCounts(call)
}

async function freshCount(call: ProjectCall, id: Id<'segment'>): Promise<PeopleCount | undefined> {
  const kept = await selectCount(call, id)
  if (!kept || call.now.getTime() - kept.counted_at.getTime() >= KEPT_MS) return undefined
  return { count: kept.people_count, isExact: false, countedAt: kept.counted_at }
}
