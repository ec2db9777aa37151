export { forgetWords } from './erasure/forget.ts'
export { inTitle, learnWords, readQuery, type SearchQuery } from './search.ts'
