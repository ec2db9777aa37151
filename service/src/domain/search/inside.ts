export { noteGoneWords } from './erasure/forget.ts'
export { type Learn, learnWords, openLearning, readQuery } from './search.ts'
