export {
  type Answers,
  type Day,
  type Numbers,
  readNumbers,
  readSegments,
  type SegmentedPost,
} from './numbers.ts'
export { keepSignIns } from './store.ts'
