export { addTag, changeTag, deleteTag, type TagDraft } from './change.ts'
export type { TagPlace } from './store.ts'
export type { Tag } from './tag.ts'
export { pageTags, requireTags, tagById } from './tags.ts'
