import { invalidRequest, Problem } from '../../foundation/problems/index.ts'
import { inTransaction, nameOf, type Permitted } from '../call/index.ts'
import { type Category, categoryInUse } from '../categories/index.ts'
import { holdCategories, removeEmptied, requireCategory, storedId } from '../categories/inside.ts'
import { recordEvents } from '../events/inside.ts'
import { removeCategoryFromFields } from '../fields/inside.ts'
import { moveBetweenCategories } from '../posts/inside.ts'

/** How many posts a deletion moves: all of them in one transaction. */
export const MOST_MOVED = 1_000

/** Its posts are moved to the category `into`. Without one, only an empty category can be deleted. */
export function deleteCategory(
  call: Permitted<'categories:write'>,
  id: string,
  into: string | undefined,
): Promise<void> {
  return inTransaction(call, async (call) => {
    const categories = await holdCategories(call)
    const category = requireCategory(categories, id)
    if (into !== undefined && !category.isDefault) await empty(call, category, targetOf(categories, category, into))
    await removeEmptied(call, category)
    await removeCategoryFromFields(call, category.id)
  })
}

function targetOf(categories: readonly Category[], category: Category, into: string): Category {
  const target = requireCategory(categories, into)
  if (target.id !== category.id) return target
  throw new Problem(invalidRequest, { errors: [{ pointer: '/move_to', detail: 'must be another category' }] })
}

async function empty(call: Permitted<'categories:write'>, from: Category, to: Category): Promise<void> {
  const posts = await moveBetweenCategories(call, from.id, storedId(to), MOST_MOVED)
  if (!posts) {
    const detail = `It has more than ${MOST_MOVED.toLocaleString('en')} posts. Move some of them first.`
    throw new Problem(categoryInUse, { detail })
  }
  const data = { members: ['category_id'], from_category_id: from.id, to_category_id: to.id }
  const moves = posts.map((post) => ({ type: 'post.updated', subject: post, post, data }) as const)
  await recordEvents(call, moves, { actor: nameOf(call.actor), isTold: true })
}
