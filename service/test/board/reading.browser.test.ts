import { expect, test } from 'vitest'
import { turnOf } from '../harness/effort.ts'
import { PAYLOADS } from '../markdown/payloads.ts'
import { type FullBoard, fillBoard } from './full-board.ts'
import { type Stage, startBoard } from './stage.ts'
import { GRACE, hostsOf, makePost, useBrowser, votesOf, WITH_WORKER } from './tabs.ts'

const openTab = useBrowser()
let full: Promise<FullBoard & { readonly stage: Stage }> | undefined

/** A full board, made once for the tests that read it. Nobody signs in there by themselves: the client's app ends with the first of them. */
function fullBoard() {
  full ??= startBoard().then(async (stage) => ({ stage, ...(await fillBoard(stage)) }))
  return full
}

// Guarantees that reading needs nothing but a browser.
test('without script everything can be read, searched, narrowed, sorted and paged through', async () => {
  const { stage, path } = await fullBoard()
  const { page, faults } = await openTab(stage, { javaScriptEnabled: false })
  await page.goto('/')
  expect(await page.locator('.card').count()).toBe(20)
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect.poll(() => page.locator('.card').count()).toBe(2)
  await page.goto('/')
  await page.getByLabel('Search', { exact: true }).fill('dark')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('1 matching idea').waitFor()
  expect(await page.locator('.card h2').allInnerTexts()).toEqual(['Dark mode for the whole app'])
  expect(await page.getByRole('link', { name: 'Add “dark” as a new idea' }).getAttribute('href')).toBe(
    '/new?title=dark',
  )
  await page.getByRole('link', { name: 'Show all ideas' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.getByText('Status: Open and in progress').click()
  await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'Planned' }).click()
  await expect
    .poll(async () => new Set(await page.locator('.card .status').allInnerTexts()))
    .toEqual(new Set(['Planned']))
  await page.getByText('Tag: All').click()
  await page.getByRole('navigation', { name: 'Tag' }).getByRole('link', { name: 'Mobile' }).click()
  await expect.poll(() => page.locator('.chosen bdi').allInnerTexts()).toEqual(['Planned', 'Mobile'])
  await page.goto('/')
  await page.getByRole('link', { name: 'Newest' }).click()
  await expect.poll(() => page.locator('.card h2').nth(1).innerText()).toMatch(/^Idea number 20/)
  await page.goto(path)
  expect(await page.locator('.discussion .comment').count()).toBe(6)
  expect(await page.locator('.answer').innerText()).toContain('We are working on it, first on the phone.')
  await page.getByRole('link', { name: 'Roadmap' }).click()
  await expect.poll(() => page.locator('.column h2').allInnerTexts()).toEqual(['Planned', 'In progress', 'Done'])
  await page.getByRole('link', { name: 'Changelog' }).click()
  await page.getByRole('heading', { name: 'Export to CSV is here' }).waitFor()
  await page.goto('/?q=nothingofthekind')
  await page.getByRole('heading', { name: 'No matching ideas' }).waitFor()
  expect(faults).toEqual([])
})

test('without script a signed-in visitor votes, follows and comments by plain forms', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  const { page, faults } = await openTab(stage, { javaScriptEnabled: false, as: GRACE })
  await page.goto('/?sort=new')
  await page.getByRole('button', { name: /Vote for/ }).click()
  await page.getByRole('button', { name: /You voted/ }).waitFor()
  expect(page.url()).toBe(`${stage.boardOrigin}/?sort=new`)
  await page.getByRole('link', { name: 'Dark mode' }).click()
  await page.getByRole('button', { name: 'Follow' }).click()
  await page.getByRole('button', { name: 'Following', pressed: true }).waitFor()
  await page.getByLabel('Add a comment').fill('Without script.')
  await page.getByRole('button', { name: 'Comment' }).click()
  await page.locator('.comment', { hasText: 'Without script.' }).waitFor()
  expect(await votesOf(stage, post)).toBe(1)
  expect(faults).toEqual([])
})

