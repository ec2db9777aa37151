import type { Page, PageRequest } from '../../../foundation/paging/index.ts'
import type { Permitted } from '../../call/index.ts'
import { firstPostsByIds, type Post } from '../../posts/index.ts'
import { type InboxCounts, selectCounts, selectUnanswered, type UnansweredPlace } from './store.ts'

export type { InboxCounts }

/** What users wrote that nobody of the team has answered, moved or decided about; the newest first. */
export async function listUnanswered(
  call: Permitted<'moderation:read'>,
  page: PageRequest<UnansweredPlace>,
): Promise<Page<Post, UnansweredPlace>> {
  const { items: ids, next } = await selectUnanswered(call, page)
  const { items, rest } = await firstPostsByIds(call, ids)
  const last = items.at(-1)
  return { items, next: rest.length > 0 && last ? { at: last.createdAt.toISOString(), id: last.id } : next }
}

/** How much there is to do, each up to a number beyond which nobody counts. */
export function inboxCounts(call: Permitted<'moderation:read'>): Promise<InboxCounts> {
  return selectCounts(call)
}
