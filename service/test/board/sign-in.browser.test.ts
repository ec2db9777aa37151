import { expect, test } from 'vitest'
import { startBoard } from './stage.ts'
import { GRACE, makePost, useBrowser, votesOf } from './tabs.ts'

const openTab = useBrowser()

test('a newcomer follows an idea, and follows it once they are signed in', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  const { page, faults } = await openTab(stage)
  await page.goto(`/posts/${post.number}`)
  const address = page.url()
  await page.getByRole('button', { name: 'Follow' }).click()
  await page.getByText('You’ll get updates once you’re signed in.').waitFor()
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  const following = page.getByRole('button', { name: 'Following', pressed: true })
  await following.waitFor()
  expect(page.url()).toBe(address)
  await expect.poll(() => following.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.goto('/me/follows')
  await page.getByRole('link', { name: 'Dark mode' }).waitFor()
  expect(faults).toEqual([])
})

// Guarantees that visitors need not type a text twice: the tab keeps it, shows it again, and removes it once it is posted.
test('a comment that was typed before signing in is there again, is posted, and then is no draft any more', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  const { page, faults } = await openTab(stage)
  await page.goto(`/posts/${post.number}`)
  const field = page.getByLabel('Add a comment')
  await field.fill('My eyes hurt\nat night.')
  await page.getByRole('button', { name: 'Comment' }).click()
  await page.getByText('We’ll keep your comment while you sign in.').waitFor()
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await page.getByText('Signed in as Acme user').waitFor()
  expect(await field.inputValue()).toBe('My eyes hurt\nat night.')
  await expect.poll(() => field.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'Comment' }).click()
  await page.locator('.comment', { hasText: 'My eyes hurt' }).waitFor()
  await page.reload()
  expect(await field.inputValue()).toBe('')
  expect((await stage.server('GET', `/v1/posts/${post.id}/comments`)).body.data).toHaveLength(1)
  expect(faults).toEqual([])
})

test('an answer to a comment is kept as well, and its form is open again', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  await stage.server('POST', `/v1/posts/${post.id}/comments`, { body: 'On the phone first?' })
  const { page, faults } = await openTab(stage)
  await page.goto(`/posts/${post.number}`)
  await page.getByText('Reply', { exact: true }).click()
  const field = page.getByLabel('Reply to Acme')
  await expect.poll(() => field.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('Yes please')
  await page.locator('details.reply').getByRole('button', { name: 'Comment' }).click()
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await page.getByText('Signed in as Acme user').waitFor()
  await expect.poll(() => field.inputValue()).toBe('Yes please')
  await page.locator('details.reply').getByRole('button', { name: 'Comment' }).click()
  await page.locator('.comments ol .comment', { hasText: 'Yes please' }).waitFor()
  expect(faults).toEqual([])
})

test('similar ideas show while a title is typed, and the idea is kept through the sign-in', async () => {
  const stage = await startBoard()
  await makePost(stage, 'Dark mode for the whole app')
  const { page, faults } = await openTab(stage)
  await page.goto('/new')
  await page.getByLabel('Title').pressSequentially('dark mod', { delay: 20 })
  await page.getByRole('heading', { name: 'Already suggested?' }).waitFor()
  expect(await page.locator('#similar a').getAttribute('href')).toBe('/posts/1/dark-mode-for-the-whole-app')
  await page.getByLabel('Title').fill('Offline maps')
  await page.locator('#similar section').waitFor({ state: 'detached' })
  await page.getByLabel('Details').fill('For the **mountains**.')
  await page.getByRole('button', { name: 'Add idea' }).click()
  await page.getByText('We’ll keep your idea while you sign in.').waitFor()
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await page.getByText('Signed in as Acme user').waitFor()
  expect(await page.getByLabel('Title').inputValue()).toBe('Offline maps')
  expect(await page.getByLabel('Details').inputValue()).toBe('For the **mountains**.')
  await page.getByRole('button', { name: 'Add idea' }).click()
  await page.waitForURL('**/posts/2/offline-maps')
  expect(await page.locator('.prose strong').innerText()).toBe('mountains')
  await page.goto('/new')
  expect(await page.getByLabel('Title').inputValue()).toBe('')
  expect(faults).toEqual([])
})

// Guarantees that visitors whose session ends while they type sign in again without losing their text.
test('a text is not lost when its form comes too late, and a vote then asks to sign in again', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  const { page } = await openTab(stage, { as: GRACE })
  const endSessions = async () => {
    const { body } = await stage.server('GET', '/v1/users/by_sub/grace')
    expect((await stage.server('DELETE', `/v1/users/${body.id}/sessions`)).status).toBe(204)
  }
  await page.goto(`/posts/${post.number}`)
  await page.getByLabel('Add a comment').fill('A long thought')
  await endSessions()
  await page.getByRole('button', { name: 'Comment' }).click()
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await page.getByText('Signed in as Acme user').waitFor()
  await page.goto(`/posts/${post.number}`)
  expect(await page.getByLabel('Add a comment').inputValue()).toBe('A long thought')
  await endSessions()
  await page.getByRole('button', { name: /Vote for/ }).click()
  await page.getByRole('heading', { name: 'Sign in to continue' }).waitFor()
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await page.getByRole('button', { name: /You voted/ }).waitFor()
  expect(await votesOf(stage, post)).toBe(1)
})

