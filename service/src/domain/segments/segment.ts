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

/** How many people belong to a segment. */
export interface PeopleCount {
  readonly count: number
  /** False: there are more than are counted every time. The count of a segment is then kept since `countedAt`. */
  readonly isExact: boolean
  readonly countedAt: Date
}

/** All members of a segment, as JSON. */
export function segmentJson({ id, name, rules, createdAt }: Segment) {
  return { id, name, rules, created_at: createdAt.toISOString() }
}

export function countJson({ count, isExact, countedAt }: PeopleCount) {
  return { count, is_exact: isExact, counted_at: countedAt.toISOString() }
}
