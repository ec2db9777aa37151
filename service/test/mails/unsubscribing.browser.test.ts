import { expect, test } from 'vitest'
import { type MailTopic, openMailLinks } from '../../src/domain/mails/index.ts'
import { type Id, newId } from '../../src/foundation/ids/index.ts'
import { startBoard } from '../board/stage.ts'
import { useBrowser } from '../board/tabs.ts'
import { AXED, complaintsAbout } from '../harness/axe.ts'
import { mailingService } from './stage.ts'

const openTab = useBrowser()
const ADA = { sub: 'ada', email: 'ada@example.com', email_verified: true, given_name: 'Ada' }

/** A board that sends mail, and somebody who was told of a post. */
async function startMailing() {
  const service = await mailingService()
  const stage = await startBoard({}, {}, { service })
  const { session, userId } = await stage.signIn(ADA)
  const { body: post } = await stage.server('POST', '/v1/posts', { title: 'Dark mode' })
  const { sql } = service.database
  await sql`
    insert into notifications (project_id, user_id, event_id, type, post_id, status_id, actor_kind, created_at)
    values (${stage.project.id}, ${userId}, ${newId('event')}, 'status_changed', ${post.id}, ${post.status.id}, 'system', now())`
  const links = await openMailLinks(sql)
  const linkTo = (topic: MailTopic) => `/mail/${links.write(stage.project.id, { userId: userId as Id<'user'>, topic })}` // as the API calls it
  return { stage, session, post, linkTo }
}

// No pointer and no script is used in this test.
test('by keyboard and without script, somebody stops the mail about an idea and gets it again', async () => {
  const { stage, post, linkTo } = await startMailing()
  const { page, faults } = await openTab(stage, { javaScriptEnabled: false })
  await page.goto(linkTo(post.id))
  await page.getByRole('heading', { name: 'Stop mail about this idea?' }).waitFor()
  await page.getByRole('link', { name: 'Dark mode' }).waitFor()
  await page.getByRole('button', { name: 'Stop this mail' }).press('Enter')
  await page.getByText('You get no more mail about this idea.').waitFor()
  await page.getByRole('button', { name: 'Send it again' }).press('Enter')
  await page.getByRole('heading', { name: 'You get this mail again' }).waitFor()
  expect(faults).toEqual([])
})

test('in light and dark, axe finds nothing on the pages about mail and notifications, and nothing sticks out at 320 px', async () => {
  const { stage, post, linkTo } = await startMailing()
  const { page } = await openTab(stage, { ...AXED, as: ADA })
  await stage.board('POST', linkTo('comments'))
  const paths = [linkTo(post.id), linkTo('comments'), '/mail/nothing', '/me', '/me/notifications']
  for (const [place, path] of paths.entries()) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(path)
    expect([path, await complaintsAbout(page, { place })]).toEqual([path, []])
    await page.setViewportSize({ width: 320, height: 640 })
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([path, 0])
  }
  // The last of the list is marked as unread as well.
  const mark = await page.locator('.told .unread').evaluate((row) => getComputedStyle(row).borderInlineStartWidth)
  expect(mark).toBe('3px')
})

test('somebody whom mail can reach sets how often they get it', async () => {
  const { stage, session } = await startMailing()
  const { page } = await openTab(stage, { as: ADA, javaScriptEnabled: false })
  await page.goto('/me')
  for (const meaning of [
    /At once.*An email about each idea that changes, a few minutes later\./,
    /Once a day.*One email in the morning, if something happened\./,
    /Once a week.*One email on Monday, if something happened\./,
  ])
    await page.getByRole('radio', { name: meaning }).waitFor()
  await page.getByLabel('Once a week').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  const { body } = await stage.app('GET', '/v1/me', { session })
  expect(body.notifications).toMatchObject({ email: true, frequency: 'weekly' })

  await stage.server('POST', '/v1/mail_suppressions', { email: 'ada@example.com', reason: 'Bounced.' })
  await page.goto('/me')
  await page.getByText('Emails to your address came back').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  expect((await stage.app('GET', '/v1/me', { session })).body.notifications).toEqual(body.notifications)

  const stranger = await openTab(stage, { as: { sub: 'bob', email: 'bob@example.com' }, javaScriptEnabled: false })
  await stranger.page.goto('/me')
  await stranger.page.getByText('has not confirmed an email address of yours').waitFor()
  expect(await stranger.page.getByLabel('Once a week').count()).toBe(0)
})
