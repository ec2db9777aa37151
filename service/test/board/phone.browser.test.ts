import { expect, test } from 'vitest'
import { startBoard } from './stage.ts'
import { GRACE, makePost, useBrowser } from './tabs.ts'

const openTab = useBrowser()

test('on a phone the tab of the page is in sight, an idea is followed beside its facts, and its status stands above its text', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode', { body: 'For the evening.' })
  const { page } = await openTab(stage, { viewport: { width: 390, height: 844 }, as: GRACE })
  await page.goto('/me')
  const tab = await page.locator('.own [aria-current]').boundingBox()
  expect((tab?.x ?? 390) + (tab?.width ?? 390)).toBeLessThanOrEqual(390)
  await page.goto('/')
  const follow = page.getByRole('button', { name: 'Follow', exact: true })
  await follow.waitFor()
  const [button, facts] = [await follow.boundingBox(), await page.locator('.card .facts').boundingBox()]
  expect(button?.x).toBeGreaterThanOrEqual((facts?.x ?? 0) + (facts?.width ?? 390))
  expect(button?.y).toBeLessThan((facts?.y ?? 0) + (facts?.height ?? 0))
  await follow.press('Enter')
  await page.getByRole('button', { name: 'Following', exact: true }).waitFor()
  await page.goto(`/posts/${post.number}`)
  await page.locator('.idea > .prose').waitFor()
  const [status, text] = [
    await page.locator('.status').boundingBox(),
    await page.locator('.idea > .prose').boundingBox(),
  ]
  expect(status?.y).toBeLessThan(text?.y ?? 0)
})
