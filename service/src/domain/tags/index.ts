export { addTag, changeTag, deleteTag } from './change.ts'
export type { Tag } from './tag.ts'
export { pageTags, requireTags, tagById } from './tags.ts'
