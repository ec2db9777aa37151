import type { FastifyRequest } from 'fastify'
import { type ListedPosts, listedPostsIn } from '../../pages/index.ts'

/** The address of a list, without default values. */
export function listAddress(
  query: { [Name in keyof ListedPosts]?: ListedPosts[Name] | undefined },
  cursor?: string,
): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, cursor })) {
    if (value !== undefined && !(name === 'sort' && value === 'top' && query.q === undefined))
      parameters.set(name, value)
  }
  const text = parameters.toString()
  return text ? `/?${text}` : '/'
}

/** The list whose page led here. Pages of the board tell each other where a visitor comes from, and no other site. */
export function listBefore({ headers: { referer = '' } }: FastifyRequest, origin: string): string {
  if (!referer.startsWith(`${origin}/?`) || !URL.canParse(referer)) return '/'
  return listAddress(listedPostsIn(Object.fromEntries(new URL(referer).searchParams)))
}
