import { expect, test } from 'vitest'
import { makePost, startHost, startIdea, useHostPages, votesFor } from './host-page.ts'

const open = useHostPages()

test('while somebody types, similar ideas appear and can be voted for; the last row adds what was typed', async () => {
  const app = await startHost()
  const post = await makePost(app, 'Recurring tasks')
  await makePost(app, 'Dark mode')
  const { page, faults } = await open(app)
  await page.getByRole('button', { name: 'Feedback' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByText('Signed in as').waitFor()
  const unlike = panel.getByRole('button', { name: 'Dark mode', exact: true })
  await unlike.waitFor()
  const field = panel.getByLabel('What’s on your mind?')
  await field.fill('I want recurring tasks every Monday')
  await unlike.waitFor({ state: 'detached' })
  await panel.getByRole('button', { name: /^Vote for “Recurring tasks”/ }).click()
  await expect.poll(() => votesFor(app, post)).toBe(1)
  const buttons = panel.locator('.body button:visible')
  expect(await buttons.last().innerText()).toBe('Add “I want recurring tasks every Monday” as a new idea')

  await field.press('Enter') // as good as the last row
  expect(await panel.getByLabel('Title').inputValue()).toBe('I want recurring tasks every Monday')
  await panel.getByRole('button', { name: 'All ideas' }).click()
  await field.fill('')
  await unlike.waitFor()
  expect(faults).toEqual([])
})

test('one’s own ideas are there with how far they have come, and what is new with a mark until it is read', async () => {
  const app = await startHost()
  const { page, faults } = await open(app)
  await page.getByRole('button', { name: 'Feedback' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByText('Signed in as').waitFor()
  await panel.getByText('No ideas yet').waitFor()
  expect(await panel.getByRole('heading', { name: 'Your ideas' }).count()).toBe(0)
  expect(await panel.getByRole('heading', { name: 'New', exact: true }).count()).toBe(0)
  await startIdea(panel, 'Keyboard shortcuts')
  await panel.getByRole('button', { name: 'Add idea', exact: true }).click()
  await panel.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
  const [post] = (await app.server('GET', '/v1/posts')).body.data
  const { body: statuses } = await app.server('GET', '/v1/statuses')
  await app.server('POST', '/v1/changelog', { title: 'Night shift', body: 'Dark.', state: 'published' })

  for (const [category, reached] of [
    ['open', 1],
    ['planned', 2],
    ['in_progress', 3],
    ['done', 4],
    ['closed', 0],
  ] as const) {
    const status = statuses.data.find((one: { category: string }) => one.category === category)
    await app.server('PATCH', `/v1/posts/${post.id}`, { status_id: status.id })
    await page.reload()
    await page.getByRole('button', { name: /^Feedback/ }).click()
    const own = panel.locator('.own', { has: page.getByRole('button', { name: 'Keyboard shortcuts', exact: true }) })
    await own.getByText(status.name, { exact: true }).waitFor()
    expect([category, await own.locator('.steps .on').count()]).toEqual([category, reached])
  }

  const latest = panel.getByRole('button', { name: /^Night shift/ })
  await latest.getByRole('img', { name: 'unread' }).waitFor()
  await latest.click()
  await panel.getByRole('heading', { name: 'Night shift' }).waitFor()
  await panel.getByRole('button', { name: 'Feedback', exact: true }).click()
  await latest.waitFor()
  await expect.poll(() => panel.getByRole('img', { name: 'unread' }).count()).toBe(0)
  expect(faults).toEqual([])
})
