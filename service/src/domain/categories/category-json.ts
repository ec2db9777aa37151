import type { Category } from './category.ts'

/** All members of a category, as JSON. */
export function categoryJson(category: Category) {
  return {
    id: category.id,
    name: category.name,
    slug: category.slug,
    description: category.description,
    position: category.position,
    visible_to: category.visibleTo,
    posting: category.posting,
    template: category.template,
    is_default: category.isDefault,
    created_at: category.createdAt.toISOString(),
  }
}
