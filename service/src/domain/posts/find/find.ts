import { Type } from 'typebox'
import type { Id } from '../../../foundation/ids/index.ts'
import { idPattern } from '../../../foundation/ids/index.ts'
import type { Page, PageRequest } from '../../../foundation/paging/index.ts'
import { Instant, OneOf } from '../../../foundation/schemas/index.ts'
import type { ProjectCall } from '../../call.ts'
import { listStatuses, STATUS_CATEGORIES, statusById } from '../../statuses/index.ts'
import { requireTags } from '../../tags/index.ts'
import { Text } from '../../texts/index.ts'
import { userById } from '../../users/index.ts'
import { type HiddenState, selectHiddenPosts } from '../hidden/store.ts'
import { listPosts, POST_SORTS, type PostFilter, type PostSort } from '../list/list.ts'
import { POST_FLAG_FILTERS, type Values } from '../members.ts'
import type { Post } from '../post.ts'
import { searchPosts, wordsOfQuery } from '../search/search.ts'
import type { Texts } from '../store.ts'

export const SearchWords = Text(1, 200, 'Words to look for.')

/** How somebody may ask for posts. */
export const POST_QUERY = {
  sort: OneOf(POST_SORTS, { description: 'top if absent.' }),
  status: Type.String({ pattern: idPattern('status'), description: 'Only posts with this status.' }),
  statusCategory: OneOf(STATUS_CATEGORIES, { description: 'Only posts with a status of this category.' }),
  tag: Type.String({ pattern: idPattern('tag'), description: 'Only posts with this tag.' }),
  q: SearchWords,
  author: Type.String({ pattern: idPattern('user'), description: 'Only posts of this user.' }),
  createdAfter: Instant({ description: 'Only posts written after this.' }),
  updatedAfter: Instant({ description: 'Only posts changed after this.' }),
  ...POST_FLAG_FILTERS,
}

export interface PostQuery extends Partial<Values<typeof POST_QUERY>> {
  /** For the team: what is in no list. */
  readonly state?: HiddenState
}

interface Way {
  /** The order where none was asked for and nothing is searched. */
  readonly usual?: PostSort
  readonly texts?: Texts
}

/** Posts as somebody asks for them. What the query names has to be there, in this project. */
export async function findPosts(
  call: ProjectCall,
  query: PostQuery,
  page: PageRequest<never>,
  { usual = 'top', texts = 'whole' }: Way = {},
): Promise<Page<Post, unknown>> {
  const { q, sort, state } = query
  const filter = await filterOf(call, query)
  if (q !== undefined && sort === undefined && state === undefined) return searchPosts(call, q, filter, page, texts)
  const worded = q === undefined ? filter : { ...filter, words: await wordsOfQuery(call, q) }
  if (state !== undefined) return selectHiddenPosts(call, state, worded, page, texts)
  return listPosts(call, worded, sort ?? usual, page, texts)
}

async function filterOf(call: ProjectCall, query: PostQuery): Promise<PostFilter> {
  const { q: _, sort: __, state: ___, status, statusCategory, tag, author, ...asItIs } = query
  const statusIds = await statusIdsOf(call, status, statusCategory)
  const [tagId] = tag === undefined ? [] : await requireTags(call, [tag])
  const authorId = author === undefined ? undefined : (await userById(call, author)).id
  return { ...asItIs, ...(statusIds && { statusIds }), ...(tagId && { tagId }), ...(authorId && { authorId }) }
}

/** Those that fit both; absent: any. */
async function statusIdsOf(
  call: ProjectCall,
  id: string | undefined,
  category: PostQuery['statusCategory'],
): Promise<Id<'status'>[] | undefined> {
  const named = id === undefined ? undefined : await statusById(call, id)
  if (category === undefined) return named && [named.id]
  const fitting = named ? [named] : await listStatuses(call)
  return fitting.filter((status) => status.category === category).map((status) => status.id)
}
