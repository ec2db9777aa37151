import { expect, test } from 'vitest'
import { startBoard } from '../board/stage.ts'
import { useBrowser } from '../board/tabs.ts'
import { until } from '../harness/process.ts'

const openTab = useBrowser()

// Guarantees the 24 hours in which a client's backend need not know of the change: a redirect keeps the fragment with the token.
test('a visitor signs in on a board that moved while the client’s backend still names the old address', async () => {
  const stage = await startBoard()
  const slug = `${stage.project.slug}-new`
  const moved = stage.boardOrigin.replace(stage.project.slug, slug)
  await stage.server('PATCH', '/v1/project', { slug })
  await until(async () => (await stage.board('GET', '/')).status === 308)
  const { page, faults, sent } = await openTab(stage)
  await page.goto(`${stage.boardOrigin}/sign-in`) // an old link
  expect(new URL(page.url()).origin).toBe(moved)
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await page.getByText('Signed in as Acme user').waitFor()
  expect(new URL(page.url()).origin).toBe(moved)
  expect(sent.some((request) => request.url().startsWith(`${stage.boardOrigin}/sso/callback`))).toBe(true)
  expect(faults).toEqual([])
})

test('a slash at the end of the board’s origin in a signer signs in all the same', async () => {
  const stage = await startBoard()
  const { page, faults } = await openTab(stage)
  await page.route(/\/sign-in\?state=/, async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 })
    const location = (answer.headers().location ?? '').replace('/sso/callback', '//sso/callback')
    await route.fulfill({ status: 303, headers: { location } })
  })
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await page.getByText('Signed in as Acme user').waitFor()
  expect(faults).toEqual([])
})