// The callback needs a script, since the token is in the fragment; nothing before it does.
test('if the page’s script does not load, a vote leads to the sign-in page, and counts afterwards', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  const { page } = await openTab(stage)
  await page.route('**/assets/board.js*', (route) => route.abort())
  await page.goto('/roadmap')
  await page.goto('/?sort=new')
  await page.getByRole('button', { name: /Vote for/ }).click()
  await page.getByRole('heading', { name: 'Sign in to continue' }).waitFor()
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await page.getByRole('button', { name: /You voted/ }).waitFor()
  expect(page.url()).toBe(`${stage.boardOrigin}/?sort=new`)
  expect(await votesOf(stage, post)).toBe(1)
})

test('parts that need script say so in their place', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  const unscripted = async (path: string) => {
    const { text } = await stage.board('GET', path)
    return [...text.matchAll(/<noscript>(.*?)<\/noscript>/gs)].map(([, html = '']) => html.replace(/<[^>]*>/g, ''))
  }
  expect(await unscripted('/sso/callback')).toEqual(['Turn on JavaScript in your browser to sign in.'])
  expect(await unscripted('/continue')).toEqual(['Turn on JavaScript in your browser to sign in.'])
  // Said before somebody leaves for the sign-in, which they could not come back from.
  for (const path of ['/new', `/posts/${post.number}/dark-mode`, '/sign-in'])
    expect(await unscripted(path)).toEqual(['Turn on JavaScript in your browser to sign in.'])
})

test('the language is the user’s own, then the browser’s', async () => {
  const stage = await startBoard()
  await makePost(stage, 'Dark mode')
  const stranger = await openTab(stage, { locale: 'fr-CA' })
  await stranger.page.goto('/')
  expect(await stranger.page.locator('html').getAttribute('lang')).toBe('fr')
  await stranger.page.getByRole('link', { name: 'Se connecter' }).waitFor()
  const user = await openTab(stage, { locale: 'fr-CA', as: { ...GRACE, locale: 'de-CH' } })
  await user.page.goto('/')
  expect(await user.page.locator('html').getAttribute('lang')).toBe('de')
  await user.page.getByRole('button', { name: /1 Stimme|0 Stimmen/ }).waitFor()
})

test('Arabic goes from right to left: the page is mirrored, and texts of others keep their own direction', async () => {
  const { stage, path } = await fullBoard()
  const { page, faults } = await openTab(stage, { locale: 'ar' })
  const left = async (selector: string) => (await page.locator(selector).first().boundingBox())?.x ?? Number.NaN
  await page.goto('/')
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
  expect(await left('.brand')).toBeGreaterThan(await left('.top > .wide > :last-child'))
  expect(await left('.ballot')).toBeGreaterThan(await left('.card .text'))
  expect(await left('.sort')).toBeGreaterThan(await left('.filters'))
  await page.goto(path)
  expect(await left('.ballot')).toBeGreaterThan(await left('h1'))
  expect(await left('.idea')).toBeGreaterThan(await left('.side'))
  expect(faults).toEqual([])
})

// Guarantees WCAG's reflow: content that is too wide wraps or scrolls on its own, and the page never scrolls sideways.
test('at 320 pixels nothing is wider than the screen, on any page and in any language', async () => {
  const stage = await startBoard({ name: 'Feathersstonehaugh & Söhne Verwaltungsgesellschaft' })
  const { path } = await fillBoard(stage)
  const paths = [
    '/',
    '/?q=dark',
    '/?q=nothing+here',
    path,
    '/new?title=dark+mode',
    '/roadmap',
    '/changelog',
    '/sign-in',
  ]
  const notices = ['/sso/callback', '/continue', '/nothing', '/offline']
  const viewport = { width: 320, height: 640 }
  const signedIn = await openTab(stage, { viewport, as: { ...GRACE, given_name: 'Maximilianabartholomea' } })
  for (const address of [...paths, ...notices, '/me', '/me/ideas']) {
    await signedIn.page.goto(address)
    expect([address, await signedIn.page.evaluate(widthOf)]).toEqual([address, 320])
  }
  const stranger = await openTab(stage, { viewport })
  for (const [place, locale] of ['de', 'fr', 'es', 'pt', 'ja', 'ar'].entries()) {
    await stranger.page.setExtraHTTPHeaders({ 'accept-language': locale })
    for (const address of turnOf(['/', path], place)) {
      await stranger.page.goto(address)
      expect([locale, address, await stranger.page.evaluate(widthOf)]).toEqual([locale, address, 320])
    }
  }
})

