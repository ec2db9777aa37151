import type { Id } from '../../foundation/ids/index.ts'
import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { isTeam, type Permitted, type ProjectCall } from '../call/index.ts'
import { audienceOf } from './audience.ts'
import { type Category, generalOf, VISIBLE_TO } from './category.ts'
import { postingClosed } from './problems.ts'
import { lockCategory, selectCategories } from './store.ts'

const NO_CATEGORY = 'There is no such category in this project.'

/** The category after which the next page continues. */
export interface CategoryPlace {
  readonly position: number
  readonly id: string
}

/** All categories of the project, by position. There are few, so they are read whole. */
export async function allCategories(call: ProjectCall): Promise<readonly Category[]> {
  const stored = await selectCategories(call)
  return stored.some(({ isDefault }) => isDefault) ? stored : [generalOf(call.project), ...stored]
}

/** Those that the caller sees. */
export async function listCategories(call: Permitted<'board:read'>): Promise<readonly Category[]> {
  const audience = audienceOf(call)
  return (await allCategories(call)).filter(({ visibleTo }) => sees(audience, visibleTo))
}

export async function pageCategories(
  call: Permitted<'board:read'>,
  { limit, after }: PageRequest<CategoryPlace>,
): Promise<Page<Category, CategoryPlace>> {
  const left = (await listCategories(call)).filter((category) => !after || isAfter(category, after))
  const items = left.slice(0, limit)
  const last = items.at(-1)
  return { items, next: last && left.length > limit ? { position: last.position, id: last.id } : undefined }
}

/** Throws notFound if this project has no such category, or the caller does not see it. */
export async function categoryById(call: Permitted<'board:read'>, id: string): Promise<Category> {
  return requireCategory(await listCategories(call), id)
}

/** The category in the address of a page. */
export async function categoryBySlug(call: Permitted<'board:read'>, slug: string): Promise<Category> {
  const found = (await listCategories(call)).find((category) => category.slug === slug)
  if (!found) throw new Problem(notFound, { detail: NO_CATEGORY })
  return found
}

/** The one that a post gets if nobody chooses. */
export function firstChoice(categories: readonly Category[]): Category | undefined {
  return categories.find(({ isDefault }) => isDefault) ?? categories[0]
}

/** The categories in which the caller may write posts. */
export async function listForPosting(call: Permitted<'board:read'>): Promise<readonly Category[]> {
  return (await listCategories(call)).filter((category) => mayPost(call, category))
}

/**
 * The category that a post is about to get: it cannot be deleted until the transaction ends. Without a choice: the default one, or the first in which the
 * caller may write.
 */
export async function holdCategoryForPost(call: Permitted<'board:read'>, id: string | undefined): Promise<Category> {
  const seen = await listCategories(call)
  const fitting = id === undefined ? seen : [requireCategory(seen, id)]
  const open = fitting.filter((category) => mayPost(call, category))
  const chosen = firstChoice(open)
  if (!chosen) throw new Problem(postingClosed)
  const isThere = chosen.isDefault || (await lockCategory(call, chosen.id))
  return requireCategory(isThere ? [chosen] : [], chosen.id)
}

/** How standings name a category: the default one by null, so that a project with one category writes nothing. */
export function storedId({ id, isDefault }: Pick<Category, 'id' | 'isDefault'>): Id<'category'> | null {
  return isDefault ? null : id
}

export function requireCategory(categories: readonly Category[], id: string): Category {
  const category = categories.find((category) => category.id === id)
  if (!category) throw new Problem(notFound, { detail: NO_CATEGORY })
  return category
}

function mayPost(call: ProjectCall, { posting }: Category): boolean {
  return posting === 'users' || isTeam(call)
}

function sees(audience: Category['visibleTo'], visibleTo: Category['visibleTo']): boolean {
  const place = VISIBLE_TO.indexOf(visibleTo)
  return audience === 'team' || (place !== -1 && place <= VISIBLE_TO.indexOf(audience))
}

function isAfter({ position, id }: Category, after: CategoryPlace): boolean {
  return position > after.position || (position === after.position && id > after.id)
}
