import type { Id } from '../../../foundation/ids/index.ts'
import type { Page, PageRequest } from '../../../foundation/paging/index.ts'
import type { Permitted, ProjectCall } from '../../call/index.ts'
import { wordsIn } from '../../search/index.ts'
import { readQuery } from '../../search/inside.ts'
import type { PostFilter } from '../list/filter.ts'
import type { Post } from '../post.ts'
import { selectFirstByIds, selectPostsByIds, type Texts } from '../store.ts'
import { type Similar, selectMatches, selectSimilar } from './store.ts'

/** With fewer results than this, both the query and the posts may contain typing mistakes. */
const FEW = 3

/** The results that are left. A search runs once; its later pages only read the rest. */
export interface SearchPlace {
  readonly rest: readonly string[]
}

/** Up to forty posts that answer best, the best first. */
export async function searchPosts(
  call: Permitted<'board:read'>,
  text: string,
  filter: PostFilter,
  { limit, after }: PageRequest<SearchPlace>,
  texts: Texts = 'whole',
): Promise<Page<Post, SearchPlace>> {
  const ids = after ? after.rest : await matches(call, text, filter)
  const asked = ids.slice(0, limit) as Id<'post'>[] // ids of ours, signed
  const found =
    texts === 'whole'
      ? await selectFirstByIds(call, asked)
      : { items: await selectPostsByIds(call, asked, texts), rest: [] }
  const rest = [...found.rest, ...ids.slice(limit)]
  return { items: found.items.filter(isPublic), next: rest.length > 0 ? { rest } : undefined }
}

/** Posts that a person who types this title may mean, or posts similar to the one with this title. */
export async function similarPosts(
  call: Permitted<'board:read'>,
  title: string,
  asked: Similar,
  texts: Texts = 'whole',
): Promise<readonly Post[]> {
  const ids = await similarIds(call, title, asked)
  return texts === 'whole' ? (await selectFirstByIds(call, ids)).items : selectPostsByIds(call, ids, texts)
}

/** The ids of posts whose titles have the most of these words. */
export async function similarIds(
  call: Permitted<'board:read'>,
  words: string,
  asked: Similar,
): Promise<readonly Id<'post'>[]> {
  const query = await readQuery(call, words)
  return query ? selectSimilar(call, query, words, asked) : []
}

/** The text of a tsquery, for lists that are not ordered by relevance. */
export async function wordsOfQuery(call: ProjectCall, text: string): Promise<string> {
  return wordsIn(call.project.id, (await readQuery(call, text))?.every ?? '')
}

async function matches(call: ProjectCall, text: string, filter: PostFilter): Promise<Id<'post'>[]> {
  const query = await readQuery(call, text)
  const found = query ? await selectMatches(call, query, filter) : []
  if (found.length >= FEW) return found
  const wider = await readQuery(call, text, { isWide: true })
  const more = wider && wider.every !== query?.every ? await selectMatches(call, wider, filter) : []
  return [...new Set([...found, ...more])]
}

/** Posts that were hidden or merged since the search are left out. */
function isPublic(post: Post): boolean {
  return post.moderationState === 'approved' && post.mergedIntoId === undefined
}
