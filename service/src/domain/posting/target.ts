import { invalidRequest, Problem } from '../../foundation/problems/index.ts'

/** Why a post cannot be merged into the other one. */
const FAULTS = { itself: 'must be another post', hidden: 'must be public; approve it first' } as const

export function faultyTarget(fault: keyof typeof FAULTS): Problem {
  return new Problem(invalidRequest, { errors: [{ pointer: '/into_post_id', detail: FAULTS[fault] }] })
}
