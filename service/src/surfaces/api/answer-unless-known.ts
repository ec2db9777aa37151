import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ReaderCall } from '../../domain/call/index.ts'
import { openSharedWork } from '../../foundation/memory/index.ts'
import { editionOf, etagOf, hasAlready, revalidate } from '../http/index.ts'

/** It is different each time, though the list is the same. */
const CURSOR = /("next_cursor":")[^"]+/g

/** Lists, each made once for all visitors who ask for it at the same time. */
const lists = openSharedWork<List>()

/** A list as JSON. Most are for one visitor, and a text is sent faster than bytes. If several share it, bytes are made once for all others. */
class List {
  readonly text: string
  #isTaken = false
  #bytes: Buffer | undefined

  constructor(text: string) {
    this.text = text
  }

  /** What a handler returns: if it sent the answer itself, it would end only when the client has taken it. */
  payloadOf(reply: FastifyReply): string | Buffer {
    reply.type('application/json; charset=utf-8').serializer(String)
    if (this.#isTaken) {
      this.#bytes ??= Buffer.from(this.text)
      return this.#bytes
    }
    this.#isTaken = true
    return this.text
  }
}

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
    lists.run(JSON.stringify([id, version, request.url]), async () => new List(String(reply.serialize(await answer()))))
  if (request.headers['if-none-match'] === undefined) {
    const list = await read()
    return list.payloadOf(reply.header('etag', `"${request.id}"`))
  }
  const known = await revalidate(call, request, [request.url])
  if (known.tag !== undefined) return reply.header('etag', known.tag).code(304).send()
  const list = await read()
  const tag = etagOf(list.text.replaceAll(CURSOR, '$1') + editionOf(call.now))
  known.keep(tag)
  reply.header('etag', tag)
  if (hasAlready(request, tag)) return reply.code(304).send()
  return list.payloadOf(reply)
}
