import type { OperatorCall } from '../../../domain/call/index.ts'
import { findComments } from '../../../domain/comments/index.ts'
import { listFollowedPosts } from '../../../domain/follows/index.ts'
import { listPostsOf, type Mark, type Post, postsByIds } from '../../../domain/posts/index.ts'
import { listVotedPosts } from '../../../domain/votes/index.ts'
import type { Id } from '../../../foundation/ids/index.ts'
import type { Page, PageRequest } from '../../../foundation/paging/index.ts'
import { type Query, readPage } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'

export const TABS = ['posts', 'comments', 'votes', 'follows'] as const
export type Tab = (typeof TABS)[number]

/** Something that somebody did, at which post, and when. */
export interface Contribution {
  readonly post: Post
  readonly at: Date
  /** What they said, where it is a comment. */
  readonly text?: string
  /** Whether visitors cannot read it. */
  readonly isHidden: boolean
}

const CONTRIBUTIONS_A_PAGE = 20

export function listContributions(
  context: ConsoleContext,
  call: OperatorCall<'users:read'>,
  userId: Id<'user'>,
  tab: Tab,
  query: Query,
) {
  const name = ['console user', call.project.id, userId, tab]
  return readPage(context.cursors, name, query, CONTRIBUTIONS_A_PAGE, (page) => read(call, userId, tab, page))
}

async function read(
  call: OperatorCall<'users:read'>,
  userId: Id<'user'>,
  tab: Tab,
  page: PageRequest<never>,
): Promise<Page<Contribution, unknown>> {
  switch (tab) {
    case 'posts': {
      const { items, next } = await listPostsOf(call, userId, page, 'beginning')
      return { items: items.map((post) => ({ post, at: post.createdAt, isHidden: isHidden(post) })), next }
    }
    case 'comments': {
      const { items, next } = await findComments(call, { author: userId }, page)
      const said = items.map((comment) => ({
        postId: comment.postId,
        at: comment.createdAt,
        text: comment.body,
        isHidden: comment.moderationState !== 'approved' || comment.isInternal,
      }))
      return { items: await withPosts(call, said), next }
    }
    case 'votes':
      return listMarked(call, await listVotedPosts(call, userId, page))
    case 'follows':
      return listMarked(call, await listFollowedPosts(call, userId, page))
  }
}

async function listMarked(
  call: OperatorCall<'users:read'>,
  { items, next }: Page<Mark, unknown>,
): Promise<Page<Contribution, unknown>> {
  return {
    items: await withPosts(
      call,
      items.map((mark) => ({ ...mark, isHidden: false })),
    ),
    next,
  }
}

type Found = Omit<Contribution, 'post'> & { readonly postId: Id<'post'> }

async function withPosts(call: OperatorCall<'users:read'>, items: readonly Found[]): Promise<Contribution[]> {
  const posts = await postsByIds(call, [...new Set(items.map(({ postId }) => postId))], 'beginning')
  const byId = new Map(posts.map((post) => [post.id, post]))
  return items.flatMap(({ postId, ...rest }) => {
    const post = byId.get(postId)
    return post ? [{ ...rest, post }] : []
  })
}

function isHidden({ moderationState }: Post): boolean {
  return moderationState !== 'approved'
}
