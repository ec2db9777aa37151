import { Type } from 'typebox'
import {
  dismissDuplicate,
  duplicateJson,
  listDuplicates,
  MOST_OPEN,
  reopenDuplicate,
  SUGGESTION_STATES,
} from '../../domain/duplicates/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { notFound } from '../../foundation/problems/index.ts'
import { endpoint } from './endpoint.ts'
import { answerPage, PAGE_QUERY, Paged } from './paging.ts'
import { OneOf, Shared, TimeOf } from './schema.ts'

const TAGS = ['Moderation']

const DuplicatePost = Shared(
  'DuplicatePost',
  Type.Object(
    {
      id: Type.String({ pattern: idPattern('post'), description: 'The post’s id.' }),
      number: Type.Integer({ description: 'Counts from 1 in each project.' }),
      title: Type.String({ description: 'One line of plain text.' }),
      vote_count: Type.Integer({ description: 'The number of votes.' }),
      url: Type.String({ description: 'Its page on the board.' }),
      created_at: TimeOf('When it was written.'),
    },
    { description: 'A post of a pair.' },
  ),
)

const Duplicate = Shared(
  'Duplicate',
  Type.Object(
    {
      post: DuplicatePost,
      into_post: DuplicatePost,
      score: Type.Integer({
        description: 'How much they are alike, from 0 to 100: by words, letters, and people who voted for both.',
      }),
      state: OneOf(SUGGESTION_STATES, {
        description: '`open`: it waits for a decision. `dismissed`: the team said that they are not the same.',
      }),
      found_at: TimeOf('When it was suggested first.'),
    },
    {
      description:
        'Two posts that probably say the same. `post` would be merged and `into_post` would stay: the one with more votes; with as many, the older one.',
    },
  ),
)

const Pair = Type.Object(
  {
    post_id: Type.String({ description: 'One post of the pair.' }),
    other_post_id: Type.String({ description: 'The other one. Their order does not matter.' }),
  },
  { additionalProperties: false },
)

export const list = endpoint({
  access: 'moderation:read',
  schema: {
    operationId: 'listDuplicates',
    summary: 'List likely duplicates',
    description: `Pairs of posts that probably say the same, the most alike first. A new or changed post is compared within seconds. At most ${MOST_OPEN} pairs are open. To merge a pair, send \`POST /posts/{id}/merge\` with the id of \`post\` and the id of \`into_post\`. Pairs of which a post is merged, deleted or hidden are left out.`,
    tags: TAGS,
    querystring: Type.Object(
      {
        ...PAGE_QUERY,
        state: Type.Optional(OneOf(SUGGESTION_STATES, { description: '`open` if absent.' })),
      },
      { additionalProperties: false },
    ),
    response: { 200: Paged(Duplicate, 'Pairs of posts.') },
  },
  problems: [cursorInvalid],
  handler: (call, request, _, context) =>
    answerPage(
      context,
      call,
      request,
      (page) => listDuplicates(call, { state: request.query.state }, page),
      (duplicate) => duplicateJson(call, duplicate),
    ),
})

export const dismiss = endpoint({
  access: 'posts:write',
  schema: {
    operationId: 'dismissDuplicate',
    summary: 'Dismiss a likely duplicate',
    description:
      'Says that the two posts are not the same. The pair is not suggested again, also if the posts change. Dismissing it again changes nothing.',
    tags: TAGS,
    body: Pair,
    response: { 200: Duplicate },
  },
  problems: [notFound],
  handler: async (call, { body }) =>
    duplicateJson(call, await dismissDuplicate(call, body.post_id, body.other_post_id)),
})

export const reopen = endpoint({
  access: 'posts:write',
  schema: {
    operationId: 'reopenDuplicate',
    summary: 'Suggest a dismissed pair again',
    description: 'Takes a dismissal back. Repeating it changes nothing.',
    tags: TAGS,
    body: Pair,
    response: { 200: Duplicate },
  },
  problems: [notFound],
  handler: async (call, { body }) => duplicateJson(call, await reopenDuplicate(call, body.post_id, body.other_post_id)),
})
