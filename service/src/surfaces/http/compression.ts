import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { etagOf, hasAlready } from './etag.ts'

const gzipAsync = promisify(gzip)
const zstdAsync = promisify<string | Buffer, Buffer>(zstdCompress)
const brotliAsync = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)

/** An answer that fits into one packet does not arrive earlier if it is compressed. */
const SMALLEST = 1_400

/** For answers that are made when somebody asks, the fastest first: zstd needs 0.14 ms for a list of ideas, gzip 0.38 ms, for the same length. */
const FAST = {
  zstd: (text: string | Buffer) => zstdAsync(text),
  gzip: (text: string | Buffer) => gzipAsync(text, { level: 4 }),
}

/** Bytes that several requests are answered with are compressed once for all of them. */
const packed = new WeakMap<Buffer, Partial<Record<keyof typeof FAST, Promise<Buffer>>>>()

function pack(encoding: keyof typeof FAST, text: string | Buffer): Promise<Buffer> {
  if (typeof text === 'string') return FAST[encoding](text)
  const made = packed.get(text) ?? {}
  packed.set(text, made)
  made[encoding] ??= FAST[encoding](text)
  return made[encoding]
}

/** Compresses an answer that was made when somebody asked. The caller decides whether it may: see `docs/decisions/0060-compression.md`. */
export async function compress(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string | Buffer,
): Promise<string | Buffer> {
  if (text.length < SMALLEST) return text
  varyByEncoding(reply)
  const encoding = chooseEncoding(request, FAST)
  if (!encoding) return text
  markEncoded(reply, encoding)
  return pack(encoding, text)
}

/**
 * The `onSend` of a route whose handler returns a list: compresses its JSON where it may. Not for single objects: their ETag is a version for If-Match,
 * for which HTTP wants a strong tag, and a tag for several encodings is weak. With a callback, because most answers are small.
 */
export function compressJson(mayCompress: (request: FastifyRequest) => boolean): onSendHookHandler {
  return (request, reply, payload, done) => {
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!isText || payload.length < SMALLEST || reply.statusCode !== 200 || !mayCompress(request))
      return done(null, payload)
    compress(request, reply, payload).then((packed) => done(null, packed), done)
  }
}

/** Content that stays the same for as long as the process runs. */
export interface StaticContent {
  readonly etag: string
  /** With its ETag; a client that already has it gets a 304. */
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
}

/** Each encoding is made at its first request, off the main thread, and kept. */
export function staticContent(content: string | Buffer): StaticContent {
  const whole = Buffer.from(content)
  const etag = etagOf(content)
  const encoders = {
    br: once(() => brotliAsync(whole, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: whole.length } })),
    gzip: once(() => gzipAsync(whole, { level: 9 })),
  }
  return {
    etag,
    send: async (request, reply) => {
      varyByEncoding(reply)
      reply.header('etag', etag)
      if (hasAlready(request, etag)) return reply.code(304).send()
      const encoding = typeof content === 'string' ? chooseEncoding(request, encoders) : undefined // fonts and pictures are compressed by their format
      if (encoding) markEncoded(reply, encoding)
      const body = encoding ? await encoders[encoding]() : whole
      return request.method === 'HEAD' ? reply.header('content-length', body.length).send() : reply.send(body)
    },
  }
}

/** The same for a large text that few ask for: it is made at its first request, and a start does not wait for it. */
export function contentOnDemand(make: () => string): Pick<StaticContent, 'send'> {
  let content: StaticContent | undefined
  return {
    send: (request, reply) => {
      content ??= staticContent(make())
      return content.send(request, reply)
    },
  }
}

/** The best of these that the client accepts; undefined if it prefers an uncompressed answer. */
function chooseEncoding<Name extends string>(
  request: FastifyRequest,
  encoders: Record<Name, unknown>,
): Name | undefined {
  const header = request.headers['accept-encoding']
  if (header === undefined) return undefined
  const accepted = String(header).toLowerCase()
  const refused = refusedIn(accepted)
  const names = (Object.keys(encoders) as Name[]).filter((name) => !refused.includes(name)) // as its type says
  const chosen = negotiate(accepted, [...names, 'identity'])
  return names.find((name) => name === chosen)
}

/** Those with a quality of 0. The negotiator lets `*` stand for them too. */
function refusedIn(accepted: string): readonly string[] {
  return accepted.split(',').flatMap((part) => {
    const [, name, quality] = /^\s*([^\s;]+)\s*;\s*q\s*=\s*([^\s;]*)/.exec(part) ?? []
    return name !== undefined && !(Number(quality) > 0) ? [name] : []
  })
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** One tag stands for all encodings of an answer. A weak tag says that they mean the same, though their bytes differ. */
function markEncoded(reply: FastifyReply, encoding: string): void {
  reply.header('content-encoding', encoding)
  const etag = reply.getHeader('etag')
  if (typeof etag === 'string') reply.header('etag', `W/${etag}`)
}

function varyByEncoding(reply: FastifyReply): void {
  const vary = String(reply.getHeader('vary') ?? '')
  if (vary.includes('Accept-Encoding')) return
  reply.header('vary', vary === '' ? 'Accept-Encoding' : `${vary}, Accept-Encoding`)
}
