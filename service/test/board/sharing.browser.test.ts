import { expect, test } from 'vitest'
import { startBoard } from './stage.ts'
import { makePost, useBrowser } from './tabs.ts'

const openTab = useBrowser()

test('an idea is shared by its address: copied with a word that it was, or passed to the device', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  const { page, faults } = await openTab(stage)
  const address = `${stage.boardOrigin}/posts/${post.number}/dark-mode`
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stage.boardOrigin })
  await page.addInitScript(() => Reflect.set(navigator, 'canShare', undefined))
  await page.goto(address)
  await page.getByText('Share', { exact: true }).click()
  expect(await page.getByLabel('Link to this idea').inputValue()).toBe(address)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByRole('status').getByText('Link copied.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

  await page.addInitScript(() => {
    Reflect.set(navigator, 'canShare', () => true)
    Reflect.set(navigator, 'share', async (shared: object) => Reflect.set(window, 'shared', shared))
  })
  await page.reload()
  await page.getByText('Share', { exact: true }).click()
  expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toEqual({ title: 'Dark mode · Acme', url: address })
  expect(await page.getByLabel('Link to this idea').isVisible()).toBe(false)
  expect(faults).toEqual([])
})

test('without script the address is there to select', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  const { page } = await openTab(stage, { javaScriptEnabled: false })
  await page.goto(`/posts/${post.number}`)
  await page.getByText('Share', { exact: true }).click()
  expect(await page.getByLabel('Link to this idea').inputValue()).toContain(`/posts/${post.number}/dark-mode`)
  expect(await page.getByRole('button', { name: 'Copy link' }).count()).toBe(0)
})
