export { forgetSegments, noteImport } from './numbers.ts'
export { countSpan, type SpanCounts } from './store.ts'
