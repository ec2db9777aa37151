import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The same content always has the same tag. BLAKE2 takes half as long as SHA-256. */
export function etagOf(content: string | Buffer): string {
  return `"${hash('blake2b512', content, 'base64url').slice(0, 22)}"`
}

/** Whether the client already has this answer, even if compression made its tag weak. */
export function hasAlready({ headers }: FastifyRequest, etag: string): boolean {
  return headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false
}
