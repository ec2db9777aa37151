export { readBody, readTitle, textOf } from './texts.ts'
