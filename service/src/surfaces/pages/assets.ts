import type { FastifyReply, FastifyRequest } from 'fastify'
import { type StaticContent, staticContent } from '../http/index.ts'

const FOREVER = 'public, max-age=31536000, immutable'

export interface AssetFile {
  readonly type: string
  readonly content: string | Buffer
}

export interface Assets<Name extends string> {
  readonly names: readonly Name[]
  /** A hash of the content, so a cached file is never requested again. */
  addressOf(name: Name): string
  send(name: Name, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
}

/** Files of ours. */
export function openAssets<Name extends string>(
  folder: string,
  files: Readonly<Record<Name, AssetFile>>,
): Assets<Name> {
  const names = Object.keys(files) as Name[] // as its type says
  const ready = new Map(
    names.map((name) => {
      const { type, content } = files[name]
      const file = staticContent(content)
      return [name, { type, file, address: `${folder}/${name}?${versionOf(file)}` }]
    }),
  )
  const find = (name: Name) => {
    const found = ready.get(name)
    if (!found) throw new Error(`There is no file ${name}.`)
    return found
  }
  return {
    names,
    addressOf: (name) => find(name).address,
    send: (name, request, reply) => {
      const { type, file, address } = find(name)
      // During an upgrade, a page of one version may request a file from the other.
      const caching = request.url === address ? FOREVER : 'no-cache'
      return file.send(
        request,
        reply.type(type.startsWith('text/') ? `${type}; charset=utf-8` : type).header('cache-control', caching),
      )
    },
  }
}

/** The part of a file's address that changes with its content. */
export function versionOf({ etag }: Pick<StaticContent, 'etag'>): string {
  return etag.slice(1, 13)
}
