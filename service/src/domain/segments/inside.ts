export { forgetSegmentCounts, segmentById } from './segments.ts'
