import { expect, test } from 'vitest'
import { heardIn, makePost, startHost, startIdea, useHostPages, votesFor } from './host-page.ts'

const open = useHostPages()

/** A page whose `onSignIn` is this code. */
const withSignIn = (code: string) => `window.heard = []
window.widget = FeedbackBoard.create({ projectKey: PROJECT_KEY, getToken, onSignIn: () => ${code} })
for (const name of ['session', 'post', 'sign_in_needed', 'error']) widget.on(name, (detail) => heard.push([name, detail]))`

const IN_PLACE = withSignIn('new Promise((resolve) => { window.finish = resolve })')

async function startGuest(script: string) {
  const app = await startHost()
  const post = await makePost(app, 'Dark mode')
  app.token = () => null
  app.serve({ script })
  const tab = await open(app)
  await tab.page.getByRole('button', { name: 'Feedback' }).click()
  const panel = tab.page.getByRole('dialog')
  await panel.getByRole('button', { name: /^Vote for “Dark mode”/ }).waitFor()
  /** In the app, while its sign-in is open. */
  const signIn = () => {
    app.token = () => app.signToken()
  }
  return { app, post, panel, signIn, ...tab }
}

test('a guest writes, signs in with the app, and finds what they wrote, ready to be sent', async () => {
  const { app, page, panel, signIn, faults } = await startGuest(IN_PLACE)
  await startIdea(panel, 'Keyboard shortcuts')
  await panel.getByLabel('Details').fill('For everything.')
  await panel.getByRole('button', { name: 'Sign in to send' }).click()
  await expect.poll(() => page.evaluate(() => typeof Reflect.get(window, 'finish'))).toBe('function')
  signIn()
  await page.evaluate('finish()')
  await panel.getByText('Signed in as').waitFor()
  expect(await panel.getByLabel('Details').inputValue()).toBe('For everything.')
  expect(await app.server('GET', '/v1/posts?q=keyboard')).toMatchObject({ body: { data: [] } }) // sent when they say so
  await panel.getByRole('button', { name: 'Add idea', exact: true }).click()
  await panel.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
  expect((await heardIn(page)).map(([name]) => name)).toEqual(['session', 'post'])
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  expect(faults).toEqual([])
})

test('a guest’s vote leads to the app’s sign-in, and counts after it', async () => {
  const { app, post, page, panel, signIn } = await startGuest(IN_PLACE)
  await panel.getByRole('button', { name: /^Vote for “Dark mode”/ }).click()
  await panel.getByRole('status').getByRole('button', { name: 'Sign in' }).click()
  signIn()
  await page.evaluate('finish()')
  await panel.getByRole('button', { name: /^You voted for “Dark mode”.*1 vote$/ }).waitFor()
  await expect.poll(() => votesFor(app, post)).toBe(1)
})

test('a comment of a guest waits for their sign-in too', async () => {
  const { page, panel, signIn } = await startGuest(IN_PLACE)
  await panel.getByRole('button', { name: 'Dark mode', exact: true }).click()
  await panel.getByLabel('Add a comment').fill('At night too.')
  await panel.getByRole('button', { name: 'Sign in to send' }).click()
  signIn()
  await page.evaluate('finish()')
  await panel.getByRole('button', { name: 'Comment', exact: true }).click()
  await panel.locator('.discussion', { hasText: 'At night too.' }).waitFor()
})

// Guarantees that a sign-in on a page of its own loses nothing, whether `onSignIn` waits or not; nothing of it stays in the browser.
test('where the app leaves its page to sign somebody in, the panel is open again afterwards, with what they wrote', async () => {
  const { page, panel, signIn } = await startGuest(withSignIn(`{ location.assign('about:blank') }`))
  await startIdea(panel, 'Keyboard shortcuts')
  await panel.getByLabel('Details').fill('For everything.')
  await panel.getByRole('button', { name: 'Sign in to send' }).click()
  await page.waitForURL('about:blank')
  signIn()
  await page.goto('/')
  await panel.getByText('Signed in as').waitFor()
  expect([await panel.getByLabel('Title').inputValue(), await panel.getByLabel('Details').inputValue()]).toEqual([
    'Keyboard shortcuts',
    'For everything.',
  ])
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  await panel.getByRole('button', { name: 'Add idea', exact: true }).click()
  await panel.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Feedback' }).waitFor()
  expect(await panel.count()).toBe(0) // once is enough
})

test('a sign-in that fails or is given up leaves the text and the button', async () => {
  const { page, panel, faults } = await startGuest(withSignIn(`{ throw new Error('no sign-in today') }`))
  await startIdea(panel, 'Keyboard shortcuts')
  await panel.getByRole('button', { name: 'Sign in to send' }).click()
  await panel.getByText('We couldn’t sign you in. Please try again.').waitFor()
  expect(await panel.getByLabel('Title').inputValue()).toBe('Keyboard shortcuts')
  await panel.getByRole('button', { name: 'Sign in to send' }).waitFor()
  expect(faults).toEqual([expect.stringContaining('Feedback widget: onSignIn failed.')])
  expect(await heardIn(page)).toEqual([])
})

test('an answer for the list behind the form does not replace what the form says', async () => {
  const { page, panel } = await startGuest(withSignIn(`{ throw new Error('no sign-in today') }`))
  const { promise: isSaid, resolve: say } = Promise.withResolvers<void>()
  await page.route('**/v1/posts/similar?**', async (route) => {
    await isSaid
    await route.continue()
  })
  const asked = page.waitForRequest('**/v1/posts/similar?**')
  await panel.getByLabel('What’s on your mind?').fill('Keyboard shortcuts')
  const forTheList = await asked
  await panel.getByRole('button', { name: 'Add “Keyboard shortcuts” as a new idea' }).click()
  await panel.getByRole('button', { name: 'Sign in to send' }).click()
  const failure = panel.getByRole('status').getByText('We couldn’t sign you in. Please try again.')
  await failure.waitFor()
  say()
  expect(await (await forTheList.response())?.finished()).toBeNull()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await failure.count()).toBe(1)
})

test('an app without onSignIn hears that somebody wants to, and the panel shows the way to the board', async () => {
  const { page, panel } = await startGuest(`window.heard = []
window.widget = FeedbackBoard.create({ projectKey: PROJECT_KEY, getToken })
widget.on('sign_in_needed', () => heard.push(['sign_in_needed', null]))`)
  await startIdea(panel, 'Keyboard shortcuts')
  await panel.locator('.notice').getByRole('link', { name: 'Open the board' }).waitFor()
  await panel.getByRole('button', { name: 'Sign in to send' }).click()
  await panel.getByRole('status').getByText('Sign in to Acme to continue.').waitFor()
  expect(await heardIn(page)).toEqual([['sign_in_needed', null]])
})
