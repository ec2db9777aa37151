export { forgetSegments, noteImport } from './numbers.ts'
