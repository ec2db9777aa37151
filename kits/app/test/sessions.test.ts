import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createFeedbackClient } from '../src/index.ts'
import { type Play, playService, problem, signedIn } from './played-service.ts'

const DONE: Play = { status: 204 }
const OK: Play = { body: { data: [], next_cursor: null } }
const bearers = (requests: readonly { headers: Readonly<Record<string, unknown>> }[]) =>
  requests.map(({ headers }) => headers.authorization)

describe('a session', () => {
  test('is asked for by the first call that needs one, and then used by all', async () => {
    const { client, requests, exchanges } = await playService((request) => (request.method === 'GET' ? OK : DONE))
    const { posts } = client()
    await posts.list().page()
    expect(exchanges).toHaveLength(0)
    await posts.vote('pst_1')
    await posts.follow('pst_1')
    await posts.list().page()
    expect(exchanges).toHaveLength(1)
    const [anonymous, ...others] = bearers(requests)
    expect(anonymous).toBeUndefined()
    expect(new Set(others).size).toBe(1)
    expect(others[0]).toMatch(/^Bearer svc_ses_/)
  })

  test('is exchanged once, however many calls wait for it', async () => {
    let asked = 0
    const { client, requests, exchanges } = await playService(() => DONE)
    const getToken = async () => {
      asked += 1
      return 'a.sign.in'
    }
    const { posts, me, signIn } = client({ getToken })
    await Promise.all([posts.vote('pst_1'), posts.vote('pst_2'), posts.follow('pst_3'), me.get(), signIn()])
    expect([asked, exchanges.length, requests.length]).toEqual([1, 1, 4])
    expect(new Set(bearers(requests)).size).toBe(1)
  })

  test('is not asked for by a client without getToken, which reads and says what it cannot do', async () => {
    const { client, requests } = await playService(() => OK)
    const { posts } = client({ getToken: undefined })
    await expect(posts.list().page()).resolves.toEqual({ data: [], next_cursor: null })
    await expect(posts.vote('pst_1')).rejects.toMatchObject({ code: 'session_required', status: 0 })
    expect(requests).toHaveLength(1)
  })

  test('on a private board is asked for when the board says so', async () => {
    const { client, requests, exchanges } = await playService(({ headers }) =>
      headers.authorization ? OK : problem(401, 'session_required'),
    )
    const { posts } = client()
    await posts.list().page()
    await posts.list().page()
    expect([exchanges.length, requests.length]).toEqual([1, 3])
    await expect(client({ getToken: undefined }).posts.list().page()).rejects.toMatchObject({
      code: 'session_required',
      status: 401,
    })
  })

  test('that is being made is waited for by reads, which go on without one if it fails', async () => {
    const { client, requests } = await playService(
      () => OK,
      (count) => (count === 1 ? signedIn() : problem(401, 'token_expired')),
    )
    const first = client()
    await Promise.all([first.signIn(), first.posts.list().page()])
    const second = client()
    await Promise.all([second.signIn().catch(() => {}), second.posts.list().page()])
    expect(bearers(requests)).toEqual([expect.stringMatching(/^Bearer /), undefined])
  })

  test('is kept in memory alone: another client of the same project has none', async () => {
    const { client, exchanges } = await playService(() => DONE)
    await client().posts.vote('pst_1')
    await client().posts.vote('pst_1')
    expect(exchanges).toHaveLength(2)
  })
})

