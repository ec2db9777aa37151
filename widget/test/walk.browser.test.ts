import { expect, test } from 'vitest'
import { heardIn, makePost, startHost, startIdea, useHostPages, votesFor } from './host-page.ts'

const open = useHostPages()

// Guarantees the whole of the panel in one visit, under the strictest policy of a page: no step of it needs the board.
test('a visitor searches, votes, follows, writes and comments in the panel, and the app hears of it', async () => {
  const app = await startHost()
  const post = await makePost(app, 'Export to CSV', {
    body: 'With **all** columns, [as here](https://acme.example/a).',
  })
  await makePost(app, 'Dark mode')
  const { page, faults } = await open(app)
  await page.getByRole('button', { name: 'Feedback' }).click()
  const panel = page.getByRole('dialog', { name: 'Ideas for Acme' })
  await panel.getByText('Signed in as Acme user').waitFor()

  const unlike = panel.getByRole('button', { name: 'Dark mode', exact: true })
  await unlike.waitFor()
  await panel.getByRole('searchbox').fill('exports')
  await unlike.waitFor({ state: 'detached' })
  await panel.getByRole('button', { name: /^Vote for “Export to CSV”\. 0 votes/ }).click()
  await panel.getByRole('button', { name: /^You voted for “Export to CSV”.*1 vote$/ }).waitFor()
  await expect.poll(() => votesFor(app, post)).toBe(1)

  await panel.getByRole('button', { name: 'Follow: Export to CSV', exact: true }).click()
  await panel.getByRole('button', { name: 'Following: Export to CSV', pressed: true }).waitFor()
  await panel.getByRole('button', { name: 'Export to CSV', exact: true }).click()
  await panel.getByRole('heading', { name: 'Export to CSV' }).waitFor()
  await expect
    .poll(async () => (await panel.locator('.prose').innerHTML()).trim())
    .toBe(
      '<p>With <strong>all</strong> columns, <a href="https://acme.example/a" target="_blank" rel="nofollow ugc noopener noreferrer">as here</a>.</p>',
    )
  await panel.getByRole('button', { name: 'Following', pressed: true }).waitFor()
  await panel.getByLabel('Add a comment').fill('Every **month**.')
  await panel.getByRole('button', { name: 'Comment', exact: true }).click()
  await panel.locator('.discussion strong', { hasText: 'month' }).waitFor()

  await panel.getByRole('button', { name: 'All ideas' }).click()
  await startIdea(panel, 'A dark mod')
  await panel.locator('.similar').getByRole('button', { name: 'Dark mode', exact: true }).waitFor()
  await panel.getByLabel('Title').fill('Keyboard shortcuts')
  await panel.getByLabel('Details').fill('For everything.')
  await panel.getByRole('button', { name: 'Add idea', exact: true }).click()
  await panel.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
  const { body: list } = await app.server('GET', '/v1/posts?q=keyboard')
  expect(list.data).toMatchObject([{ title: 'Keyboard shortcuts', body: 'For everything.', vote_count: 1 }])

  expect((await heardIn(page)).map(([name]) => name)).toEqual(['open', 'session', 'vote', 'follow', 'comment', 'post'])
  expect(app.asked()).toBe(1)
  expect(faults).toEqual([])
})

