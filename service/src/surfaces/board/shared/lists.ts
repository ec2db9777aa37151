import type { FastifyRequest } from 'fastify'
import { categoryPath } from '../../../domain/categories/index.ts'
import { isVotingClosed, type Status } from '../../../domain/statuses/index.ts'
import { type ListedPosts, listedPostsIn } from '../../pages/index.ts'

/** Groups of statuses that a list can show: posts that are open for votes, finished ones, or all. */
export const STATUS_GROUPS = ['open', 'done', 'all'] as const
export type StatusGroup = (typeof STATUS_GROUPS)[number]

/** Open posts by default; a search looks everywhere. */
export function groupOf({
  status,
  q,
}: {
  status?: string | undefined
  q?: string | undefined
}): StatusGroup | undefined {
  if (status === undefined) return q === undefined ? 'open' : 'all'
  return STATUS_GROUPS.find((group) => group === status)
}

export function isInGroup({ category }: Pick<Status, 'category'>, group: StatusGroup): boolean {
  return group === 'all' || (group === 'done') === isVotingClosed(category)
}

/** The address of a list, without default values. A category has a page of its own; here it is named by its slug. */
export function listAddress(
  query: { [Name in keyof ListedPosts]?: ListedPosts[Name] | undefined },
  cursor?: string,
): string {
  const parameters = new URLSearchParams()
  const { category, ...rest } = query
  for (const [name, value] of Object.entries({ ...rest, cursor })) {
    if (value !== undefined && !(name === 'sort' && value === 'top' && query.q === undefined))
      parameters.set(name, value)
  }
  const text = parameters.toString()
  const path = category === undefined ? '/' : categoryPath({ slug: category })
  return text ? `${path}?${text}` : path
}

const LIST = /^\/(?:categories\/([^/]+))?$/

/** The list that the visitor came from. The referrer is sent only between pages of the board. */
export function listBefore({ headers: { referer = '' } }: FastifyRequest, origin: string): string {
  if (!referer.startsWith(`${origin}/`) || !URL.canParse(referer)) return '/'
  const { pathname, searchParams } = new URL(referer)
  const [isList, slug] = LIST.exec(pathname) ?? []
  if (isList === undefined) return '/'
  const { category: _, ...query } = listedPostsIn(Object.fromEntries(searchParams))
  return listAddress({ ...query, category: slug === undefined ? undefined : decoded(slug) })
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined // somebody typed it
  }
}
