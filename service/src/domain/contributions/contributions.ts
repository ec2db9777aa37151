import type { Id } from '../../foundation/ids/index.ts'
import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import type { Permitted, SignedIn } from '../call/index.ts'
import { findComments } from '../comments/index.ts'
import { listFollowedPosts } from '../follows/inside.ts'
import { listPostsOf, type MarkPlace, type Post, type Texts } from '../posts/index.ts'
import { firstPostsByIds, postsByIds } from '../posts/inside.ts'
import { listVotedPosts } from '../votes/inside.ts'

/** Something that somebody did, at which post, and when. */
export interface Contribution {
  readonly post: Post
  readonly at: Date
  /** The text, if the contribution is a comment. */
  readonly text?: string
  /** Whether visitors cannot read it. */
  readonly isHidden: boolean
}

export const CONTRIBUTIONS = ['posts', 'comments', 'votes', 'follows'] as const
export type ContributionKind = (typeof CONTRIBUTIONS)[number]

const MARKS = { votes: listVotedPosts, follows: listFollowedPosts } as const

/** A user's contributions, the latest first, with the beginnings of their texts. */
export async function listContributions(
  call: Permitted<'users:read'>,
  kind: ContributionKind,
  userId: Id<'user'>,
  page: PageRequest<never>,
): Promise<Page<Contribution, unknown>> {
  switch (kind) {
    case 'posts': {
      const { items, next } = await listPostsOf(call, userId, page, 'beginning')
      return { items: items.map((post) => ({ post, at: post.createdAt, isHidden: !isPublic(post) })), next }
    }
    case 'comments':
      return listSaid(call, userId, page)
    case 'votes':
    case 'follows':
      return listMarks(call, kind, userId, page, 'beginning')
  }
}

/** The posts that the signed-in user voted for or follows, the latest first. Posts that are merged or not public are left out. */
export function listOwnMarks(
  call: Permitted<'board:read', SignedIn>,
  kind: keyof typeof MARKS,
  page: PageRequest<MarkPlace>,
  texts: Texts = 'whole',
): Promise<Page<Contribution, MarkPlace>> {
  return listMarks(call, kind, call.actor.user.id, page, texts)
}

/** Posts that were deleted or hidden between the two queries are left out. A post that would make the page too large comes on the next page. */
async function listMarks(
  call: Permitted,
  kind: keyof typeof MARKS,
  userId: Id<'user'>,
  page: PageRequest<MarkPlace>,
  texts: Texts,
): Promise<Page<Contribution, MarkPlace>> {
  const { items: marks, next } = await MARKS[kind](call, userId, page)
  const ids = marks.map(({ postId }) => postId)
  const { items: posts, rest } = await firstPostsByIds(call, ids, texts)
  const byId = new Map(posts.filter(isPublic).map((post) => [post.id, post]))
  const shown = marks.slice(0, marks.length - rest.length)
  const last = shown.at(-1)
  return {
    items: shown.flatMap(({ postId, at }) => {
      const post = byId.get(postId)
      return post ? [{ post, at, isHidden: false }] : []
    }),
    next: rest.length > 0 && last ? { at: last.at.toISOString(), postId: last.postId } : next,
  }
}

async function listSaid(
  call: Permitted,
  userId: Id<'user'>,
  page: PageRequest<never>,
): Promise<Page<Contribution, unknown>> {
  const { items: comments, next } = await findComments(call, { author: userId }, page)
  const posts = await postsByIds(call, [...new Set(comments.map(({ postId }) => postId))], 'beginning')
  const byId = new Map(posts.map((post) => [post.id, post]))
  const items = comments.flatMap(({ postId, createdAt: at, body: text, moderationState, isInternal }) => {
    const post = byId.get(postId)
    return post ? [{ post, at, text, isHidden: moderationState !== 'approved' || isInternal }] : []
  })
  return { items, next }
}

function isPublic({ moderationState }: Post): boolean {
  return moderationState === 'approved'
}
