import { Type } from 'typebox'
import type { Permitted } from '../../domain/call/index.ts'
import {
  getPost,
  listPosts,
  POST_SORTS,
  type PostFilter,
  searchPosts,
  similarPosts,
  wordsOfQuery,
} from '../../domain/posts/index.ts'
import { listStatuses, STATUS_CATEGORIES, statusById } from '../../domain/statuses/index.ts'
import { requireTags } from '../../domain/tags/index.ts'
import { userById } from '../../domain/users/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { notFound } from '../../foundation/problems/index.ts'
import { endpoint } from './endpoint.ts'
import { present, readTime, TimeInput } from './input.ts'
import { PAGE_QUERY, Paged } from './paging.ts'
import { answerPost, answerPosts, Post } from './post-json.ts'
import { OneOf } from './schema.ts'

const TAGS = ['Posts']
export const PostParams = Type.Object({ id: Type.String({ description: 'The post’s id.' }) })

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
        status: Type.Optional(
          Type.String({ pattern: idPattern('status'), description: 'Only posts with this status.' }),
        ),
        status_category: Type.Optional(
          OneOf(STATUS_CATEGORIES, { description: 'Only posts with a status of this category.' }),
        ),
        tag: Type.Optional(Type.String({ pattern: idPattern('tag'), description: 'Only posts with this tag.' })),
        q: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Words to look for.' })),
        author: Type.Optional(Type.String({ pattern: idPattern('user'), description: 'Only posts of this user.' })),
        created_after: Type.Optional(Type.String({ ...TimeInput, description: 'Only posts written after this.' })),
        updated_after: Type.Optional(Type.String({ ...TimeInput, description: 'Only posts changed after this.' })),
        is_pinned: Type.Optional(Type.Boolean({ description: 'Only pinned posts, or only others.' })),
      },
      { additionalProperties: false },
    ),
    response: { 200: Paged(Post, 'Posts.') },
  },
  problems: [cursorInvalid, notFound],
  handler: async (call, request, _, context) => {
    const { sort, q } = request.query
    const filter = await readFilter(call, request.query)
    if (q !== undefined && sort === undefined) {
      return answerPosts(context, call, request, (page) => searchPosts(call, q, filter, page))
    }
    const words = q === undefined ? {} : { words: await wordsOfQuery(call, q) }
    return answerPosts(context, call, request, (page) => listPosts(call, { ...filter, ...words }, sort ?? 'top', page))
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
  handler: async (call, { params }, reply) => answerPost(reply, call, await getPost(call, params.id)),
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
      { ...PAGE_QUERY, title: Type.String({ minLength: 1, maxLength: 200, description: 'What was typed so far.' }) },
      { additionalProperties: false },
    ),
    response: { 200: Paged(Post, 'The most alike first; always one page.') },
  },
  problems: [cursorInvalid],
  handler: async (call, request, _, context) =>
    answerPosts(context, call, request, async ({ limit }) => ({
      items: await similarPosts(call, request.query.title, limit),
      next: undefined,
    })),
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
async function readFilter(call: Permitted, query: FilterQuery): Promise<PostFilter> {
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
