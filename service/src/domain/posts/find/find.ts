import { Type } from 'typebox'
import type { Id } from '../../../foundation/ids/index.ts'
import { idPattern } from '../../../foundation/ids/index.ts'
import type { Page, PageRequest } from '../../../foundation/paging/index.ts'
import { notFound, Problem } from '../../../foundation/problems/index.ts'
import { Instant, OneOf } from '../../../foundation/schemas/index.ts'
import { type Permitted, permit } from '../../call/index.ts'
import { type Category, categoryById } from '../../categories/index.ts'
import { generalOf, storedId } from '../../categories/inside.ts'
import { readFieldFilter } from '../../fields/inside.ts'
import { readSegment } from '../../segments/index.ts'
import { inTurn } from '../../segments/inside.ts'
import { listStatuses, STATUS_CATEGORIES, statusById } from '../../statuses/index.ts'
import { requireTags } from '../../tags/inside.ts'
import { Text } from '../../texts/index.ts'
import { userById } from '../../users/inside.ts'
import { type HiddenState, selectHiddenPosts } from '../hidden-store.ts'
import { POST_SORTS, type PostFilter, type PostSort } from '../list/filter.ts'
import { listPosts } from '../list/list.ts'
import { selectImportNumber } from '../list/store.ts'
import { POST_FLAG_FILTERS, type Values } from '../members.ts'
import type { Post } from '../post.ts'
import { searchPosts, wordsOfQuery } from '../search/search.ts'
import type { Texts } from '../store.ts'

export const SearchWords = Text(1, 200, 'Words to look for.')

/** The query of a list of posts. */
export const POST_QUERY = {
  sort: OneOf(POST_SORTS, { description: 'top if absent.' }),
  status: Type.String({
    pattern: idPattern('status'),
    description: 'Only posts with this status. `GET /statuses` lists the ids.',
  }),
  statusCategory: OneOf(STATUS_CATEGORIES, { description: 'Only posts with a status of this category.' }),
  category: Type.String({
    pattern: idPattern('category'),
    description: 'Only posts in this category. `GET /categories` lists the ids.',
  }),
  tag: Type.String({ pattern: idPattern('tag'), description: 'Only posts with this tag.' }),
  segment: Type.String({
    pattern: idPattern('segment'),
    description: 'Only posts that somebody of this segment voted for. It needs the scope `users:read`.',
  }),
  q: SearchWords,
  author: Type.String({ pattern: idPattern('user'), description: 'Only posts of this user.' }),
  createdAfter: Instant({ description: 'Only posts written after this.' }),
  updatedAfter: Instant({ description: 'Only posts changed after this.' }),
  ...POST_FLAG_FILTERS,
}

export type PostQuery = Partial<Values<typeof POST_QUERY>> & {
  /** `field.<key>` in addresses: only posts with these values, as texts. */
  readonly fields?: Readonly<Record<string, string>>
}

/** Our own pages can also ask for posts with one of several statuses, of a category that they have read, and for those that an import made. */
export type OwnQuery = Omit<PostQuery, 'category'> &
  Pick<PostFilter, 'statusIds'> & { readonly category?: string | Category; readonly import?: string }

interface Way {
  /** The default order without a search. */
  readonly usual?: PostSort
  readonly texts?: Texts
}

/** Posts for a query. The status, category, tag and user that it names must exist in this project. */
export async function findPosts(
  call: Permitted<'board:read'>,
  query: OwnQuery,
  page: PageRequest<never>,
  { usual = 'top', texts = 'whole' }: Way = {},
): Promise<Page<Post, unknown>> {
  const { q, sort } = query
  const ofCategory = await listOfCategory(call, { ...query, sort: sort ?? usual }, page, texts)
  if (ofCategory) return ofCategory
  const filter = await filterOf(call, query)
  const find = async () => {
    if (q !== undefined && sort === undefined) return searchPosts(call, q, filter, page, texts)
    return listPosts(call, await withWords(call, filter, q), sort ?? usual, page, texts)
  }
  return filter.segment ? inTurn(call, find) : find()
}

/**
 * The list of a category by votes, in one statement. A post in it says that the category exists and that the caller sees it, so the category is read only if
 * there is none. Posts of the default category do not name it.
 */
async function listOfCategory(
  call: Permitted<'board:read'>,
  { category, sort, fields = {}, ...others }: OwnQuery,
  page: PageRequest<never>,
  texts: Texts,
): Promise<Page<Post, unknown> | undefined> {
  if (typeof category !== 'string' || category === generalOf(call.project).id || sort !== 'top') return undefined
  if (Object.values({ ...others, ...fields }).some((other) => other !== undefined)) return undefined
  const found = await listPosts(call, { categoryId: category as Id<'category'> }, 'top', page, texts) // whatever it is, posts are compared with it
  return found.items.length > 0 ? found : undefined
}

/** The same for posts that are in no list; the newest first. */
export async function findHiddenPosts(
  call: Permitted<'moderation:read'>,
  state: HiddenState,
  query: Omit<OwnQuery, 'sort'>,
  page: PageRequest<never>,
  texts: Texts = 'whole',
): Promise<Page<Post, unknown>> {
  const filter = await withWords(call, await filterOf(call, query), query.q)
  const find = () => selectHiddenPosts(call, state, filter, page, texts)
  return filter.segment ? inTurn(call, find) : find()
}

async function withWords(
  call: Permitted<'board:read'>,
  filter: PostFilter,
  q: string | undefined,
): Promise<PostFilter> {
  return q === undefined ? filter : { ...filter, words: await wordsOfQuery(call, q) }
}

async function filterOf(call: Permitted<'board:read'>, query: OwnQuery): Promise<PostFilter> {
  const {
    q: _,
    sort: __,
    status,
    statusCategory,
    category,
    tag,
    segment,
    author,
    fields,
    import: from,
    ...asItIs
  } = query
  const statusIds = await statusIdsOf(call, status, statusCategory)
  const inCategory = typeof category === 'string' ? await categoryById(call, category) : category
  const rules = segment === undefined ? undefined : (await readSegment(permit(call, 'segments:read'), segment)).rules
  const found = fields && Object.keys(fields).length > 0 ? await readFieldFilter(call, fields) : undefined
  const [tagId] = tag === undefined ? [] : await requireTags(call, [tag])
  const authorId = author === undefined ? undefined : (await userById(call, author)).id
  const importNumber = from === undefined ? undefined : await importNumberOf(call, from)
  return {
    ...asItIs,
    ...(statusIds && { statusIds }),
    ...(inCategory && { categoryId: storedId(inCategory) }),
    ...(tagId && { tagId }),
    ...(rules && { segment: { project: call.project, rules } }),
    ...(found && { fieldValues: JSON.stringify(found.values) }),
    ...(found?.categoryIds && { categoryIds: found.categoryIds }),
    ...(authorId && { authorId }),
    ...(importNumber !== undefined && { importNumber }),
  }
}

async function importNumberOf(call: Permitted<'board:read'>, id: string): Promise<number> {
  const number = await selectImportNumber(call, id)
  if (number === undefined) throw new Problem(notFound, { detail: 'There is no such import in this project.' })
  return number
}

/** The statuses that fit both conditions; undefined: any status. */
async function statusIdsOf(
  call: Permitted<'board:read'>,
  id: string | undefined,
  category: PostQuery['statusCategory'],
): Promise<Id<'status'>[] | undefined> {
  const named = id === undefined ? undefined : await statusById(call, id)
  if (category === undefined) return named && [named.id]
  const fitting = named ? [named] : await listStatuses(call)
  return fitting.filter((status) => status.category === category).map((status) => status.id)
}
