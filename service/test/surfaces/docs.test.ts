import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogue } from '../../src/surfaces/api/catalogue.ts'
import { openSearch } from '../../src/surfaces/docs/find.ts'
import { ROOT } from '../harness/paths.ts'
import { sharedService } from '../harness/service.ts'

interface Answer {
  readonly status: number
  readonly type: string
  readonly caching: string | null
  readonly html: string
}

async function get(address: string): Promise<Answer> {
  const { origin } = await sharedService()
  const answer = await fetch(origin + address, { redirect: 'manual' })
  const type = answer.headers.get('content-type') ?? ''
  const text = await answer.text()
  return {
    status: answer.status,
    type,
    caching: answer.headers.get('cache-control'),
    html: type.startsWith('text/html') ? text : '',
  }
}

const linksIn = (html: string) => [...html.matchAll(/ (?:href|src|data-index)="([^"]+)"/g)].map(([, link = '']) => link)
const idsIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)

/** Every page and file that the index leads to, over any number of links. */
async function crawl(): Promise<ReadonlyMap<string, Answer>> {
  const { origin } = await sharedService()
  const answers = new Map<string, Answer>()
  const waiting = ['/docs']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (answers.has(path)) continue
    const answer = await get(path)
    answers.set(path, answer)
    for (const link of linksIn(answer.html)) {
      const { origin: host, pathname, search } = new URL(link, origin + path)
      if (host === origin && link !== 'data:,') waiting.push(pathname + search)
    }
  }
  return answers
}

// Guarantees that whoever follows a link finds what it promised: pages, files, and places within pages.
test('no link of the documentation is dead, and every document is reached from the index', async () => {
  const { origin } = await sharedService()
  const answers = await crawl()
  expect([...answers].filter(([, { status }]) => status !== 200).map(([path]) => path)).toEqual([])
  const dead = [...answers].flatMap(([path, { html }]) =>
    linksIn(html)
      .map((link) => new URL(link, origin + path))
      .filter(({ origin: host, hash }) => host === origin && hash !== '')
      .filter(
        ({ pathname, hash }) => !idsIn(answers.get(pathname)?.html ?? '').includes(decodeURIComponent(hash.slice(1))),
      )
      .map(({ pathname, hash }) => `${path} → ${pathname}${hash}`),
  )
  expect(dead).toEqual([])
  const documents = globSync(['docs/{guides,decisions,spec}/**/*.md', 'docs/reference/*.md', 'kits/*/README.md'], {
    cwd: ROOT,
  })
  expect(documents.length).toBeGreaterThan(80)
  const unreached = documents
    .map((path) => path.replace(/^docs\//, '').replace(/\/README\.md$|\.md$/, ''))
    .filter((path) => !answers.has(path === 'reference/errors' ? '/docs/errors' : `/docs/${path}`))
  expect(unreached).toEqual([])
})

test('every guide is on the index itself and in the side bar, and the index leads each kind of reader', async () => {
  const { html } = await get('/docs')
  const [side = '', main = ''] = html.split('<main')
  for (const guide of globSync('docs/guides/**/*.md', { cwd: ROOT })) {
    const address = `/${guide.replace(/\/README\.md$|\.md$/, '')}`
    expect([address, linksIn(main).includes(address), linksIn(side).includes(address)]).toEqual([address, true, true])
  }
  const begin = main.slice(main.indexOf('Where do you begin?'))
  expect(linksIn(begin.slice(0, begin.indexOf('</ul>'))).filter((link) => !link.startsWith('#'))).toEqual([
    '/docs/guides/first-sign-in',
    '/docs/guides/widget',
    '/docs/guides/console',
    '/docs/guides/import',
    '/docs/guides/operate',
    '/docs/guides/backups',
  ])
})

test('the search shows what helps to do something before decisions', async () => {
  const { origin } = await sharedService()
  const find = openSearch(await (await fetch(`${origin}/docs/search.json`)).json())
  for (const query of ['webhook', 'rate limit', 'session', 'sign-in token', 'search']) {
    const isDecision = find(query).map(({ path }) => path.startsWith('/docs/decisions'))
    expect([query, isDecision[0], isDecision.toSorted()]).toEqual([query, false, isDecision])
  }
})

test('a call that only apps make leads to the kit for apps', async () => {
  expect((await get('/docs/reference/castVote')).html).toContain('Guide: <a href="/docs/guides/kits/app">')
  expect((await get('/docs/reference/castVoteForSub')).html).toContain(
    'Guide: <a href="/docs/guides/from-your-server">',
  )
})

test('the type of every problem leads to its place on the page of errors', async () => {
  const ids = new Set(idsIn((await get('/docs/errors')).html))
  const codes = catalogue.map(({ code }) => code)
  expect(codes.length).toBeGreaterThan(60)
  expect(codes.filter((code) => !ids.has(code))).toEqual([])
})

test('files have addresses with a version and are cached; pages are asked for again', async () => {
  const { html, caching } = await get('/docs/guides/widget')
  expect(caching).toBe('no-cache')
  const files = linksIn(html).filter((link) => link.includes('?'))
  expect(files.map((link) => link.replace(/\?.*/, ''))).toEqual([
    '/docs/figtree-latin.woff2',
    '/docs/style.css',
    '/docs/docs.js',
    '/docs/images/widget.png',
    '/docs/search.json',
  ])
  for (const file of files)
    expect([file, (await get(file)).caching]).toEqual([file, 'public, max-age=31536000, immutable'])
  expect((await get('/docs/images/widget.png?old')).caching).toBe('no-cache')
  expect(await get('/docs/guides/sign-in-tokens/python.py')).toMatchObject({
    status: 200,
    type: 'text/plain; charset=utf-8',
  })
})
