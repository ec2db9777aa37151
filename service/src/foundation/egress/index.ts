export { type Egress, type EgressOptions, type Outcome, openEgress } from './egress.ts'
export { FAILURES, type Failure } from './failure.ts'
export type { Refusal } from './guard.ts'
export type { Posted } from './lines.ts'
