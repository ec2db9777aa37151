import type { Id } from '../../foundation/ids/index.ts'
import type { Rules } from './rules.ts'

/** A group of people by rules over their traits. Who belongs to it is asked anew every time. */
export interface Segment {
  readonly id: Id<'segment'>
  readonly name: string
  readonly rules: Rules
  readonly createdAt: Date
  readonly version: number
}

/** Counted now; counted some time ago and kept; or what was found so far, while the rest is being counted. */
export const COUNT_KINDS = ['exact', 'kept', 'at_least'] as const
export type CountKind = (typeof COUNT_KINDS)[number]

/** How many people belong to a segment, or fit rules. */
export interface PeopleCount {
  readonly kind: CountKind
  readonly count: number
  readonly countedAt: Date
}

/** All members of a segment, as JSON. */
export function segmentJson({ id, name, rules, createdAt }: Segment) {
  return { id, name, rules, created_at: createdAt.toISOString() }
}

export function countJson({ kind, count, countedAt }: PeopleCount) {
  return { kind, count, is_exact: kind === 'exact', counted_at: countedAt.toISOString() }
}
