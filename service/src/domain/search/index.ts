export { forgetGoneWords, forgetWords } from './erasure/forget.ts'
export { learnWords, readQuery, type SearchQuery, wordsIn } from './search.ts'
