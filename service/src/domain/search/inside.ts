export { noteGoneWords } from './erasure/forget.ts'
export { type Learn, learnWords, openLearning, readQuery } from './search.ts'
export { wordsOf } from './words.ts'
