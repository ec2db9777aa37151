export { approve, reject } from './decide.ts'
export { listModeration, type ModerationItem } from './item.ts'
export { LONGEST_REASON, type Reported, report } from './report.ts'
