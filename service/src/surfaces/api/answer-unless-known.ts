import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ReaderCall } from '../../domain/call/index.ts'
import { openSharedWork } from '../../foundation/memory/index.ts'
import { editionOf, etagOf, hasAlready, revalidate } from '../http/index.ts'

/** It is different each time, though the list is the same. */
const CURSOR = /("next_cursor":")[^"]+/g

/** Lists as JSON, each made once for all visitors who ask for it at the same time. */
const lists = openSharedWork<Buffer>()

/**
 * The answer of a list to a visitor, or 304 if the client has it. Hashing a list is work, and most clients never ask. So only one that asks gets a tag that
 * can be right; another gets one that is like no other, which invites it to ask.
 */
export async function answerUnlessKnown(
  call: ReaderCall,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: () => Promise<unknown>,
): Promise<unknown> {
  const { id, version } = call.project
  const read = () =>
    lists.run(JSON.stringify([id, version, request.url]), async () =>
      Buffer.from(String(reply.serialize(await answer()))),
    )
  if (request.headers['if-none-match'] === undefined) {
    const body = await read()
    return sendJson(reply.header('etag', `"${request.id}"`), body)
  }
  const known = await revalidate(call, request, [request.url])
  if (known.tag !== undefined) return reply.header('etag', known.tag).code(304).send()
  const body = await read()
  const tag = etagOf(body.toString().replaceAll(CURSOR, '$1') + editionOf(call.now))
  known.keep(tag)
  reply.header('etag', tag)
  if (hasAlready(request, tag)) return reply.code(304).send()
  return sendJson(reply, body)
}

function sendJson(reply: FastifyReply, body: Buffer): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(body)
}
