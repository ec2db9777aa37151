import type { Places } from '../call/index.ts'

export interface BoardNames {
  readonly slug: string
  readonly verifiedDomain: string | undefined
}

/** For each project that a process has read. A list of posts asks twice for each of them. */
const origins = new WeakMap<BoardNames, { readonly places: Places; readonly origin: string }>()

/** The canonical address of a project's board: its own domain once that is proven, otherwise the slug's. */
export function boardOriginOf(places: Places, names: BoardNames): string {
  const known = origins.get(names)
  if (known?.places === places) return known.origin
  const origin = originOfName(places, canonicalNameOf(names))
  origins.set(names, { places, origin })
  return origin
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

/**
 * The slug or the domain that a host stands for, whether or not a board has it. A host of the form of the service's address for slugs is always a
 * slug, so no domain can take the place of another project's slug.
 */
export function namesAt(
  { boardOrigin }: Places,
  host: string,
): { readonly slug: string | undefined; readonly domain: string | undefined } {
  const { host: template } = new URL(boardOrigin.replace('{slug}', 'slug-of-a-board'))
  const [before = '', after = ''] = template.split('slug-of-a-board')
  const isSlugged = host.startsWith(before) && host.endsWith(after) && host.length > before.length + after.length
  const slug = isSlugged ? host.slice(before.length, host.length - after.length) : undefined
  const port = template.includes(':') ? template.slice(template.lastIndexOf(':')) : ''
  const domain = !isSlugged && host.endsWith(port) ? host.slice(0, host.length - port.length) : undefined
  return { slug, domain }
}
