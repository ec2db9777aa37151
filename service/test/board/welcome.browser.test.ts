import { expect, test } from 'vitest'
import { startBoard } from './stage.ts'
import { makePost, scriptingOf, useBrowser } from './tabs.ts'

const openTab = useBrowser()

test.each(scriptingOf(1))(
  'a board welcomes visitors until they hide the note, and again when the team changes it: %o',
  async (options) => {
    const stage = await startBoard()
    await makePost(stage, 'Dark mode')
    const { page, faults } = await openTab(stage, { ...options, locale: 'de-DE' })
    await page.goto('/')
    await page.getByText(/^Willkommen!/).waitFor()
    await page.getByRole('button', { name: 'Hinweis ausblenden' }).click()
    await page.locator('.welcome').waitFor({ state: 'detached' })
    await page.goto('/')
    expect(await page.locator('.welcome').count()).toBe(0)
    await stage.server('PATCH', '/v1/project', { welcome_note: 'Hello from <b>Acme</b>!' })
    // The board knows of a change within a second.
    await expect.poll(async () => (await stage.board('GET', '/')).text).toContain('Hello from')
    await page.goto('/')
    expect(await page.locator('.welcome').allInnerTexts()).toEqual(['Hello from <b>Acme</b>!'])
    await page.goto('/?sort=new&q=dark')
    expect(await page.locator('.welcome').count()).toBe(0)
    expect(faults).toEqual([])
  },
)

test('a board without a note has none, and a note has at most 500 characters', async () => {
  const stage = await startBoard()
  const { body } = await stage.server('PATCH', '/v1/project', { welcome_note: '' })
  expect(body.welcome_note).toBe('')
  const page = async () => (await stage.board('GET', '/')).text
  await expect.poll(page).not.toContain('class="welcome"')
  expect((await stage.server('PATCH', '/v1/project', { welcome_note: 'x'.repeat(501) })).status).toBe(400)
  expect((await stage.server('PATCH', '/v1/project', { welcome_note: null })).body.welcome_note).toBe(null)
  await expect.poll(page).toContain('Welcome!')
})
