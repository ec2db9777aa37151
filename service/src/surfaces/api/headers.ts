import type { FastifyRequest } from 'fastify'

/** A header that was sent exactly once. Node silently joins or drops repeated headers, so a repeated one counts as missing. */
export function soleHeader({ raw }: FastifyRequest, name: string): string | undefined {
  const { value, count } = headerOf(raw.rawHeaders, name)
  return count === 1 ? value : undefined
}

export function headerOf(rawHeaders: readonly string[], name: string): { value: string | undefined; count: number } {
  let value: string | undefined
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === name.length && rawHeaders[at]?.toLowerCase() === name) {
      value = rawHeaders[at + 1]
      count += 1
    }
  }
  return { value, count }
}
