import { describe, expect, test } from 'vitest'
import type { FeedbackClientOptions } from '../src/index.ts'
import { type Play, playService, problem, signedIn } from './played-service.ts'

const DONE: Play = { status: 204 }
const POST: Play = { status: 201, body: { id: 'pst_1' } }
const BUSY = problem(503, 'unavailable')
const isThe = (which: number, play: Play) => (_: unknown, count: number) => (count === which ? play : DONE)

describe('Retry-After', () => {
  test.each([
    [429, 'rate_limited'],
    [503, 'unavailable'],
    [409, 'idempotency_in_progress'],
  ])('of a %i %s is waited for, to the second', async (status, code) => {
    const { client, requests, waits } = await playService((_, count) =>
      count === 1 ? problem(status, code, { 'retry-after': '7' }) : POST,
    )
    await client().posts.create({ title: 'Dark mode' })
    expect([waits, requests.length]).toEqual([[7000], 2])
  })

  test('may be a date', async () => {
    const inTenSeconds = () => new Date(Date.now() + 10_000).toUTCString()
    const { client, waits } = await playService((_, count) =>
      count === 1 ? problem(503, 'unavailable', { 'retry-after': inTenSeconds() }) : DONE,
    )
    await client().posts.vote('pst_1')
    expect(waits[0]).toBeGreaterThan(8000)
    expect(waits[0]).toBeLessThanOrEqual(10_000)
  })

  test('of the past is no wait', async () => {
    const past = problem(503, 'unavailable', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' })
    const { client, waits } = await playService(isThe(1, past))
    await client().posts.vote('pst_1')
    expect(waits).toEqual([0])
  })

  test('longer than a minute is not waited for: the error says how long', async () => {
    const { client, requests, waits } = await playService(() => problem(429, 'rate_limited', { 'retry-after': '61' }))
    await expect(client().posts.vote('pst_1')).rejects.toMatchObject({ code: 'rate_limited', retryAfterMs: 61_000 })
    expect([waits, requests.length]).toEqual([[], 1])
  })

  test.each(['soon', '-5', '1.5', ''])('that says nothing (%j) leaves the pause to the client', async (value) => {
    const { client, waits } = await playService(isThe(1, problem(503, 'unavailable', { 'retry-after': value })))
    await client().posts.vote('pst_1')
    expect(waits[0]).toBeGreaterThanOrEqual(250)
    expect(waits[0]).toBeLessThanOrEqual(500)
  })
})

test('without Retry-After the pauses grow, and differ from client to client', async () => {
  const { client, requests, waits } = await playService(() => BUSY)
  const { posts } = client({ tries: 4 })
  for (let n = 0; n < 5; n += 1) await expect(posts.list().page()).rejects.toMatchObject({ code: 'unavailable' })
  expect(requests).toHaveLength(20)
  for (let n = 0; n < 5; n += 1) {
    for (const [nth, longest] of [500, 1000, 2000].entries()) {
      expect(waits[n * 3 + nth]).toBeGreaterThanOrEqual(longest / 2)
      expect(waits[n * 3 + nth]).toBeLessThanOrEqual(longest)
    }
  }
  expect(new Set(waits).size).toBe(15)
})

test('a call is sent three times at most', async () => {
  const { client, requests } = await playService(() => BUSY)
  await expect(client().posts.vote('pst_1')).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  expect(requests).toHaveLength(3)
  await expect(client({ tries: 1 }).posts.vote('pst_1')).rejects.toMatchObject({ code: 'unavailable' })
  expect(requests).toHaveLength(4)
})

test('an exchange is repeated in the same way, with its own key and the same token', async () => {
  const { client, exchanges } = await playService(
    () => DONE,
    (count) => (count === 1 ? 'cut' : count === 2 ? BUSY : { status: 201, body: { session_token: 's', user: {} } }),
  )
  await client().posts.vote('pst_1')
  expect(new Set(exchanges.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`)).size).toBe(1)
  expect(exchanges).toHaveLength(3)
})

describe('an Idempotency-Key', () => {
  test('is on every POST, the same for its repetitions and new for each call', async () => {
    const { client, requests, exchanges } = await playService((_, count) => (count % 2 === 1 ? 'cut' : POST))
    const { posts } = client()
    await posts.create({ title: 'Dark mode' })
    await posts.create({ title: 'Dark mode' })
    const keys = requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).toBe(keys[3])
    expect(new Set([...keys, exchanges[0]?.headers['idempotency-key']]).size).toBe(3)
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1)
  })

  test('is on nothing else', async () => {
    const { client, requests } = await playService(() => DONE)
    const { posts } = client()
    await posts.vote('pst_1')
    await posts.unvote('pst_1')
    await posts.edit('pst_1', { title: 'Dark mode' })
    expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, undefined, undefined])
  })

  test('may be the app’s own, for a call that outlives the app', async () => {
    const { client, requests } = await playService(() => POST)
    await client().posts.create({ title: 'Dark mode' }, { idempotencyKey: 'draft-7' })
    expect(requests[0]?.headers['idempotency-key']).toBe('draft-7')
  })

  test('belongs to the body as it was when the call began', async () => {
    const { client, requests } = await playService((_, count) => (count === 1 ? 'cut' : POST))
    const draft = { title: 'Dark mode' }
    const created = client().posts.create(draft)
    draft.title = 'Something else'
    await created
    expect(requests.map(({ body }) => JSON.parse(body).title)).toEqual(['Dark mode', 'Dark mode'])
  })
})

describe('a connection that dies', () => {
  test.each(['GET', 'PUT', 'DELETE', 'POST'])('repeats a %s', async (method) => {
    const { client, requests } = await playService((_, count) => (count === 1 ? 'cut' : POST))
    const { posts } = client()
    if (method === 'GET') await posts.get('pst_1')
    if (method === 'PUT') await posts.vote('pst_1')
    if (method === 'DELETE') await posts.unvote('pst_1')
    if (method === 'POST') await posts.create({ title: 'Dark mode' })
    expect(requests.map((request) => request.method)).toEqual([method, method])
  })

  test('does not repeat a PATCH, which may have been done', async () => {
    const { client, requests } = await playService(() => 'cut')
    await expect(client().posts.edit('pst_1', { title: 'Dark mode' })).rejects.toMatchObject({ code: 'network_error' })
    expect(requests).toHaveLength(1)
  })

  test.each([429, 503])('a %i did nothing, so it repeats a PATCH too', async (status) => {
    const { client, requests } = await playService((_, count) => (count === 1 ? problem(status, 'x') : POST))
    await client().posts.edit('pst_1', { title: 'Dark mode' })
    expect(requests).toHaveLength(2)
  })

  test('after a DELETE: what is gone then was deleted', async () => {
    const { client } = await playService((_, count) => (count === 1 ? 'cut' : problem(404, 'not_found')))
    await expect(client().posts.delete('pst_1')).resolves.toBeUndefined()
    const other = await playService(() => problem(404, 'not_found'))
    await expect(other.client().posts.delete('pst_1')).rejects.toMatchObject({ code: 'not_found' })
  })
})

test.each([502, 504])(
  'a proxy without a service behind it (%i) is handled like a broken connection',
  async (status) => {
    const { client, requests } = await playService((_, count) =>
      count === 1 ? { status, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' } : DONE,
    )
    const { posts } = client()
    await posts.vote('pst_1')
    expect(requests).toHaveLength(2)
  },
)

test.each([400, 401, 403, 404, 409, 413, 422, 500])('a %i is not repeated', async (status) => {
  const { client, requests } = await playService(() => problem(status, 'some_code'))
  await expect(client().posts.vote('pst_1')).rejects.toMatchObject({ code: 'some_code', status })
  expect(requests).toHaveLength(1)
})

describe('aborting', () => {
  test('stops the waiting for another try at once', async () => {
    const { client, requests } = await playService(() => problem(503, 'unavailable', { 'retry-after': '50' }))
    const controller = new AbortController()
    const waiting = client({
      sleep: () => {
        controller.abort(new Error('the page was left'))
        return new Promise(() => {})
      },
    }).posts.vote('pst_1', { signal: controller.signal })
    const failure = await waiting.catch((error) => error)
    expect(failure).toMatchObject({ code: 'aborted', cause: { message: 'the page was left' } })
    expect(requests).toHaveLength(1)
  })

  test('ends a request that is under way', async () => {
    const controller = new AbortController()
    const { client } = await playService(() => {
      controller.abort()
      return 'hang'
    })
    await expect(client().posts.list({}, { signal: controller.signal }).page()).rejects.toMatchObject({
      code: 'aborted',
    })
  })

  test('before the call sends nothing', async () => {
    const { client, requests } = await playService(() => DONE)
    const call = client().posts.get('pst_1', { signal: AbortSignal.abort() })
    await expect(call).rejects.toMatchObject({ code: 'aborted' })
    expect(requests).toHaveLength(0)
  })

  test('one call leaves the sign-in to the others that wait for it', async () => {
    const controller = new AbortController()
    const { client, requests, exchanges } = await playService(() => DONE)
    const getToken = async () => {
      controller.abort()
      return 'a.b.c'
    }
    const { posts } = client({ getToken })
    const [first, second] = await Promise.allSettled([
      posts.vote('pst_1', { signal: controller.signal }),
      posts.vote('pst_2'),
    ])
    expect(first).toMatchObject({ status: 'rejected', reason: { code: 'aborted' } })
    expect(second.status).toBe('fulfilled')
    expect([exchanges.length, requests.map(({ path }) => path)]).toEqual([1, ['/v1/posts/pst_2/vote']])
  })

  test('leaves no listener behind on a signal that lives on', async () => {
    const { client } = await playService((_, count) => (count === 1 ? BUSY : DONE))
    const listeners = new Set<unknown>()
    const signal = {
      aborted: false,
      addEventListener: (_: string, listener: unknown) => void listeners.add(listener),
      removeEventListener: (_: string, listener: unknown) => void listeners.delete(listener),
    }
    await client().posts.vote('pst_1', { signal })
    expect(listeners.size).toBe(0)
  })
})

test('a request without an answer times out, is ended, and is tried again', async () => {
  const { client } = await playService(() => DONE)
  const votes: AbortSignal[] = []
  // Answers come before the event loop looks at a timer, so that no time limit ends them, however slow the machine is.
  const answer = (status: number, body: unknown) => ({
    status,
    headers: new Headers(),
    text: async () => JSON.stringify(body),
  })
  const fetch: FeedbackClientOptions['fetch'] = async (url, { signal }) => {
    if (url.endsWith('/sessions/sso')) return answer(201, signedIn().body)
    return votes.push(signal) === 1 ? new Promise(() => {}) : answer(200, {})
  }
  await client({ requestTimeoutMs: 50, fetch }).posts.vote('pst_1')
  expect(votes.map(({ aborted }) => aborted)).toEqual([true, false])
})
