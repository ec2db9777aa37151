import { Type } from 'typebox'
import { readRoadmap } from '../../domain/roadmap/index.ts'
import { endpoint } from './endpoint.ts'
import { listName } from './paging.ts'
import { Post, toPostJson } from './post-json.ts'
import { Nullable } from './schema.ts'
import { Status, toStatusJson } from './statuses.ts'

const USUAL_LIMIT = 20

const Column = Type.Object(
  {
    status: Status,
    posts: Type.Array(Post, { description: 'Its public posts, the one with the most votes first.' }),
    next_cursor: Nullable(Type.String(), {
      description:
        'Send it as `cursor` to GET /posts with `sort=top` and the status’s id as `status` for more of this column; null where there are no more.',
    }),
  },
  { description: 'A column: a status and its posts.' },
)

export const read = endpoint({
  access: ['reader', 'board:read'],
  schema: {
    operationId: 'getRoadmap',
    summary: 'Read the roadmap',
    description:
      'The statuses that are on the roadmap, by position, each with the public posts that have the most votes.',
    tags: ['Roadmap and changelog'],
    querystring: Type.Object(
      {
        limit: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 100,
            description: `Posts in a column at most; ${USUAL_LIMIT} if absent.`,
          }),
        ),
      },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object(
        {
          data: Type.Array(Column, { description: 'The columns, by position.' }),
          next_cursor: Type.Null({ description: 'Always null: all columns are here.' }),
        },
        { description: 'All columns.' },
      ),
    },
  },
  handler: async (call, { query }, _, { cursors }) => {
    const columns = await readRoadmap(call, query.limit ?? USUAL_LIMIT)
    return {
      data: columns.map(({ status, posts: { items, next } }) => ({
        status: toStatusJson(status),
        posts: items.map((post) => toPostJson(call, post)),
        next_cursor: next ? cursors.write(listName(call, '/v1/posts', { sort: 'top', status: status.id }), next) : null,
      })),
      next_cursor: null,
    }
  },
})
