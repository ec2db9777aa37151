import { expect, test } from 'vitest'
import { wordsIn } from '../../../ui/words/words.ts'
import { furnish } from './routes.ts'
import { startBoard } from './stage.ts'
import { codeIn, visitorOf } from './visitor.ts'

/** 30 reads, 3 writes, 6 exchanges, 1 rejected token a minute. */
const TIGHT = { RATE_LIMIT_FACTOR: '0.05' }

test('reads are counted for an address, together with those of the API, and the 429 is a page that says when to come back', async () => {
  const stage = await startBoard({}, TIGHT)
  for (let i = 0; i < 20; i += 1) expect((await stage.board(i % 2 ? 'GET' : 'HEAD', '/')).status).toBe(200)
  for (let i = 0; i < 5; i += 1) expect((await stage.app('GET', '/v1/posts')).status).toBe(200)
  for (const path of ['/nothing', '/feed.xml', '/similar?title=abc', '/sign-in', '/sitemap.xml'])
    expect((await stage.board('GET', path)).status).toBeLessThan(429)
  for (const path of ['/', '/roadmap', '/nothing', '/sign-in']) {
    const { status, headers, text } = await stage.board('GET', path)
    expect([status, headers['content-type']], path).toEqual([429, 'text/html; charset=utf-8'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(text).toContain('<h1>Too many requests</h1>')
    expect(text).toContain(wordsIn('en').say('too_many_lead', { n: Number(headers['retry-after']) }))
  }
  const feed = await stage.board('GET', '/feed.xml')
  expect([feed.status, codeIn(feed)]).toEqual([429, 'rate_limited'])
  expect((await stage.board('GET', '/', { headers: { 'accept-language': 'de' } })).text).toContain('lang="de"')
  expect((await stage.board('GET', '/assets/board.css')).status).toBe(200)
})

test('a signed-in visitor has a read limit of their own', async () => {
  const stage = await startBoard({}, TIGHT)
  const cookie = await visitorOf(stage).signIn()
  for (let i = 0; i < 31; i += 1) await stage.board('GET', '/')
  expect((await stage.board('GET', '/')).status).toBe(429)
  for (let i = 0; i < 30; i += 1) expect((await stage.board('GET', '/', { headers: { cookie } })).status).toBe(200)
  expect((await stage.board('GET', '/', { headers: { cookie } })).status).toBe(429)
})

test('writes are counted for the user, on the board and over the API together', async () => {
  const stage = await startBoard({}, TIGHT)
  const { number } = await furnish(stage)
  const { signIn, form } = visitorOf(stage)
  const cookie = await signIn()
  const session = cookie.split('=')[1] ?? ''
  expect((await form(`/posts/${number}/vote`, { on: '1' }, { cookie })).status).toBe(303)
  expect((await stage.app('POST', '/v1/posts', { session, body: { title: 'By the app', body: '' } })).status).toBe(201)
  expect((await form('/me', { by_mail: '1', mail: '1' }, { cookie })).status).toBe(303)
  for (const [path, fields] of [
    ['/new', { title: 'One more' }],
    [`/posts/${number}/comments`, { body: 'One more' }],
    [`/posts/${number}/vote`, { on: '0' }],
  ] as const) {
    const page = await form(path, fields, { cookie })
    expect([page.status, Number(page.headers['retry-after']) > 0], path).toEqual([429, true])
  }
  const json = await form(`/posts/${number}/vote`, { on: '0' }, { cookie, accept: 'application/json' })
  expect([json.status, codeIn(json)]).toEqual([429, 'rate_limited'])
})

test('exchanges and rejected tokens are counted as they are in the app', async () => {
  const stage = await startBoard({}, TIGHT)
  const { signIn, start, finish, tokenFor } = visitorOf(stage)
  for (let i = 0; i < 4; i += 1) await signIn() // the accepted give back what they took from the rejected
  const flow = await start()
  expect((await finish(flow, tokenFor(flow.state, { nonce: 'x' }))).status).toBe(401)
  const rejected = await finish(flow, tokenFor(flow.state))
  expect([rejected.status, codeIn(rejected)]).toEqual([429, 'rate_limited'])
  const over = await finish(flow, 'x')
  expect([over.status, over.headers['ratelimit-policy']]).toEqual([429, '"exchange";q=6;w=60'])
})

test('an export has a stricter limit than other reads', async () => {
  const stage = await startBoard({}, { RATE_LIMIT_FACTOR: '0.2' }) // 2 exports a minute
  const cookie = await visitorOf(stage).signIn()
  const statuses: number[] = []
  for (let i = 0; i < 3; i += 1)
    statuses.push((await stage.board('GET', '/me/data.json', { headers: { cookie } })).status)
  expect(statuses).toEqual([200, 200, 429])
})

test('an address that a visitor claims for themselves is not believed', async () => {
  const stage = await startBoard({}, TIGHT)
  const statuses = new Set<number>()
  for (let i = 0; i < 35; i += 1)
    statuses.add((await stage.board('GET', '/', { headers: { 'x-forwarded-for': `203.0.113.${i}` } })).status)
  expect(statuses).toEqual(new Set([200, 429]))
})
