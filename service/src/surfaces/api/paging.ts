import type { FastifyRequest } from 'fastify'
import { type TProperties, type TSchema, Type } from 'typebox'
import { type ProjectCall, viewerOf } from '../../domain/call/index.ts'
import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import type { ApiContext } from './context.ts'
import { Nullable } from './schema.ts'

/** A cursor of a search holds its words. */
const LONGEST_CURSOR = 8_000

export const USUAL_LIMIT = 20

/** The members of every list's query. Any other is refused. */
export const PAGE_QUERY = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: `How many at most; ${USUAL_LIMIT} if absent. A page of very long texts holds fewer.`,
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: LONGEST_CURSOR,
      description: 'The next_cursor of the previous page, unchanged.',
    }),
  ),
}

/** The query of a list that has no filters. */
export const PageQuery = Type.Object(PAGE_QUERY, { additionalProperties: false })

/** `more` has the members of the answer beside the page itself. */
export function Paged<Item extends TSchema, More extends TProperties = Record<never, never>>(
  item: Item,
  description: string,
  more?: More,
) {
  return Type.Object(
    {
      data: Type.Array(item, { description: 'The items of this page, in order.' }),
      next_cursor: Nullable(Type.String(), {
        description:
          'Send it as `cursor` for the next page; null on the last page. A short page does not mean that it is the last.',
      }),
      ...(more as More), // absent, it has no members
    },
    { description },
  )
}

/** Reads one page and writes where the next one begins. A cursor fits the list it came from, filters and all, and no other. */
export async function answerPage<Item>(
  { cursors }: ApiContext,
  call: ProjectCall,
  request: FastifyRequest,
  read: (page: PageRequest<never>) => Promise<Page<Item, unknown>>,
  toJson: (item: Item) => unknown,
) {
  const { limit = USUAL_LIMIT, cursor, ...filters } = request.query as { limit?: number; cursor?: string } // as PAGE_QUERY says
  const list = listName(call, request.url.split('?', 1)[0] ?? '', filters)
  // A signed cursor was written by the same list, so it has the type that the list reads.
  const after = cursor === undefined ? undefined : (cursors.read(list, cursor) as never)
  const { items, next } = await read({ limit, after })
  return { data: items.map(toJson), next_cursor: next === undefined ? null : cursors.write(list, next) }
}

/** The name of a list has everything that decides its content and order: project, path, filters, and the user if it is the user's own list. */
export function listName(call: ProjectCall, path: string, filters: object): string {
  const owner = path.startsWith('/v1/me/') ? viewerOf(call)?.id : undefined
  return JSON.stringify([call.project.id, owner, path, Object.entries(filters).sort()])
}
