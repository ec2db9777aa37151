export { type Font, readFont } from './read-font.ts'
