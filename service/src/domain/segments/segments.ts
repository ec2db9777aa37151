import { isId } from '../../foundation/ids/index.ts'
import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import type { Permitted, ProjectCall } from '../call/index.ts'
import type { Segment } from './segment.ts'
import { selectSegment, selectSegments, selectTraits, type TraitOffer } from './store.ts'

const NO_SEGMENT = 'There is no such segment in this project.'

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

/** The traits that the project keeps, and those that people have, with the values that are most frequent among the newest people. */
export async function traitsToOffer(call: Permitted<'segments:read'>): Promise<readonly TraitOffer[]> {
  const found = await selectTraits(call)
  const kept = call.project.allowedTraits.filter((name) => !found.some((trait) => trait.name === name))
  return [...found, ...kept.map((name) => ({ name, values: [] }))]
}
