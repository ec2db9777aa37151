export { readBody, readTitle } from './texts.ts'
