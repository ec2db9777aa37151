export type { Answers, Day, Numbers, SegmentedPost } from './figures.ts'
export { readNumbers, readSegments } from './numbers.ts'
export { keepSignIns } from './store.ts'
