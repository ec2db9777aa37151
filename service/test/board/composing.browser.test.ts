import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../harness/paths.ts'
import { fillBoard } from './full-board.ts'
import { startBoard } from './stage.ts'
import { GRACE, makePost, useBrowser, votesOf } from './tabs.ts'
import { visitorOf } from './visitor.ts'

const openTab = useBrowser()

// Guarantees that the service counts the vote, and that an idea shows the same state in every place of the page.
test('typing at the top finds ideas at once; each has a vote button, and the last row starts a new idea', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode for the whole app')
  await makePost(stage, 'Export to PDF')
  const { page, faults } = await openTab(stage, { as: GRACE })
  await page.goto('/')
  await page.getByPlaceholder('What would make Acme better?').fill('dark mode')
  const matches = page.locator('#matches')
  await matches.getByRole('link', { name: 'Dark mode for the whole app' }).waitFor()
  expect(await matches.locator('.match').count()).toBe(1)
  await page.getByRole('status').filter({ hasText: '1 matching idea' }).waitFor({ state: 'attached' })
  await matches.getByRole('button', { name: 'Vote for “Dark mode for the whole app”. 0 votes' }).click()
  await page.getByRole('status').filter({ hasText: 'You’ll hear when this changes · 1 vote' }).waitFor()
  expect(await votesOf(stage, post)).toBe(1)
  const card = page.locator('.card', { hasText: 'Dark mode' })
  expect(await card.locator('.ballot').getAttribute('aria-pressed')).toBe('true')
  expect(await card.locator('.count').innerText()).toBe('1')
  await matches.getByRole('link', { name: 'Add “dark mode” as a new idea' }).click()
  await page.waitForURL(
    ({ pathname, searchParams }) => pathname === '/new' && searchParams.get('title') === 'dark mode',
  )
  expect(await page.getByLabel('Title').inputValue()).toBe('dark mode')
  expect(faults).toEqual([])
})

test('a vote promises news only to those who get them', async () => {
  const stage = await startBoard()
  const { signIn } = visitorOf(stage)
  const cookie = await signIn()
  const said = async () =>
    /data-counted="([^"]*)"/.exec((await stage.board('GET', '/', { headers: { cookie } })).text)?.[1]
  expect(await said()).toBe('You’ll hear when this changes')
  const session = cookie.split('=')[1] ?? ''
  await stage.app('PATCH', '/v1/me', { session, body: { notifications: { status_changes: false } } })
  expect(await said()).toBe('Your vote was counted')
})

test('the matches close on Escape, which returns the focus to the field, and on a click beside them', async () => {
  const stage = await startBoard()
  await makePost(stage, 'Dark mode')
  const { page } = await openTab(stage)
  await page.goto('/')
  const field = page.getByLabel('Search', { exact: true })
  const matches = page.locator('#matches')
  await field.fill('dark')
  await matches.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await matches.waitFor({ state: 'hidden' })
  expect(await field.evaluate((it) => it === document.activeElement)).toBe(true)
  await field.fill('dark mo')
  await matches.waitFor()
  await page.getByRole('heading', { level: 1 }).click()
  await matches.waitFor({ state: 'hidden' })
  await field.fill('dark mod')
  await matches.waitFor()
  await field.fill('')
  await matches.waitFor({ state: 'hidden' })
})

test('a visitor who votes for a match without a session is asked to sign in, and the vote counts afterwards', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  const { page } = await openTab(stage)
  await page.goto('/')
  await page.getByLabel('Search', { exact: true }).fill('dark')
  await page
    .locator('#matches')
    .getByRole('button', { name: /Vote for/ })
    .click()
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await page.getByRole('button', { name: /You voted/ }).waitFor()
  expect(await votesOf(stage, post)).toBe(1)
})

test('a vote can be taken back where it was confirmed', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  const { page } = await openTab(stage, { as: GRACE })
  await page.goto('/')
  await page.getByRole('button', { name: /Vote for/ }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  const button = page.getByRole('button', { name: 'Vote for “Dark mode”. 0 votes' })
  await button.waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: /^0 votes$/ })
    .waitFor({ state: 'attached' })
  expect(await button.evaluate((it) => it === document.activeElement)).toBe(true)
  expect(await votesOf(stage, post)).toBe(0)
})

