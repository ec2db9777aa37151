export { forgetSegmentCounts } from './counts.ts'
export { segmentById } from './segments.ts'
export { inTurn } from './turns.ts'
