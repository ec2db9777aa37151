export type { Outcome } from './outcome.ts'
export { outcomeOf } from './outcomes.ts'
