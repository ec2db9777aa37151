import { Type } from 'typebox'
import { isServer } from '../../domain/call/index.ts'
import {
  deleteOwnPost,
  deletePost,
  editOwnPost,
  editPost,
  LONGEST_BODY,
  postInDiscussion,
  writePost,
  writePostAsServer,
} from '../../domain/posting/index.ts'
import { notAuthor, postMerged } from '../../domain/posts/index.ts'
import { notFound, versionConflict } from '../../foundation/problems/index.ts'
import { endpoint } from './endpoint.ts'
import { versionsOf } from './if-match.ts'
import { BYLINE_MEMBERS, present, readByline, refuseMembersBut, TEXT_BODY_LIMIT, writerOf } from './input.ts'
import { answerPost, Post } from './post-json.ts'
import { PostParams } from './posts.ts'
import { forServers } from './schema.ts'

const TAGS = ['Posts']
const BY_AUTHOR = ['title', 'body']

const title = Type.String({ minLength: 3, maxLength: 140, description: 'One line of plain text.' })
const body = Type.String({ maxLength: LONGEST_BODY, description: 'Markdown.' })
const serverMembers = {
  status_id: Type.Optional(Type.String(forServers('its status.'))),
  tag_ids: Type.Optional(
    Type.Array(Type.String(), { maxItems: 20, uniqueItems: true, ...forServers('all of its tags.') }),
  ),
  is_pinned: Type.Optional(Type.Boolean(forServers('whether the board shows it apart, above its lists.'))),
  comments_locked: Type.Optional(Type.Boolean(forServers('whether users can comment.'))),
}

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
        title,
        body: Type.Optional(body),
        ...serverMembers,
        ...BYLINE_MEMBERS,
      },
      { additionalProperties: false },
    ),
    response: { 201: Post },
  },
  problems: [notFound],
  handler: async (call, { body }, reply) => {
    const text = { title: body.title, body: body.body ?? '' }
    if (!isServer(call)) refuseMembersBut(body, BY_AUTHOR)
    const post = isServer(call)
      ? await writePostAsServer(call, {
          ...text,
          ...readServerMembers(body),
          ...readByline(body),
        })
      : await writePost(call, text)
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
      'Users change their own post while nobody else has voted or commented. What a post said before is kept. With If-Match only the version that was read is changed.',
    tags: TAGS,
    params: PostParams,
    body: Type.Object(
      { title: Type.Optional(title), body: Type.Optional(body), ...serverMembers },
      { additionalProperties: false, minProperties: 1 },
    ),
    response: { 200: Post },
  },
  problems: [notFound, notAuthor, postInDiscussion, postMerged, versionConflict],
  handler: async (call, request, reply) => {
    const { params, body } = request
    const text = { ...present('title', body.title), ...present('body', body.body) }
    if (!isServer(call)) refuseMembersBut(body, BY_AUTHOR)
    const post = isServer(call)
      ? await editPost(call, params.id, { ...text, ...readServerMembers(body) }, versionsOf(request))
      : await editOwnPost(call, params.id, text, versionsOf(request))
    return answerPost(reply, call, post)
  },
})

export const remove = endpoint({
  access: ['session', 'posts:write'],
  schema: {
    operationId: 'deletePost',
    summary: 'Delete a post',
    description: 'Users delete their own post while nobody else has voted or commented.',
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

function readServerMembers(body: {
  status_id?: string
  tag_ids?: string[]
  is_pinned?: boolean
  comments_locked?: boolean
}) {
  return {
    ...present('statusId', body.status_id),
    ...present('tagIds', body.tag_ids),
    ...present('isPinned', body.is_pinned),
    ...present('commentsLocked', body.comments_locked),
  }
}
