import type { Id } from '../../foundation/ids/index.ts'
import { type Page, type PageRequest, type PositionPlace, pageByPosition } from '../../foundation/paging/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { isTeam, type Permitted, type ProjectCall } from '../call/index.ts'
import { type Audience, audienceOf } from './audience.ts'
import { type Category, generalOf, isSegment, VISIBLE_TO } from './category.ts'
import { postingClosed } from './problems.ts'
import { lockCategory, type ReadCategory, selectCategories } from './store.ts'

const NO_CATEGORY = 'There is no such category in this project.'

/** All categories of the project, by position. There are few, so they are read whole. */
export function allCategories(call: ProjectCall): Promise<readonly Category[]> {
  return readWithMembership(call)
}

async function readWithMembership(call: ProjectCall): Promise<readonly ReadCategory[]> {
  const stored = await selectCategories(call)
  if (stored.some(({ isDefault }) => isDefault)) return stored
  return [{ ...generalOf(call.project), isForMember: false, isOpenToMember: false }, ...stored]
}

/**
 * Those that the caller sees. Only the team reads which segments they name: others read whether they belong. And only the team reads the positions that were
 * chosen: a gap would tell others of a hidden category.
 */
export async function listCategories(call: Permitted<'board:read'>): Promise<readonly Category[]> {
  const audience = audienceOf(call)
  const all = await readWithMembership(call)
  return audience === 'team' ? all : all.filter((category) => sees(audience, category)).map(forReader)
}

/** The categories whose posts only the people of a segment see. */
export async function idsForSegments(call: Permitted<'board:read'>): Promise<ReadonlySet<Id<'category'>>> {
  const all = await readWithMembership(call)
  return new Set(all.filter(({ visibleTo }) => isSegment(visibleTo)).map(({ id }) => id))
}

function forReader({ isForMember, isOpenToMember, ...category }: ReadCategory, place: number): Category {
  const { visibleTo, posting } = category
  return {
    ...category,
    position: place + 1,
    visibleTo: isSegment(visibleTo) ? 'users' : visibleTo,
    posting: isSegment(posting) ? (isOpenToMember ? 'users' : 'team') : posting,
  }
}

export async function pageCategories(
  call: Permitted<'board:read'>,
  page: PageRequest<PositionPlace>,
): Promise<Page<Category, PositionPlace>> {
  return pageByPosition(await listCategories(call), page)
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

function sees(audience: Audience, { visibleTo, isForMember }: ReadCategory): boolean {
  const seen: readonly string[] = VISIBLE_TO.slice(0, VISIBLE_TO.indexOf(audience) + 1)
  return isForMember || seen.includes(visibleTo)
}
