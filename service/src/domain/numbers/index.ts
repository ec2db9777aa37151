export {
  type Answers,
  countAllDays,
  type Day,
  type Numbers,
  readNumbers,
  readSegments,
  type SegmentedPost,
} from './numbers.ts'
