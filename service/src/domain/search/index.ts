export { forgetGoneWords } from './erasure/forget.ts'
export { orLonger, type SearchQuery, wordsIn } from './search.ts'
