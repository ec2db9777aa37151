export { addTag, changeTag, deleteTag, MOST_TAGS } from './change.ts'
export type { Tag } from './tag.ts'
export { pageTags, tagById } from './tags.ts'
