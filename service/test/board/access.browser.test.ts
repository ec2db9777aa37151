import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { AXED, complaintsAbout } from '../harness/axe.ts'
import { fillBoard } from './full-board.ts'
import { startBoard } from './stage.ts'
import { GRACE, makePost, useBrowser, votesOf } from './tabs.ts'

const openTab = useBrowser()
/** One card of each status, since cards of one status are alike. */
const FEW = 4

/** Tab by tab to the first element that fits; it has to be seen where the focus is. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab')
    const isThere = await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector)
    if (!isThere) continue
    expect([selector, await page.evaluate(ringOfFocus)]).toEqual([selector, true])
    return
  }
  throw new Error(`${selector} cannot be reached by keyboard.`)
}

/** In the page: whether the focus shows, on the element, around it, or on what stands for it. */
function ringOfFocus(): boolean {
  const element = document.activeElement
  if (!element) return false
  const styles = [element, element.parentElement].flatMap((one) =>
    one ? [getComputedStyle(one), getComputedStyle(one, '::after')] : [],
  )
  return styles.some(
    ({ outlineStyle, outlineWidth }) => outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2,
  )
}

// Guarantees WCAG 2.1.1 and 2.4.7 for the whole flow: no pointer is used anywhere in this test.
test('by keyboard alone: skip to the content, vote, leave the sheet and come back to it, sign in, post and comment', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  const { page, faults } = await openTab(stage)
  await page.goto('/')
  await tabTo(page, '.skip')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
  await tabTo(page, '.ballot')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Sign in to continue' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('.ballot'))).toBe(true)
  await page.keyboard.press('Space')
  await page.getByRole('dialog').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Continue with Acme')
  await page.keyboard.press('Enter')
  const voted = page.getByRole('button', { name: /You voted/ })
  await voted.waitFor()
  await expect.poll(() => voted.evaluate((button) => button === document.activeElement)).toBe(true)
  await page
    .getByRole('status')
    .filter({ hasText: /You voted for/ })
    .waitFor({ state: 'attached' })
  expect(await votesOf(stage, post)).toBe(1)

  await page.goto('/')
  await tabTo(page, '.account summary')
  await page.keyboard.press('Enter')
  await tabTo(page, '.menu a')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('.account summary'))).toBe(true)
  await tabTo(page, 'a[href="/new"]')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/new')
  await tabTo(page, '#title')
  await page.keyboard.type('Offline maps')
  await tabTo(page, '#body')
  await page.keyboard.type('For the mountains.')
  await tabTo(page, 'main form button')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Offline maps' }).waitFor()
  await tabTo(page, '#comment')
  await page.keyboard.type('And for the sea.')
  await tabTo(page, '.discussion button')
  await page.keyboard.press('Enter')
  await page.locator('.comment', { hasText: 'And for the sea.' }).waitFor()
  expect(faults).toEqual([])
})

// Guarantees that a vote shows at once, and that a page shows no vote that the service refused.
test('a vote that does not get through is taken back, and said and shown to have failed', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  const { page } = await openTab(stage, { as: GRACE })
  let fail = () => {}
  const mayFail = new Promise<void>((resolve) => {
    fail = resolve
  })
  await page.route('**/vote', async (route) => {
    await mayFail
    await route.abort()
  })
  await page.goto('/')
  const count = page.locator('.count')
  await page.getByRole('button', { name: 'Vote for “Dark mode”. 0 votes' }).click()
  await page.getByRole('button', { name: /You voted/, pressed: true }).waitFor()
  expect(await count.innerText()).toBe('1')
  fail()
  await page.getByRole('status').filter({ hasText: 'That didn’t work. Please try again.' }).waitFor()
  await page.getByRole('button', { name: /Vote for/, pressed: false }).waitFor()
  expect(await count.innerText()).toBe('0')
  await page.unroute('**/vote')
  await page.getByRole('button', { name: /Vote for/ }).click()
  await page.getByRole('status').filter({ hasText: '1 vote' }).waitFor({ state: 'attached' })
  expect(await votesOf(stage, post)).toBe(1)
})

test('a visitor who clicks faster than the service answers gets their last choice', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  const { page } = await openTab(stage, { as: GRACE })
  let sent = 0
  let answered = 0
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/vote')) answered += 1
  })
  await page.route('**/vote', async (route) => {
    sent += 1
    await new Promise((later) => setTimeout(later, 300 / sent)) // the later, the faster: what was not sent in order would arrive in another
    await route.continue()
  })
  await page.goto('/')
  const ballot = page.locator('.ballot')
  await ballot.evaluate((button: HTMLElement) => {
    for (let click = 0; click < 4; click += 1) button.click()
  })
  expect(await ballot.getAttribute('aria-pressed')).toBe('false')
  await expect.poll(() => answered).toBe(4)
  await page.getByRole('status').filter({ hasText: '0 votes' }).waitFor({ state: 'attached' })
  expect(await votesOf(stage, post)).toBe(0)
  expect(await ballot.getAttribute('aria-pressed')).toBe('false')
  expect(await page.locator('.count').innerText()).toBe('0')
})

