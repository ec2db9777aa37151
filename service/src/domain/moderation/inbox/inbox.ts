import type { Page, PageRequest } from '../../../foundation/paging/index.ts'
import type { Permitted } from '../../call/index.ts'
import type { Post } from '../../posts/index.ts'
import { firstPostsByIds } from '../../posts/inside.ts'
import { type InboxCounts, selectCounts, selectUnanswered, type UnansweredPlace } from './store.ts'

export type { InboxCounts }

/** Posts of users that the team has not answered, moved or decided about; the newest first, with the beginnings of their texts. */
export async function listUnanswered(
  call: Permitted<'moderation:read'>,
  page: PageRequest<UnansweredPlace>,
): Promise<Page<Post, UnansweredPlace>> {
  const { items: ids, next } = await selectUnanswered(call, page)
  const { items, rest } = await firstPostsByIds(call, ids, 'beginning')
  const last = items.at(-1)
  return { items, next: rest.length > 0 && last ? { at: last.createdAt.toISOString(), id: last.id } : next }
}

/** How many items wait, each counted up to a maximum. */
export function inboxCounts(call: Permitted<'moderation:read'>): Promise<InboxCounts> {
  return selectCounts(call)
}
