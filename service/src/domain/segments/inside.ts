export { forgetSegmentCounts, segmentById } from './segments.ts'
export { inTurn } from './turns.ts'
