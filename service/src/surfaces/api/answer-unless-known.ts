import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ReaderCall } from '../../domain/call/index.ts'
import { editionOf, etagOf, hasAlready, revalidate } from '../http/index.ts'

/** It is different each time, though the list is the same. */
const CURSOR = /("next_cursor":")[^"]+/g

/**
 * The answer of a list, or 304 if the client has it. Hashing a list is work, and most clients never ask. So only one that asks gets a tag that can be
 * right; another gets one that is like no other, which invites it to ask.
 */
export async function answerUnlessKnown(
  call: ReaderCall,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: () => Promise<unknown>,
): Promise<unknown> {
  if (request.headers['if-none-match'] === undefined) {
    reply.header('etag', `"${request.id}"`)
    return answer()
  }
  const known = await revalidate(call, request, [request.url])
  if (known.tag !== undefined) return reply.header('etag', known.tag).code(304).send()
  const body = String(reply.serialize(await answer()))
  const tag = etagOf(body.replaceAll(CURSOR, '$1') + editionOf(call.now))
  known.keep(tag)
  reply.header('etag', tag)
  if (hasAlready(request, tag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').serializer(String).send(body)
}