test('a vote on a post that was closed meanwhile, and one over the limit, explain the refusal', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  const { page } = await openTab(stage, { as: GRACE })
  await page.route('**/live?*', () => {}) // the page does not hear that the post is closed
  await page.goto('/')
  const done = (await stage.server('GET', '/v1/statuses')).body.data.find(
    ({ category }: { category: string }) => category === 'done',
  )
  await stage.server('POST', `/v1/posts/${post.id}/status`, { status_id: done.id })
  await page.getByRole('button', { name: /Vote for/ }).click()
  await page.getByRole('status').filter({ hasText: 'Voting is closed.' }).waitFor()
  await page.route('**/vote', (route) => route.fulfill({ status: 429, json: { code: 'rate_limited' } }))
  await page.getByRole('button', { name: /Vote for/ }).click()
  await page.getByRole('status').filter({ hasText: 'That was too fast.' }).waitFor()
})

test('a visitor who prefers reduced motion gets none', async () => {
  const stage = await startBoard()
  await makePost(stage, 'Dark mode')
  const { page } = await openTab(stage, { reducedMotion: 'reduce' })
  await page.goto('/')
  await page.getByRole('button', { name: /Vote for/ }).click()
  const durations = await page.evaluate(() =>
    ['.sheet', '.ballot', '.ballot svg', '.button'].flatMap((selector) => {
      const { animationDuration, transitionDuration } = getComputedStyle(document.querySelector(selector) as Element) // each is on the page
      return `${animationDuration}, ${transitionDuration}`.split(', ').map((text) => Number.parseFloat(text))
    }),
  )
  expect(Math.max(...durations)).toBeLessThan(0.001)
})

test('in light and dark, axe finds nothing on any page for a signed-in visitor', async () => {
  const stage = await startBoard()
  const { path, number } = await fillBoard(stage, FEW)
  const { page } = await openTab(stage, { ...AXED, as: GRACE })
  await page.goto('/')
  await page
    .getByRole('button', { name: /Vote for/ })
    .first()
    .click()
  await page.locator('.account summary').click()
  expect(await complaintsAbout(page)).toEqual([])
  await page.goto(path)
  await page.getByRole('button', { name: 'Follow' }).click()
  // Open menus cover what is behind them.
  for (const [place, isMenu] of [false, true].entries()) {
    await page.evaluate((isMenu) => {
      for (const details of document.querySelectorAll('details')) details.open = details.matches('.drop') === isMenu
    }, isMenu)
    expect(await complaintsAbout(page, { place })).toEqual([])
  }
  for (const [place, address] of ['/new?title=dark+mode', '/me', `/posts/${number}?reported=1`].entries()) {
    await page.goto(address)
    expect([address, await complaintsAbout(page, { place })]).toEqual([address, []])
  }
})

test('in light and dark, axe finds nothing on any page for strangers, nor on the sheet', async () => {
  const stage = await startBoard()
  const { path } = await fillBoard(stage, FEW)
  const { page } = await openTab(stage, AXED)
  const pages = ['/', '/?q=dark', '/?q=nothing+here', path, '/roadmap', '/changelog', '/sign-in']
  for (const [place, address] of [...pages, '/sso/callback', '/continue', '/nothing', '/offline'].entries()) {
    await page.goto(address)
    if (address === '/sso/callback') await page.getByRole('heading', { name: 'Sign-in didn’t work' }).waitFor()
    if (address === '/continue') await page.getByRole('alert').waitFor()
    expect([address, await complaintsAbout(page, { place })]).toEqual([address, []])
  }
  await page.goto('/')
  await page
    .getByRole('button', { name: /Vote for/ })
    .first()
    .click()
  for (const [place, width] of [1280, 320].entries()) {
    await page.setViewportSize({ width, height: 640 })
    expect(await complaintsAbout(page, { place })).toEqual([])
  }
})

test('in light and dark, axe finds nothing on an empty board or at a gate, in Arabic', async () => {
  const stage = await startBoard()
  const empty = await openTab(stage, { ...AXED, locale: 'ar' })
  for (const [place, address] of ['/', '/roadmap', '/changelog'].entries()) {
    await empty.page.goto(address)
    expect([address, await complaintsAbout(empty.page, { place })]).toEqual([address, []])
  }
  const closed = await startBoard({ isPrivate: true }, {}, { service: stage.service })
  const gate = await openTab(closed, { ...AXED, locale: 'ar' })
  await gate.page.goto('/')
  expect(await complaintsAbout(gate.page)).toEqual([])
})

const ACCENTS = ['#ffffff', '#7f7f7f', '#e8590c']

// Guarantees that no colour of a project makes its board unreadable; checks the rules that colours can break.
test.each(ACCENTS)('in %s a board can be read as well, in light and dark', async (accentColor) => {
  const stage = await startBoard({ accentColor })
  const post = await makePost(stage, 'Dark mode', { is_pinned: true })
  await stage.server('POST', `/v1/posts/${post.id}/comments`, { body: 'We *will*. `soon`', is_official: true })
  const { page } = await openTab(stage, { ...AXED, as: GRACE })
  await page.goto('/?q=dark')
  await page.getByRole('button', { name: /Vote for/ }).click()
  const place = ACCENTS.indexOf(accentColor)
  expect(await complaintsAbout(page, { about: 'colours', place })).toEqual([])
  await page.goto(`/posts/${post.number}?reported=1`)
  await page.getByRole('button', { name: 'Follow' }).click()
  expect(await complaintsAbout(page, { about: 'colours', place: place + 1 })).toEqual([])
})
