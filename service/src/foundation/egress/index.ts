export { type Egress, type EgressOptions, type Outcome, openEgress, type Posted } from './egress.ts'
export { FAILURES, type Failure } from './failure.ts'
export type { Refusal } from './guard.ts'
