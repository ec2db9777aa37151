import { inspect } from 'node:util'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { sharedService } from '../../../service/test/harness/service.ts'
import { operationsFor } from '../../../tools/api-types.ts'
import { playService, problem, type Reply } from '../../app/test/played-service.ts'
import { createServerClient, FeedbackError, type ServerClientOptions } from '../src/index.ts'

const SECRET_KEY = 'svc_sk_live_4eC39HqLyjWDarjtT1zdp7dc'
const POST: Reply = { status: 201, body: { id: 'pst_1', title: 'Dark mode' } }

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A client of a server that answers as a test says. */
async function play(...[answer]: Parameters<typeof playService>) {
  const { origin, requests } = await playService(answer)
  const waits: number[] = []
  const client = createServerClient({
    apiOrigin: origin,
    secretKey: SECRET_KEY,
    sleep: async (milliseconds) => void waits.push(milliseconds),
  })
  return { client, requests, waits }
}

describe('the options', () => {
  const make = (options: Partial<Record<keyof ServerClientOptions, unknown>>) => () =>
    createServerClient({
      apiOrigin: 'https://api.example.com',
      secretKey: SECRET_KEY,
      ...options,
    } as ServerClientOptions) // wrong on purpose

  test.each([
    ['a publishable key', { secretKey: 'svc_pk_live_4eC39HqLyjWD' }, 'publishable key'],
    ['a key with its line break', { secretKey: `${SECRET_KEY}\n` }, 'with nothing around it'],
    ['no key', { secretKey: undefined }, 'secretKey must be a secret key'],
    ['the base URL', { apiOrigin: 'https://api.example.com/v1' }, 'an origin alone'],
    ['no fetch', { fetch: 1 }, 'no fetch'],
  ])('are refused at once with %s', (_name, options, words) => {
    expect(make(options)).toThrow(FeedbackError)
    expect(make(options)).toThrow(words)
  })

  test('may have a slash at the end of the origin, which is not sent', async () => {
    const { origin, requests } = await playService(() => problem(404, 'not_found'))
    const client = createServerClient({ apiOrigin: `${origin}/`, secretKey: SECRET_KEY })
    await client.posts.get('pst_1').catch(() => {})
    expect(requests[0]?.path).toBe('/v1/posts/pst_1')
  })

  test('are refused in a page, whose visitors could read the key', () => {
    vi.stubGlobal('document', {})
    expect(make({})).toThrow('@feedback-board/app')
  })
})

test('each call carries the key, and nothing else tells it', async () => {
  const { client, requests } = await play(() => problem(403, 'scope_missing'))
  const failure = await client.posts.get('pst_1').catch((error) => error)
  expect(requests[0]?.headers.authorization).toBe(`Bearer ${SECRET_KEY}`)
  expect(failure).toMatchObject({ name: 'FeedbackError', code: 'scope_missing', status: 403, requestId: 'req_1' })
  const lost = await play(() => 'cut')
  const unanswered = await lost.client.posts.get('pst_1').catch((error) => error)
  expect(unanswered).toMatchObject({ code: 'network_error', detail: expect.stringContaining('apiOrigin') })
  expect(inspect([failure, unanswered, client], { depth: 9, showHidden: true })).not.toContain(SECRET_KEY.slice(12))
})

test('a POST is sent again with the same key and text, after the pause that was asked for', async () => {
  const { client, requests, waits } = await play((_, count) =>
    count === 1 ? 'cut' : count === 2 ? problem(503, 'unavailable', { 'retry-after': '7' }) : POST,
  )
  const post = await client.posts.create({ title: 'Dark mode', is_pinned: true })
  expect(post.title).toBe('Dark mode')
  expect(requests.map(({ body }) => body)).toEqual(Array(3).fill('{"title":"Dark mode","is_pinned":true}'))
  expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(waits[1]).toBe(7000)
})

test('an import that is started again keeps its keys', async () => {
  const { client, requests } = await play(() => POST)
  await client.posts.create({ title: 'Dark mode' }, { idempotencyKey: 'old-tool-17' })
  expect(requests[0]?.headers['idempotency-key']).toBe('old-tool-17')
})

test('a change is sent with the version that was read, and not again when its answer was lost', async () => {
  const { client, requests } = await play(() => 'cut')
  const edit = client.changelog.edit('chg_1', { title: 'Dark mode' }, { ifMatch: '"3"' })
  await expect(edit).rejects.toMatchObject({ code: 'network_error' })
  expect(requests.map(({ method, headers }) => [method, headers['if-match']])).toEqual([['PATCH', '"3"']])
})

test('a call stops with its signal', async () => {
  const { client } = await play(() => 'hang')
  const controller = new AbortController()
  const call = client.users.ban('usr_1', { reason: 'spam' }, { signal: controller.signal })
  controller.abort()
  await expect(call).rejects.toMatchObject({ code: 'aborted' })
})

test('an id cannot lead to another address', async () => {
  const { client, requests } = await play(() => ({ body: {} }))
  await client.users.getBySub('a/../b?c')
  expect(requests[0]?.path).toBe('/v1/users/by_sub/a%2F..%2Fb%3Fc')
  for (const id of ['', '..']) {
    await expect(client.posts.votes.cast('pst_1', id)).rejects.toMatchObject({ code: 'argument_invalid' })
  }
  expect(requests).toHaveLength(1)
})

test('every operation that is open to servers has its call', async () => {
  const { openapi } = await sharedService()
  const known = operationsFor(JSON.parse(JSON.stringify(openapi())), 'secretKey')
  const called: string[] = []
  const client = createServerClient({
    apiOrigin: 'https://api.example.com',
    secretKey: SECRET_KEY,
    fetch: async (url, { method }) => {
      called.push(`${method} ${url.replace('https://api.example.com/v1', '').replace(/\?.*/, '')}`)
      return { status: 200, headers: { get: () => null }, text: async () => '{"data": [], "next_cursor": null}' }
    },
  })
  const { request, ...named } = client
  await callEverything(named)
  expect(called.toSorted()).toEqual(known.map(([name]) => name.replaceAll(/\{\w+\}/g, 'x')).toSorted())
})

/** A list is asked for its first page. */
async function callEverything(group: object): Promise<void> {
  for (const member of Object.values(group)) {
    if (typeof member !== 'function') await callEverything(member)
    else {
      const answer = member('x', 'x', {})
      await ('page' in answer ? answer.page() : answer)
    }
  }
}

// Never called: what matters is that it compiles, and that what is wrong does not.
export async function typed({ posts, users, request }: ReturnType<typeof createServerClient>) {
  const email: string | null = (await users.getBySub('1')).email
  for await (const { user } of posts.votes.list('pst_1')) void user.id
  await users.ban('usr_1')
  await request('POST /posts/{id}/unmerge', { path: { id: 'pst_1' } })
  // @ts-expect-error a status has to be named
  posts.changeStatus('pst_1', { comment: 'Soon' })
  // @ts-expect-error servers have no account of their own
  request('GET /me')
  return email
}
