import type { FastifyReply } from 'fastify'

/** The content of an address never changes. After a removal, shared caches drop it within a day. */
const FOREVER = 'max-age=31536000, immutable'

/** A stored picture. If it is public, pages of other sites may show it too. */
export function sendPicture(
  reply: FastifyReply,
  bytes: Buffer,
  { isShared, isForAll }: { isShared: boolean; isForAll: boolean },
): FastifyReply {
  const caching = isShared ? `public, s-maxage=86400, ${FOREVER}` : `private, ${FOREVER}`
  return send(reply.type('image/webp').header('cache-control', caching), bytes, isForAll)
}

/** A drawn picture for everybody; undefined if the client has it already. Its content may change. */
export function sendDrawing(reply: FastifyReply, png: Buffer | undefined): FastifyReply {
  reply.header('cache-control', 'public, max-age=300')
  return png ? send(reply.type('image/png'), png, true) : reply.code(304).send()
}

/** Sends only the picture; its policy lets no content in it run. */
function send(reply: FastifyReply, bytes: Buffer, isForAll: boolean): FastifyReply {
  return reply
    .headers({
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'content-disposition': 'inline',
      'cross-origin-resource-policy': isForAll ? 'cross-origin' : 'same-origin',
    })
    .send(bytes)
}
