import type { FastifyReply } from 'fastify'

/** The content of an address never changes. After a removal, shared caches drop it within a day. */
const FOREVER = 'max-age=31536000, immutable'

/** Sends only the picture; its policy lets no content in it run. If it is public, pages of other sites may show it too. */
export function sendPicture(
  reply: FastifyReply,
  bytes: Buffer,
  { isShared, isForAll }: { isShared: boolean; isForAll: boolean },
): FastifyReply {
  return reply
    .headers({
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'content-disposition': 'inline',
      'cross-origin-resource-policy': isForAll ? 'cross-origin' : 'same-origin',
      'cache-control': isShared ? `public, s-maxage=86400, ${FOREVER}` : `private, ${FOREVER}`,
    })
    .type('image/webp')
    .send(bytes)
}
