import { Type } from 'typebox'
import { isServer } from '../../domain/call/index.ts'
import { COMMENT_QUERY, commentsLocked, findComments, getComment, listCommentsOf } from '../../domain/comments/index.ts'
import { camelCased, snakeCased } from '../../domain/members.ts'
import {
  CommentBody,
  deleteComment,
  deleteOwnComment,
  editComment,
  editOwnComment,
  writeComment,
  writeCommentForTeam,
} from '../../domain/posting/index.ts'
import { notAuthor, postMerged } from '../../domain/posts/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { notFound, versionConflict } from '../../foundation/problems/index.ts'
import { answerComment, Comment, toCommentJson } from './comment-json.ts'
import { endpoint } from './endpoint.ts'
import { versionsOf } from './if-match.ts'
import { BYLINE_MEMBERS, readByline, refuseMembersBut, serverMembers, TEXT_BODY_LIMIT, writerOf } from './input.ts'
import { answerPage, PAGE_QUERY, Paged, PageQuery } from './paging.ts'
import { PostParams } from './posts.ts'
import { optional } from './schema.ts'

const TAGS = ['Comments']
const CommentParams = Type.Object({ id: Type.String({ description: 'The comment’s id.' }) })

const TEAM_MEMBERS = serverMembers({
  is_official: Type.Boolean({ description: 'Whether it speaks for the project.' }),
  is_internal: Type.Boolean({
    description: 'Whether only your team can see it. Answers to an internal comment are always internal.',
  }),
})

export const listOfPost = endpoint({
  access: ['reader', 'comments:read'],
  schema: {
    operationId: 'listCommentsOfPost',
    summary: 'List the comments of a post',
    description:
      'The oldest first, answers included. Apps get public comments; a signed-in user also gets their own that wait for approval. Servers also get all pending and internal comments. A deleted comment that still has answers is shown with `is_deleted`, without text and author.',
    tags: TAGS,
    params: PostParams,
    querystring: PageQuery,
    response: { 200: Paged(Comment, 'Comments.') },
  },
  problems: [notFound, cursorInvalid],
  handler: (call, request, _, context) =>
    answerPage(
      context,
      call,
      request,
      (page) => listCommentsOf(call, request.params.id, page),
      (comment) => toCommentJson(call, comment),
    ),
})

export const list = endpoint({
  access: ['reader', 'comments:read'],
  schema: {
    operationId: 'listComments',
    summary: 'List the comments of all posts',
    description:
      'The newest first. The same rules decide who sees which comment as in the comments of a post. Deleted comments are left out.',
    tags: TAGS,
    querystring: Type.Object(
      { ...PAGE_QUERY, ...optional(snakeCased(COMMENT_QUERY)) },
      { additionalProperties: false },
    ),
    response: { 200: Paged(Comment, 'Comments.') },
  },
  problems: [notFound, cursorInvalid],
  handler: (call, request, _, context) => {
    const { limit: _limit, cursor: _cursor, ...query } = camelCased(request.query)
    return answerPage(
      context,
      call,
      request,
      (page) => findComments(call, query, page),
      (comment) => toCommentJson(call, comment),
    )
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
  handler: async (call, { params }, reply) => answerComment(reply, call, await getComment(call, params.id)),
})

export const create = endpoint({
  access: ['session', 'comments:write'],
  bodyLimit: TEXT_BODY_LIMIT,
  schema: {
    operationId: 'createComment',
    summary: 'Comment on a post',
    description:
      'The author of a comment follows the post. Where the project asks for approval, a user’s comment is pending until somebody approves it; a server’s never is. Servers comment on locked posts too.',
    tags: TAGS,
    params: PostParams,
    body: Type.Object(
      {
        body: CommentBody,
        parent_id: Type.Optional(
          Type.String({ description: 'The comment that it answers. That comment must not be an answer itself.' }),
        ),
        ...TEAM_MEMBERS,
        ...BYLINE_MEMBERS,
      },
      { additionalProperties: false },
    ),
    response: { 201: Comment },
  },
  problems: [notFound, commentsLocked, postMerged],
  handler: async (call, { params, body }, reply) => {
    if (!isServer(call)) refuseMembersBut(body, ['body', 'parent_id'])
    const { userId: _, sub: __, ...members } = camelCased(body)
    const comment = isServer(call)
      ? await writeCommentForTeam(call, params.id, { ...members, ...readByline(body) })
      : await writeComment(call, params.id, members)
    reply.code(201).header('location', `/v1/comments/${comment.id}`)
    return answerComment(reply, call, comment)
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
      'Users can change their own comment while the post is open. Where the project asks for approval, a changed comment is pending again until somebody approves it. With If-Match, the change is made only if that version is still current.',
    tags: TAGS,
    params: CommentParams,
    body: Type.Object(
      { body: Type.Optional(CommentBody), ...TEAM_MEMBERS },
      { additionalProperties: false, minProperties: 1 },
    ),
    response: { 200: Comment },
  },
  problems: [notFound, notAuthor, commentsLocked, versionConflict],
  handler: async (call, request, reply) => {
    const { params, body } = request
    if (!isServer(call)) refuseMembersBut(body, ['body'])
    const comment = isServer(call)
      ? await editComment(call, params.id, camelCased(body), versionsOf(request))
      : await editOwnComment(call, params.id, camelCased(body), versionsOf(request))
    return answerComment(reply, call, comment)
  },
})

export const remove = endpoint({
  access: ['session', 'comments:write'],
  schema: {
    operationId: 'deleteComment',
    summary: 'Delete a comment',
    description: 'Users can delete their own comments. A comment with answers stays as an empty place.',
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
