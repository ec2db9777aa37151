import { expect, test } from 'vitest'
import { openBrowser } from '../harness/browser.ts'
import { startBoard } from './stage.ts'
import { codeIn, visitorOf } from './visitor.ts'

const FEEDS = ['/feed.xml', '/changelog.xml', '/sitemap.xml']
const HOSTILE = [
  '<script>alert(1)</script>',
  ']]><script>alert(1)</script>',
  '&lt;b&gt; & &amp; &#0; &nbsp; "quoted" \'too\'',
  '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>&a;',
  '\u202eabc \ufffe \uffff \u0085 \u2028 \u{1f600}',
  '日本語のとても長い題名、夜でも読めるように',
  '\u{20000}'.repeat(70),
]

// Guarantees that the feeds are XML to a parser that forgives nothing, whatever visitors write.
test('feeds and the sitemap are well-formed, and hostile titles are nothing but text in them', async () => {
  const stage = await startBoard({ name: 'Acme & <Söhne> "x"' })
  const { signIn, form } = visitorOf(stage)
  const cookie = await signIn()
  for (const title of HOSTILE) {
    expect((await form('/new', { title, body: `${title}\n\n[link](javascript:alert(1))` }, { cookie })).status).toBe(
      303,
    )
    const entry = { title: title.slice(0, 140), body: title, state: 'published' }
    expect((await stage.server('POST', '/v1/changelog', entry)).status).toBe(201)
  }
  const browser = await openBrowser()
  const page = await browser.newPage()
  for (const path of FEEDS) {
    const { status, headers, text } = await stage.board('GET', path)
    expect([status, headers['content-type']]).toEqual([
      200,
      path === '/sitemap.xml' ? 'application/xml; charset=utf-8' : 'application/atom+xml; charset=utf-8',
    ])
    const parsed = await page.evaluate((xml) => {
      const document = new DOMParser().parseFromString(xml, 'application/xml')
      const texts = (name: string) => [...document.getElementsByTagName(name)].map(({ textContent }) => textContent)
      return {
        fault: document.querySelector('parsererror')?.textContent ?? null,
        elements: [...new Set([...document.getElementsByTagName('*')].map(({ tagName }) => tagName))].sort(),
        titles: texts('title'),
        addresses: [
          ...texts('loc'),
          ...texts('id'),
          ...[...document.getElementsByTagName('link')].map((link) => link.getAttribute('href')),
        ],
        updated: texts('updated'),
      }
    }, text)
    expect(parsed.fault, path).toBeNull()
    expect(parsed.elements).toEqual(
      path === '/sitemap.xml'
        ? ['loc', 'url', 'urlset']
        : ['author', 'content', 'entry', 'feed', 'id', 'link', 'name', 'published', 'title', 'updated'],
    )
    expect(parsed.addresses.length).toBeGreaterThan(HOSTILE.length)
    for (const address of parsed.addresses) expect(new URL(address ?? '').origin, path).toBe(stage.boardOrigin)
    if (path === '/sitemap.xml') continue
    expect(parsed.titles).toHaveLength(1 + HOSTILE.length)
    expect(parsed.titles).toContain('<script>alert(1)</script>')
    expect(parsed.updated[0]).toBe([...parsed.updated].sort().at(-1)) // a feed is as new as the newest in it
  }
})

test('every address of the sitemap and the feed is the page itself, without a detour', async () => {
  const stage = await startBoard()
  const { signIn, form } = visitorOf(stage)
  const cookie = await signIn()
  for (const title of HOSTILE) await form('/new', { title }, { cookie })
  for (const path of ['/sitemap.xml', '/feed.xml']) {
    const { text } = await stage.board('GET', path)
    const addresses = [...text.matchAll(/<loc>([^<]+)<|<link href="([^"]+)"/g)].map(
      ([, loc, href]) => loc ?? href ?? '',
    )
    expect(addresses.length).toBeGreaterThanOrEqual(HOSTILE.length)
    for (const address of addresses) {
      const { pathname } = new URL(address)
      expect((await stage.board('GET', pathname)).status, address).toBe(200)
    }
  }
})

