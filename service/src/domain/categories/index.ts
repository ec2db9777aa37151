export { type Audience, audienceOf } from './audience.ts'
export {
  categoryById,
  categoryBySlug,
  firstChoice,
  listCategories,
  listForPosting,
  pageCategories,
} from './categories.ts'
export {
  type Category,
  CategoryDescription,
  CategorySlug,
  type CategorySummary,
  CategoryTemplate,
  categoryPath,
  isSegment,
  POSTING,
  type Posting,
  VISIBLE_TO,
  type VisibleTo,
} from './category.ts'
export { categoryJson } from './category-json.ts'
export {
  addCategory,
  changeCategory,
  LAST_POSITION,
  MOST_CATEGORIES,
  moveCategory,
} from './change.ts'
export { categoryInUse, categoryRequired, categorySlugTaken, postingClosed } from './problems.ts'
