import { expect, test } from 'vitest'
import { wordsIn } from '../../../ui/words/words.ts'
import { fieldsOf, furnish, GET_ROUTES, POST_ROUTES, pathOf } from './routes.ts'
import { startBoard } from './stage.ts'
import { visitorOf } from './visitor.ts'

/** What a visitor may see of a private board: its colour, its sign-in page, how to sign in, and what a link of a mail stops. */
const OPEN = [
  '/accent.css',
  '/icon.svg',
  '/worker.js',
  '/offline',
  '/robots.txt',
  '/continue',
  '/sso/callback',
  '/sign-in',
]
const isOpen = (route: string) => OPEN.includes(route) || /^\/(?:assets|mail)\//.test(route)

/** An answer as it is, but for what differs each time and the way back to what was asked for. */
function plain(text: string): string {
  return text
    .replace(/nonce="[^"]+"/g, '')
    .replace(/name="return_to" value="[^"]*"/g, '')
    .replace(/return_to=[^"]*"/g, '"')
    .replace(/"(?:instance|request_id)":"[^"]*"/g, '')
}

test('a stranger sees the gate, or a 401, and nothing of what is behind it', async () => {
  const stage = await startBoard({ isPrivate: true, name: 'Acme' })
  const world = await furnish(stage)
  const routes = GET_ROUTES.filter((route) => !isOpen(route))
  expect(routes.length).toBeGreaterThan(10)
  for (const route of routes) {
    const path = pathOf(route, world)
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, text } = await stage.board(method, path)
      expect([status, headers['cache-control'], headers.etag], path).toEqual([401, 'no-store', undefined])
      expect(plain(text).toLowerCase()).not.toContain('secret')
      if (text.startsWith('{')) expect(JSON.parse(text).code).toBe('session_required')
      else if (method === 'GET') expect(text).toContain(wordsIn('en').say('gate_title'))
    }
  }
  for (const route of OPEN) expect((await stage.board('GET', route)).text.toLowerCase()).not.toContain('secret')
})

test('existing and missing pages look the same, byte for byte', async () => {
  const stage = await startBoard({ isPrivate: true })
  const world = await furnish(stage)
  const { number, path } = world
  const pairs = [
    [`/posts/${number}`, '/posts/999'],
    [path, '/posts/999/secretum'],
    [path, '/no/such/page'],
    [path, '/'],
    [`/posts/${number}?merged=${number}`, '/posts/999?merged=999'],
    [`/?q=secretum`, '/?q=nothing'],
    ['/?status=sts_00000000000000000000000000', '/?tag=x'],
    ['/feed.xml', '/no.xml'],
    ['/similar?title=Secretum', '/similar?title=nothing'],
    ['/me/data.json', '/no.json'],
  ]
  for (const [there = '', missing = ''] of pairs) {
    const [one, other] = await Promise.all([stage.board('GET', there), stage.board('GET', missing)])
    expect(plain(one.text), there).toBe(plain(other.text))
    const told = ({ headers }: typeof one) =>
      Object.keys(headers)
        .filter((name) => name !== 'content-length')
        .sort()
    expect([one.status, told(one)]).toEqual([other.status, told(other)])
  }
  for (const route of POST_ROUTES.filter((route) => route.includes(':number'))) {
    const { form } = visitorOf(stage)
    const there = pathOf(route, world)
    const missing = pathOf(route, { ...world, number: 999, comment: 'cmt_00000000000000000000000000' })
    const [one, other] = [await form(there, fieldsOf(route, world)), await form(missing, fieldsOf(route, world))]
    expect([one.status, plain(one.text)]).toEqual([other.status, plain(other.text)])
  }
})

test('its head says nothing to those who preview it, and robots are kept out', async () => {
  const stage = await startBoard({ isPrivate: true })
  const { path } = await furnish(stage)
  const cookie = await visitorOf(stage).signIn()
  for (const headers of [{}, { cookie }]) {
    for (const page of ['/', path, '/roadmap', '/changelog', '/new', '/sign-in', '/continue']) {
      const { text } = await stage.board('GET', page, { headers })
      if (text) expect(text, page).toContain('<meta name="robots" content="noindex"')
      expect(text).not.toMatch(/og:|twitter:|name="description"|rel="canonical"|rel="alternate"/)
    }
  }
  const robots = await stage.board('GET', '/robots.txt')
  expect(robots.text).toBe('User-agent: *\nDisallow: /\n')
})

test('a signed-in visitor sees it, and no cache may store it', async () => {
  const stage = await startBoard({ isPrivate: true })
  const world = await furnish(stage)
  const cookie = await visitorOf(stage).signIn()
  const shown = [
    '/',
    world.path,
    '/roadmap',
    '/changelog',
    '/new',
    '/me',
    '/feed.xml',
    '/changelog.xml',
    '/sitemap.xml',
    '/similar?title=Secretum',
    '/me/data.json',
  ]
  for (const path of shown) {
    const { status, headers } = await stage.board('GET', path, { headers: { cookie } })
    expect([status, headers['cache-control'], headers.etag], path).toEqual([200, 'no-store', undefined])
  }
  expect((await stage.board('GET', '/', { headers: { cookie } })).text).toContain('Secretum ideae')
})

test('a session of another board does not count', async () => {
  const stage = await startBoard({ isPrivate: true })
  const other = await startBoard({ isPrivate: true }, {}, { service: stage.service })
  await furnish(stage)
  const cookie = await visitorOf(other).signIn()
  const { status, text, cookies } = await stage.board('GET', '/', { headers: { cookie } })
  expect([status, text.toLowerCase().includes('secret')]).toEqual([401, false])
  expect(cookies).toEqual([expect.stringMatching(/^session=;.*Max-Age=0$/)])
})