test('feeds hold only public content: no pending, rejected, merged or deleted posts, no drafts of the changelog', async () => {
  const stage = await startBoard({ requiresApproval: true })
  const { signIn, form } = visitorOf(stage)
  const cookie = await signIn()
  await form('/new', { title: 'Secretum pendens' }, { cookie })
  const make = async (title: string) => (await stage.server('POST', '/v1/posts', { title })).body
  const [open, merged, gone] = [await make('Visible'), await make('Secretum mergum'), await make('Secretum deletum')]
  await stage.server('POST', `/v1/posts/${merged.id}/merge`, { into_post_id: open.id })
  await stage.server('DELETE', `/v1/posts/${gone.id}`)
  await stage.server('POST', '/v1/changelog', { title: 'Secretum draft', body: 'x', state: 'draft' })
  for (const path of [...FEEDS, '/', '/roadmap', '/changelog', '/similar?title=Secretum']) {
    for (const headers of [{}, { cookie }]) {
      const { status, text } = await stage.board('GET', path, { headers })
      if (path.endsWith('.xml')) expect([status, text.toLowerCase().includes('secretum')], path).toEqual([200, false])
      else if (!('cookie' in headers))
        expect(text.toLowerCase(), path).not.toMatch(/secretum[ -](?:pend|merg|delet|draft)/)
    }
  }
})

test('a public feed is the same for everybody and may be kept; a private one is for who is signed in', async () => {
  const stage = await startBoard()
  const cookie = await visitorOf(stage).signIn({ locale: 'de' })
  for (const path of FEEDS) {
    const [stranger, visitor] = [
      await stage.board('GET', path),
      await stage.board('GET', path, { headers: { cookie } }),
    ]
    expect(visitor.text).toBe(stranger.text)
    expect(visitor.headers).toMatchObject({ 'cache-control': 'public, max-age=300', vary: 'Accept-Language' })
    expect(visitor.cookies).toEqual([])
  }
  const shut = await startBoard({ isPrivate: true })
  for (const path of FEEDS) {
    const refused = await shut.board('GET', path)
    expect([refused.status, codeIn(refused)]).toEqual([401, 'session_required'])
    const headers = { cookie: await visitorOf(shut).signIn() }
    expect((await shut.board('GET', path, { headers })).headers['cache-control']).toBe('no-store')
  }
})

test('robots are told what to leave alone and where the sitemap is', async () => {
  const { board, boardOrigin } = await startBoard()
  const { headers, text } = await board('GET', '/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(text).toContain(`Sitemap: ${boardOrigin}/sitemap.xml`)
  for (const path of ['/sign-in', '/sso/', '/continue', '/me']) expect(text).toContain(`Disallow: ${path}\n`)
})

test('a link preview shows title and text, absolute addresses, and no markup', async () => {
  const stage = await startBoard({ name: 'Acme & "Söhne"' })
  const title = '"><script>alert(1)</script>'
  const { body: post } = await stage.server('POST', '/v1/posts', { title, body: '**Bold** "text" <b>raw</b>' })
  const { pathname } = new URL(post.url)
  const { text } = await stage.board('GET', pathname)
  const metas = Object.fromEntries(
    [...text.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )
  expect(metas).toMatchObject({
    'og:type': 'website',
    'og:site_name': 'Acme &amp; &quot;Söhne&quot;',
    'og:title': '&quot;>&lt;script>alert(1)&lt;/script>',
    'og:url': stage.boardOrigin + pathname,
    description: metas['og:description'],
  })
  expect(metas['og:description']).toContain('Bold')
  expect(text).toContain(`<link rel="canonical" href="${stage.boardOrigin}${pathname}"`)
  expect(text).not.toContain('<script>alert')
  for (const [path, canonical] of [
    ['/', '/'],
    ['/roadmap', '/roadmap'],
    ['/changelog', '/changelog'],
  ]) {
    expect((await stage.board('GET', path ?? '')).text).toContain(`content="${stage.boardOrigin}${canonical}"`)
  }
  const filtered = (await stage.board('GET', '/?q=bold')).text
  expect([filtered.includes('content="noindex"'), filtered.includes('og:url')]).toEqual([true, false])
})

test('an old address of a post redirects to the current one, and the redirect is not cached', async () => {
  const stage = await startBoard()
  const { body: post } = await stage.server('POST', '/v1/posts', { title: 'Dark mode' })
  const { body: other } = await stage.server('POST', '/v1/posts', { title: 'Night mode' })
  const go = async (path: string) => {
    const { status, headers } = await stage.board('GET', path)
    return [status, headers.location, headers['cache-control']]
  }
  expect(await go('/posts/1')).toEqual([308, '/posts/1/dark-mode', 'no-store'])
  expect(await go('/posts/1/old-title?cursor=x&a=?b')).toEqual([308, '/posts/1/dark-mode?cursor=x&a=?b', 'no-store'])
  await stage.server('POST', `/v1/posts/${post.id}/merge`, { into_post_id: other.id })
  expect(await go('/posts/1/dark-mode')).toEqual([301, '/posts/2/night-mode?merged=1', 'no-store'])
  expect((await stage.board('GET', '/posts/2/night-mode?merged=1')).text).toContain('Dark mode')
  await stage.server('POST', `/v1/posts/${post.id}/unmerge`, {})
  expect((await stage.board('GET', '/posts/1/dark-mode')).status).toBe(200)
})
