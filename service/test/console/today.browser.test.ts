import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startPostsDesk } from './posts-desk.ts'
import { useModerator } from './tabs.ts'

const openTab = useModerator()

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.querySelector('.today-what')?.textContent ?? '')
const heard = (page: Page, text: string) => page.locator('#live', { hasText: text }).waitFor({ state: 'attached' })
const beside = (page: Page, title: string) => page.locator('.beside h2', { hasText: title }).waitFor()

// Guarantees that a moderator needs no pointer: nothing in this test clicks or tabs between rows.
test('by keyboard alone, from opening Today to an answer, a rejection and a merge', async () => {
  const desk = await startPostsDesk()
  const { session } = await desk.signIn()
  await desk.write('Weekly summary by mail')
  const posts = []
  for (const title of ['Sixth', 'Weekly summary by mail please', 'Fourth', 'Third', 'Second', 'First'])
    posts.push(await desk.write(title, { session }))
  const { page, faults } = await openTab(desk)
  await page.goto(`/console/${desk.project.slug}?show=unanswered`)
  // Nothing is decided before somebody has come to a row.
  await page.keyboard.press('x')
  expect(await focused(page)).toBe('First')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('x')
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  expect(await focused(page)).toBe('Second')
  await beside(page, 'Second')
  expect(await page.locator('.today-row[aria-current]').count()).toBe(1)
  await page.keyboard.press('k')
  await beside(page, 'First')
  await page.keyboard.press('a')
  await heard(page, 'Marked as seen.')
  await expect.poll(() => focused(page)).toBe('Second')
  await page.keyboard.press('x')
  await heard(page, 'Rejected.')
  await expect.poll(() => focused(page)).toBe('Third')
  await page.keyboard.press('s')
  // In a field a letter is a letter: it chooses the status that begins with it, and decides nothing.
  await page.keyboard.press('p')
  await expect.poll(() => page.evaluate(() => document.activeElement instanceof HTMLSelectElement)).toBe(true)
  await page.keyboard.press('Escape')
  expect(await focused(page)).toBe('Third')
  await page.keyboard.press('e')
  await page.keyboard.type('In March, x marks it')
  await page.keyboard.press('Escape')
  // What was typed is there when somebody comes back to the row.
  await page.keyboard.press('j')
  await beside(page, 'Fourth')
  await page.keyboard.press('k')
  await beside(page, 'Third')
  await expect.poll(() => page.locator('.composer textarea').inputValue()).toBe('In March, x marks it')
  await page.locator('.composer select').selectOption('Planned')
  await page.locator('.composer button').press('Enter')
  await heard(page, 'your answer is on the board')
  await expect.poll(() => focused(page)).toBe('Fourth')
  await page.keyboard.press('j')
  await beside(page, 'Weekly summary by mail please')
  await page.keyboard.press('m')
  await heard(page, 'Merged.')
  await expect.poll(() => focused(page)).toBe('Sixth')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Sixth' }).waitFor()
  const states = await Promise.all(posts.map((post) => desk.read(post)))
  expect(
    states.map(({ moderation_state: state, status, merged_into_id: into }) => [state, status.name, into !== null]),
  ).toEqual([
    ['approved', 'Open', false],
    ['approved', 'Open', true],
    ['approved', 'Open', false],
    ['approved', 'Planned', false],
    ['rejected', 'Open', false],
    ['approved', 'Open', false],
  ])
  expect(faults).toEqual([])
})

test('the shortcuts can be switched off, and stay off', async () => {
  const desk = await startPostsDesk()
  const { session } = await desk.signIn()
  const post = await desk.write('Only one', { session })
  const { page } = await openTab(desk)
  for (const round of [1, 2]) {
    await page.goto(`/console/${desk.project.slug}`)
    if (round === 1) {
      await page.getByRole('link', { name: 'Keyboard shortcuts' }).click()
      await page.getByLabel('Use these keys in this browser').uncheck()
      await page.getByRole('button', { name: 'Close' }).click()
    }
    for (const key of ['j', 'x', 'x']) await page.keyboard.press(key)
  }
  expect((await desk.read(post)).moderation_state).toBe('approved')
})

