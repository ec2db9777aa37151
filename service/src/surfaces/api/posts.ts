import { Type } from 'typebox'
import type { ProjectCall } from '../../domain/call.ts'
import {
  deleteOwnPost,
  deletePost,
  editOwnPost,
  editPost,
  postInDiscussion,
  writePost,
  writePostAsServer,
} from '../../domain/posting/index.ts'
import {
  getPost,
  listPosts,
  notAuthor,
  POST_SORTS,
  type PostFilter,
  postMerged,
  searchPosts,
  similarPosts,
  wordsOfQuery,
} from '../../domain/posts/index.ts'
import { listStatuses, STATUS_CATEGORIES, statusById } from '../../domain/statuses/index.ts'
import { requireTags } from '../../domain/tags/index.ts'
import { userById } from '../../domain/users/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { notFound, versionConflict } from '../../foundation/problems/index.ts'
import { isServer } from './access.ts'
import { endpoint } from './endpoint.ts'
import { tagVersion, versionsOf } from './if-match.ts'
import { AUTHOR_MEMBERS, present, readAuthor, readTime, refuseMembersBut, TimeInput } from './input.ts'
import { answerPage, PAGE_QUERY, Paged } from './paging.ts'
import { Post, toPostJson } from './post-json.ts'
import { OneOf } from './schema.ts'

const TAGS = ['Posts']
/** The longest text, every character of it escaped. */
export const TEXT_BODY_LIMIT = 131_072
export const PostParams = Type.Object({ id: Type.String({ description: 'The post’s id.' }) })
const BY_AUTHOR = ['title', 'body']

const title = Type.String({ minLength: 3, maxLength: 140 })
const body = Type.String({ maxLength: 10_000, description: 'Markdown.' })
const serverMembers = {
  status_id: Type.Optional(Type.String({ description: 'Servers: its status.' })),
  tag_ids: Type.Optional(
    Type.Array(Type.String(), { maxItems: 20, uniqueItems: true, description: 'Servers: all of its tags.' }),
  ),
  is_pinned: Type.Optional(
    Type.Boolean({ description: 'Servers: whether the board shows it apart, above its lists.' }),
  ),
  comments_locked: Type.Optional(Type.Boolean({ description: 'Servers: whether users can comment.' })),
}

export const list = endpoint({
  access: ['reader', 'posts:read'],
  schema: {
    operationId: 'listPosts',
    summary: 'List and search posts',
    description:
      'Public posts. With `q` and without `sort` the hundred that answer best, the best first; otherwise all that fit, in the order asked for. A list goes on as it began: posts that others write and votes that others cast while you page neither repeat nor hide a post.',
    tags: TAGS,
    querystring: Type.Object(
      {
        ...PAGE_QUERY,
        sort: Type.Optional(OneOf(POST_SORTS, { description: 'top if absent.' })),
        status: Type.Optional(Type.String({ pattern: idPattern('status') })),
        status_category: Type.Optional(OneOf(STATUS_CATEGORIES)),
        tag: Type.Optional(Type.String({ pattern: idPattern('tag') })),
        q: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Words to look for.' })),
        author: Type.Optional(Type.String({ pattern: idPattern('user') })),
        created_after: Type.Optional(TimeInput),
        updated_after: Type.Optional(TimeInput),
        is_pinned: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
    response: { 200: Paged(Post, 'Posts.') },
  },
  problems: [cursorInvalid, notFound],
  handler: async (call, request, _, context) => {
    const { sort, q } = request.query
    const filter = await readFilter(call, request.query)
    const toJson = (post: Parameters<typeof toPostJson>[1]) => toPostJson(call, post)
    if (q !== undefined && sort === undefined) {
      return answerPage(context, call, request, (page) => searchPosts(call, q, filter, page), toJson)
    }
    const words = q === undefined ? {} : { words: await wordsOfQuery(call, q) }
    return answerPage(
      context,
      call,
      request,
      (page) => listPosts(call, { ...filter, ...words }, sort ?? 'top', page),
      toJson,
    )
  },
})

export const get = endpoint({
  access: ['reader', 'posts:read'],
  schema: {
    operationId: 'getPost',
    summary: 'Read a post',
    description: 'A merged post names the one it was merged into.',
    tags: TAGS,
    params: PostParams,
    response: { 200: Post },
  },
  problems: [notFound],
  handler: async (call, { params }, reply) => {
    const post = await getPost(call, params.id)
    tagVersion(reply, post)
    return toPostJson(call, post)
  },
})

export const similar = endpoint({
  access: ['reader', 'posts:read'],
  schema: {
    operationId: 'findSimilarPosts',
    summary: 'Find posts like a title',
    description:
      'For somebody who types a title: the posts that they may mean, also while the last word is unfinished.',
    tags: TAGS,
    querystring: Type.Object(
      { ...PAGE_QUERY, title: Type.String({ minLength: 1, maxLength: 200 }) },
      { additionalProperties: false },
    ),
    response: { 200: Paged(Post, 'The most alike first; always one page.') },
  },
  problems: [cursorInvalid],
  handler: async (call, request, _, context) =>
    answerPage(
      context,
      call,
      request,
      async ({ limit }) => ({ items: await similarPosts(call, request.query.title, limit), next: undefined }),
      (post) => toPostJson(call, post),
    ),
})

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
        ...AUTHOR_MEMBERS,
        created_at: Type.Optional(
          Type.String({
            format: 'date-time',
            maxLength: 40,
            description: 'Servers: when it was written, for an import.',
          }),
        ),
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
          ...readAuthor(body),
          ...(body.created_at !== undefined && { createdAt: readTime(body.created_at, '/created_at') }),
        })
      : await writePost(call, text)
    tagVersion(reply, post)
    reply.code(201).header('location', `/v1/posts/${post.id}`)
    return toPostJson(call, post)
  },
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
    tagVersion(reply, post)
    return toPostJson(call, post)
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

interface FilterQuery {
  status?: string
  status_category?: (typeof STATUS_CATEGORIES)[number]
  tag?: string
  author?: string
  created_after?: string
  updated_after?: string
  is_pinned?: boolean
}

/** What a filter names has to be there, in this project. */
async function readFilter(call: ProjectCall, query: FilterQuery): Promise<PostFilter> {
  const { status, status_category: category, tag, author } = query
  const ofCategory =
    category && (await listStatuses(call)).filter((status) => status.category === category).map(({ id }) => id)
  const named = status === undefined ? undefined : [(await statusById(call, status)).id]
  const statusIds = named && ofCategory ? named.filter((id) => ofCategory.includes(id)) : (named ?? ofCategory)
  const [tagId] = tag === undefined ? [] : await requireTags(call, [tag])
  return {
    ...present('statusIds', statusIds),
    ...present('tagId', tagId),
    ...present('authorId', author === undefined ? undefined : (await userById(call, author)).id),
    ...present('createdAfter', query.created_after && readTime(query.created_after, '/querystring/created_after')),
    ...present('updatedAfter', query.updated_after && readTime(query.updated_after, '/querystring/updated_after')),
    ...present('isPinned', query.is_pinned),
  } as PostFilter // present() has named the members
}

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
