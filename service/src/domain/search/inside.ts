export { noteGoneWords } from './erasure/forget.ts'
export { learnWords, readQuery } from './search.ts'
