import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { UserCall } from '../../domain/call/index.ts'
import { listFollowedPosts } from '../../domain/follows/index.ts'
import {
  firstPostsByIds,
  listPostsOf,
  type Mark,
  type MarkPlace,
  type Post as Written,
} from '../../domain/posts/index.ts'
import { listVotedPosts } from '../../domain/votes/index.ts'
import { cursorInvalid, type Page } from '../../foundation/paging/index.ts'
import type { ApiContext } from './context.ts'
import { endpoint } from './endpoint.ts'
import { answerPage, Paged, PageQuery } from './paging.ts'
import { answerPosts, Post, toPostJson } from './post-json.ts'
import { TimeOf } from './schema.ts'

export const myPosts = endpoint({
  access: 'session',
  schema: {
    operationId: 'listMyPosts',
    summary: 'List the posts of the signed-in user',
    description: 'The newest first, including those that wait for approval or were rejected.',
    tags: ['Posts'],
    querystring: PageQuery,
    response: { 200: Paged(Post, 'Their posts.') },
  },
  problems: [cursorInvalid],
  handler: (call, request, _, context) =>
    answerPosts(context, call, request, (page) => listPostsOf(call, call.actor.user.id, page)),
})

export const myVotes = endpoint({
  access: 'session',
  schema: {
    operationId: 'listMyVotes',
    summary: 'List what the signed-in user voted for',
    description: 'The latest vote first. Posts that are merged or not public are left out.',
    tags: ['Votes and follows'],
    querystring: PageQuery,
    response: { 200: Paged(Type.Object({ post: Post, voted_at: TimeOf('When they voted.') }), 'Their votes.') },
  },
  problems: [cursorInvalid],
  handler: (call, request, _, context) => answerMarks(context, call, request, listVotedPosts, 'voted_at'),
})

export const myFollows = endpoint({
  access: 'session',
  schema: {
    operationId: 'listMyFollows',
    summary: 'List what the signed-in user follows',
    description: 'The latest follow first. Posts that are merged or not public are left out.',
    tags: ['Votes and follows'],
    querystring: PageQuery,
    response: {
      200: Paged(Type.Object({ post: Post, followed_at: TimeOf('When they began to follow.') }), 'What they follow.'),
    },
  },
  problems: [cursorInvalid],
  handler: (call, request, _, context) => answerMarks(context, call, request, listFollowedPosts, 'followed_at'),
})

interface Marked {
  readonly post: Written
  readonly at: Date
}

function answerMarks(
  context: ApiContext,
  call: UserCall,
  request: FastifyRequest,
  list: typeof listVotedPosts,
  since: 'voted_at' | 'followed_at',
) {
  return answerPage(
    context,
    call,
    request,
    async (page) => withPosts(call, await list(call, call.actor.user.id, page)),
    ({ post, at }) => ({ post: toPostJson(call, post), [since]: at.toISOString() }),
  )
}

/** Posts that were deleted or hidden between the two reads are left out; posts that would make the page too heavy are on the next one. */
async function withPosts(call: UserCall, { items, next }: Page<Mark, MarkPlace>): Promise<Page<Marked, MarkPlace>> {
  const { items: posts, rest } = await firstPostsByIds(
    call,
    items.map(({ postId }) => postId),
  )
  const byId = new Map(posts.filter((post) => post.moderationState === 'approved').map((post) => [post.id, post]))
  const shown = items.slice(0, items.length - rest.length)
  const last = shown.at(-1)
  return {
    items: shown.flatMap(({ postId, at }) => {
      const post = byId.get(postId)
      return post ? [{ post, at }] : []
    }),
    next: rest.length > 0 && last ? { at: last.at.toISOString(), postId: last.postId } : next,
  }
}
