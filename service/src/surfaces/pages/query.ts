import type { FastifyRequest } from 'fastify'
import type { Cursors, Page, PageRequest } from '../../foundation/paging/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { isStorable } from '../../foundation/storage/index.ts'

export type Query = Readonly<Record<string, string | string[] | undefined>>

/** Fastify reads every query like this. */
export function queryOf({ query }: FastifyRequest): Query {
  return query as Query
}

/** Nothing has or contains a text that the database cannot store, so the answer is then 404. */
export function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  if (!isStorable(value)) throw new Problem(notFound)
  return value
}

/**
 * Reads one page of a list and its cursors; `list` names the list, filters included. A cursor that is not valid for it gives the first
 * page: a link may be old.
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
    after = cursor === undefined ? undefined : (cursors.read(name, cursor) as never) // signed: the same list wrote it
  } catch {
    after = undefined
  }
  const { items, next } = await read({ limit, after })
  return { items, next: next === undefined ? undefined : cursors.write(name, next) }
}
