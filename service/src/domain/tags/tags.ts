import { type Id, isId } from '../../foundation/ids/index.ts'
import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import type { Permitted, ProjectCall } from '../call/index.ts'
import { selectKnownIds, selectPage, selectTag, type TagPlace } from './store.ts'
import type { Tag } from './tag.ts'

/** Throws notFound unless all of them are tags of this project. */
export async function requireTags(call: ProjectCall, ids: readonly string[]): Promise<Id<'tag'>[]> {
  if (ids.length === 0) return []
  const known = await selectKnownIds(
    call,
    ids.filter((id) => isId('tag', id)),
  )
  if (known.length < new Set(ids).size) {
    throw new Problem(notFound, { detail: 'One of the tags does not exist in this project.' })
  }
  return known
}

/** By name, because people look for names. */
export function pageTags(call: Permitted<'board:read'>, page: PageRequest<TagPlace>): Promise<Page<Tag, TagPlace>> {
  return selectPage(call, page)
}

/** Throws notFound if this project has no such tag. */
export async function tagById(call: Permitted<'board:read'>, id: string): Promise<Tag> {
  const tag = isId('tag', id) ? await selectTag(call, id) : undefined
  if (!tag) throw new Problem(notFound, { detail: 'There is no such tag in this project.' })
  return tag
}
