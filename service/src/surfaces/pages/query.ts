import type { FastifyRequest } from 'fastify'
import type { Cursors, Page, PageRequest } from '../../foundation/paging/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { isStorable } from '../../foundation/storage/index.ts'

export type Query = Readonly<Record<string, string | string[] | undefined>>

/** Fastify reads every query as such. */
export function queryOf({ query }: FastifyRequest): Query {
  return query as Query
}

/** What no text of the database can hold is in nothing that could be found. */
export function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  if (!isStorable(value)) throw new Problem(notFound)
  return value
}

/**
 * One page of a list, its cursor read and written; `list` says which list it is, filters included. A cursor that does not fit begins at the
 * front: a link may be old.
 */
export async function readPage<Item>(
  cursors: Cursors,
  list: readonly unknown[],
  query: Query,
  limit: number,
  read: (page: PageRequest<never>) => Promise<Page<Item, unknown>>,
): Promise<{ items: readonly Item[]; next: string | undefined }> {
  const name = JSON.stringify(list)
  const cursor = textOf(query.cursor)
  let after: never | undefined
  try {
    after = cursor === undefined ? undefined : (cursors.read(name, cursor) as never) // signed: a place that the same list wrote
  } catch {
    after = undefined
  }
  const { items, next } = await read({ limit, after })
  return { items, next: next === undefined ? undefined : cursors.write(name, next) }
}