test('the roadmap and the changelog are there, with a mark for what is new since the last visit', async () => {
  const app = await startHost()
  const { body: statuses } = await app.server('GET', '/v1/statuses')
  const planned = statuses.data.find(({ category }: { category: string }) => category === 'planned')
  const post = await makePost(app, 'Dark mode', { status_id: planned.id })
  const { page, faults } = await open(app)
  const launcher = page.getByRole('button', { name: 'Feedback' })
  await launcher.waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(1) // looked at the board once
  await app.server('POST', '/v1/changelog', {
    title: 'Night shift',
    body: 'It *is* dark.',
    state: 'published',
    post_ids: [post.id],
  })
  await page.evaluate(() => {
    // As if the last look was more than an hour ago.
    const [key = ''] = Object.keys(localStorage)
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? ''), at: 0 }))
  })
  await page.reload()
  await page.getByRole('button', { name: 'Feedback, unread' }).click()
  expect(await heardIn(page)).toContainEqual(['news', { unread: true }])
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Roadmap' }).click()
  await panel.getByRole('heading', { name: planned.name }).waitFor()
  await panel.getByRole('button', { name: 'Dark mode', exact: true }).waitFor()
  await panel.getByRole('button', { name: 'Changelog unread' }).click()
  await panel.getByRole('heading', { name: 'Night shift' }).waitFor()
  await panel.locator('.entry .badge', { hasText: 'unread' }).waitFor()
  await expect.poll(() => heardIn(page)).toContainEqual(['news', { unread: false }])
  await panel.getByRole('button', { name: 'Dark mode', exact: true }).click()
  await panel.getByRole('heading', { name: 'Dark mode' }).waitFor()
  await panel.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Feedback', exact: true }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Feedback', exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('“Open the board” leads to it already signed in, by a code that only a click there uses', async () => {
  const app = await startHost()
  await makePost(app, 'Dark mode')
  const { page, faults } = await open(app)
  await page.getByRole('button', { name: 'Feedback' }).click()
  await page.getByText('Signed in as Acme user').waitFor()
  const [board] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Open the board' }).click(),
  ])
  await board.getByRole('button', { name: 'Continue as Acme user' }).click()
  await board.getByRole('button', { name: 'Vote for “Dark mode”' }).waitFor()
  await board.getByText('Acme user', { exact: true }).waitFor()
  expect(await board.evaluate(() => window.opener)).toBeNull()
  expect(faults).toEqual([])
})

test('a guest of the app can read, is asked to sign in, and opens the board as a stranger', async () => {
  const app = await startHost()
  const post = await makePost(app, 'Dark mode')
  app.token = () => null
  const { page, faults } = await open(app)
  await page.getByRole('button', { name: 'Feedback' }).click()
  await page.getByRole('button', { name: /^Vote for “Dark mode”/ }).click()
  await page.getByText('Sign in to Acme to continue.').waitFor()
  await page.getByRole('button', { name: /^Vote for “Dark mode”\. 0 votes/ }).waitFor()
  expect(await heardIn(page)).toEqual([
    ['open', null],
    ['sign_in_needed', null],
  ])
  const [board] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Open the board' }).click(),
  ])
  await board.getByRole('link', { name: 'Sign in' }).waitFor()

  // They sign in, and the app opens the panel again.
  app.token = () => app.signToken()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Feedback' }).click()
  await page.getByText('Signed in as Acme user').waitFor()
  await page.getByRole('button', { name: /^Vote for “Dark mode”/ }).click()
  await expect.poll(() => votesFor(app, post)).toBe(1)
  expect(faults).toEqual([])
})

test('a private board shows nothing to strangers, and everything to users of the app', async () => {
  const app = await startHost({ draft: { isPrivate: true } })
  await makePost(app, 'Secret plans')
  app.token = () => null
  const { page } = await open(app)
  await page.getByRole('button', { name: 'Feedback' }).click()
  await page.getByText('Ideas aren’t available right now.').waitFor()
  expect(await page.locator('feedback-board').innerText()).not.toContain('Secret')
  app.token = () => app.signToken()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Secret plans', exact: true }).waitFor()
})

test('nothing is asked for before it is needed, and what is kept in the browser is no session', async () => {
  const app = await startHost()
  await makePost(app, 'Dark mode')
  const { page, requests } = await open(app)
  await page.getByRole('button', { name: 'Feedback' }).waitFor()
  await expect.poll(() => requests().length).toBe(3)
  expect(requests().sort()).toEqual(['/v1/changelog', '/v1/project', '/widget.js'])
  expect(app.asked()).toBe(0)
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(1)
  await page.reload()
  await page.getByRole('button', { name: 'Feedback' }).waitFor()
  expect(requests().slice(3)).toEqual(['/widget.js']) // the rest is known for an hour

  await page.getByRole('button', { name: 'Feedback' }).click()
  await page.getByText('Signed in as Acme user').waitFor()
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
  expect(kept).not.toMatch(/svc_ses|ey[\w-]+\.|usr_/)
})