/** In the page. */
function widthOf(): number {
  return Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)
}

// Guarantees that escaping alone is enough: the policies of the pages are switched off.
test('hostile titles, names, tags and texts never run, on any page or feed', async () => {
  const stage = await startBoard()
  const { server, signIn, app } = stage
  const texts = PAYLOADS.filter((payload) => payload.trim().length >= 3)
  const body = texts.join('\n\n')
  for (const [place, title] of texts.map((text) => text.slice(0, 140)).entries()) {
    await server('POST', '/v1/posts', { title, ...(place === 0 && { body }) })
  }
  const statusId = (await server('GET', '/v1/statuses')).body.data[1].id
  const tagIds: string[] = []
  for (const name of ['<script>pwned()</script>', '"><img src=x onerror=pwned()>', "' onfocus=pwned() autofocus='"]) {
    const tag = await server('POST', '/v1/tags', { name })
    if (tag.status === 201) tagIds.push(tag.body.id)
  }
  expect(tagIds).not.toEqual([])
  const post = await makePost(stage, '<svg onload=pwned()>"\'', { body, tag_ids: tagIds, status_id: statusId })
  const { session } = await signIn({ sub: 'mallory', given_name: '<img src=x onerror=pwned()>', family_name: '"' })
  await app('PATCH', '/v1/me', { body: { name_choice: 'first_name' }, session })
  await app('POST', `/v1/posts/${post.id}/comments`, { body: { body }, session })
  await server('POST', '/v1/changelog', {
    title: '<script>pwned()</script>',
    body,
    state: 'published',
    post_ids: [post.id],
  })

  const { page, context } = await openTab(stage, { bypassCSP: true, as: GRACE })
  const ran: string[] = []
  await context.exposeFunction('pwned', () => ran.push(page.url()))
  const query = encodeURIComponent('"><script>pwned()</script>')
  const paths = ['/', '/?sort=new', `/?q=${query}`, `/posts/${post.number}`, '/posts/1', `/new?title=${query}`]
  for (const path of [...paths, '/roadmap', '/changelog', '/me', `/sign-in?intent=${query}`, `/${query}`]) {
    await page.goto(path)
    expect([path, await page.evaluate(dangersIn)]).toEqual([path, []])
    // Not by the pointer: an open menu may cover the next one.
    await page.evaluate(() => {
      for (const summary of document.querySelectorAll<HTMLElement>('details > summary')) summary.click()
    })
  }
  for (const feed of ['/feed.xml', '/changelog.xml']) {
    await page.goto(feed)
    expect(await page.evaluate(() => document.querySelector('parsererror, script, img, svg') === null)).toBe(true)
  }
  await page.goto('/new')
  await page.getByLabel('Title').fill('<svg onload=pwned()>')
  await page.locator('#similar section').waitFor()
  expect(await page.evaluate(dangersIn)).toEqual([])
  expect(ran).toEqual([])
})

