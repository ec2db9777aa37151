import { expect, test } from 'vitest'
import type { Members } from '../../service/test/harness/project.ts'
import { makePost, startHost, startIdea, useHostPages } from './host-page.ts'

const open = useHostPages()

async function startSignedIn() {
  const app = await startHost()
  const post = await makePost(app, 'Dark mode')
  const say = async (body: string, members: Members = {}) =>
    (await app.server('POST', `/v1/posts/${post.id}/comments`, { body, ...members })).body
  const comments = async () =>
    (await app.server('GET', `/v1/posts/${post.id}/comments`)).body.data as {
      readonly body: string
      readonly parent_id: string | null
      readonly is_deleted: boolean
    }[]
  const { page, faults } = await open(app)
  await page.getByRole('button', { name: 'Feedback' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByText('Signed in as').waitFor()
  const openPost = async () => {
    await panel.locator('.card').getByRole('button', { name: 'Dark mode', exact: true }).click()
    await panel.getByLabel('Add a comment').waitFor()
  }
  return { app, page, faults, panel, say, comments, openPost }
}

test('one’s own idea can be changed and deleted in the panel while nobody else has taken it up', async () => {
  const { app, page, panel, faults } = await startSignedIn()
  await startIdea(panel, 'Keybord shortcuts')
  await panel.getByRole('button', { name: 'Add idea', exact: true }).click()
  await panel.getByRole('heading', { name: 'Keybord shortcuts' }).waitFor()
  await panel.getByRole('button', { name: 'Edit' }).click()
  await panel.getByLabel('Title').fill('Keyboard shortcuts')
  await panel.getByLabel('Details').fill('For *everything*.')
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
  await panel.locator('article > .prose em', { hasText: 'everything' }).waitFor()
  await panel.getByText('edited', { exact: true }).waitFor()
  const [post] = (await app.server('GET', '/v1/posts?q=keyboard')).body.data
  expect(post).toMatchObject({ title: 'Keyboard shortcuts', body: 'For *everything*.' })

  // Somebody else comments: from then on it stays as they found it.
  const { body: comment } = await app.server('POST', `/v1/posts/${post.id}/comments`, { body: 'Yes!' })
  await panel.getByRole('button', { name: 'Delete' }).click()
  await panel.getByText('Delete this idea? This can’t be undone.').waitFor()
  await panel.getByRole('button', { name: 'Delete' }).last().click()
  await panel.getByText('Others have voted or commented, so this idea can no longer be edited or deleted.').waitFor()

  await app.server('DELETE', `/v1/comments/${comment.id}`)
  await panel.getByRole('button', { name: 'Delete' }).last().click()
  await panel.getByLabel('What’s on your mind?').waitFor()
  await panel.getByRole('button', { name: 'Keyboard shortcuts', exact: true }).first().waitFor({ state: 'detached' })
  expect((await app.server('GET', `/v1/posts/${post.id}`)).status).toBe(404)
  expect(await page.getByRole('dialog').isVisible()).toBe(true)
  expect(faults).toEqual(faults.filter((fault) => fault.includes('409'))) // as the browser logs a refusal
})

test('a comment can be answered, and one’s own can be changed and deleted', async () => {
  const { panel, say, comments, openPost } = await startSignedIn()
  await say('Which colours?')
  await openPost()
  await panel.getByRole('button', { name: 'Reply' }).click()
  await panel.getByLabel('Reply to Acme').fill('Blakc.')
  await panel.locator('.discussion').getByRole('button', { name: 'Comment', exact: true }).first().click()
  await panel.locator('.answer', { hasText: 'Blakc.' }).waitFor()
  const own = panel.locator('.answer')
  await own.getByRole('button', { name: 'Edit' }).click()
  const field = own.getByLabel('Edit your comment')
  expect(await field.inputValue()).toBe('Blakc.')
  await field.fill('Black.')
  await own.getByRole('button', { name: 'Save' }).click()
  await own.getByText('edited', { exact: true }).waitFor()
  const [first, second] = await comments()
  expect([first?.body, second?.body, second?.parent_id]).toEqual(['Which colours?', 'Black.', expect.any(String)])
  expect(await own.getByRole('button', { name: 'Reply' }).count()).toBe(0) // an answer has no answers

  await own.getByRole('button', { name: 'Delete' }).click()
  await own.getByRole('button', { name: 'Cancel' }).click()
  await own.getByText('Delete this comment? This can’t be undone.').waitFor({ state: 'detached' })
  await own.getByRole('button', { name: 'Delete' }).click()
  await own.getByRole('button', { name: 'Delete' }).last().click()
  await own.waitFor({ state: 'detached' })
  expect((await comments()).map(({ body }) => body)).toEqual(['Which colours?'])
})

test('Escape closes a reply and keeps its text, Cancel drops it; the panel stays open', async () => {
  const { page, panel, say, openPost } = await startSignedIn()
  await say('Which colours?')
  await openPost()
  const reply = panel.getByRole('button', { name: 'Reply' })
  const field = panel.getByLabel('Reply to Acme')
  const hasFocus = (place: typeof field) => expect.poll(() => place.evaluate((one) => one.matches(':focus')))
  await reply.click()
  await hasFocus(field).toBe(true)
  await page.keyboard.type('Black')
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await hasFocus(reply).toBe(true)
  expect(await panel.isVisible()).toBe(true)
  await reply.click()
  expect(await field.inputValue()).toBe('Black')
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await reply.click()
  expect(await field.inputValue()).toBe('')
})

test('an idea and a comment of others can be reported to the team', async () => {
  const { app, panel, say, openPost } = await startSignedIn()
  await say('Buy cheap watches')
  await openPost()
  for (const place of [panel.locator('article > .acts'), panel.locator('.discussion .acts')]) {
    await place.getByRole('button', { name: 'Report' }).click()
    await panel.getByLabel('What’s wrong with it?').fill('Spam')
    await panel.getByRole('button', { name: 'Send report' }).click()
    await panel.getByText('Thanks. The team will take a look.').waitFor()
    await panel.getByLabel('What’s wrong with it?').waitFor({ state: 'detached' })
  }
  const { body } = await app.server('GET', '/v1/moderation')
  expect(body.data).toHaveLength(2)
  expect(JSON.stringify(body.data)).toContain('Spam')
})

test('a guest sees what others wrote, and nothing to change or report', async () => {
  const app = await startHost()
  const post = await makePost(app, 'Dark mode')
  await app.server('POST', `/v1/posts/${post.id}/comments`, { body: 'Which colours?' })
  app.token = () => null
  const { page } = await open(app)
  await page.getByRole('button', { name: 'Feedback' }).click()
  await page.getByRole('button', { name: 'Dark mode', exact: true }).click()
  await page.getByText('Which colours?').waitFor()
  await page.getByRole('button', { name: 'Reply' }).waitFor()
  expect(await page.locator('.acts button').allInnerTexts()).toEqual(['Reply'])
})
