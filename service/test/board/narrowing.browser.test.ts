import { expect, test } from 'vitest'
import { type Stage, startBoard } from './stage.ts'
import { makePost, scriptingOf, useBrowser } from './tabs.ts'

const openTab = useBrowser()

interface StatusRow {
  readonly id: string
  readonly category: string
}

async function statusOf({ server }: Stage, category: string): Promise<string> {
  const { body } = await server('GET', '/v1/statuses')
  return body.data.find((status: StatusRow) => status.category === category).id
}

test.each(scriptingOf(0))(
  'open work comes first, done work stands apart, and a search looks everywhere: %o',
  async (options) => {
    const stage = await startBoard()
    const { body: tag } = await stage.server('POST', '/v1/tags', { name: 'Mobile' })
    await makePost(stage, 'Dark mode', { status_id: await statusOf(stage, 'done') })
    await makePost(stage, 'Dark icons', { tag_ids: [tag.id] })
    await makePost(stage, 'Offline maps', { status_id: await statusOf(stage, 'planned') })
    const { page, faults } = await openTab(stage, options)
    const titles = async () => (await page.locator('.card h2').allInnerTexts()).sort()
    await page.goto('/')
    expect(await titles()).toEqual(['Dark icons', 'Offline maps'])
    await page.getByText('Status: Open and in progress').click()
    const menu = page.getByRole('navigation', { name: 'Status' })
    expect(await menu.getByRole('link').allInnerTexts()).toEqual([
      'Open and in progress\n2',
      'Done and closed\n1',
      'All\n3',
      'Open\n1',
      'Planned\n1',
      'In progress\n0',
      'Done\n1',
      'Closed\n0',
    ])
    await menu.getByRole('link', { name: 'Done and closed' }).click()
    await page.getByText('Status: Done and closed').waitFor()
    expect(await titles()).toEqual(['Dark mode'])
    await page.goto('/?q=dark')
    expect(await titles()).toEqual(['Dark icons', 'Dark mode'])
    await page.goto('/')
    await page.getByText('Tag: All').click()
    await page.getByRole('navigation', { name: 'Tag' }).getByRole('link', { name: 'Mobile 1' }).click()
    await page.getByText('Tag: Mobile').waitFor()
    expect(await titles()).toEqual(['Dark icons'])
    expect(faults).toEqual([])
  },
)

test('a menu closes on Escape, where the focus goes back to it, and on a phone it is a sheet at the bottom', async () => {
  const stage = await startBoard()
  await makePost(stage, 'Dark mode')
  const { page } = await openTab(stage, { viewport: { width: 390, height: 844 } })
  await page.goto('/')
  const opener = page.locator('.filter summary').first()
  const menu = page.getByRole('navigation', { name: 'Status' })
  await opener.press('Enter')
  await menu.waitFor()
  const box = await menu.boundingBox()
  expect([box?.x, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([0, 844])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  expect(await opener.evaluate((it) => it === document.activeElement)).toBe(true)
})

test('a status that the team has not renamed is shown in the visitor’s language, and one that it has as the team calls it', async () => {
  const stage = await startBoard()
  const planned = await statusOf(stage, 'planned')
  await makePost(stage, 'Dark mode')
  await makePost(stage, 'Offline maps', { status_id: planned })
  await stage.server('PATCH', `/v1/statuses/${planned}`, { name: 'Next up' })
  const { page } = await openTab(stage, { locale: 'de' })
  await page.goto('/?sort=new')
  expect(await page.locator('.card .status').allInnerTexts()).toEqual(['Next up', 'Offen'])
  await page.goto('/roadmap')
  expect(await page.locator('.column h2').allInnerTexts()).toEqual(['Next up', 'In Arbeit', 'Fertig'])
})

test('by keyboard the ideas are two presses away, past the field and the menus', async () => {
  const stage = await startBoard()
  await makePost(stage, 'Dark mode')
  const { page } = await openTab(stage)
  await page.goto('/')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the ideas')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('.card .ballot'))).toBe(true)
})
