export type { Answers, Day, Numbers, PostByTrait } from './figures.ts'
export { readNumbers, readVotesByTrait } from './numbers.ts'
export { keepSignIns } from './store.ts'
