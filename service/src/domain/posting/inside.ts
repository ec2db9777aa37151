export { mergeQuietly } from './merge.ts'
