import { isSignedIn, type ReaderCall } from '../../../domain/call/index.ts'
import { audienceOf, type Category, listCategories } from '../../../domain/categories/index.ts'

/** The categories that a page names. None if the visitor sees only one: then nothing says that there are categories. */
export async function shownCategories(call: ReaderCall): Promise<readonly Category[]> {
  const categories = await listCategories(call)
  return categories.length > 1 ? categories : []
}

/**
 * What a second's memory is named by: those who share it see the same posts. Users of different segments see different categories. Where there are replicas,
 * only a call that reads the primary knows them: it must not be told what a replica said.
 */
export async function audienceName(call: ReaderCall): Promise<string> {
  const seen = isSignedIn(call) ? (await listCategories(call)).map(({ id }) => id) : []
  const read = call.replicas ? ['primary'] : []
  return [call.project.id, audienceOf(call), ...read, ...seen].join(' ')
}
