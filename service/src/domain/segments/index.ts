export { addSegment, changeSegment, MOST_SEGMENTS, removeSegment, type SegmentDraft } from './change.ts'
export { type CountTurn, countBeside, countMatches, countSegment, countSegmentWhole } from './counts.ts'
export { segmentInUse } from './problems.ts'
export {
  isAll,
  listOf,
  MOST_RULES,
  MOST_VALUES,
  MOST_VALUES_IN_ALL,
  OPS,
  type Op,
  type Rule,
  type Rules,
  readRules,
  TraitName,
  TraitText,
  type TraitValue,
} from './rules.ts'
export { COUNT_KINDS, countJson, type PeopleCount, type Segment, segmentJson } from './segment.ts'
export { listSegments, pageSegments, readSegment, traitsToOffer } from './segments.ts'
export type { TraitOffer } from './store.ts'
