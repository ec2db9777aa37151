import { Type } from 'typebox'
import { readingOfNow } from '../../domain/call/index.ts'
import { listFields } from '../../domain/fields/index.ts'
import { camelCased, snakeCased } from '../../domain/members.ts'
import { findPosts, getPost, POST_QUERY, SearchWords, similarPosts } from '../../domain/posts/index.ts'
import { cursorInvalid, type PageRequest } from '../../foundation/paging/index.ts'
import { notFound } from '../../foundation/problems/index.ts'
import { withDescription } from '../../foundation/schemas/index.ts'
import { DOWNLOADS, FIELD_FILTERS, postColumns, sendCsv, takeFieldFilters } from '../http/index.ts'
import { limitBySegment } from './by-segment.ts'
import { endpoint } from './endpoint.ts'
import { serverMembers } from './input.ts'
import { PAGE_QUERY, Paged } from './paging.ts'
import { answerPost, answerPosts, Post } from './post-json.ts'
import { optional } from './schema.ts'

const TAGS = ['Posts']
const { segment, ...FILTERS } = snakeCased(POST_QUERY)

export const PostParams = Type.Object({ id: Type.String({ description: 'The post’s id.' }) })

export const list = endpoint({
  access: ['reader', 'posts:read'],
  isRecorded: true,
  schema: {
    operationId: 'listPosts',
    summary: 'List and search posts',
    description:
      'Public posts. With `q` and without `sort`: up to forty of the best matches, the best first. Otherwise: all matches, in the requested order. `field.<key>=<value>` finds only posts that have this value of the field with this key: of a `multi_select`, one of its values; of a `checkbox`, `true` or `false`. Pages are consistent: posts and votes that arrive while you page neither repeat nor hide a post. Without a session the answer has an `ETag`: send it as `If-None-Match`, and while nothing has changed the answer is 304 without a body.',
    tags: TAGS,
    querystring: Type.Object(
      { ...PAGE_QUERY, ...optional(FILTERS), ...serverMembers({ segment }) },
      { additionalProperties: false, ...FIELD_FILTERS },
    ),
    response: { 200: Paged(Post, 'Posts.') },
  },
  limit: limitBySegment,
  problems: [cursorInvalid, notFound],
  handler: (call, request, _, context) => {
    const { fields, rest } = takeFieldFilters(request.query)
    const { limit: _limit, cursor: _cursor, ...query } = camelCased(rest)
    return answerPosts(context, call, request, (page) => findPosts(call, { ...query, fields }, page))
  },
})

export const csv = endpoint({
  access: 'posts:read',
  schema: {
    operationId: 'downloadPosts',
    summary: 'Download posts as CSV',
    description:
      'All posts that the filter matches, as a table for spreadsheets: UTF-8 with a byte order mark, streamed, of any size. A text that a spreadsheet would take for a formula has an apostrophe in front. Each field of the project has a column, and filters by fields work as in the list of posts.',
    tags: TAGS,
    produces: ['text/csv'],
    querystring: Type.Object(optional(snakeCased(POST_QUERY)), { additionalProperties: false, ...FIELD_FILTERS }),
    response: { 200: Type.String({ description: 'The table, with a line of names first.' }) },
  },
  problems: [notFound],
  limit: (admission, { actor }) => admission.limit(DOWNLOADS, actor.secretKey.id),
  handler: async (call, request, reply, { log }) => {
    const { fields, rest } = takeFieldFilters(request.query)
    const query = { ...camelCased(rest), fields }
    const reading = await readingOfNow(call)
    const list = (page: PageRequest<never>) => findPosts(reading, query, page)
    const onFailure = (error: unknown) => log.error({ request_id: request.id, err: error }, 'a download broke off')
    return sendCsv(reply, `${call.project.slug}-posts`, postColumns(call, await listFields(reading)), list, onFailure)
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
    description: 'Suggests existing posts while somebody types a title, even if the last word is unfinished.',
    tags: TAGS,
    querystring: Type.Object(
      { ...PAGE_QUERY, title: withDescription(SearchWords, { description: 'What was typed so far.' }) },
      { additionalProperties: false },
    ),
    response: { 200: Paged(Post, 'The most similar first; always one page.') },
  },
  problems: [cursorInvalid],
  handler: async (call, request, _, context) =>
    answerPosts(context, call, request, async ({ limit }) => ({
      items: await similarPosts(call, request.query.title, { limit }),
      next: undefined,
    })),
})
