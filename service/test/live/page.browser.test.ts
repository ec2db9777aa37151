import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Stage, startBoard } from '../board/stage.ts'
import { GRACE, makePost, useBrowser } from '../board/tabs.ts'

const openTab = useBrowser()

async function vote(stage: Stage, { id }: { id: string }, sub: string): Promise<void> {
  const { session } = await stage.signIn({ sub })
  const { status } = await stage.app('PUT', `/v1/posts/${id}/vote`, { session })
  expect(status).toBe(204)
}

async function statusOf({ server }: Stage, category: string): Promise<string> {
  const { body } = await server('GET', '/v1/statuses')
  return body.data.find((status: { category: string }) => status.category === category).id
}

/** Opens a page, and waits until its stream has begun. */
async function openLive(page: Page, path: string): Promise<void> {
  const begun = page.waitForResponse((response) => new URL(response.url()).pathname === '/live')
  await page.goto(path)
  expect((await begun).status()).toBe(200)
}

const placesOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.card, h1, .comments > li')].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect()
      return [x, y, width, height].map(Math.round).join(' ')
    }),
  )
const countOf = (page: Page, title: string) => page.locator('.card', { hasText: title }).locator('.count')
const offerOn = (page: Page) => page.locator('#offer a')

// Guarantees that a list can be read in peace: it follows what others do, and nothing moves.
test('a list follows votes, comments and statuses in place, and offers new ideas', async () => {
  const stage = await startBoard()
  const dark = await makePost(stage, 'Dark mode')
  await makePost(stage, 'Offline maps')
  const { page, faults } = await openTab(stage)
  await openLive(page, '/')
  const places = await placesOf(page)
  await vote(stage, dark, 'ada')
  await expect.poll(() => countOf(page, 'Dark mode').innerText()).toBe('1')
  await expect
    .poll(() => page.getByRole('button', { name: /Dark mode/ }).getAttribute('aria-label'))
    .toBe('Vote for “Dark mode”. 1 vote')
  await stage.server('POST', `/v1/posts/${dark.id}/comments`, { body: 'We look at it' })
  await page.locator('.card', { hasText: 'Dark mode' }).getByText('1 comment').waitFor()
  await stage.server('POST', `/v1/posts/${dark.id}/status`, { status_id: await statusOf(stage, 'planned') })
  await page.locator('.card', { hasText: 'Dark mode' }).getByText('Planned').waitFor()
  await makePost(stage, 'Keyboard shortcuts')
  await makePost(stage, 'Search in comments')
  await page.getByText('New ideas: 2 · Show').waitFor()
  expect(await page.locator('#offer').getAttribute('role')).toBe('status')
  expect(await placesOf(page)).toEqual(places)
  expect(await page.locator('.card').count()).toBe(2)
  await offerOn(page).click()
  await page.waitForURL(/sort=new/)
  expect(await page.locator('.card h2').first().innerText()).toBe('Search in comments')
  expect(faults).toEqual([])
})

test('the page of an idea offers new comments and keeps what somebody writes; the roadmap offers what moved', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode', { status_id: await statusOf(stage, 'planned') })
  const { page, faults } = await openTab(stage, { as: GRACE })
  await openLive(page, `/posts/${post.number}`)
  await page.getByRole('textbox').first().fill('I write a long comm')
  await stage.server('POST', `/v1/posts/${post.id}/comments`, { body: 'We look at it' })
  await page.getByText('New comments: 1 · Show').waitFor()
  await vote(stage, post, 'ada')
  await expect.poll(() => page.locator('.head .count').innerText()).toBe('1')
  await offerOn(page).click()
  await page.getByText('We look at it').waitFor()
  expect(await page.getByRole('textbox').first().inputValue()).toBe('I write a long comm')
  await openLive(page, '/roadmap')
  const before = await page.locator('.column').allInnerTexts()
  await stage.server('POST', `/v1/posts/${post.id}/status`, { status_id: await statusOf(stage, 'in_progress') })
  await page.getByText('This page has changed · Show').waitFor()
  expect(await page.locator('.column').allInnerTexts()).toEqual(before)
  await offerOn(page).click()
  await expect.poll(() => page.locator('.column').allInnerTexts()).not.toEqual(before)
  expect(faults).toEqual([])
})

// Guarantees that tabs which nobody looks at cost nothing, and are right when somebody looks again.
test('a hidden page closes its stream, and has everything when it is visible again', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  const { page } = await openTab(stage)
  await openLive(page, '/')
  const turn = (state: 'hidden' | 'visible') =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  const closed = page.waitForEvent('requestfailed', (request) => new URL(request.url()).pathname === '/live')
  await turn('hidden')
  await closed
  await vote(stage, post, 'ada')
  expect(await countOf(page, 'Dark mode').innerText()).toBe('0')
  await turn('visible')
  await expect.poll(() => countOf(page, 'Dark mode').innerText()).toBe('1')
})

// Guarantees that a service which starts again can spread its readers as it needs.
test('after the end of a stream a page comes back when the service said', async () => {
  const stage = await startBoard()
  const { page } = await openTab(stage)
  await page.clock.install()
  let asked = 0
  await page.route('**/live?*', async (route) => {
    asked += 1
    await route.fulfill({ contentType: 'text/event-stream', body: 'retry: 3000000\n\n' })
  })
  const ended = page.waitForResponse((response) => new URL(response.url()).pathname === '/live')
  await page.goto('/')
  await (await ended).finished()
  for (let minute = 0; minute < 40; minute += 10) await page.clock.runFor(600_000)
  expect(asked).toBe(1)
  await expect
    .poll(async () => {
      await page.clock.runFor(600_000)
      return asked
    })
    .toBeGreaterThan(1)
})