// Guarantees one state for each flow: a tab does not finish the flow of another tab.
test('two tabs that sign in at once both come back to where they were, and both votes count', async () => {
  const stage = await startBoard()
  const posts = [await makePost(stage, 'Dark mode'), await makePost(stage, 'Offline maps')]
  stage.visitor = undefined
  const { context, page, faults } = await openTab(stage)
  const tabs = [page, await context.newPage()]
  for (const [place, tab] of tabs.entries()) {
    await tab.goto(`/posts/${posts[place]?.number}`)
    await tab.getByRole('button', { name: /Vote for/ }).click()
    await tab.getByRole('button', { name: 'Continue with Acme' }).click()
    await tab.getByRole('heading', { name: 'Acme: sign in' }).waitFor()
  }
  stage.visitor = GRACE
  for (const tab of tabs.toReversed()) await tab.reload().catch(() => undefined) // the client's app sends it on
  for (const [place, tab] of tabs.entries()) {
    await tab.getByRole('button', { name: /You voted/ }).waitFor()
    expect(tab.url()).toMatch(new RegExp(`/posts/${posts[place]?.number}/`))
  }
  expect(await Promise.all(posts.map((post) => votesOf(stage, post)))).toEqual([1, 1])
  expect(faults).toEqual([])
})

test('a private board shows its gate and nothing else, and after signing in the page that was asked for', async () => {
  const stage = await startBoard({ isPrivate: true })
  const post = await makePost(stage, 'Secret plans', { body: 'Do not tell.' })
  for (const path of ['/', '/roadmap', '/changelog', '/new', `/posts/${post.number}`, '/nothing']) {
    const { text } = await stage.board('GET', path)
    expect(text).toMatch(/<h1[^>]*>This board is private</)
    expect(text).not.toMatch(/Secret plans|Do not tell|<nav|role="navigation"/i)
  }
  const { page } = await openTab(stage)
  await page.goto(`/posts/${post.number}?x=1`)
  await page.getByRole('heading', { name: 'This board is private' }).waitFor()
  expect(await page.content()).not.toMatch(/Secret plans|Do not tell/i)
  expect(await page.getByRole('navigation').count()).toBe(0)
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await page.getByRole('heading', { name: 'Secret plans' }).waitFor()
  expect(page.url()).toBe(`${stage.boardOrigin}/posts/${post.number}/secret-plans?x=1`)
})

// Guarantees the hand-off: looking uses nothing, the address keeps nothing, and the button works once.
test('“Continue as …” signs in once; the code is gone from the address at once and of no use afterwards', async () => {
  const stage = await startBoard()
  const { session } = await stage.signIn({ sub: 'ada', given_name: 'Ada' })
  await stage.app('PATCH', '/v1/me', { body: { name_choice: 'first_name' }, session })
  const { body: code } = await stage.app('POST', '/v1/board_codes', { body: {}, session })
  const { page, faults } = await openTab(stage)
  const other = await openTab(stage)
  for (const tab of [other.page, page]) {
    await tab.goto(code.url)
    await tab.getByRole('button', { name: 'Continue as Ada' }).waitFor()
    expect(tab.url()).toBe(`${stage.boardOrigin}/continue`)
    expect(await tab.context().cookies()).toEqual([])
  }
  await page.getByRole('button', { name: 'Continue as Ada' }).dblclick()
  await page.waitForURL(`${stage.boardOrigin}/`)
  await page.getByText('Signed in as Ada').waitFor()
  expect(faults).toEqual([])

  await other.page.getByRole('button', { name: 'Continue as Ada' }).click()
  const expired = 'This link has expired or was already used. Please open the board from the app again.'
  await other.page.getByRole('alert').filter({ hasText: expired }).waitFor()
  await other.page.reload()
  await other.page.getByRole('alert').filter({ hasText: expired }).waitFor()
  expect(await other.page.getByRole('button', { name: /Continue as/ }).count()).toBe(0)
  expect(await other.context.cookies()).toEqual([])
})

test('a sign-in that was started elsewhere says so, with its code, and is started again from there', async () => {
  const stage = await startBoard()
  const { page } = await openTab(stage)
  const told: string[] = []
  page.on('console', (message) => told.push(message.text()))
  const token = stage.signToken({ aud: stage.boardOrigin, nonce: 'x'.repeat(43) })
  await page.goto(`/sso/callback#token=${token}&state=${'x'.repeat(43)}`)
  await page.getByRole('heading', { name: 'Sign-in didn’t work' }).waitFor()
  expect(page.url()).toBe(`${stage.boardOrigin}/sso/callback`)
  expect(await page.locator('main').innerText()).toContain('state_mismatch')
  const line = told.find((text) => text.startsWith('Feedback board: nobody could be signed in (state_mismatch). '))
  expect(line).toContain(`${stage.service.origin}/docs/errors#state_mismatch`)
  expect(line).not.toContain(token)
  await page.goto(`/sso/callback?token=${token}&state=${'x'.repeat(43)}`)
  await page.getByText('callback_incomplete').waitFor()
  expect(page.url()).toBe(`${stage.boardOrigin}/sso/callback`)
  expect(told.join()).toContain('found no token and state after #; put after # what stands after ?.')
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await page.getByText('Signed in as Acme user').waitFor()
})

test('signing out forgets drafts and the visitor', async () => {
  const stage = await startBoard()
  const post = await makePost(stage, 'Dark mode')
  const { page, context } = await openTab(stage, { as: GRACE })
  await page.goto(`/posts/${post.number}`)
  await page.getByLabel('Add a comment').fill('Half a thought')
  await page.locator('.account summary').click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  expect(await context.cookies()).toEqual([])
  await page.goto(`/posts/${post.number}`)
  expect(await page.getByLabel('Add a comment').inputValue()).toBe('')
})
