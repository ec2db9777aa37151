import type { FastifyReply } from 'fastify'

/** What is at the address never changes. Where it was removed, a cache between here and the reader forgets it within a day. */
const FOREVER = 'max-age=31536000, immutable'

/** The picture alone: nothing that could be in it would run. Where it is shared, pages of other sites may show it too. */
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
