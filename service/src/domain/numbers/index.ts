export {
  type Answers,
  type Day,
  forgetSegments,
  type Numbers,
  noteImport,
  readNumbers,
  readSegments,
  type SegmentedPost,
} from './numbers.ts'
export { keepSignIns } from './store.ts'
