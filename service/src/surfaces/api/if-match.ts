import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalidRequest, Problem } from '../../foundation/problems/index.ts'
import { headerOf } from './headers.ts'

/** Also a weak tag: a proxy that compresses weakens ours, and it names the same version. */
const ENTITY_TAG = /^(?:W\/)?"([0-9]{1,9})"$/

/** The versions that the caller accepts to change; absent: any. */
export function versionsOf({ raw }: FastifyRequest): readonly number[] | undefined {
  const { value, count } = headerOf(raw.rawHeaders, 'if-match')
  if (count === 0 || (count === 1 && value?.trim() === '*')) return undefined
  const tags = (value ?? '').split(',').map((tag) => ENTITY_TAG.exec(tag.trim())?.[1])
  if (count > 1 || tags.includes(undefined)) {
    throw new Problem(invalidRequest, { detail: 'If-Match must hold one or more unchanged ETags, or *.' })
  }
  return tags.map(Number)
}

/** Sets the ETag, which says which version was read. */
export function tagVersion(reply: FastifyReply, { version }: { version: number }): void {
  reply.header('etag', `"${version}"`)
}