describe('on 401', () => {
  test.each(['session_expired', 'session_ended', 'session_invalid', 'session_required'])(
    '%s: one new token, one exchange, and the call once more',
    async (code) => {
      let asked = 0
      const { client, requests, exchanges } = await playService((_, count) => (count === 1 ? problem(401, code) : DONE))
      const getToken = async () => `token.${++asked}`
      await client({ getToken }).posts.vote('pst_1')
      expect([asked, exchanges.length, requests.length]).toEqual([2, 2, 2])
      expect(new Set(bearers(requests)).size).toBe(2)
    },
  )

  test('the call is repeated exactly once, never in a loop', async () => {
    const { client, requests, exchanges } = await playService(() => problem(401, 'session_ended'))
    await expect(client().posts.vote('pst_1')).rejects.toMatchObject({ code: 'session_ended', status: 401 })
    expect([exchanges.length, requests.length]).toEqual([2, 2])
  })

  test('a POST that is repeated keeps its Idempotency-Key', async () => {
    const { client, requests } = await playService((_, count) =>
      count === 1 ? problem(401, 'session_expired') : { status: 201, body: { id: 'pst_1' } },
    )
    await client().posts.create({ title: 'Dark mode' })
    const [first, second] = requests.map(({ headers }) => headers['idempotency-key'])
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(second).toBe(first)
  })

  test('calls that failed with the same session share one new one', async () => {
    const { client, requests, exchanges } = await playService(({ headers }) =>
      headers.authorization === bearers(requests)[0] ? problem(401, 'session_expired') : DONE,
    )
    const { posts } = client()
    await posts.vote('pst_0')
    expect([exchanges.length, requests.length]).toEqual([2, 2])
    requests.length = 0
    // Both go out with the session that the next answer calls expired.
    await Promise.all([posts.vote('pst_1'), posts.vote('pst_2'), posts.vote('pst_3')])
    expect([exchanges.length, requests.length]).toEqual([3, 6])
  })

  test('a refused key of the project is no matter of sessions', async () => {
    const { client, exchanges } = await playService(() => problem(401, 'project_key_invalid'))
    await expect(client().posts.list().page()).rejects.toMatchObject({ code: 'project_key_invalid' })
    expect(exchanges).toHaveLength(0)
  })

  test('a refused token is the end of the call', async () => {
    const { client, requests, exchanges } = await playService(
      () => DONE,
      () => problem(401, 'token_expired'),
    )
    await expect(client().posts.vote('pst_1')).rejects.toMatchObject({ code: 'token_expired' })
    expect([exchanges.length, requests.length]).toEqual([1, 0])
  })

  test('a call that began as one person is not repeated as another', async () => {
    const { client, requests } = await playService(
      () => problem(401, 'session_ended'),
      (count) => signedIn({ id: `usr_${count}` }),
    )
    await expect(client().posts.vote('pst_1')).rejects.toMatchObject({ code: 'user_changed' })
    expect(requests).toHaveLength(1)
  })
})

test('a ban is final: no new token is asked for', async () => {
  const told: unknown[] = []
  const { client, requests, exchanges } = await playService(() => problem(403, 'user_banned'))
  const banned = client({ onSessionChange: (user) => void told.push(user?.id ?? null) })
  await expect(banned.posts.vote('pst_1')).rejects.toMatchObject({ code: 'user_banned', status: 403 })
  expect([exchanges.length, requests.length]).toEqual([1, 1])
  expect(told).toEqual(['usr_1', null])
})

describe('a token function', () => {
  test.each([
    ['throws', () => Promise.reject(new Error('no network'))],
    [
      'throws at once',
      () => {
        throw new Error('no network')
      },
    ],
    ['answers with nothing', async () => undefined as unknown as string], // plain JavaScript can do that
    ['answers with an empty text', async () => ''],
    ['never answers', () => new Promise<string>(() => {})],
  ])('that %s gives a clear error, and the next call asks again', async (_name, getToken) => {
    const { client, requests } = await playService(() => DONE)
    let isBroken = true
    const { posts } = client({ getToken: () => (isBroken ? getToken() : Promise.resolve('a.b.c')), tokenTimeoutMs: 20 })
    const failure = await posts.vote('pst_1').catch((error) => error)
    expect(failure).toMatchObject({ name: 'FeedbackError', code: 'token_unavailable' })
    expect(failure.message).toContain('getToken')
    expect(requests).toHaveLength(0)
    isBroken = false
    await posts.vote('pst_1')
    expect(requests).toHaveLength(1)
  })

  test('has 15 seconds unless the options say otherwise', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { signIn } = createFeedbackClient({
      apiOrigin: 'https://api.example.com',
      projectKey: 'svc_pk_live_test',
      getToken: () => new Promise(() => {}),
    })
    let failure: unknown
    signIn().catch((error) => {
      failure = error
    })
    await vi.advanceTimersByTimeAsync(14_999)
    expect(failure).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(failure).toMatchObject({ code: 'token_unavailable' })
  })
})

