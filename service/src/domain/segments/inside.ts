export { forgetCounts, segmentById } from './segments.ts'
export { inTurn } from './turns.ts'
