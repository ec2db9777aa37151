import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fillBoard } from '../board/full-board.ts'
import { type Stage, startBoard } from '../board/stage.ts'
import { visitorOf } from '../board/visitor.ts'
import { startDesk } from '../console/desk.ts'
import { settled } from '../events/settled.ts'

interface Sent {
  readonly status: number
  readonly encoding: string | undefined
  readonly vary: string | undefined
  readonly etag: string | undefined
  readonly body: Buffer
}

/** A request whose answer is kept as it came over the wire. */
function fetchRaw(
  { service: { port } }: Pick<Stage, 'service'>,
  host: string,
  path: string,
  headers: Record<string, string>,
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, headers: { host, ...headers } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          encoding: answer.headers['content-encoding'],
          vary: answer.headers.vary,
          etag: answer.headers.etag,
          body: Buffer.concat(chunks),
        }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

const hostOf = (origin: string) => new URL(origin).host

test('pages, feeds, lists of the API and the reference are compressed for clients that accept it, with the same content', async () => {
  const stage = await startBoard()
  await fillBoard(stage)
  const board = hostOf(stage.boardOrigin)
  const api = hostOf(stage.service.origin)
  const key = { 'x-project-key': stage.project.publishableKey }
  const answers = [
    [board, '/?sort=new', {}],
    [board, '/feed.xml', {}],
    [board, '/roadmap', {}],
    [api, '/v1/posts', { ...key, 'if-none-match': '"another"' }], // only who asks gets the tag of the list
    [api, '/docs', {}],
    [api, '/v1/openapi.json', {}],
  ] as const
  for (const [host, path, headers] of answers) {
    const plain = await fetchRaw(stage, host, path, headers)
    const packed = await fetchRaw(stage, host, path, { ...headers, 'accept-encoding': 'gzip' })
    expect([path, plain.encoding, packed.encoding, packed.status]).toEqual([path, undefined, 'gzip', 200])
    expect([plain.vary, packed.vary]).toEqual([plain.vary, expect.stringContaining('Accept-Encoding')])
    expect(plain.vary).toBe(packed.vary)
    const withoutNonce = (text: string) =>
      text.replace(/nonce="[^"]+"/g, '').replace(/cursor=[\w.~%-]+|"next_cursor":"[^"]*"/g, '')
    expect(withoutNonce(gunzipSync(packed.body).toString())).toBe(withoutNonce(plain.body.toString()))
    expect(packed.body.length * 2).toBeLessThan(plain.body.length)
    const newest = await fetchRaw(stage, host, path, { ...headers, 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(['zstd', 'br']).toContain(newest.encoding)
    const unpack = newest.encoding === 'br' ? brotliDecompressSync : zstdDecompressSync
    expect(withoutNonce(unpack(newest.body).toString())).toBe(withoutNonce(plain.body.toString()))
    if (plain.etag === undefined) continue
    expect(packed.etag).toBe(`W/${plain.etag}`)
    const known = { ...headers, 'accept-encoding': 'gzip', 'if-none-match': packed.etag ?? '' }
    expect((await fetchRaw(stage, host, path, known)).status).toBe(304)
  }
})

test('files are sent with Brotli, with gzip or as they are, by what the client prefers', async () => {
  const stage = await startBoard()
  const board = hostOf(stage.boardOrigin)
  const { text } = await stage.board('GET', '/')
  const [, path = ''] = /<link rel="stylesheet" href="(\/assets\/board\.css[^"]+)"/.exec(text) ?? []
  const asked = (accepted: string) => fetchRaw(stage, board, path, { 'accept-encoding': accepted })
  const whole = (await asked('identity')).body.toString()
  const cases = [
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0', undefined],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['BR ; Q=0.000 , *;q=0.5', 'gzip'],
    ['br, br;q=0', undefined],
    ['br;q=none, *', 'gzip'],
    ['*, br;q=0, gzip;q=0', undefined],
    ['*;q=0', undefined],
    ['GZIP', 'gzip'],
    ['GARBAGE;;;,,,q=9', undefined],
    ['', undefined],
  ] as const
  for (const [accepted, encoding] of cases) {
    const { body, ...sent } = await asked(accepted)
    expect([accepted, sent.encoding]).toEqual([accepted, encoding])
    const read = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
    expect(read.toString()).toBe(whole)
  }
})

