export { forgetVotesByTrait, noteImport } from './numbers.ts'
export { countSpan, type SpanCounts } from './store.ts'