/** In the page: whatever could run, or could once somebody touches it. */
function dangersIn(): string[] {
  const isOurs = (element: Element) => element.matches('script[nonce][src^="/assets/"]')
  return [...document.querySelectorAll('*')].flatMap((element) => {
    const attributes = [...element.attributes].filter(
      ({ name, value }) =>
        name.startsWith('on') || name === 'style' || /^\s*(?:javascript|data|vbscript):/i.test(value),
    )
    const isForeign = element.matches('script, iframe, object, embed, base, style, img') && !isOurs(element)
    return isForeign || attributes.length > 0 ? [element.outerHTML.slice(0, 200)] : []
  })
}

test('a list of 20 ideas is light: script, style and page stay under their limits, packed', async () => {
  const { stage } = await fullBoard()
  const { text: html } = await stage.board('GET', '/')
  // A pinned idea comes on top of the page's twenty, unless it is one of them.
  expect(html.match(/class="card"/g)?.length).toBeGreaterThanOrEqual(20)
  const sizeOf = async (address: string, encoding: string) => {
    const { headers } = await stage.board('GET', address, { headers: { 'accept-encoding': encoding } })
    expect([address, headers['content-encoding']]).toEqual([address, encoding])
    return Number(headers['content-length'])
  }
  /** What is sent for the files that the page asks for in this way. */
  const sent = async (pattern: RegExp) => {
    const addresses = [...html.matchAll(pattern)].map(([, address = '']) => address.replaceAll('&amp;', '&'))
    expect(addresses).not.toEqual([])
    const headers = { 'accept-encoding': 'br' }
    const answers = await Promise.all(addresses.map((address) => stage.board('GET', address, { headers })))
    return answers.reduce((sum, answer) => sum + Number(answer.headers['content-length']), 0)
  }
  for (const encoding of ['zstd', 'gzip']) expect(await sizeOf('/', encoding)).toBeLessThan(8 * 1024)
  expect(await sent(/<script[^>]* src="([^"]+)"/g)).toBeLessThan(12 * 1024)
  expect(await sent(/<link rel="stylesheet" href="([^"]+)"/g)).toBeLessThan(10 * 1024)
})

test('nothing moves while the list loads, and nothing comes from another host', async () => {
  const { stage } = await fullBoard()
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const tab = await openTab(stage, { ...WITH_WORKER, viewport, as: { sub: `at ${viewport.width}` } })
    const { page, faults } = tab
    await page.addInitScript(watchShifts)
    const isFollowed = page.waitForRequest((request) => new URL(request.url()).pathname === '/live')
    await page.goto('/')
    await isFollowed
    await page
      .getByRole('button', { name: /Vote for/ })
      .first()
      .click()
    await page.getByRole('button', { name: /You voted/ }).waitFor()
    await page.locator('#live:not(:empty)').waitFor({ state: 'attached' }) // the answer is there, and was said
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
    expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toEqual([])
    expect([...hostsOf(tab)]).toEqual([new URL(stage.boardOrigin).host])
    expect(faults).toEqual([])
  }
})

// Guarantees a stable page on slow machines and connections: the browser paints the part that has arrived, wherever it ends.
test('nothing that is painted moves when more of the page arrives, wherever it is cut', async () => {
  const { stage } = await fullBoard()
  for (const [place, as] of [GRACE, undefined].entries()) {
    const pages = [
      ['/', /(?=<)|(?<=>)/, as ? '</li>' : '</header>'], // at each tag: to the end of the first card, or of what differs; then before each button
      ['/roadmap', /(?=<section)/, '</main>'],
    ] as const
    for (const [at, width] of [1280, 390].entries()) {
      // Without the policies, since a script writes the page.
      const { page } = await openTab(stage, { viewport: { width, height: 844 }, bypassCSP: true, ...(as && { as }) })
      for (const [path, cut, until] of turnOf(pages, place + at)) {
        await page.goto(path)
        const html = await page.evaluate(() => fetch(location.href).then((answer) => answer.text()))
        const [head = '', body = ''] = html.split(/(?=<body)/)
        const end = body.indexOf(until)
        const pieces = [...body.slice(0, end).split(cut), ...body.slice(end).split(/(?=<form)/)]
        expect(pieces.length).toBeGreaterThan(3)
        await page.evaluate(watchShifts)
        await page.evaluate(writePage, [head.replace(/<script.*?<\/script>/g, ''), ...pieces])
        const shifted = await page.evaluate(() => Reflect.get(window, 'shifted'))
        expect([path, width, as?.sub, shifted]).toEqual([path, width, as?.sub, []])
      }
    }
  }
})

