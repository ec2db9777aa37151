import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { AXED, complaintsAbout } from '../harness/axe.ts'
import { startReceiver, startWebhookStage } from '../webhooks/stage.ts'
import { startDesk } from './desk.ts'
import { useBrowser } from './tabs.ts'

const openTab = useBrowser()

/** A console whose webhooks are really called. */
async function startSending() {
  const stage = await startWebhookStage()
  const desk = await startDesk({ service: stage.running, now: stage.clock.now })
  await stage.startDeliverer()
  return desk
}

/** Goes to a control by its label with the keyboard, as somebody who uses no mouse. */
async function tabTo(page: Page, label: string): Promise<void> {
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(() => {
      const { activeElement } = document
      const labels = activeElement instanceof HTMLInputElement ? [...(activeElement.labels ?? [])] : []
      return (labels[0] ?? activeElement)?.textContent?.trim()
    })
    if (name?.startsWith(label)) return
  }
  throw new Error(`The keyboard does not reach ${label}`)
}

// Guarantees the way of somebody who sets up a receiver: every step, and what happens is seen without a reload.
test('a webhook is added with the keyboard, tried out, watched, and its events are sent again', async () => {
  const desk = await startSending()
  let status = 200
  const { url, received } = await startReceiver((_, response) => response.writeHead(status).end('Thanks'))
  const { page, faults, context } = await openTab(desk, AXED)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/console/${desk.project.slug}/webhooks`)
  await page.getByText('No webhooks yet').waitFor()
  expect(await complaintsAbout(page)).toEqual([])
  await tabTo(page, 'Address')
  await page.keyboard.type(url)
  await tabTo(page, 'Description')
  await page.keyboard.type('Our chat')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'The signing secret' }).waitFor()
  await page.getByRole('button', { name: 'Copy' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^whsec_/)

  const row = (type: string) => page.getByRole('row').filter({ hasText: type })
  const { body: post } = await desk.server('POST', '/v1/posts', { title: 'Dark mode' })
  await row('post.created').getByText('Delivered').waitFor() // on the page that answered the form

  await tabTo(page, 'Send a test')
  await page.keyboard.press('Enter')
  await page.getByText('The test was answered with 200').waitFor()
  expect(received.map(({ body }) => body.type)).toContain('webhook.test')

  status = 500
  await desk.server('PATCH', `/v1/posts/${post.id}`, { title: 'A dark mode' })
  await row('post.updated').getByText('Waiting').waitFor()
  await row('post.updated').getByText('500').waitFor()
  await page.getByText('Failing', { exact: true }).waitFor()
  expect(await complaintsAbout(page)).toEqual([])

  await page.getByRole('link', { name: 'Look at the delivery of post.updated' }).click()
  await page.getByRole('heading', { name: 'post.updated' }).waitFor()
  const attempts = page.getByRole('region', { name: 'Attempts' }).getByRole('row')
  await attempts.nth(1).waitFor()
  status = 204
  await desk.server('POST', `/v1/deliveries/${page.url().split('/').at(-1)}/redeliver`)
  await attempts.filter({ hasText: '204' }).waitFor()
  expect(await complaintsAbout(page)).toEqual([])
  await page.getByRole('button', { name: 'Copy' }).click()
  const curl = await page.evaluate(() => navigator.clipboard.readText())
  expect(curl).toContain(url)
  expect(curl).toContain('webhook-signature: v1,')

  const before = received.length
  await page.getByRole('button', { name: 'Send again' }).click()
  await row('post.updated').getByText('Delivered').waitFor()
  expect(received.slice(before).map(({ body }) => body.data.title)).toEqual(['A dark mode'])

  await page.getByLabel('From (UTC)').fill('2020-01-01T00:00')
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.getByText('sent again').first().waitFor()
  await expect.poll(() => received.filter(({ body }) => body.type === 'post.created').length).toBe(2)
  await page.goto(`/console/${desk.project.slug}/webhooks`)
  await page.getByText('Our chat').waitFor()
  expect(await complaintsAbout(page)).toEqual([])
  expect(faults).toEqual([])
})
