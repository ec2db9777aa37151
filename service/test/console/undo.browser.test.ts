import { expect, test } from 'vitest'
import { startPostsDesk } from './posts-desk.ts'
import { useModerator } from './tabs.ts'

const openTab = useModerator()

test('with and without script, a rejected post comes back by Undo on the page that says so', async () => {
  const desk = await startPostsDesk()
  const { session } = await desk.signIn()
  const post = await desk.write('Only one', { session })
  for (const javaScriptEnabled of [true, false]) {
    const { page, faults } = await openTab(desk, { javaScriptEnabled })
    await page.goto(`/console/${desk.project.slug}`)
    await page.getByRole('button', { name: 'Reject' }).click()
    const notice = page.locator('.notice', { hasText: 'Rejected.' })
    await notice.waitFor()
    expect((await desk.read(post)).moderation_state).toBe('rejected')
    if (javaScriptEnabled) {
      await expect.poll(() => notice.evaluate((element) => getComputedStyle(element).position)).toBe('fixed')
      await page.keyboard.press('z')
    } else await notice.getByRole('button', { name: 'Undo' }).click()
    await page.locator('.notice', { hasText: 'Undone.' }).waitFor()
    await page.locator('.today-row', { hasText: 'Only one' }).waitFor()
    expect((await desk.read(post)).moderation_state).toBe('approved')
    expect(faults).toEqual([])
  }
})

test('a card that was moved on the roadmap says so where it is seen, and goes back by Undo', async () => {
  const desk = await startPostsDesk()
  const post = await desk.write('Dark mode')
  const { page, faults } = await openTab(desk)
  await page.goto(`/console/${desk.project.slug}/roadmap`)
  await page.locator('.ticket').focus()
  await page.keyboard.press('ArrowRight')
  const toast = page.locator('#live.shown', { hasText: 'is now in Planned' })
  await toast.waitFor()
  expect((await desk.read(post)).status.name).toBe('Planned')
  await toast.getByRole('button', { name: 'Undo' }).click()
  await page.locator('#live.shown', { hasText: 'is back in Open' }).waitFor()
  expect((await desk.read(post)).status.name).toBe('Open')
  expect(await page.locator('.lane', { hasText: 'Open' }).first().locator('.ticket').count()).toBe(1)
  expect(faults).toEqual([])
})
