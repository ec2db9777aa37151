export { forgetWords } from './erasure/forget.ts'
export { learnWords, readQuery } from './search.ts'
