import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { ROOT } from '../../../service/test/harness/paths.ts'
import { makePost, startHost, useHostPages, votesFor } from '../../../widget/test/host-page.ts'
import { bundlePage } from '../../transport/test/bundle-page.ts'
import { FeedbackProvider, usePosts } from '../src/react/index.ts'

const openPage = useHostPages()
/** Its types are a package of their own, for this one function. */
const { renderToString }: { renderToString(element: unknown): string } = createRequire(import.meta.url)(
  'react-dom/server',
)
const TAGS = '<div id="root"></div><script type="module" src="/app.js"></script>'
/** An app that lists ideas two by two, votes and signs in; `seen` has every vote that it showed, `shown` every rendering of the list. */
const PAGE = `
import { createElement as h, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { FeedbackProvider, usePosts, useSession, useVote } from './src/react/index.ts'

window.seen = []
window.shown = []
function Idea({ post }) {
  const { hasVoted, voteCount, error, toggle } = useVote(post)
  const text = [post.title, voteCount, hasVoted, error?.code ?? ''].join(' ').trim()
  if (seen.at(-1) !== text) seen.push(text)
  return h('li', null, h('button', { onClick: toggle, 'aria-pressed': hasVoted }, text))
}
function Ideas({ limit }) {
  const { items, isLoading, hasMore, error, loadMore, reload } = usePosts({ sort: 'new', limit })
  const { user, signIn, signOut } = useSession()
  window.firstReload ??= reload
  shown.push([user ? 'user' : 'guest', 'limit', limit, 'items', items.length].join(' '))
  return h('main', null,
    h('output', null, [user ? user.id.slice(0, 4) : 'guest', isLoading ? 'reading' : 'read', error?.code ?? ''].join(' ').trim()),
    h('ul', null, items.map((post) => h(Idea, { key: post.id, post }))),
    hasMore && h('button', { onClick: () => { loadMore(); loadMore() } }, 'More'),
    h('button', { onClick: reload }, 'Again'),
    h('button', { onClick: () => void signIn() }, 'Sign in'),
    h('button', { onClick: () => void signOut() }, 'Sign out'))
}
const root = createRoot(document.querySelector('#root'))
window.show = (limit) => root.render(
  h(StrictMode, null, h(FeedbackProvider, { apiOrigin, projectKey: PROJECT_KEY, tries: 1, getToken: () => getToken() }, h(Ideas, { limit }))))
show(2)
`

async function openApp() {
  const app = await startHost()
  const posts = []
  for (const title of ['First', 'Second', 'Third']) posts.push(await makePost(app, title))
  const code = await bundlePage(join(ROOT, 'kits/app'), PAGE)
  app.serve({ tags: TAGS, script: `window.apiOrigin = '${app.service.origin}'\n${code}` })
  const { page } = await openPage(app)
  const titles = async () => (await page.locator('li').allTextContents()).join(', ')
  const says = () => page.locator('output').textContent()
  const press = (name: string) => page.getByRole('button', { name }).click()
  return { app, posts, page, titles, says, press }
}

test('lists are read page by page, each once, and anew for whoever signed in', async () => {
  const { app, posts, page, titles, says, press } = await openApp()
  await expect.poll(titles).toBe('Third 0 false, Second 0 false')
  await press('More') // asks twice at once
  await expect.poll(titles).toBe('Third 0 false, Second 0 false, First 0 false')
  expect(await page.getByRole('button', { name: 'More' }).count()).toBe(0)
  expect(await says()).toBe('guest read')

  await app.server('PUT', '/v1/users/by_sub/grace', {})
  await app.server('PUT', `/v1/posts/${posts[2]?.id}/votes/by_sub/grace`, {})
  await press('Sign in')
  await expect.poll(titles).toBe('Third 1 true, Second 0 false')
  expect(await says()).toBe('usr_ read')
  await press('Sign out')
  await expect.poll(titles).toBe('Third 1 false, Second 0 false')
  expect(await says()).toBe('guest read')
  // Another question is another list; a failure has the code of the problem.
  await page.evaluate('show(1)')
  await expect.poll(titles).toBe('Third 1 false')
  await page.evaluate('show(101)')
  await expect.poll(says).toBe('guest read invalid_request')
  expect(await titles()).toBe('')
})

test('what a user saw leaves the list when they sign out, also if the list cannot be read anew', async () => {
  const { page, titles, says, press } = await openApp()
  await expect.poll(titles).toBe('Third 0 false, Second 0 false')
  await press('Sign in')
  await expect.poll(says).toBe('usr_ read')
  const lists = /\/v1\/posts\?/
  await page.route(lists, (route) => route.abort())
  // The same list for the same user: what is there stays.
  await press('Again')
  await expect.poll(says).toBe('usr_ read network_error')
  expect(await titles()).toBe('Third 0 false, Second 0 false')
  await page.evaluate('shown.length = 0')
  await press('Sign out')
  await expect.poll(says).toBe('guest read network_error')
  expect(await titles()).toBe('')
  // Not in a single rendering.
  expect(await page.evaluate('shown.filter((one) => one.startsWith("guest") && !one.endsWith(" 0"))')).toEqual([])
  expect(await page.evaluate('shown.some((one) => one.startsWith("guest"))')).toBe(true)

  // An older `reload` reads the list of now.
  await page.unroute(lists)
  await page.evaluate('firstReload()')
  await expect.poll(titles).toBe('Third 0 false, Second 0 false')
  // Another question: empty in its first rendering.
  await page.evaluate('shown.length = 0; show(1)')
  await expect.poll(titles).toBe('Third 0 false')
  expect(await page.evaluate('shown[0]')).toBe('guest limit 1 items 0')
})

test('a vote shows at once, and is taken back with the reason if the service refuses it', async () => {
  const { app, posts, page, press, titles } = await openApp()
  await expect.poll(titles).toContain('Third 0 false')
  await press('Third')
  await expect.poll(titles).toContain('Third 1 true')
  const [, , third] = posts
  await expect.poll(() => third && votesFor(app, third)).toBe(1)
  await press('Third')
  await expect.poll(() => third && votesFor(app, third)).toBe(0)
  // Three wishes faster than the service: the last one counts.
  await page.evaluate(`for (let n = 0; n < 3; n += 1) document.querySelector('li button').click()`)
  await expect.poll(() => third && votesFor(app, third)).toBe(1)
  expect(await titles()).toContain('Third 1 true')

  const { data } = (await app.server('GET', '/v1/statuses')).body
  const done = data.find(({ category }: { category: string }) => category === 'done')
  await app.server('POST', `/v1/posts/${posts[1]?.id}/status`, { status_id: done.id })
  await page.evaluate('seen.length = 0')
  await press('Second')
  await expect.poll(titles).toContain('Second 0 false voting_closed')
  expect(await page.evaluate('seen.filter((one) => one.startsWith("Second"))')).toEqual([
    'Second 1 true',
    'Second 0 false voting_closed',
  ])
})

test('on a server it renders what there is before the first answer, and asks for nothing', () => {
  const Ideas = () => `${usePosts().isLoading} ${usePosts().items.length}`
  const fetch = () => Promise.reject(new Error('asked'))
  const props = { apiOrigin: 'https://api.example.com', projectKey: 'svc_pk_live_x', fetch }
  expect(renderToString(createElement(FeedbackProvider, props, createElement(Ideas)))).toBe('true 0')
  expect(() => renderToString(createElement(Ideas))).toThrow('FeedbackProvider')
})