test('people have a name and no picture: nothing but the name stands before the time', async () => {
  const stage = await startBoard()
  const { path } = await fillBoard(stage, 0)
  const { page } = await openTab(stage, { as: GRACE })
  await page.goto(path)
  expect(await page.locator('.by').count()).toBeGreaterThan(3)
  expect(new Set(await page.locator('.by > :first-child').evaluateAll((all) => all.map((it) => it.tagName)))).toEqual(
    new Set(['B']),
  )
  expect(await page.locator('.account summary').innerText()).not.toMatch(/\b[A-Z]\b/)
  expect(await page.locator('.official .badge').innerText()).toBe('Team')
})

test('on a phone the first idea is in the first screen, and each column of the roadmap is one press away', async () => {
  const stage = await startBoard()
  await fillBoard(stage)
  const { page } = await openTab(stage, { viewport: { width: 390, height: 844 } })
  await page.goto('/')
  const box = await page.locator('.card').first().boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? Number.NaN)).toBeLessThan(844)
  await page.goto('/roadmap')
  const tabs = page.getByRole('navigation', { name: 'Roadmap' })
  expect(await tabs.getByRole('link').count()).toBe(3)
  await tabs.getByRole('link', { name: /^Done/ }).click()
  await tabs.locator('[aria-current]', { hasText: 'Done' }).waitFor()
  const column = await page.locator('.column', { hasText: 'Done' }).boundingBox()
  expect(column?.x).toBeGreaterThanOrEqual(0)
  expect((column?.x ?? 0) + (column?.width ?? Number.NaN)).toBeLessThanOrEqual(391)
})

test('only the front page shows the ideas that are being built and those that shipped last', async () => {
  const stage = await startBoard()
  const { body: statuses } = await stage.server('GET', '/v1/statuses')
  const idOf = (category: string) =>
    statuses.data.find((status: { readonly category: string }) => status.category === category)?.id
  await makePost(stage, 'Dark mode', { status_id: idOf('in_progress') })
  await makePost(stage, 'Export to PDF', { status_id: idOf('done') })
  await makePost(stage, 'Offline maps')
  const { page } = await openTab(stage)
  await page.goto('/')
  const strip = page.getByRole('navigation', { name: 'Happening now' })
  expect(await strip.locator('p').allInnerTexts()).toEqual(['Being built\nDark mode', 'Just shipped\nExport to PDF'])
  await page.goto('/?sort=new&q=dark')
  expect(await strip.count()).toBe(0)
  await page.goto('/')
  await strip.getByRole('link', { name: 'Dark mode' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dark mode' }).waitFor()
})

test('the text of a status can be read on its pill, whatever colour a project chose', () => {
  const read = (name: string) => readFileSync(join(ROOT, 'ui', name), 'utf8')
  const opacity = Number(/\.tint \{[^}]*opacity: ([\d.]+)/.exec(read('status.css'))?.[1])
  for (const scheme of [1, 2]) {
    const token = (name: string) =>
      channels(new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(read('tokens.css'))?.[scheme] ?? '')
    for (const ground of ['paper', 'raised', 'sunken'].map(token)) {
      for (const color of ['#000000', '#ffffff', '#ffff00', '#0000ff', '#ff0000', '#00ff00', '#64748b']) {
        const pill = ground.map((channel, place) => channel + ((channels(color)[place] ?? 0) - channel) * opacity)
        expect(contrast(token('ink'), pill)).toBeGreaterThan(4.5)
      }
    }
  }
})

function channels(color: string): number[] {
  return [1, 3, 5].map((place) => Number.parseInt(color.slice(place, place + 2), 16))
}

/** By WCAG. */
function contrast(one: readonly number[], other: readonly number[]): number {
  const lights = [one, other].map((color) => {
    const [red = 0, green = 0, blue = 0] = color
      .map((channel) => channel / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
  })
  return Math.max(...lights) / Math.min(...lights)
}
