export type { Tag } from './tag.ts'
export { requireTags } from './tags.ts'
