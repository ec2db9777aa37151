export { forgetCounts, segmentById } from './segments.ts'