// The length of a compressed answer tells whether a text in it occurs twice: once as a secret, once as what an attacker sent.
test('an answer with a sent text beside private data is never compressed', async () => {
  const stage = await startBoard()
  await fillBoard(stage)
  const { signIn } = visitorOf(stage)
  const cookie = await signIn()
  const board = hostOf(stage.boardOrigin)
  const packs = { 'accept-encoding': 'gzip, br' }
  const encodingOf = async (path: string, headers: Record<string, string>) =>
    (await fetchRaw(stage, board, path, { ...packs, ...headers })).encoding
  expect(await encodingOf('/?q=task', { cookie })).toBeUndefined()
  expect(await encodingOf('/', { cookie })).toBe('gzip')
  expect(await encodingOf('/?q=task', {})).toBe('gzip')
})

test('an encoding that is refused is not used for answers that are made for one request either', async () => {
  const stage = await startBoard()
  await fillBoard(stage)
  const key = { 'x-project-key': stage.project.publishableKey }
  const cases = [
    ['*', 'zstd'],
    ['*, zstd;q=0', 'gzip'],
    ['zstd;q=0.0, *;q=0.1', 'gzip'],
    ['gzip;q=0, zstd;q=0, *', undefined],
    ['identity, gzip;q=0.5', undefined],
  ] as const
  for (const [accepted, encoding] of cases) {
    const headers = { ...key, 'accept-encoding': accepted }
    const sent = await fetchRaw(stage, hostOf(stage.service.origin), '/v1/posts', headers)
    expect([accepted, sent.encoding]).toEqual([accepted, encoding])
  }
})

// Guarantees that nobody who can write a post learns an address by the lengths of what a client's server reads.
test('answers to servers are never compressed', async () => {
  const stage = await startBoard()
  await fillBoard(stage)
  const { exchange, server, service, secretKey } = stage
  const { data: posts } = (await server('GET', '/v1/posts')).body
  const postIds: readonly string[] = posts.map(({ id }: { id: string }) => id)
  for (let n = 0; n < 16; n += 1) {
    const { session } = await stage.signIn({ sub: `reader-${n}`, email: `reader-${n}@people.example` })
    await stage.app('PUT', `/v1/posts/${postIds[0]}/vote`, { session })
    await stage.app('POST', '/v1/reports', { session, body: { post_id: postIds[n % 3], reason: 'Long '.repeat(40) } })
    await exchange('not.a.token')
    await server('POST', '/v1/tags', { name: `Tag ${n}` })
  }
  await settled(service.database)
  const paths = [
    '/v1/users',
    '/v1/events',
    '/v1/moderation',
    '/v1/audit_log',
    `/v1/posts/${postIds[0]}/votes`,
    '/v1/rejected_sign_ins',
    '/v1/posts',
    '/v1/comments',
  ]
  for (const path of paths) {
    const headers = { authorization: `Bearer ${secretKey}`, 'accept-encoding': 'zstd, gzip' }
    const { status, encoding, body } = await fetchRaw(stage, hostOf(service.origin), path, headers)
    expect([path, status, encoding, body.length > 1_400]).toEqual([path, 200, undefined, true])
  }
})

test('pages of the console are never compressed', async () => {
  const desk = await startDesk()
  const cookie = await desk.enter()
  const page = await desk.ask('GET', `/${desk.project.slug}/posts`, {
    cookie,
    headers: { 'accept-encoding': 'gzip, br' },
  })
  expect([page.status, page.headers['content-encoding']]).toEqual([200, undefined])
})
