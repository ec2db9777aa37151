import { Type } from 'typebox'
import { isServer } from '../../domain/call/index.ts'
import { postingClosed } from '../../domain/categories/index.ts'
import { camelCased, snakeCased } from '../../domain/members.ts'
import {
  deleteOwnPost,
  deletePost,
  editOwnPost,
  editPost,
  postInDiscussion,
  writePost,
  writePostForTeam,
} from '../../domain/posting/index.ts'
import { notAuthor, POST_DECISIONS, POST_TEXTS, POST_VALUES, postMerged } from '../../domain/posts/index.ts'
import { notFound, versionConflict } from '../../foundation/problems/index.ts'
import { endpoint } from './endpoint.ts'
import { versionsOf } from './if-match.ts'
import { BYLINE_MEMBERS, readByline, refuseMembersBut, serverMembers, TEXT_BODY_LIMIT, writerOf } from './input.ts'
import { answerPost, Post } from './post-json.ts'
import { PostParams } from './posts.ts'
import { optional } from './schema.ts'

const TAGS = ['Posts']
const BY_AUTHOR = Object.keys({ ...POST_TEXTS, ...POST_VALUES })
const BY_WRITER = [...BY_AUTHOR, 'category_id']
const CategoryChoice = Type.String({
  description:
    'The category that it is written in. Without one: the default category, or the first one in which users may write.',
})
const TEAM_MEMBERS = serverMembers(snakeCased(POST_DECISIONS))

export const create = endpoint({
  access: ['session', 'posts:write'],
  bodyLimit: TEXT_BODY_LIMIT,
  schema: {
    operationId: 'createPost',
    summary: 'Write a post',
    description:
      'Its author votes for it and follows it. Where the project asks for approval, a user’s post is pending until somebody approves it; a server’s never is.',
    tags: TAGS,
    body: Type.Object(
      {
        ...POST_TEXTS,
        body: Type.Optional(POST_TEXTS.body),
        ...optional(POST_VALUES),
        ...TEAM_MEMBERS,
        category_id: Type.Optional(CategoryChoice),
        ...BYLINE_MEMBERS,
      },
      { additionalProperties: false },
    ),
    response: { 201: Post },
  },
  problems: [notFound, postingClosed],
  handler: async (call, { body }, reply) => {
    if (!isServer(call)) refuseMembersBut(body, BY_WRITER)
    const { userId: _, sub: __, ...members } = { body: '', ...camelCased(body) }
    const post = isServer(call)
      ? await writePostForTeam(call, { ...members, ...readByline(body) })
      : await writePost(call, members)
    reply.code(201).header('location', `/v1/posts/${post.id}`)
    return answerPost(reply, call, post)
  },
  belongsTo: writerOf,
})

export const edit = endpoint({
  access: ['session', 'posts:write'],
  bodyLimit: TEXT_BODY_LIMIT,
  schema: {
    operationId: 'editPost',
    summary: 'Change a post',
    description:
      'Users can change their own post while nobody else has voted or commented. Earlier versions are kept. With If-Match, the change is made only if that version is still current.',
    tags: TAGS,
    params: PostParams,
    body: Type.Object(
      { ...optional({ ...POST_TEXTS, ...POST_VALUES }), ...TEAM_MEMBERS },
      { additionalProperties: false, minProperties: 1 },
    ),
    response: { 200: Post },
  },
  problems: [notFound, notAuthor, postInDiscussion, postMerged, versionConflict],
  handler: async (call, request, reply) => {
    const { params, body } = request
    if (!isServer(call)) refuseMembersBut(body, BY_AUTHOR)
    const post = isServer(call)
      ? await editPost(call, params.id, camelCased(body), versionsOf(request))
      : await editOwnPost(call, params.id, camelCased(body), versionsOf(request))
    return answerPost(reply, call, post)
  },
})

export const remove = endpoint({
  access: ['session', 'posts:write'],
  schema: {
    operationId: 'deletePost',
    summary: 'Delete a post',
    description: 'Users can delete their own post while nobody else has voted or commented.',
    tags: TAGS,
    params: PostParams,
    response: { 204: Type.Null({ description: 'It is gone.' }) },
  },
  problems: [notFound, notAuthor, postInDiscussion, postMerged],
  handler: async (call, { params }, reply) => {
    await (isServer(call) ? deletePost(call, params.id) : deleteOwnPost(call, params.id))
    return reply.code(204).send()
  },
})
