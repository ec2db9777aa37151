import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startPostsDesk } from './posts-desk.ts'
import { useModerator } from './tabs.ts'

const openTab = useModerator()

const focused = (page: Page) => page.evaluate(() => document.activeElement?.querySelector('h2')?.textContent ?? '')
const heard = (page: Page, text: string) => page.locator('#live', { hasText: text }).waitFor({ state: 'attached' })

// Guarantees that a moderator needs no pointer: nothing in this test clicks or tabs.
test('by keyboard alone, from opening the inbox to three decisions', async () => {
  const desk = await startPostsDesk()
  const { session } = await desk.signIn()
  const posts = []
  for (const title of ['Fourth', 'Third', 'Second', 'First']) posts.push(await desk.write(title, { session }))
  const { page, faults } = await openTab(desk)
  await page.goto(`/console/${desk.project.slug}/inbox`)
  // Nothing is decided before somebody has come to an item.
  await page.keyboard.press('r')
  expect(await focused(page)).toBe('First')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('r')
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  expect(await focused(page)).toBe('Second')
  expect(await page.locator('[aria-current=true]').count()).toBe(1)
  await page.keyboard.press('k')
  expect(await focused(page)).toBe('First')
  await page.keyboard.press('a')
  await heard(page, 'Seen.')
  expect(await focused(page)).toBe('Second')
  await page.keyboard.press('r')
  await heard(page, 'Rejected.')
  expect(await focused(page)).toBe('Third')
  await page.keyboard.press('s')
  // In a field a letter is a letter: it chooses the status that begins with it, and decides nothing.
  await page.keyboard.press('p')
  await page.keyboard.press('a')
  await expect.poll(() => page.evaluate(() => document.activeElement instanceof HTMLSelectElement)).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await heard(page, 'Status changed.')
  expect(await focused(page)).toBe('Fourth')
  await page.keyboard.press('o')
  await page.getByRole('heading', { level: 1, name: 'Fourth' }).waitFor()
  const states = await Promise.all(posts.map((post) => desk.read(post)))
  expect(states.map(({ moderation_state: state, status }) => [state, status.name])).toEqual([
    ['approved', 'Open'],
    ['approved', 'Planned'],
    ['rejected', 'Open'],
    ['approved', 'Open'],
  ])
  expect(faults).toEqual([])
})

test('the shortcuts can be switched off, and stay off', async () => {
  const desk = await startPostsDesk()
  const { session } = await desk.signIn()
  const post = await desk.write('Only one', { session })
  const { page } = await openTab(desk)
  for (const round of [1, 2]) {
    await page.goto(`/console/${desk.project.slug}/inbox`)
    if (round === 1) {
      await page.getByRole('button', { name: 'Shortcuts' }).click()
      await page.getByLabel('Use these keys in this browser').uncheck()
      await page.getByRole('button', { name: 'Close' }).click()
    }
    for (const key of ['j', 'r', 'r']) await page.keyboard.press(key)
  }
  expect((await desk.read(post)).moderation_state).toBe('approved')
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
