import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const FOREVER = 'public, max-age=31536000, immutable'

export interface AssetFile {
  readonly type: string
  readonly text: string
}

export interface Assets {
  readonly names: readonly string[]
  /** Changes with what is in the file, so whoever has it never asks again. */
  addressOf(name: string): string
  send(name: string, request: FastifyRequest, reply: FastifyReply): FastifyReply
}

/** Files of ours, packed once. */
export function openAssets(folder: string, files: Readonly<Record<string, AssetFile>>): Assets {
  const ready = new Map(
    Object.entries(files).map(([name, { type, text }]) => {
      const tag = createHash('sha256').update(text).digest('base64url').slice(0, 12)
      return [name, { type, text, packed: gzipSync(text, { level: 9 }), address: `${folder}/${name}?${tag}` }]
    }),
  )
  const file = (name: string) => {
    const found = ready.get(name)
    if (!found) throw new Error(`There is no file ${name}.`)
    return found
  }
  return {
    names: [...ready.keys()],
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
