import { expect, test } from 'vitest'
import { type Desk, startDesk } from './desk.ts'
import { useBrowser } from './tabs.ts'

const openTab = useBrowser()
const makePost = async ({ server }: Desk, title: string, more = {}) =>
  (await server('POST', '/v1/posts', { title, body: '', ...more })).body
const statusOf = async ({ server }: Desk, id: string) => (await server('GET', `/v1/posts/${id}`)).body.status.name

test('cards of the roadmap move by arrow keys and by drag, and come back where the service refuses', async () => {
  const desk = await startDesk()
  const { page, faults } = await openTab(desk)
  const [dark, maps] = [await makePost(desk, 'Dark mode'), await makePost(desk, 'Offline maps')]
  await page.goto(`/console/${desk.project.slug}/roadmap`)
  const card = page.locator('.ticket', { hasText: 'Dark mode' })
  const lane = (name: string) => page.locator('.lane', { has: page.getByRole('heading', { name }) })
  const told = (text: string) => page.locator('#live', { hasText: text }).waitFor({ state: 'attached' })
  await card.focus()
  await page.keyboard.press('ArrowRight')
  await told('“Dark mode” is now in Planned.')
  await page.keyboard.press('ArrowRight')
  await told('“Dark mode” is now in In progress.')
  await expect.poll(() => card.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await statusOf(desk, dark.id)).toBe('In progress')
  await page.locator('.ticket', { hasText: 'Offline maps' }).dragTo(lane('Done'))
  await told('“Offline maps” is now in Done.')
  expect(await statusOf(desk, maps.id)).toBe('Done')
  expect(faults).toEqual([])
  await desk.server('DELETE', `/v1/posts/${maps.id}`)
  await page.locator('.ticket', { hasText: 'Offline maps' }).focus()
  await page.keyboard.press('ArrowLeft')
  await told('was not moved')
  await lane('Done').locator('.ticket', { hasText: 'Offline maps' }).waitFor()
})

test('without script a card moves by its form', async () => {
  const desk = await startDesk()
  const { page } = await openTab(desk, { javaScriptEnabled: false })
  const { id } = await makePost(desk, 'Dark mode')
  await page.goto(`/console/${desk.project.slug}/roadmap`)
  await page.locator('summary[aria-label="Move “Dark mode”"]').click()
  await page.getByLabel('Status of “Dark mode”').selectOption({ label: 'Planned' })
  await page.getByRole('button', { name: 'Move “Dark mode” to this status' }).click()
  await page.getByText('Post moved.').waitFor()
  expect(await statusOf(desk, id)).toBe('Planned')
})

test('an entry of the changelog is written, linked, previewed and scheduled', async () => {
  const desk = await startDesk()
  const { page, faults } = await openTab(desk, { timezoneId: 'Asia/Tokyo' })
  await makePost(desk, 'Dark mode')
  await page.goto(`/console/${desk.project.slug}/changelog`)
  await page.getByRole('link', { name: 'New entry' }).click()
  await page.getByLabel('Title').fill('Night falls')
  await page.getByLabel('Text').fill('It is **dark** now.')
  await page.getByLabel('Find posts').fill('dark')
  await page.keyboard.press('Enter')
  await page.getByLabel(/Dark mode/).check()
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  expect(await preview.locator('strong').innerText()).toBe('dark')
  await page.getByLabel('Date and time (UTC)').fill('2035-06-01T20:00')
  await page.getByText('In your time zone:').waitFor()
  expect(await page.locator('#local-time').innerText()).toContain('June 2, 2035')
  await page.getByRole('button', { name: 'Schedule' }).click()
  await page.getByText('Saved. It will be published at the set time.').waitFor()
  const [entry] = (await desk.server('GET', '/v1/changelog')).body.data
  expect(entry).toMatchObject({
    state: 'scheduled',
    publish_at: '2035-06-01T20:00:00.000Z',
    posts: [{ title: 'Dark mode' }],
  })
  expect(faults).toEqual([])
})

test('somebody is erased after their name was typed, by keyboard alone', async () => {
  const desk = await startDesk()
  const { page, faults } = await openTab(desk)
  const { userId } = await desk.signIn({ given_name: 'Ada', family_name: 'Lovelace' })
  await page.goto(`/console/${desk.project.slug}/users/${userId}`)
  await page.getByRole('link', { name: 'Erase' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Type “Ada Lovelace” to confirm').focus()
  await page.keyboard.type('Ada')
  await page.keyboard.press('Enter')
  await page.getByText('nothing was erased').waitFor()
  await page.getByLabel('Type “Ada Lovelace” to confirm').focus()
  await page.keyboard.type('Ada Lovelace')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Deleted user' }).waitFor()
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
})

test('the preview of the board follows the colour that is picked', async () => {
  const desk = await startDesk()
  const { page, faults } = await openTab(desk)
  await page.goto(`/console/${desk.project.slug}/settings`)
  await page.getByLabel('Accent colour').fill('#ffff00')
  const dark = page.locator('figure[data-scheme=dark]')
  await dark.locator('rect[fill="#ffff00"]').first().waitFor()
  expect(await page.locator('figure[data-scheme=light] rect[fill="#ffff00"]').count()).toBe(0)
  expect(faults).toEqual([])
})

test('a question is asked in place: a no leaves everything, a yes does it without another page', async () => {
  const desk = await startDesk()
  const { page, faults } = await openTab(desk)
  await desk.server('POST', '/v1/tags', { name: 'Mobile' })
  await page.goto(`/console/${desk.project.slug}/statuses`)
  await page.locator('summary[aria-label="Edit Mobile"]').click()
  const asked: string[] = []
  for (const answer of ['dismiss', 'accept'] as const) {
    page.once('dialog', (dialog) => {
      asked.push(dialog.message())
      return dialog[answer]()
    })
    await page.getByRole('button', { name: 'Delete Mobile' }).click()
    if (answer === 'dismiss') expect((await desk.server('GET', '/v1/tags')).body.data).toHaveLength(1)
  }
  await page.getByText('Tag deleted.').waitFor()
  expect(asked).toEqual(Array(2).fill('Delete “Mobile”?\n\nNo post has it.'))
  expect(faults).toEqual([])
})

test.each([true, false])('everything is downloaded, and the page stays (script: %s)', async (javaScriptEnabled) => {
  const desk = await startDesk()
  const { page, faults } = await openTab(desk, { javaScriptEnabled })
  await page.goto(`/console/${desk.project.slug}/settings`)
  const button = page.getByRole('button', { name: 'Download everything' })
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(file.suggestedFilename()).toMatch(/\.ndjson\.gz$/)
  expect(await file.failure()).toBeNull()
  expect(await button.getAttribute('aria-busy')).toBeNull()
  expect(faults).toEqual([])
})
