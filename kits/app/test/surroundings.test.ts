import { webcrypto } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { newIdempotencyKey } from '../../transport/src/idempotency-key.ts'
import { createFeedbackClient } from '../src/index.ts'
import { bundleKit } from './bundle.ts'
import { playService } from './played-service.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('an Idempotency-Key', () => {
  test.each([
    ['crypto.randomUUID', globalThis.crypto],
    [
      'crypto.getRandomValues',
      { getRandomValues: (words: Uint32Array<ArrayBuffer>) => webcrypto.getRandomValues(words) },
    ],
    ['neither', undefined],
  ])('is new each time where there is %s', (_name, given) => {
    vi.stubGlobal('crypto', given)
    const keys = Array.from({ length: 1000 }, newIdempotencyKey)
    expect(new Set(keys).size).toBe(1000)
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/)
  })

  test('may come from the app', async () => {
    const { client, requests } = await playService(() => ({ status: 201, body: {} }))
    await client({ newIdempotencyKey: () => 'of-the-app' }).posts.create({ title: 'Dark mode' })
    expect(requests[0]?.headers['idempotency-key']).toBe('of-the-app')
  })
})

describe('fetch', () => {
  test('is the one that was there when the client was made', async () => {
    const { client, requests } = await playService(() => ({ body: {} }))
    const early = client()
    vi.stubGlobal('fetch', () => Promise.reject(new Error('somebody else’s')))
    await early.project()
    expect(requests).toHaveLength(1)
  })

  test('may be the app’s own, and is called as a plain function', async () => {
    const seen: unknown[] = []
    const client = createFeedbackClient({
      apiOrigin: 'https://api.example.com',
      projectKey: 'svc_pk_live_test',
      fetch: async function (this: unknown, url, request) {
        seen.push(this, url, request)
        return { status: 200, headers: new Headers(), text: async () => '{}' }
      },
    })
    await client.project()
    // Nothing that makes a platform add to the address, send cookies along, or follow to somebody else.
    expect(seen).toEqual([
      undefined,
      'https://api.example.com/v1/project',
      {
        method: 'GET',
        headers: { 'X-Project-Key': 'svc_pk_live_test' },
        credentials: 'omit',
        redirect: 'error',
        signal: expect.any(AbortSignal),
      },
    ])
  })

  test('follows no redirect with a token', async () => {
    const other = await playService(() => ({ body: {} }))
    const { client } = await playService(
      () => ({ status: 204 }),
      () => ({ status: 307, headers: { location: `${other.origin}/v1/sessions/sso` } }),
    )
    await expect(client({ tries: 1 }).posts.vote('pst_1')).rejects.toMatchObject({ code: 'network_error' })
    expect(other.exchanges).toHaveLength(0)
  })

  test('that throws instead of failing is a network error', async () => {
    const { client } = await playService(() => ({ body: {} }))
    const broken = client({
      fetch: () => {
        throw new TypeError('no network module')
      },
    })
    await expect(broken.project()).rejects.toMatchObject({ code: 'network_error' })
  })
})

// Guarantees lists in React Native, whose engine long lacked the symbol: this is how a compiled `for await` looks for them.
test('a list can be gone through where there is no Symbol.asyncIterator', async () => {
  const { origin } = await playService(() => ({ body: { data: [{ id: 'a' }], next_cursor: null } }))
  const code = (await bundleKit()).replace(
    /export\{(.*)\};?\s*$/,
    (_, names: string) => `return{${names.replace(/(\w+) as (\w+)/g, '$2:$1')}}`,
  )
  const kit = new Function('Symbol', code)({})
  const { posts } = kit.createFeedbackClient({ apiOrigin: origin, projectKey: 'svc_pk_live_test' })
  const items = posts.list()['@@asyncIterator']()
  expect(await items.next()).toEqual({ done: false, value: { id: 'a' } })
  expect((await items.next()).done).toBe(true)
})
