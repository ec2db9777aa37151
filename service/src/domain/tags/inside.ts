export { requireTags } from './tags.ts'
