import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const FOREVER = 'public, max-age=31536000, immutable'

export interface AssetFile {
  readonly type: string
  readonly text: string
}

export interface Assets<Name extends string> {
  readonly names: readonly Name[]
  /** A hash of the content, so a cached file is never requested again. */
  addressOf(name: Name): string
  send(name: Name, request: FastifyRequest, reply: FastifyReply): FastifyReply
}

/** Files of ours, packed once. */
export function openAssets<Name extends string>(
  folder: string,
  files: Readonly<Record<Name, AssetFile>>,
): Assets<Name> {
  const names = Object.keys(files) as Name[] // as its type says
  const ready = new Map(
    names.map((name) => {
      const { type, text } = files[name]
      const tag = createHash('sha256').update(text).digest('base64url').slice(0, 12)
      return [name, { type, text, packed: gzipSync(text, { level: 9 }), address: `${folder}/${name}?${tag}` }]
    }),
  )
  const file = (name: Name) => {
    const found = ready.get(name)
    if (!found) throw new Error(`There is no file ${name}.`)
    return found
  }
  return {
    names,
    addressOf: (name) => file(name).address,
    send: (name, request, reply) => {
      const { type, text, packed, address } = file(name)
      const isPacked = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
      if (isPacked) reply.header('content-encoding', 'gzip')
      // While a new version is being started, a page of the one may ask the other.
      return reply
        .type(`${type}; charset=utf-8`)
        .header('cache-control', request.url === address ? FOREVER : 'no-cache')
        .header('vary', 'Accept-Encoding')
        .send(isPacked ? packed : text)
    },
  }
}
