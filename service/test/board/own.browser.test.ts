import { expect, test } from 'vitest'
import { startBoard } from './stage.ts'
import { GRACE, makePost, scriptingOf, useBrowser } from './tabs.ts'

const openTab = useBrowser()

test.each(scriptingOf(1))(
  'people edit and delete their own ideas and comments where these stand: %o',
  async (options) => {
    const stage = await startBoard()
    const { session } = await stage.signIn(GRACE)
    const { body: post } = await stage.app('POST', '/v1/posts', { session, body: { title: 'Drak mode', body: 'Old' } })
    const { page, faults } = await openTab(stage, { as: GRACE, ...options })
    await page.goto(`/posts/${post.number}`)
    const idea = page.locator('.idea')
    await idea.getByText('Edit', { exact: true }).click()
    await idea.getByLabel('Title').fill('Dark mode')
    await idea.getByLabel('Details').fill('New')
    await idea.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Dark mode' }).waitFor()
    await page.getByText('Saved.').waitFor()
    await page.getByLabel('Add a comment').fill('Pleese')
    await page.getByRole('button', { name: 'Comment' }).click()
    const comment = page.locator('.comment', { hasText: 'Pleese' })
    await comment.getByText('Edit', { exact: true }).click()
    await comment.getByLabel('Edit your comment').fill('Please')
    await comment.getByRole('button', { name: 'Save' }).click()
    const edited = page.locator('.comment', { hasText: 'Please' })
    await edited.locator('.delete summary').click()
    await edited.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Your comment was deleted.').waitFor()
    expect(await page.locator('.comment').count()).toBe(0)
    await idea.locator('.delete summary').click()
    await idea.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Your idea was deleted.').waitFor()
    await page.getByText('You haven’t added an idea yet.').waitFor()
    expect((await stage.server('GET', `/v1/posts/${post.id}`)).status).toBe(404)
    expect(faults).toEqual([])
  },
)

test('texts of others have no such form, and an idea that others took part in says why it cannot be changed', async () => {
  const stage = await startBoard()
  const { session } = await stage.signIn(GRACE)
  const { body: post } = await stage.app('POST', '/v1/posts', { session, body: { title: 'Dark mode' } })
  await stage.app('POST', `/v1/posts/${post.id}/comments`, { session, body: { body: 'Mine' } })
  const ada = await stage.signIn({ sub: 'ada' })
  await stage.app('POST', `/v1/posts/${post.id}/comments`, { session: ada.session, body: { body: 'Hers' } })
  const { page } = await openTab(stage, { as: GRACE })
  await page.goto(`/posts/${post.number}`)
  await page.getByText('Others have voted or commented, so this idea can no longer be edited or deleted.').waitFor()
  expect(await page.locator('.idea details').count()).toBe(0)
  const forms = (text: string) => page.locator('.comment', { hasText: text }).locator('summary').allInnerTexts()
  expect(await forms('Mine')).toEqual(['Reply', 'Edit', 'Delete'])
  expect(await forms('Hers')).toEqual(['Reply', 'Report'])
})

test('a change that cannot be taken comes back with what was typed and why', async () => {
  const stage = await startBoard()
  const { session } = await stage.signIn(GRACE)
  const { body: post } = await stage.app('POST', '/v1/posts', { session, body: { title: 'Dark mode', body: 'Old' } })
  const { page } = await openTab(stage, { as: GRACE })
  await page.goto(`/posts/${post.number}`)
  const idea = page.locator('.idea')
  await idea.getByText('Edit', { exact: true }).click()
  await idea.getByLabel('Details').fill('Typed long ago')
  await stage.app('PATCH', `/v1/posts/${post.id}`, { session, body: { body: 'Changed elsewhere' } })
  await idea.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').filter({ hasText: 'Someone changed this in the meantime' }).waitFor()
  expect(await idea.getByLabel('Details').inputValue()).toBe('Typed long ago')
  await idea.getByRole('button', { name: 'Save' }).click()
  await idea.locator('.prose', { hasText: 'Typed long ago' }).waitFor()
  // A vote that comes while somebody writes.
  await idea.getByText('Edit', { exact: true }).click()
  const ada = await stage.signIn({ sub: 'ada' })
  await stage.app('PUT', `/v1/posts/${post.id}/vote`, { session: ada.session })
  await idea.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').filter({ hasText: 'Others have voted or commented' }).waitFor()
})

test.each(scriptingOf(0))(
  'what somebody wrote, voted for and follows has a page each, which the menu leads to: %o',
  async (options) => {
    const stage = await startBoard({ requiresApproval: true })
    const { session } = await stage.signIn(GRACE)
    await stage.app('POST', '/v1/posts', { session, body: { title: 'Mine alone' } })
    const voted = await makePost(stage, 'Voted for')
    await stage.app('PUT', `/v1/posts/${voted.id}/vote`, { session })
    await stage.app('DELETE', `/v1/posts/${voted.id}/follow`, { session })
    const followed = await makePost(stage, 'Followed')
    await stage.app('PUT', `/v1/posts/${followed.id}/follow`, { session })
    const { page } = await openTab(stage, { as: GRACE, ...options })
    await page.goto('/')
    await page.locator('.account summary').click()
    await page.getByRole('link', { name: 'My ideas' }).click()
    await page.getByRole('heading', { level: 1, name: 'My ideas' }).waitFor()
    expect(await page.locator('.card h2').allInnerTexts()).toEqual(['Mine alone'])
    await page.locator('.card').getByText('Waiting for approval').waitFor()
    const tabs = page.getByRole('navigation', { name: 'My account' })
    await tabs.getByRole('link', { name: 'My votes' }).click()
    await page.getByRole('heading', { level: 1, name: 'My votes' }).waitFor()
    expect(await page.locator('.card h2').allInnerTexts()).toEqual(['Voted for'])
    await tabs.getByRole('link', { name: 'Following' }).click()
    await page.getByRole('heading', { level: 1, name: 'Following' }).waitFor()
    expect(await page.locator('.rows li a').allInnerTexts()).toEqual(['Followed'])
  },
)

test('a visitor who opens these pages without a session is asked to sign in, and comes back to them', async () => {
  const stage = await startBoard()
  for (const path of ['/me/ideas', '/me/votes', '/me/follows']) {
    const { status, headers } = await stage.board('GET', path)
    expect([status, headers.location]).toEqual([303, `/sign-in?return_to=${encodeURIComponent(path)}`])
  }
})
