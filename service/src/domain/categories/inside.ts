export { holdCategoryForPost, idsForSegments, requireCategory, storedId } from './categories.ts'
export { generalOf } from './category.ts'
export { holdCategories, removeEmptied } from './change.ts'
