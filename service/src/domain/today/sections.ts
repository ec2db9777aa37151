import { isId } from '../../foundation/ids/index.ts'
import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import type { Permitted } from '../call/index.ts'
import { type Comment, getComment } from '../comments/index.ts'
import { countDuplicates, type Duplicate, listDuplicates } from '../duplicates/index.ts'
import { findItem, type InboxCounts, listModeration, listUnanswered, type ModerationItem } from '../moderation/index.ts'
import { getPost, type Post } from '../posts/index.ts'
import { risingPosts } from './rising.ts'

/** The parts of the page, in their order. */
export const SECTIONS = ['unanswered', 'rising', 'duplicates', 'reported', 'pending'] as const
export type Section = (typeof SECTIONS)[number]

export interface TodayItem {
  /** The id of the post or comment. */
  readonly id: string
  readonly post: Post
  readonly comment: Comment | undefined
  /** The post that this one probably repeats. */
  readonly other: Post | undefined
  readonly reports: ModerationItem['reports']
  readonly reportCount: number
  readonly isPending: boolean
}

type Caller = Permitted<'moderation:read'>

/** Rows of a section on the page that shows all of them. */
const FIRST = 6

/** One section as a list of its own. Rising posts are few, and come on one page. */
export async function readSection(
  call: Caller,
  section: Section,
  page: PageRequest<never>,
): Promise<Page<TodayItem, unknown>> {
  switch (section) {
    case 'unanswered': {
      const { items, next } = await listUnanswered(call, page)
      return { items: items.map(itemOfPost), next }
    }
    case 'rising':
      return { items: (await risingPosts(call)).map(itemOfPost), next: undefined }
    case 'duplicates': {
      const { items, next } = await listDuplicates(call, {}, page)
      return { items: onceEach(items).map(itemOfDuplicate), next }
    }
    case 'reported':
    case 'pending': {
      const { items, next } = await listModeration(call, { reason: section }, page)
      return { items: items.map(itemOfQueue), next }
    }
  }
}

/**
 * The first few of each section, and how many there are, up to a limit. A post that fits several sections is shown once, in the section that comes
 * first in `BY_WEIGHT`.
 */
export async function readToday(call: Caller, counts: InboxCounts): Promise<readonly TodayPart[]> {
  const page = { limit: FIRST * 2, after: undefined }
  const [duplicates, ...lists] = await Promise.all([
    countDuplicates(call),
    ...SECTIONS.map((section) => readSection(call, section, page)),
  ])
  const all = { ...counts, duplicates }
  const read = new Map(SECTIONS.map((section, place) => [section, lists[place]?.items ?? []]))
  const shown = new Set<string>()
  const parts = BY_WEIGHT.map((section) => {
    const found = read.get(section) ?? []
    const items = found.filter(({ id }) => !shown.has(id))
    const count = (section === 'rising' ? found.length : all[section]) - (found.length - items.length)
    const first = items.slice(0, FIRST)
    for (const { id } of first) shown.add(id)
    return { section, items: first, count }
  })
  return parts.sort((one, other) => SECTIONS.indexOf(one.section) - SECTIONS.indexOf(other.section))
}

/** The order in which a post that fits several sections is given to one. */
const BY_WEIGHT: readonly Section[] = ['reported', 'pending', 'duplicates', 'unanswered', 'rising']

export interface TodayPart {
  readonly section: Section
  readonly items: readonly TodayItem[]
  readonly count: number
}

/** One item with its whole text, also when it is in no section any more. */
export async function todayItem(call: Caller, id: string): Promise<TodayItem> {
  const queued = isId('post', id) || isId('comment', id) ? await findItem(call, id) : undefined
  if (queued) return itemOfQueue(queued)
  if (!isId('comment', id)) return itemOfPost(await getPost(call, id))
  const comment = await getComment(call, id)
  return { ...itemOfPost(await getPost(call, comment.postId)), id, comment }
}

function itemOfPost(post: Post): TodayItem {
  return { id: post.id, post, comment: undefined, other: undefined, reports: [], reportCount: 0, isPending: false }
}

/** A post that is like several is shown once, with the one that it is most like. */
function onceEach(pairs: readonly Duplicate[]): Duplicate[] {
  return pairs.filter((pair, place) => pairs.findIndex(({ post }) => post.id === pair.post.id) === place)
}

function itemOfDuplicate({ post, into }: Duplicate): TodayItem {
  return { ...itemOfPost(post), other: into }
}

function itemOfQueue({ subject, post, comment, reports, reportCount, isPending }: ModerationItem): TodayItem {
  return { id: subject, post, comment, other: undefined, reports, reportCount, isPending }
}
