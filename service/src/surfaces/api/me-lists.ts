import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { UserCall } from '../../domain/call/index.ts'
import { listOwnMarks } from '../../domain/contributions/index.ts'
import { listPostsOf } from '../../domain/posts/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
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
  handler: (call, request, _, context) => answerMarks(context, call, request, 'votes', 'voted_at'),
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
      200: Paged(Type.Object({ post: Post, followed_at: TimeOf('When they began to follow.') }), 'Their follows.'),
    },
  },
  problems: [cursorInvalid],
  handler: (call, request, _, context) => answerMarks(context, call, request, 'follows', 'followed_at'),
})

function answerMarks(
  context: ApiContext,
  call: UserCall,
  request: FastifyRequest,
  kind: 'votes' | 'follows',
  since: 'voted_at' | 'followed_at',
) {
  return answerPage(
    context,
    call,
    request,
    (page) => listOwnMarks(call, kind, page),
    ({ post, at }) => ({ post: toPostJson(call, post), [since]: at.toISOString() }),
  )
}
