import { isId } from '../../foundation/ids/index.ts'
import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import type { Permitted } from '../call/index.ts'
import { type Comment, commentsByIds } from '../comments/index.ts'
import type { Post } from '../posts/index.ts'
import { postsByIds } from '../posts/inside.ts'
import type { Item, ItemFilter, ItemPlace, Subject } from '../review-queue/index.ts'
import { itemOf, listOpenItems } from '../review-queue/inside.ts'
import { type FiledReport, selectNewestReports } from './store.ts'

/** An item that needs a decision, with everything that helps to decide. */
export interface ModerationItem extends Item {
  readonly post: Post
  /** Absent if the item is the post itself. */
  readonly comment: Comment | undefined
  /** The newest open reports. */
  readonly reports: readonly FiledReport[]
}

/** The oldest first. */
export async function listModeration(
  call: Permitted<'moderation:read'>,
  filter: ItemFilter,
  page: PageRequest<ItemPlace>,
): Promise<Page<ModerationItem, ItemPlace>> {
  const { items, next } = await listOpenItems(call, filter, page)
  return { items: await withSubjects(call, items), next }
}

export async function moderationItem(
  call: Permitted<'moderation:read'> | Permitted<'moderation:write'>,
  subject: Subject,
): Promise<ModerationItem> {
  const whole = await findItem(call, subject)
  if (!whole) throw new Problem(notFound)
  return whole
}

/** One item, if the post or comment ever needed a decision. */
export async function findItem(
  call: Permitted<'moderation:read'> | Permitted<'moderation:write'>,
  subject: Subject,
): Promise<ModerationItem | undefined> {
  const item = await itemOf(call, subject)
  const [whole] = item ? await withSubjects(call, [item]) : []
  return whole
}

/** Leaves out texts that were deleted since the items were read. */
async function withSubjects(
  call: Permitted<'moderation:read'> | Permitted<'moderation:write'>,
  items: readonly Item[],
): Promise<ModerationItem[]> {
  const subjects = items.map(({ subject }) => subject)
  const [comments, reports] = await Promise.all([
    commentsByIds(
      call,
      subjects.filter((id) => isId('comment', id)),
    ),
    selectNewestReports(call, subjects),
  ])
  const commentOf = new Map<Subject, Comment>(comments.map((comment) => [comment.id, comment]))
  const postIdOf = (id: Subject) => (isId('post', id) ? id : commentOf.get(id)?.postId)
  const postIds = new Set(subjects.map(postIdOf).filter((id) => id !== undefined))
  const postOf = new Map((await postsByIds(call, [...postIds])).map((post) => [post.id, post]))
  return items.flatMap((item) => {
    const comment = commentOf.get(item.subject)
    const postId = postIdOf(item.subject)
    const post = postId && postOf.get(postId)
    return post ? [{ ...item, post, comment, reports: reports.get(item.subject) ?? [] }] : []
  })
}
