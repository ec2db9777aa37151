import { Type } from 'typebox'
import { followPost, unfollowPost } from '../../domain/follows/index.ts'
import { camelCased } from '../../domain/members.ts'
import { getPost, postMerged } from '../../domain/posts/index.ts'
import {
  castVote,
  castVoteFor,
  listVoters,
  VoteNote,
  votingClosed,
  withdrawVote,
  withdrawVoteFor,
} from '../../domain/votes/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { notFound } from '../../foundation/problems/index.ts'
import { endpoint } from './endpoint.ts'
import { NoBody } from './input.ts'
import { answerPage, Paged, PageQuery } from './paging.ts'
import { Author, toAuthorJson } from './post-json.ts'
import { PostParams } from './posts.ts'
import { Instant, Nullable, TimeOf } from './schema.ts'

const TAGS = ['Votes and follows']
const VoterParams = Type.Object({
  id: Type.String({ description: 'The post’s id.' }),
  user_id: Type.String({ description: 'The id of the user whose vote it is.' }),
})
const VoterBySubParams = Type.Object({
  id: Type.String({ description: 'The post’s id.' }),
  sub: Type.String({ description: 'Your id of the user, percent-encoded, slashes included.' }),
})
const VoteInput = Nullable(
  Type.Object(
    {
      created_at: Type.Optional(
        Instant({
          description: 'The time of an imported vote. Such a vote also counts for a post that is done or closed.',
        }),
      ),
      note: Type.Optional(VoteNote),
    },
    { additionalProperties: false },
  ),
  { description: 'The body may be empty.' },
)
const VOTE_FOR =
  'On behalf of a user who asked for it elsewhere, such as in a conversation with your support or in the tool you used before. Voting twice is one vote, and it keeps its first time.'
const Done = (description: string) => ({ 204: Type.Null({ description }) })

export const vote = endpoint({
  access: 'session',
  schema: {
    operationId: 'castVote',
    body: NoBody,
    summary: 'Vote for a post',
    description: 'Voting twice is one vote, so the call may be repeated.',
    tags: TAGS,
    params: PostParams,
    response: Done('The vote counts.'),
  },
  problems: [notFound, votingClosed, postMerged],
  handler: async (call, { params }, reply) => {
    await castVote(call, params.id)
    return reply.code(204).send()
  },
})

export const unvote = endpoint({
  access: 'session',
  schema: {
    operationId: 'withdrawVote',
    summary: 'Withdraw a vote',
    description: 'Withdrawing a vote that is not there changes nothing.',
    tags: TAGS,
    params: PostParams,
    response: Done('There is no vote.'),
  },
  problems: [notFound, votingClosed, postMerged],
  handler: async (call, { params }, reply) => {
    await withdrawVote(call, params.id)
    return reply.code(204).send()
  },
})

export const follow = endpoint({
  access: 'session',
  schema: {
    operationId: 'followPost',
    body: NoBody,
    summary: 'Follow a post',
    description: 'Followers are notified when the post changes.',
    tags: TAGS,
    params: PostParams,
    response: Done('The user follows.'),
  },
  problems: [notFound, postMerged],
  handler: async (call, { params }, reply) => {
    await followPost(call, params.id)
    return reply.code(204).send()
  },
})

export const unfollow = endpoint({
  access: 'session',
  schema: {
    operationId: 'unfollowPost',
    summary: 'Stop following a post',
    tags: TAGS,
    params: PostParams,
    response: Done('The user does not follow.'),
  },
  problems: [notFound, postMerged],
  handler: async (call, { params }, reply) => {
    await unfollowPost(call, params.id)
    return reply.code(204).send()
  },
})

export const voters = endpoint({
  access: 'votes:read',
  schema: {
    operationId: 'listVoters',
    summary: 'List who voted for a post',
    description: 'The latest vote first.',
    tags: TAGS,
    params: PostParams,
    querystring: PageQuery,
    response: {
      200: Paged(
        Type.Object({
          user: Author,
          voted_at: TimeOf('When they voted.'),
          note: Nullable(Type.String(), {
            description:
              'Where they asked for it, if your team or your server voted for them. Null without the scope users:read.',
          }),
        }),
        'The voters.',
      ),
    },
  },
  problems: [notFound, cursorInvalid],
  handler: async (call, request, _, context) => {
    const { id } = await getPost(call, request.params.id)
    return answerPage(
      context,
      call,
      request,
      (page) => listVoters(call, id, page),
      ({ user, votedAt, note }) => ({ user: toAuthorJson(user), voted_at: votedAt.toISOString(), note: note ?? null }),
    )
  },
})

export const voteFor = endpoint({
  access: 'votes:write',
  schema: {
    operationId: 'castVoteFor',
    body: VoteInput,
    summary: 'Vote for somebody',
    description: VOTE_FOR,
    tags: TAGS,
    params: VoterParams,
    response: Done('The vote counts.'),
  },
  problems: [notFound, votingClosed, postMerged],
  handler: async (call, { params, body }, reply) => {
    await castVoteFor(call, params.id, { userId: params.user_id }, camelCased(body ?? {}))
    return reply.code(204).send()
  },
})

export const unvoteFor = endpoint({
  access: 'votes:write',
  schema: {
    operationId: 'withdrawVoteFor',
    summary: 'Withdraw somebody’s vote',
    tags: TAGS,
    params: VoterParams,
    response: Done('There is no vote.'),
  },
  problems: [notFound, votingClosed, postMerged],
  handler: async (call, { params }, reply) => {
    await withdrawVoteFor(call, params.id, { userId: params.user_id })
    return reply.code(204).send()
  },
})

export const voteForSub = endpoint({
  access: 'votes:write',
  schema: {
    operationId: 'castVoteForSub',
    body: VoteInput,
    summary: 'Vote for somebody by your own id',
    description: VOTE_FOR,
    tags: TAGS,
    params: VoterBySubParams,
    response: Done('The vote counts.'),
  },
  problems: [notFound, votingClosed, postMerged],
  handler: async (call, { params, body }, reply) => {
    await castVoteFor(call, params.id, { sub: params.sub }, camelCased(body ?? {}))
    return reply.code(204).send()
  },
})

export const unvoteForSub = endpoint({
  access: 'votes:write',
  schema: {
    operationId: 'withdrawVoteForSub',
    summary: 'Withdraw somebody’s vote by your own id',
    tags: TAGS,
    params: VoterBySubParams,
    response: Done('There is no vote.'),
  },
  problems: [notFound, votingClosed, postMerged],
  handler: async (call, { params }, reply) => {
    await withdrawVoteFor(call, params.id, { sub: params.sub })
    return reply.code(204).send()
  },
})