test('a phone shows the list, then the item alone, and the way back; rows are as high as a thumb', async () => {
  const desk = await startPostsDesk()
  const { session } = await desk.signIn({ traits: { plan: 'pro' } })
  await desk.write('Something with a rather long title that does not fit into one line of a phone', { session })
  await desk.write('Second', { session })
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await openTab(desk, { viewport: { width: 390, height: 844 }, javaScriptEnabled })
    await page.goto(`/console/${desk.project.slug}`)
    expect(await page.locator('.beside').isVisible()).toBe(false)
    const { height = 0 } = (await page.locator('.today-row').first().boundingBox()) ?? {}
    expect(height).toBeGreaterThanOrEqual(44)
    await page.locator('.today-row').last().click()
    await page.locator('.beside h2', { hasText: 'Something' }).waitFor()
    expect(await page.locator('.today-list').isVisible()).toBe(false)
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await page.locator('.today-row').first().waitFor()
  }
})

test('a bar of the numbers says its value when it is focused, and arrow keys go from bar to bar', async () => {
  const desk = await startPostsDesk()
  await desk.write('One')
  await desk.write('Two')
  const { page, faults } = await openTab(desk)
  await page.goto(`/console/${desk.project.slug}/numbers`)
  const bars = page.getByRole('group', { name: /^Posts: 2 in total/ }).locator('.day-bar')
  await bars.last().focus()
  expect(await bars.last().locator('.value').isVisible()).toBe(true)
  expect(await bars.last().getAttribute('aria-label')).toMatch(/: 2$/)
  await page.keyboard.press('ArrowLeft')
  expect(await bars.nth(-2).locator('.value').isVisible()).toBe(true)
  expect(await bars.last().locator('.value').isVisible()).toBe(false)
  expect(faults).toEqual([])
})

test('the small bars of a row say their values under the pointer, and while the row has the focus', async () => {
  const desk = await startPostsDesk()
  const { session } = await desk.signIn()
  await desk.write('Only one', { session })
  const { page } = await openTab(desk)
  await page.goto(`/console/${desk.project.slug}`)
  const values = page.locator('.bar-values')
  const isShown = () => values.evaluate((element) => getComputedStyle(element).clipPath === 'none')
  expect(await values.textContent()).toBe('1 vote in the last 7 days: 0 · 0 · 0 · 0 · 0 · 0 · 1')
  expect(await isShown()).toBe(false)
  await page.locator('.small-bars').hover()
  expect(await isShown()).toBe(true)
  await page.mouse.move(0, 0)
  expect(await isShown()).toBe(false)
  await page.keyboard.press('j')
  expect(await isShown()).toBe(true)
})

test('the table ticks all its posts, and sets their status in one step', async () => {
  const desk = await startPostsDesk()
  const posts = [await desk.write('One'), await desk.write('Two'), await desk.write('Three')]
  const { page, faults } = await openTab(desk)
  await page.goto(`/console/${desk.project.slug}/posts`)
  await page.getByLabel('Select all posts on this page').check()
  await page.getByText('3 selected').waitFor()
  await page.getByLabel('Select “Two”').uncheck()
  await page.getByText('2 selected').waitFor()
  await page.getByLabel('Status for the selected posts').selectOption('Planned')
  await page.getByRole('button', { name: 'Set status' }).click()
  await page.getByText('Status changed for 2 posts.').waitFor()
  const statuses = await Promise.all(posts.map(async (post) => (await desk.read(post)).status.name))
  expect(statuses).toEqual(['Planned', 'Open', 'Planned'])
  await page.getByLabel('Select “One”').check()
  await page.getByLabel('Select “Three”').check()
  await page.getByRole('button', { name: 'Merge…' }).click()
  await page.getByRole('button', { name: /^Merge 1 post into/ }).click()
  await page.getByText('Merged 1 post into this one.').waitFor()
  expect(faults).toEqual([])
})
