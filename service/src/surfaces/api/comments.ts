import { Type } from 'typebox'
import type { Permitted } from '../../domain/call/index.ts'
import { isServer } from '../../domain/call/index.ts'
import {
  type CommentFilter,
  commentsLocked,
  getComment,
  listComments,
  listCommentsOf,
} from '../../domain/comments/index.ts'
import {
  deleteComment,
  deleteOwnComment,
  editComment,
  editOwnComment,
  LONGEST_COMMENT,
  writeComment,
  writeCommentAsServer,
} from '../../domain/posting/index.ts'
import { getPost, notAuthor, postMerged } from '../../domain/posts/index.ts'
import { userById } from '../../domain/users/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { notFound, versionConflict } from '../../foundation/problems/index.ts'
import { answerComment, Comment, toCommentJson } from './comment-json.ts'
import { endpoint } from './endpoint.ts'
import { versionsOf } from './if-match.ts'
import {
  BYLINE_MEMBERS,
  present,
  readByline,
  readTime,
  refuseMembersBut,
  TEXT_BODY_LIMIT,
  TimeInput,
  writerOf,
} from './input.ts'
import { answerPage, PAGE_QUERY, Paged, PageQuery } from './paging.ts'
import { PostParams } from './posts.ts'
import { forServers } from './schema.ts'

const TAGS = ['Comments']
const CommentParams = Type.Object({ id: Type.String({ description: 'The comment’s id.' }) })

const body = Type.String({ minLength: 1, maxLength: LONGEST_COMMENT, description: 'Markdown.' })
const serverMembers = {
  is_official: Type.Optional(Type.Boolean(forServers('whether it speaks for the project.'))),
  is_internal: Type.Optional(
    Type.Boolean(forServers('whether it is for your team alone. Answers to an internal comment are.')),
  ),
}

export const listOfPost = endpoint({
  access: ['reader', 'comments:read'],
  schema: {
    operationId: 'listCommentsOfPost',
    summary: 'List the comments of a post',
    description:
      'The oldest first, answers among them. Apps see what is public, and a signed-in user also what of theirs waits for approval; servers see that of everybody, and internal comments. A comment that is gone while answers to it are left is shown with `is_deleted`, without text and author.',
    tags: TAGS,
    params: PostParams,
    querystring: PageQuery,
    response: { 200: Paged(Comment, 'Comments.') },
  },
  problems: [notFound, cursorInvalid],
  handler: (call, request, _, context) =>
    answerPage(context, call, request, (page) => listCommentsOf(call, request.params.id, page), toCommentJson),
})

export const list = endpoint({
  access: ['reader', 'comments:read'],
  schema: {
    operationId: 'listComments',
    summary: 'List the comments of all posts',
    description: 'The newest first. Who sees what is as in the comments of a post; what is deleted is left out.',
    tags: TAGS,
    querystring: Type.Object(
      {
        ...PAGE_QUERY,
        post: Type.Optional(Type.String({ pattern: idPattern('post'), description: 'Only comments of this post.' })),
        author: Type.Optional(Type.String({ pattern: idPattern('user'), description: 'Only comments of this user.' })),
        created_after: Type.Optional(Type.String({ ...TimeInput, description: 'Only comments written after this.' })),
      },
      { additionalProperties: false },
    ),
    response: { 200: Paged(Comment, 'Comments.') },
  },
  problems: [notFound, cursorInvalid],
  handler: async (call, request, _, context) => {
    const filter = await readFilter(call, request.query)
    return answerPage(context, call, request, (page) => listComments(call, filter, page), toCommentJson)
  },
})

export const get = endpoint({
  access: ['reader', 'comments:read'],
  schema: {
    operationId: 'getComment',
    summary: 'Read a comment',
    tags: TAGS,
    params: CommentParams,
    response: { 200: Comment },
  },
  problems: [notFound],
  handler: async (call, { params }, reply) => answerComment(reply, await getComment(call, params.id)),
})

export const create = endpoint({
  access: ['session', 'comments:write'],
  bodyLimit: TEXT_BODY_LIMIT,
  schema: {
    operationId: 'createComment',
    summary: 'Comment on a post',
    description:
      'Whoever comments follows the post. Where the project asks for approval, a user’s comment is pending until somebody approves it; a server’s never is. Servers comment on locked posts too.',
    tags: TAGS,
    params: PostParams,
    body: Type.Object(
      {
        body,
        parent_id: Type.Optional(Type.String({ description: 'The comment that it answers, itself no answer.' })),
        ...serverMembers,
        ...BYLINE_MEMBERS,
      },
      { additionalProperties: false },
    ),
    response: { 201: Comment },
  },
  problems: [notFound, commentsLocked, postMerged],
  handler: async (call, { params, body }, reply) => {
    const text = { body: body.body, ...present('parentId', body.parent_id) }
    if (!isServer(call)) refuseMembersBut(body, ['body', 'parent_id'])
    const comment = isServer(call)
      ? await writeCommentAsServer(call, params.id, {
          ...text,
          ...readServerMembers(body),
          ...readByline(body),
        })
      : await writeComment(call, params.id, text)
    reply.code(201).header('location', `/v1/comments/${comment.id}`)
    return answerComment(reply, comment)
  },
  belongsTo: writerOf,
})

export const edit = endpoint({
  access: ['session', 'comments:write'],
  bodyLimit: TEXT_BODY_LIMIT,
  schema: {
    operationId: 'editComment',
    summary: 'Change a comment',
    description:
      'Users change their own comment while the post is open. Where the project asks for approval, what a user changed is pending again until somebody approves it. With If-Match only the version that was read is changed.',
    tags: TAGS,
    params: CommentParams,
    body: Type.Object(
      { body: Type.Optional(body), ...serverMembers },
      { additionalProperties: false, minProperties: 1 },
    ),
    response: { 200: Comment },
  },
  problems: [notFound, notAuthor, commentsLocked, versionConflict],
  handler: async (call, request, reply) => {
    const { params, body } = request
    const text = present('body', body.body)
    if (!isServer(call)) refuseMembersBut(body, ['body'])
    const comment = isServer(call)
      ? await editComment(call, params.id, { ...text, ...readServerMembers(body) }, versionsOf(request))
      : await editOwnComment(call, params.id, text, versionsOf(request))
    return answerComment(reply, comment)
  },
})

export const remove = endpoint({
  access: ['session', 'comments:write'],
  schema: {
    operationId: 'deleteComment',
    summary: 'Delete a comment',
    description: 'Users delete their own. While answers to it are left, its place stays.',
    tags: TAGS,
    params: CommentParams,
    response: { 204: Type.Null({ description: 'It is gone.' }) },
  },
  problems: [notFound, notAuthor],
  handler: async (call, { params }, reply) => {
    await (isServer(call) ? deleteComment(call, params.id) : deleteOwnComment(call, params.id))
    return reply.code(204).send()
  },
})

/** What a filter names has to be there, in this project. */
async function readFilter(
  call: Permitted,
  query: { post?: string; author?: string; created_after?: string },
): Promise<CommentFilter> {
  const { post, author, created_after: after } = query
  return {
    postId: post === undefined ? undefined : (await getPost(call, post)).id,
    authorId: author === undefined ? undefined : (await userById(call, author)).id,
    createdAfter: after === undefined ? undefined : readTime(after, '/querystring/created_after'),
  }
}

function readServerMembers(body: { is_official?: boolean; is_internal?: boolean }) {
  return { ...present('isOfficial', body.is_official), ...present('isInternal', body.is_internal) }
}
