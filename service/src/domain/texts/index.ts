export { readBody, readEach, readTitle, textOf } from './texts.ts'
