import { describe, expect, test } from 'vitest'
import { fieldsOf, furnish, GET_ROUTES, POST_ROUTES, pathOf } from './routes.ts'
import { type PageAnswer, startBoard } from './stage.ts'
import { visitorOf } from './visitor.ts'

function isPage({ headers }: PageAnswer): boolean {
  return headers['content-type']?.startsWith('text/html') ?? false
}

function policyOf({ headers }: PageAnswer): Record<string, string> {
  const parts = String(headers['content-security-policy']).split('; ')
  return Object.fromEntries(parts.map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]))
}

function expectSafe(answer: PageAnswer, what: string): void {
  const { headers } = answer
  const isPicture = /^image\/(?:webp|png)$/.test(headers['content-type'] ?? '') // other sites show those of a public board
  expect(headers, what).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': isPicture ? 'cross-origin' : 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'referrer-policy': expect.stringMatching(/^(?:no-referrer|same-origin)$/),
    'request-id': expect.stringMatching(/^req_/),
    'cache-control': expect.stringMatching(
      /^(?:no-store|no-cache|(?:private|public)(?:, s-maxage=\d+)?, max-age=\d+(?:, immutable)?)$/,
    ),
  })
  const policy = policyOf(answer)
  expect(policy, what).toMatchObject({ 'default-src': "'none'", 'frame-ancestors': "'none'", 'base-uri': "'none'" })
  expect(String(headers['content-security-policy']), what).not.toMatch(/unsafe|\*|data:(?! *;| *$)|strict-dynamic/)
  if (!isPage(answer)) return
  expect(policy['script-src'], what).toMatch(/^'nonce-[A-Za-z0-9+/]{22}=='$/)
  expect(policy['require-trusted-types-for']).toBe("'script'")
  expect(policy['trusted-types']).toBe('worker preview')
  expect(policy['style-src']).toBe("'self'")
  expect(policy['form-action']).toMatch(/^'self'( https?:)*$/)
  const [, nonce = ''] = policy['script-src']?.match(/nonce-([^']+)/) ?? []
  const scripts = [...answer.text.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag)
  for (const tag of scripts) expect(tag, what).toContain(`nonce="${nonce}"`)
  expect(answer.text, what).not.toMatch(/\son\w+="|javascript:|<style|\sstyle="|<iframe|<object|<embed|<base\b/i)
}

// Guarantees for every route, also for new ones, that its answers cannot be framed, sniffed or scripted.
test('every answer of every route carries the headers that keep it safe', async () => {
  const stage = await startBoard()
  const world = await furnish(stage)
  const { signIn, own } = visitorOf(stage)
  const cookie = await signIn()
  const nonces = new Set<string>()
  let pages = 0
  for (const headers of [{}, { cookie }]) {
    const look = async (method: string, route: string) => {
      const answer = await stage.board(method, pathOf(route, world), { headers })
      expectSafe(answer, `${method} ${route}`)
      if (!isPage(answer)) return
      pages += 1
      nonces.add(policyOf(answer)['script-src'] ?? '')
    }
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE', 'PATCH'])
      await Promise.all(GET_ROUTES.map((route) => look(method, route)))
    for (const route of POST_ROUTES) {
      for (const type of ['application/x-www-form-urlencoded', 'application/json', 'text/plain']) {
        for (const from of [own, {}]) {
          const answer = await stage.board('POST', pathOf(route, world), {
            headers: { ...headers, ...from, 'content-type': type },
            body: type === 'application/json' ? '{' : new URLSearchParams(fieldsOf(route, world)).toString(),
          })
          expectSafe(answer, `POST ${route} ${type}`)
        }
      }
    }
  }
  expectSafe(await stage.board('GET', '/%zz'), 'a path that is no path')
  expect(pages).toBeGreaterThan(100)
  expect(nonces.size).toBe(pages)
})

test('the worker may ask for pages of its board, and for nothing else', async () => {
  const { board } = await startBoard()
  expect(policyOf(await board('GET', '/worker.js'))).toMatchObject({ 'default-src': "'none'", 'connect-src': "'self'" })
})

// Browsers hold every redirect that follows a form to its policy, and clients send visitors on to wherever their users sign in.
test('forms may lead on to the client’s app and from there to any host of the same kind', async () => {
  const secure = await startBoard({ signInUrl: 'https://acme.example/sign-in' })
  expect(policyOf(await secure.board('GET', '/'))['form-action']).toBe("'self' https:")
  const none = await startBoard({ signInUrl: undefined })
  expect(policyOf(await none.board('GET', '/'))['form-action']).toBe("'self'")
})

describe('validators', () => {
  const PUBLIC = ['/', '/roadmap', '/changelog', '/new', '/?sort=new']

  test('the same page is not sent again, and keeps the policy and the nonce it was sent with', async () => {
    const stage = await startBoard({}, {}, { now: () => new Date('2091-11-15T10:00:00Z') })
    const { path } = await furnish(stage)
    for (const page of [...PUBLIC, path]) {
      const first = await stage.board('GET', page)
      expect(first.headers).toMatchObject({
        'cache-control': 'no-cache',
        vary: 'Accept-Language, Cookie, Accept-Encoding',
        etag: expect.stringMatching(/^"[\w-]{22}"$/),
      })
      const { etag = '' } = first.headers
      for (const known of [etag, `W/${etag}`, `"x", ${etag}`, `W/"x",W/${etag}`]) {
        const again = await stage.board('GET', page, { headers: { 'if-none-match': known } })
        expect([again.status, again.text, again.headers.etag], `${page} ${known}`).toEqual([304, '', etag])
        expect(again.headers['content-security-policy']).toBeUndefined()
        expect(again.headers).toMatchObject({
          vary: 'Accept-Language, Cookie, Accept-Encoding',
          'x-content-type-options': 'nosniff',
        })
      }
      const other = await stage.board('GET', page, { headers: { 'if-none-match': '"x"' } })
      expect([other.status, other.text === first.text]).toEqual([200, false])
      expect(other.text.length).toBe(first.text.length)
    }
  })

  // Guarantees it also for lists with a next page, whose cursors are new each time; and that no browser keeps a cursor until it expires.
  test('a list that goes on is not sent again either, for half an hour', async () => {
    let now = Date.parse('2091-01-01T00:00:00Z')
    const stage = await startBoard({}, {}, { now: () => new Date(now) })
    for (let post = 0; post < 22; post += 1)
      await stage.server('POST', '/v1/posts', { title: `Idea ${post}`, created_at: '2090-01-01T00:00:00Z' })
    for (const page of ['/', '/?sort=trending']) {
      const { headers, text } = await stage.board('GET', page)
      expect(text).toContain('cursor=')
      const again = () => stage.board('GET', page, { headers: { 'if-none-match': headers.etag ?? '' } })
      now += 29 * 60_000
      expect((await again()).status).toBe(304)
      now += 60_000
      expect((await again()).status).toBe(200)
    }
  })

  test('a vote, a post, a comment, a language, a setting: each makes another page', async () => {
    const stage = await startBoard({}, {}, { now: () => new Date('2091-11-15T10:00:00Z') })
    const { number, path } = await furnish(stage)
    const { signIn, form } = visitorOf(stage)
    const cookie = await signIn()
    const seen: string[] = []
    const look = async (page: string, headers = {}) => {
      let tag = ''
      const again = async () => {
        const { etag = '' } = (await stage.board('GET', page, { headers })).headers
        tag = etag
        return (await stage.board('GET', page, { headers: { ...headers, 'if-none-match': etag } })).status
      }
      await expect.poll(again).toBe(304) // numbers of ideas are remembered for a second, which may end between the two requests
      expect(seen).not.toContain(tag)
      seen.push(tag)
    }
    await look('/')
    await form(`/posts/${number}/vote`, { on: '1' }, { cookie })
    await look('/')
    await stage.server('POST', '/v1/posts', { title: 'Another one' })
    await look('/')
    await look('/', { 'accept-language': 'de' })
    await look('/', { 'accept-language': 'ar, en;q=0.5' })
    await look(path)
    await form(`/posts/${number}/comments`, { body: 'Me too' }, { cookie })
    await look(path)
    await look('/')
    await stage.server('PATCH', '/v1/project', { sign_in_url: 'https://acme.example/sign-in' })
    const isSeen = async () => seen.includes((await stage.board('GET', '/')).headers.etag ?? '')
    await expect.poll(isSeen).toBe(false) // a board's settings are remembered for a second
    await look('/') // the page says the same, and its policy does not
  })

  test('pages of somebody who is signed in, and those that tell them to forget a cookie, are kept nowhere', async () => {
    const stage = await startBoard()
    const { path } = await furnish(stage)
    const cookie = await visitorOf(stage).signIn()
    for (const page of [...PUBLIC, path, '/me']) {
      for (const sent of [cookie, 'session=svc_ses_over']) {
        const { headers, status } = await stage.board('GET', page, { headers: { cookie: sent } })
        if (status === 303) continue
        expect([headers['cache-control'], headers.etag], `${page} ${sent}`).toEqual(['no-store', undefined])
      }
    }
  })
})

test('HEAD answers like GET without a body', async () => {
  const stage = await startBoard()
  const world = await furnish(stage)
  for (const route of GET_ROUTES) {
    const path = pathOf(route, world)
    const [get, head] = [await stage.board('GET', path), await stage.board('HEAD', path)]
    expect([head.status, head.text, head.headers['content-type']], path).toEqual([
      get.status,
      '',
      get.headers['content-type'],
    ])
    if (get.status === 200) expect(head.headers['content-length'], path).toBe(get.headers['content-length'])
  }
})

test('files are kept for ever under the address that holds their hash, and asked for again under any other', async () => {
  const { board } = await startBoard()
  const { text } = await board('GET', '/')
  const files = [...text.matchAll(/(?:href|src)="(\/(?:assets|accent)[^"]+)"/g)].map(([, path = '']) => path)
  expect(files.length).toBeGreaterThanOrEqual(3)
  for (const file of files) {
    expect((await board('GET', file)).headers['cache-control'], file).toContain('immutable')
    for (const other of [file.split('?')[0] ?? '', `${file}x`])
      expect((await board('GET', other)).headers['cache-control'], other).toBe('no-cache')
  }
  const colour = await board('GET', '/accent.css?ff0000')
  expect(colour.text).not.toBe((await board('GET', '/accent.css')).text)
})
