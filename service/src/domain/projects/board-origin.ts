import type { Places } from '../call/index.ts'

export interface BoardNames {
  readonly slug: string
  readonly verifiedDomain: string | undefined
}

/** The canonical address of a project's board: its own domain once that is proven, otherwise the slug's. */
export function boardOriginOf(places: Places, names: BoardNames): string {
  return originOfName(places, canonicalNameOf(names))
}

/** The slug or the domain in the canonical address. */
export function canonicalNameOf({ slug, verifiedDomain }: BoardNames): string {
  return verifiedDomain ?? slug
}

/** No slug has a dot, and every domain has one. */
export function originOfName(places: Places, name: string): string {
  const isDomain = name.includes('.')
  const bySlug = places.boardOrigin.replace('{slug}', isDomain ? 'slug' : name)
  if (!isDomain) return bySlug
  const address = new URL(bySlug)
  address.hostname = name
  return address.origin
}
