import { expect, test } from 'vitest'
import { furnish, POST_ROUTES } from './routes.ts'
import { startBoard } from './stage.ts'
import { visitorOf } from './visitor.ts'

const CLEARED = [expect.stringMatching(/^session=; Path=\/; HttpOnly; SameSite=Lax; Max-Age=0$/)]

test('a session lasts 24 hours, to the second, and is never extended', async () => {
  let now = new Date('2091-11-15T10:00:00Z')
  const stage = await startBoard({}, {}, { now: () => now })
  const cookie = await visitorOf(stage).signIn()
  const look = () => stage.board('GET', '/', { headers: { cookie } })
  for (const time of ['2091-11-15T22:00:00Z', '2091-11-16T09:59:59.999Z']) {
    now = new Date(time)
    const { text, cookies } = await look()
    expect([text.includes('data-signed-in'), cookies]).toEqual([true, []])
  }
  now = new Date('2091-11-16T10:00:00.000Z')
  const { status, text, cookies } = await look()
  expect([status, text.includes('data-signed-in')]).toEqual([200, false])
  expect(cookies).toEqual(CLEARED)
})

test('a visitor who is banned, erased or signed out is a stranger from the next page on', async () => {
  const stage = await startBoard()
  const { signIn, form } = visitorOf(stage)
  const idOf = async (cookie: string) =>
    (await stage.app('GET', '/v1/me', { session: cookie.split('=')[1] ?? '' })).body.id
  const ends: Record<string, (cookie: string) => Promise<unknown>> = {
    banned: async (cookie) => stage.server('POST', `/v1/users/${await idOf(cookie)}/ban`, {}),
    erased: async (cookie) => stage.server('POST', `/v1/users/${await idOf(cookie)}/erase`, {}),
    ended: async (cookie) => stage.server('DELETE', `/v1/users/${await idOf(cookie)}/sessions`),
    'signed out': (cookie) => form('/sign-out', {}, { cookie }),
    'signed out in the app': (cookie) =>
      stage.app('DELETE', '/v1/sessions/current', { session: cookie.split('=')[1] ?? '' }),
  }
  for (const [what, end] of Object.entries(ends)) {
    const cookie = await signIn({ sub: what })
    expect((await stage.board('GET', '/me', { headers: { cookie } })).status).toBe(200)
    await end(cookie)
    const page = await stage.board('GET', '/', { headers: { cookie } })
    expect([page.status, page.text.includes('data-signed-in'), page.cookies], what).toEqual([200, false, CLEARED])
    const write = await form('/new', { title: 'An idea' }, { cookie })
    expect([write.status, write.cookies, write.text.includes('action="/sso/start"')], what).toEqual([
      401,
      CLEARED,
      true,
    ])
  }
})

test('signing out ends the session everywhere, twice as well as once', async () => {
  const stage = await startBoard()
  const { signIn, form } = visitorOf(stage)
  const cookie = await signIn()
  for (let i = 0; i < 2; i += 1) {
    const { status, headers, cookies } = await form('/sign-out', {}, { cookie })
    expect([status, headers.location, headers['clear-site-data']]).toEqual([303, '/', '"storage"'])
    expect(cookies).toContainEqual(CLEARED[0])
  }
  const { status, body } = await stage.app('GET', '/v1/me', { session: cookie.split('=')[1] ?? '' })
  expect([status, body.code]).toEqual([401, 'session_ended'])
})

test('without a session a script gets an error, and a form leads to the sign-in and back to its page', async () => {
  const stage = await startBoard()
  const { number } = await furnish(stage)
  const { form } = visitorOf(stage)
  for (const route of POST_ROUTES.filter((route) => /^\/(?:posts|new|me)/.test(route))) {
    const path = route.replace(':number', String(number)).replace(':comment', 'cmt_x')
    const json = await form(path, { on: '1' }, { accept: 'application/json' })
    expect([json.status, JSON.parse(json.text).code], route).toEqual([401, 'session_required'])
    const page = await form(path, { on: '1', return_to: '/roadmap' })
    if (page.status === 303)
      expect(page.headers.location).toMatch(/^\/sign-in\?return_to=%2Froadmap&intent=(vote|follow)%3A1$/)
    else {
      const way = /name="return_to" value="([^"]*)"/.exec(page.text)?.[1]
      expect([page.status, way], route).toEqual([401, path.match(/^\/(?:posts\/\d+|\w+)/)?.[0]])
    }
  }
})

test('a visitor’s download equals the API’s export and holds no data of others', async () => {
  const stage = await startBoard()
  const { signIn, form } = visitorOf(stage)
  const cookie = await signIn({ email: 'grace@acme.example' })
  await signIn({ sub: 'other', email: 'other@acme.example' })
  await form('/new', { title: 'My idea', body: 'Text' }, { cookie })
  const { status, headers, text } = await stage.board('GET', '/me/data.json', { headers: { cookie } })
  expect([status, headers['cache-control'], headers['content-disposition']]).toEqual([
    200,
    'no-store',
    'attachment; filename="my-data.json"',
  ])
  const data = JSON.parse(text)
  const { body: exported } = await stage.app('GET', '/v1/me/export', { session: cookie.split('=')[1] ?? '' })
  expect(data).toEqual({ ...exported, exported_at: data.exported_at })
  expect(data).toMatchObject({ user: { email: 'grace@acme.example' }, posts: [{ title: 'My idea' }] })
  expect(text).not.toContain('other@acme.example')
  const stranger = await stage.board('GET', '/me/data.json')
  expect([stranger.status, JSON.parse(stranger.text).code]).toEqual([401, 'session_required'])
})
