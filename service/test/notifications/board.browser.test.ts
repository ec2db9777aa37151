import { expect, test } from 'vitest'
import { startBoard } from '../board/stage.ts'
import { GRACE, useBrowser } from '../board/tabs.ts'
import { emptiedService } from '../harness/emptied-database.ts'
import { notified } from './told.ts'

const openTab = useBrowser()

/** Grace wrote "Dark mode", and somebody commented on it. */
async function startTold() {
  const stage = await startBoard({}, {}, { service: await emptiedService() })
  const { tell } = await notified(stage)
  const { session } = await stage.signIn(GRACE)
  const { body: post } = await stage.app('POST', '/v1/posts', { session, body: { title: 'Dark mode', body: '' } })
  const ada = await stage.signIn({ sub: 'ada' })
  const comment = (body: string) =>
    stage.app('POST', `/v1/posts/${post.id}/comments`, { session: ada.session, body: { body } })
  await comment('My *eyes* hurt')
  await tell()
  return { stage, tell, comment, post, session }
}

test('without script, the bell says how many are unread and leads to them, and all can be marked as read', async () => {
  const { stage } = await startTold()
  const { page, faults } = await openTab(stage, { as: GRACE, javaScriptEnabled: false })
  await page.goto('/')
  await page.getByRole('link', { name: '1 unread notification' }).click()
  const row = page.locator('.told li')
  expect(await row.innerText()).toMatch(/Acme user commented[\s\S]*Dark mode[\s\S]*My eyes hurt/)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByText('All notifications are marked as read.').waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Notifications', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Mark all as read' }).count()).toBe(0)
  await row.getByRole('button', { name: 'Following' }).click()
  await row.getByRole('button', { name: 'Follow', exact: true }).waitFor()
  await row.getByRole('link', { name: 'Dark mode' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dark mode' }).waitFor()
  expect(new URL(page.url()).hash).toMatch(/^#cmt_/)
  expect(faults).toEqual([])
})

test('with script, the bell counts anew when somebody comes back to the page, and shows the latest under it', async () => {
  const { stage, tell, comment } = await startTold()
  const { page, faults } = await openTab(stage, { as: GRACE })
  await page.goto('/')
  await page.getByRole('link', { name: '1 unread notification' }).waitFor()
  await comment('And <b>my</b> neck')
  await tell()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const bell = page.getByRole('link', { name: '2 unread notifications' })
  await bell.click()
  const menu = page.locator('.news .menu')
  await expect.poll(() => menu.getByRole('link').count()).toBe(3)
  expect(await menu.getByRole('link').first().innerText()).toMatch(/Acme user commented\s+Dark mode/)
  await page.keyboard.press('Escape')
  expect(await menu.count()).toBe(0)
  expect(await bell.evaluate((link) => link === document.activeElement)).toBe(true)
  await bell.click()
  await menu.getByRole('link', { name: 'All notifications' }).click()
  await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
  expect(faults).toEqual([])
})

test('what somebody switches off is a choice of their own; what they leave alone follows the project', async () => {
  const { stage, session } = await startTold()
  const { page } = await openTab(stage, { as: GRACE })
  await page.goto('/me')
  for (const meaning of [
    /Status changes.*When an idea that you follow or voted for is planned, started, done or merged\./,
    /Comments.*When the team or others comment on an idea that you follow, or reply to you\./,
    /Changelog.*When the changelog has news about an idea that you voted for\./,
  ])
    await page.getByRole('checkbox', { name: meaning }).waitFor()
  expect(await page.getByLabel('Email me about this, too').count()).toBe(0) // no mail is sent
  await page.getByLabel('Comments').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await stage.server('PATCH', '/v1/project', { notification_defaults: { comments: true, changelog: false } })
  await expect
    .poll(async () => (await stage.app('GET', '/v1/me', { session })).body.notifications)
    .toMatchObject({ comments: false, changelog: false, status_changes: true })
})

test('somebody without notifications reads what will be here', async () => {
  const { stage } = await startTold()
  const { page } = await openTab(stage, { as: { sub: 'new' } })
  await page.goto('/me/notifications')
  await page.getByText('Nothing new yet.').waitFor()
  expect((await stage.board('GET', '/me/notifications')).headers.location).toContain(
    '/sign-in?return_to=%2Fme%2Fnotifications',
  )
})
