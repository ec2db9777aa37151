export { forgetGoneWords } from './erasure/forget.ts'
export { type SearchQuery, wordsIn } from './search.ts'