describe('signing out', () => {
  test('ends the session and forgets it', async () => {
    const told: unknown[] = []
    const { client, requests, exchanges } = await playService(() => DONE)
    const { posts, signOut } = client({ onSessionChange: (user) => void told.push(user?.id ?? null) })
    await posts.vote('pst_1')
    await signOut()
    expect(requests[1]).toMatchObject({ method: 'DELETE', path: '/v1/sessions/current' })
    expect(bearers(requests)[1]).toBe(bearers(requests)[0])
    await signOut()
    expect(requests).toHaveLength(2)
    await posts.vote('pst_1')
    expect(exchanges).toHaveLength(2)
    expect(told).toEqual(['usr_1', null, 'usr_1'])
  })

  test.each(['session_expired', 'session_ended'])('of a session that is over (%s) is done', async (code) => {
    const { client } = await playService(({ method }) => (method === 'DELETE' ? problem(401, code) : DONE))
    const { posts, signOut } = client()
    await posts.vote('pst_1')
    await expect(signOut()).resolves.toBeUndefined()
  })

  test('forgets the session also when the service cannot be told, and says that it was not', async () => {
    const { client, exchanges } = await playService(({ method }) => (method === 'DELETE' ? 'cut' : DONE))
    const { posts, signOut } = client()
    await posts.vote('pst_1')
    await expect(signOut()).rejects.toMatchObject({ code: 'network_error' })
    await posts.vote('pst_1')
    expect(exchanges).toHaveLength(2)
  })

  test('during a sign-in ends that sign-in too, and its session is never used', async () => {
    const finish: ((play: Play) => void)[] = []
    const { client, requests } = await playService(
      () => DONE,
      () => new Promise((resolve) => void finish.push(resolve)),
    )
    const { posts, signOut } = client()
    const begun = posts.vote('pst_1').catch((error) => error)
    await expect.poll(() => finish.length).toBe(1)
    const out = signOut()
    const later = posts.vote('pst_2')
    await expect.poll(() => finish.length).toBe(2)
    finish[0]?.(signedIn({ id: 'usr_old' }))
    await out
    expect(await begun).toMatchObject({ code: 'signed_out' })
    const read = posts.get('pst_2')
    finish[1]?.(signedIn({ id: 'usr_new' }))
    await Promise.all([later, read])
    const [ended, ...others] = requests.map(({ method, path }) => `${method} ${path}`)
    expect([ended, ...others.sort()]).toEqual([
      'DELETE /v1/sessions/current',
      'GET /v1/posts/pst_2',
      'PUT /v1/posts/pst_2/vote',
    ])
    const [old, ...fresh] = bearers(requests)
    expect(new Set(fresh).size).toBe(1)
    expect(fresh).not.toContain(old)
  })

  test('stops what waits to be sent again', async () => {
    const { client, requests } = await playService(({ method }) =>
      method === 'PUT' ? problem(503, 'unavailable') : DONE,
    )
    const waiting: (() => void)[] = []
    const { posts, signOut } = client({ sleep: () => new Promise((resolve) => void waiting.push(resolve)) })
    const vote = posts.vote('pst_1').catch((error) => error)
    await expect.poll(() => waiting.length).toBe(1)
    await signOut()
    waiting[0]?.()
    expect(await vote).toMatchObject({ code: 'signed_out' })
    expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  })
})

describe('onSessionChange', () => {
  test('is not told of a renewal for the same person', async () => {
    const told: unknown[] = []
    const { client } = await playService((_, count) => (count === 1 ? problem(401, 'session_expired') : DONE))
    await client({ onSessionChange: (user) => void told.push(user?.id) }).posts.vote('pst_1')
    expect(told).toEqual(['usr_1'])
  })

  test('is told when a renewal fails', async () => {
    const told: unknown[] = []
    const { client } = await playService(
      () => problem(401, 'session_expired'),
      (count) => (count === 1 ? signedIn() : problem(403, 'user_banned')),
    )
    const { posts } = client({ onSessionChange: (user) => void told.push(user?.id ?? null) })
    await expect(posts.vote('pst_1')).rejects.toMatchObject({ code: 'user_banned' })
    expect(told).toEqual(['usr_1', null])
  })
})
