import { expect, test } from 'vitest'
import { ownDatabase } from '../../service/test/harness/own-database.ts'
import { startService } from '../../service/test/harness/service.ts'
import { notified } from '../../service/test/notifications/told.ts'
import { startHost, useHostPages } from './host-page.ts'

const open = useHostPages()

test('the bell counts what is unread, its list opens the idea, and all can be marked as read', async () => {
  const { connection } = await ownDatabase()
  const app = await startHost({ service: await startService({}, undefined, connection) })
  const { tell } = await notified(app)
  const { session } = await app.signIn({ sub: 'grace' })
  const { body: post } = await app.app('POST', '/v1/posts', { session, body: { title: 'Dark mode', body: '' } })
  await app.server('POST', `/v1/posts/${post.id}/comments`, { body: 'We are on it', is_official: true })
  await tell()
  const { page, faults } = await open(app)
  await page.getByRole('button', { name: 'Feedback', exact: true }).first().click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: '1 unread notification' }).click()
  await panel.getByText('Acme answered').waitFor()
  await panel.getByText('We are on it').waitFor()
  await panel.getByRole('button', { name: 'Mark all as read' }).click()
  await panel.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await panel.getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'hidden' })
  await panel.locator('.told').getByRole('button', { name: 'Dark mode' }).click()
  await panel.getByRole('heading', { name: 'Dark mode' }).waitFor()
  expect(faults).toEqual([])
})

test('a visitor who is not signed in has no bell', async () => {
  const app = await startHost()
  app.token = () => null
  const { page } = await open(app)
  await page.getByRole('button', { name: 'Feedback', exact: true }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Changelog' }).click()
  await page.getByRole('dialog').locator('.empty').waitFor() // the later views are there
  expect(await page.locator('.bell').count()).toBe(0)
})
