import type { Places } from '../call.ts'

/** The canonical address of a project's board: its own domain if it has one, otherwise the slug's. */
export function boardOriginOf(places: Places, { slug, domain }: { slug: string; domain: string | undefined }): string {
  const bySlug = places.boardOrigin.replace('{slug}', slug)
  if (domain === undefined) return bySlug
  const address = new URL(bySlug)
  address.hostname = domain
  return address.origin
}
