import { expect, test } from 'vitest'
import { makePost, startHost, useHostPages } from './host-page.ts'

const open = useHostPages()

// Guarantees that the panel follows the board, and that a vote is counted once, whoever tells of it first.
test('votes of others and a new status show in an open panel, beside a vote of the visitor', async () => {
  const app = await startHost()
  const post = await makePost(app, 'Dark mode')
  const { page, faults } = await open(app)
  const followed = page.waitForResponse((response) => new URL(response.url()).pathname === '/v1/changes')
  await page.getByRole('button', { name: 'Feedback' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByText('Signed in as').waitFor()
  await panel.getByRole('button', { name: 'Vote for “Dark mode”. 0 votes' }).click()
  await panel.getByRole('button', { name: /You voted for “Dark mode”.*1 vote$/ }).waitFor()
  await followed
  const { session } = await app.signIn({ sub: 'somebody else' })
  await app.app('PUT', `/v1/posts/${post.id}/vote`, { session })
  await panel.getByRole('button', { name: /You voted for “Dark mode”.*2 votes$/ }).waitFor()
  const { body } = await app.server('GET', '/v1/statuses')
  const { id } = body.data.find((status: { category: string }) => status.category === 'planned')
  await app.server('POST', `/v1/posts/${post.id}/status`, { status_id: id })
  await panel.getByText('Planned').waitFor()
  await panel.getByRole('button', { name: /You voted for “Dark mode”.*2 votes$/ }).click()
  await panel.getByRole('button', { name: 'Vote for “Dark mode”. 1 vote', exact: true }).waitFor()
  // If too much changed to be listed, everything is read again.
  await makePost(app, 'Offline maps')
  await page.route('**/v1/changes?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), data: [], is_complete: false } })
  })
  await panel.getByText('Offline maps').waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(faults).toEqual([])
})
