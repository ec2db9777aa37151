import { expect, test } from 'vitest'
import { AXED, complaintsAbout } from '../harness/axe.ts'
import { startPostsDesk } from './posts-desk.ts'
import { useModerator } from './tabs.ts'

const openTab = useModerator()

test('Ctrl K, a few letters and Enter lead to a post; arrow keys go through the results, and Escape leaves the page as it was', async () => {
  const desk = await startPostsDesk()
  const post = await desk.write('Weekly summary by mail')
  const { page, faults } = await openTab(desk)
  await page.goto(`/console/${desk.project.slug}/users`)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search posts, changelog, people, pages and actions' })
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  const selected = () => page.locator('[role=option][aria-selected=true]').textContent()
  const spoken = () =>
    field.evaluate(
      (element) => document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.textContent,
    )
  await expect.poll(selected).toContain('Write a new post')
  await page.keyboard.press('ArrowDown')
  expect(await selected()).toContain('Today')
  expect(await spoken()).toContain('Today')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  expect(await selected()).toContain('Keyboard shortcuts')
  await page.keyboard.press('Escape')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('link', { name: 'Search' }).click()
  await page.keyboard.type('summary we')
  await page.getByRole('option', { name: 'Weekly summary by mail' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/posts/${post.number}$`))
  expect(faults).toEqual([])
})

test('the palette does what the page offers: a post of Today is marked as seen', async () => {
  const desk = await startPostsDesk()
  const { session } = await desk.signIn()
  await desk.write('Only one', { session })
  const { page } = await openTab(desk)
  await page.goto(`/console/${desk.project.slug}`)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('mark')
  await page.getByRole('option', { name: 'Mark as seen' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Marked as seen.').first().waitFor()
})

test('without script the button leads to the search, and the link to the list of shortcuts', async () => {
  const desk = await startPostsDesk()
  await desk.write('Weekly summary by mail')
  const { page } = await openTab(desk, { javaScriptEnabled: false })
  await page.goto(`/console/${desk.project.slug}/users`)
  await page.getByRole('link', { name: 'Search' }).click()
  await page.getByRole('searchbox').fill('weekly')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: 'Weekly summary by mail' }).waitFor()
  await page.getByRole('link', { name: 'Keyboard shortcuts' }).click()
  await page.getByRole('heading', { level: 1, name: 'Keyboard shortcuts' }).waitFor()
  await page.getByText('Next row').first().waitFor()
})

test('? lists the shortcuts on every page, and axe finds nothing there or in the palette, in light and dark', async () => {
  const desk = await startPostsDesk()
  await desk.write('Weekly summary by mail')
  const { page } = await openTab(desk, AXED)
  await page.goto(`/console/${desk.project.slug}/posts`)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await complaintsAbout(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('weekly')
  await page.getByRole('option', { name: 'Weekly summary by mail' }).waitFor()
  expect(await complaintsAbout(page)).toEqual([])
})
