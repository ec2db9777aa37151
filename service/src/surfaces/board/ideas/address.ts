import type { ListedPosts } from '../../pages/index.ts'

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
