export { undecide } from './decide.ts'
