import { expect, test } from 'vitest'
import { openBrowser } from '../../../service/test/harness/browser.ts'
import { listen } from '../../../service/test/harness/listen.ts'
import { startProject } from '../../../service/test/harness/project.ts'
import type { createFeedbackClient as Create } from '../src/index.ts'
import { bundleKit } from './bundle.ts'

interface Facts {
  readonly apiOrigin: string
  readonly projectKey: string
}

/** Runs in the page: reads over pages, writes, votes, meets a refusal, and signs out. */
async function useBoard(createFeedbackClient: typeof Create, { apiOrigin, projectKey }: Facts) {
  const { fetch } = window
  const getToken = async () => (await fetch('/token')).text()
  const client = createFeedbackClient({ apiOrigin, projectKey, getToken })
  window.fetch = () => Promise.reject(new Error('the page’s own fetch'))
  let titles = ''
  for await (const post of client.posts.list({ sort: 'new', limit: 2, is_pinned: true })) titles += `${post.title}, `
  const post = await client.posts.create({ title: 'Dark mode' })
  await client.posts.vote(post.id)
  const { vote_count, has_voted } = await client.posts.get(post.id)
  const { name, code } = await client.posts.get('pst_nothing').catch((error) => error)
  await client.signOut()
  return { titles, vote_count, has_voted, name, code }
}

const AS_EVER = {
  titles: 'Post number 2, Post number 1, Post number 0, ',
  vote_count: 1,
  has_voted: true,
  name: 'FeedbackError',
  code: 'not_found',
}

/** What a page did to itself before the kit came. */
const PAGES = {
  ordinary: '',
  'with additions to every object and array':
    'Array.prototype.first = function () {}; Object.prototype.extend = function () {}',
  'with methods of arrays of its own': `for (const name of ['map', 'filter', 'forEach', 'join', 'push', 'slice', 'concat', 'includes'])
    Array.prototype[name] = () => { throw new Error('not as you know it') }`,
  'with frozen globals': `for (const name of Object.getOwnPropertyNames(globalThis)) {
    const it = globalThis[name]
    if (typeof it === 'function' && it.prototype && !it.toString().includes('Window')) { Object.freeze(it); Object.freeze(it.prototype) }
  }`,
  'without crypto and AbortController':
    "for (const name of ['crypto', 'AbortController']) Object.defineProperty(window, name, { value: undefined })",
}

// The page itself reports, because what it did to its arrays would break a driver's scripts in it as well.
async function servePages(bundle: string, signToken: () => string, facts: () => Facts) {
  const reported: unknown[] = []
  const port = await listen(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    if (pathname === '/kit.js') return response.setHeader('content-type', 'text/javascript').end(bundle)
    if (pathname === '/token') return response.end(signToken())
    if (pathname === '/report') {
      let text = ''
      for await (const chunk of request) text += chunk
      reported.push(JSON.parse(text))
      return response.end()
    }
    const hostility = PAGES[searchParams.get('page') as keyof typeof PAGES] ?? '' // the names of this test
    return response.setHeader('content-type', 'text/html').end(`<script>${hostility}</script><script type="module">
      const { fetch } = window
      const report = (body) => fetch('/report', { method: 'POST', body: JSON.stringify(body) })
      const { createFeedbackClient } = await import('/kit.js')
      const useBoard = ${useBoard}
      useBoard(createFeedbackClient, ${JSON.stringify(facts())}).then(report, (error) => report(String(error)))
    </script>`)
  })
  return { port, reported }
}

test('it works as ever in a page that changed what it finds there, and keeps the fetch that it found', async () => {
  let facts: Facts = { apiOrigin: '', projectKey: '' }
  let sign = () => ''
  const { port, reported } = await servePages(
    await bundleKit(),
    () => sign(),
    () => facts,
  )
  const allowedOrigins = [`http://127.0.0.1:${port}`]
  const { service, project, signToken, server } = await startProject({ draft: { allowedOrigins } })
  sign = signToken
  facts = { apiOrigin: service.origin, projectKey: project.publishableKey }
  for (let n = 0; n < 3; n += 1) await server('POST', '/v1/posts', { title: `Post number ${n}`, is_pinned: true })

  const page = await (await openBrowser()).newPage()
  for (const name of Object.keys(PAGES)) {
    await page.goto(`http://127.0.0.1:${port}/?page=${encodeURIComponent(name)}`)
    await expect.poll(() => reported.length).toBe(1)
    expect([name, reported.pop()]).toEqual([name, AS_EVER])
  }

  // The same pages by another name, which is another origin, and not one that the project allows.
  await page.goto(`http://localhost:${port}/`)
  await expect.poll(() => reported.length).toBe(1)
  expect(reported.pop()).toMatch(/network_error: .*allowed origins/)
})
