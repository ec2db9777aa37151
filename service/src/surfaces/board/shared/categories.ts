import type { ReaderCall } from '../../../domain/call/index.ts'
import { type Category, listCategories } from '../../../domain/categories/index.ts'

/** The categories that a page names. None if the visitor sees only one: then nothing says that there are categories. */
export async function shownCategories(call: ReaderCall): Promise<readonly Category[]> {
  const categories = await listCategories(call)
  return categories.length > 1 ? categories : []
}