/** In the page: writes another in its place, and each piece is painted before the next comes. */
async function writePage([head = '', ...pieces]: readonly string[]): Promise<void> {
  const painted = () => new Promise((done) => requestAnimationFrame(done))
  document.open()
  document.write(head)
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
  while (styles.some(({ sheet }) => sheet === null)) await painted()
  for (const piece of pieces) {
    document.write(piece)
    await painted()
  }
  document.close()
  await painted()
  await painted()
}

/** A part of the page that moved. */
interface Moved {
  readonly node?: Element
  readonly previousRect: DOMRect
  readonly currentRect: DOMRect
}

/** In the page, before anything else. */
function watchShifts(): void {
  const shifted: string[] = []
  Reflect.set(window, 'shifted', shifted)
  const note = (list: PerformanceObserverEntryList) => {
    for (const entry of list.getEntries()) {
      const moved = Reflect.get(entry, 'sources').map(({ node, previousRect, currentRect }: Moved) => {
        const [before, after] = [previousRect, currentRect].map(
          ({ x, y, width, height }) => `${x},${y} ${width}x${height}`,
        )
        return `${before} → ${after} ${node?.outerHTML?.slice(0, 80)} in ${node?.parentElement?.textContent?.slice(0, 120)}`
      })
      shifted.push(`${Math.round(entry.startTime)} ms: ${moved}`)
    }
  }
  new PerformanceObserver(note).observe({ type: 'layout-shift', buffered: true })
}

test('without a connection a page says so, as it would look, and goes on by itself when there is one again', async () => {
  const stage = await startBoard()
  const { page, context, faults } = await openTab(stage, WITH_WORKER)
  await page.goto('/')
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state !== 'activated') await new Promise((done) => active?.addEventListener('statechange', done))
  })
  expect(faults).toEqual([])
  await context.setOffline(true)
  await page.goto('/roadmap')
  await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
  const radius = await page
    .getByRole('button', { name: 'Try again' })
    .evaluate((it) => getComputedStyle(it).borderRadius)
  expect(radius).not.toBe('0px')
  await context.setOffline(false)
  await page.getByRole('heading', { name: 'Roadmap' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/roadmap')
})

// Guarantees that the worker breaks nothing: signing in and forms work with it as without it.
test('signing in, voting and signing out work with the worker in between', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  const { page, faults } = await openTab(stage, WITH_WORKER)
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.getByRole('button', { name: /Vote for/ }).click()
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await page.getByRole('button', { name: /You voted/ }).waitFor()
  expect(await votesOf(stage, post)).toBe(1)
  await page.locator('.account summary').click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  expect(faults).toEqual([])
})

test('the font is ours, comes from the board itself, is small, and is there when the page is', async () => {
  const stage = await startBoard()
  const { page } = await openTab(stage)
  const font = page.waitForResponse((answer) => answer.url().includes('.woff2'))
  await page.goto('/')
  const answer = await font
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'font/woff2'])
  expect((await answer.body()).length).toBeLessThan(40 * 1024)
  expect(new URL(answer.url()).origin).toBe(stage.boardOrigin)
  await page.reload() // from the browser's own copy, so in time
  expect(await page.evaluate('document.fonts.check("16px Figtree")')).toBe(true)
  const families = await page.evaluate(
    '[...document.querySelectorAll("body *")].map((element) => getComputedStyle(element).fontFamily)',
  )
  expect(
    [...new Set(families as string[])].filter((family) => !/^Figtree, .*sans-serif$|monospace$/.test(family)),
  ).toEqual([])
})
