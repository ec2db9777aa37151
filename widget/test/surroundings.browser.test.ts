import { expect, test } from 'vitest'
import { heardIn, makePost, startHost, useHostPages, votesFor } from './host-page.ts'

const open = useHostPages()

const HOSTILE_STYLE = `body * { display: none !important }
* { color: red !important; font-size: 3px !important; position: static !important }
:root { --ink: red; --paper: red; --accent: red; --space: 90px; font-size: 3px }
dialog, button, feedback-board { visibility: hidden !important; transform: scale(0) !important; opacity: 0 !important }`

const HOSTILE_SCRIPT = `
// Other people's libraries of another time.
Array.prototype.first = function () { return this[0] }
Object.prototype.extend = function () {}
Array.prototype.toJSON = function () { return 'an array' }
for (const name of ['map', 'forEach', 'join', 'concat', 'includes', 'find', 'reduce', 'flat', 'flatMap', 'every'])
  Array.prototype[name] = () => { throw new Error(name + ' is not as you know it') }
Array.prototype.filter = function (keep) { const kept = []; for (let at = 0; at < this.length; at += 1) if (keep(this[at], at)) kept[kept.length] = this[at]; return kept }
Array.prototype.indexOf = function (item) { for (let at = 0; at < this.length; at += 1) if (this[at] === item) return at; return -1 }
Array.prototype.push = function (item) { this[this.length] = item; return this.length }
// A page that wraps what it sends, shouts, and listens to everything.
const { fetch: send } = window
window.fetch = (...request) => send(...request).then((answer) => answer)
window.shout = window.postMessage
window.postMessage = () => { throw new Error('nobody posts here') }
window.overheard = []
addEventListener('message', (event) => overheard.push(event.data))
setInterval(() => { for (const type of ['open', 'close', 'token', 'feedback-board']) shout({ type, token: 'x', url: 'javascript:alert(1)' }, '*') }, 5)
`

// Guarantees that page and panel cannot break each other: what the page does to itself stays outside, and nothing of the panel gets out.
test('a page with styles for everything, arrays of its own and a flood of messages has a panel that works as ever', async () => {
  const app = await startHost()
  const post = await makePost(app, 'Dark mode')
  app.serve({
    html: `<!doctype html><html lang="en"><title>Acme</title><body><h1>Acme</h1>`,
    before: `${HOSTILE_SCRIPT}
const sheet = new CSSStyleSheet(); sheet.replaceSync(${JSON.stringify(HOSTILE_STYLE)}); document.adoptedStyleSheets = [sheet]`,
    script: `const { fetch } = window
window.widget = FeedbackBoard.create({ projectKey: PROJECT_KEY,
  getToken: async () => (await (await fetch('/token', { method: 'POST' })).json()).token })
window.fetch = () => Promise.reject(new Error('the page’s own fetch'))
window.done = new Promise((resolve) => { widget.on('vote', resolve) })`,
  })
  const { page, faults } = await open(app)
  // The driver's own scripts would break in such a page, so the page is driven from outside, by what is on the screen.
  const click = async (find: string) => {
    const point = await page.evaluate(find)
    expect(point).toEqual({ x: expect.any(Number), y: expect.any(Number) })
    const { x, y } = point as { x: number; y: number } // as expected above
    await page.mouse.click(x, y)
  }
  const middle = (selector: string) => `(async () => {
    for (let tries = 0; tries < 4_800; tries += 1) {
      const element = document.querySelector('feedback-board')?.shadowRoot.querySelector('${selector}')
      const box = element && element.getBoundingClientRect()
      if (box && box.width > 20 && box.height > 20) return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      await new Promise((wake) => setTimeout(wake, 25))
    }
  })()`
  await click(middle('.launcher'))
  await click(middle('.ballot'))
  await page.evaluate('done')
  await expect.poll(() => votesFor(app, post)).toBe(1)
  const seen = await page.evaluate(`(() => {
    const panel = document.querySelector('feedback-board').shadowRoot.querySelector('dialog')
    const { color, fontSize, opacity } = getComputedStyle(panel.querySelector('.title'))
    const { width, height } = panel.getBoundingClientRect()
    return { color, fontSize, opacity, isWide: width > 300 && height > 400, foreign: document.head.querySelector('style, link') }
  })()`)
  expect(seen).toEqual({ color: 'rgb(24, 24, 27)', fontSize: '15px', opacity: '1', isWide: true, foreign: null })
  // All that was ever posted is what the page itself shouts.
  expect(
    await page.evaluate(
      '(() => { let other = 0; for (const { token } of overheard) if (token !== "x") other += 1; return [overheard.length > 0, other] })()',
    ),
  ).toEqual([true, 0])
  expect(faults).toEqual([])
})

test('where the page’s origin is not allowed, the developer is told why, and the visitor sees no button that leads nowhere', async () => {
  const app = await startHost({ isAllowed: false })
  await makePost(app, 'Dark mode')
  const { page, faults } = await open(app)
  await expect.poll(() => faults.filter((text) => text.startsWith('Feedback widget:'))).toHaveLength(1)
  expect(faults.find((text) => text.startsWith('Feedback widget:'))).toContain(
    `does not answer pages of ${app.origin} for this projectKey. Add exactly this origin to the project’s allowed origins`,
  )
  await page.getByRole('button', { name: 'Feedback' }).waitFor({ state: 'detached' })
  expect(await heardIn(page)).toEqual([['error', { code: 'unavailable' }]])

  // An app that opens it by a button of its own gets a quiet panel.
  await page.evaluate('void widget.open()')
  await page.getByRole('dialog').getByText('Ideas aren’t available right now.').waitFor()
  expect(await page.getByRole('dialog').innerText()).not.toMatch(/origin|CORS|key|error/i)
})

test('wrong options are told to the developer at once, and break nothing of the page', async () => {
  const app = await startHost()
  app.serve({
    script: `FeedbackBoard.create({ projectKey: 'svc_sk_live_abc', getToken })
FeedbackBoard.create({ projectKey: 'nothing' }).open().then(() => FeedbackBoard.create({}).destroy())
FeedbackBoard.create({ projectKey: PROJECT_KEY, getToken: 'a token' })
FeedbackBoard.create({ projectKey: PROJECT_KEY, target: '#nowhere' })`,
  })
  const { page, faults } = await open(app)
  await expect.poll(() => faults.length).toBe(5)
  expect(faults.sort()).toEqual([
    'Feedback widget: getToken must be a function.',
    'Feedback widget: projectKey is a SECRET key. It is public now: revoke it in the console, and use the publishable one (svc_pk_…).',
    'Feedback widget: projectKey must be the project’s publishable key (svc_pk_…).',
    'Feedback widget: projectKey must be the project’s publishable key (svc_pk_…).',
    'Feedback widget: there is no element #nowhere here.',
  ])
  expect(await page.locator('feedback-board').count()).toBe(0)
})

const COULD_NOT_SIGN_IN =
  /^You could not be signed in\. Check that you are signed in to .+, reload the page and try again\.$/

const TOKEN_FUNCTIONS = {
  throws: `async () => { throw new Error('no backend') }`,
  'throws before it promises anything': `() => { throw new Error('no backend') }`,
  'answers with something else': `async () => ({ token: 1 })`,
  hangs: `() => new Promise(() => {})`,
}

test.each(Object.entries(TOKEN_FUNCTIONS))(
  'a token function that %s leaves the panel readable, and whoever votes is told',
  async (_, getToken) => {
    const app = await startHost()
    const post = await makePost(app, 'Dark mode')
    app.serve({ script: `window.widget = FeedbackBoard.create({ projectKey: PROJECT_KEY, getToken: ${getToken} })` })
    const { page, faults } = await open(app)
    await page.getByRole('button', { name: 'Feedback' }).click()
    await page.getByRole('button', { name: /^Vote for “Dark mode”/ }).click()
    await page.getByText(COULD_NOT_SIGN_IN).waitFor()
    await page.getByRole('button', { name: /^Vote for “Dark mode”\. 0 votes/ }).waitFor()
    expect(await votesFor(app, post)).toBe(0)
    await expect.poll(() => faults.length).toBeGreaterThan(0)
    for (const fault of faults) expect(fault).toMatch(/^Feedback widget: .*token_unavailable/s)
  },
)

test('an expired token is refused with its reason to the developer; the next one, a fresh one, works', async () => {
  const app = await startHost()
  const post = await makePost(app, 'Dark mode')
  const now = Math.floor(Date.now() / 1000)
  app.token = () => app.signToken({ iat: now - 1000, exp: now - 700 })
  const { page, faults } = await open(app)
  await page.getByRole('button', { name: 'Feedback' }).click()
  await page.getByRole('button', { name: /^Vote for “Dark mode”/ }).click()
  await page.getByText('We couldn’t sign you in. Please try again.').waitFor()
  await expect
    .poll(() => faults.filter((text) => text.startsWith('Feedback widget:')).join())
    .toContain('token_expired')
  app.token = () => app.signToken()
  await page.getByRole('button', { name: /^Vote for “Dark mode”/ }).click()
  await page.getByRole('button', { name: /^You voted for “Dark mode”/ }).waitFor()
  await expect.poll(() => votesFor(app, post)).toBe(1)
})

test('a session that ended is renewed once, with one new token, and the vote counts once', async () => {
  const app = await startHost()
  const post = await makePost(app, 'Dark mode')
  const { page } = await open(app)
  await page.getByRole('button', { name: 'Feedback' }).click()
  await page.getByText('Signed in as Acme user').waitFor()
  await page.getByRole('button', { name: /^Vote for “Dark mode”/ }).waitFor() // all of it is there
  const { body: users } = await app.server('GET', '/v1/users')
  await app.server('POST', `/v1/users/${users.data[0].id}/ban`, {})
  await app.server('POST', `/v1/users/${users.data[0].id}/unban`, {})
  await page.getByRole('button', { name: /^Vote for “Dark mode”/ }).click()
  await page.getByRole('button', { name: /^You voted for “Dark mode”.*1 vote$/ }).waitFor()
  await expect.poll(() => votesFor(app, post)).toBe(1)
  expect(app.asked()).toBe(2)
})

test('a user who is banned while the panel is open is told, can still read, and is not signed in again and again', async () => {
  const app = await startHost()
  const post = await makePost(app, 'Dark mode')
  const { page } = await open(app)
  await page.getByRole('button', { name: 'Feedback' }).click()
  await page.getByText('Signed in as Acme user').waitFor()
  await page.getByRole('button', { name: /^Vote for “Dark mode”/ }).waitFor() // all of it is there
  const { body: users } = await app.server('GET', '/v1/users')
  await app.server('POST', `/v1/users/${users.data[0].id}/ban`, {})
  await page.getByRole('button', { name: /^Vote for “Dark mode”/ }).click()
  await page.getByText('The team has removed your access to this board.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Vote for “Dark mode”\. 0 votes/ }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Dark mode', exact: true }).click()
  await page.getByRole('heading', { name: 'Dark mode' }).waitFor()
  expect(await page.getByRole('button', { name: 'Comment', exact: true }).isDisabled()).toBe(true)
  expect(await votesFor(app, post)).toBe(0)
  expect(app.asked()).toBe(2) // a ban ends the session: the one new token is refused, and no other is asked for
  expect((await heardIn(page)).filter(([name]) => name === 'error')).toEqual([['error', { code: 'user_banned' }]])
})

test('without a connection a vote is undone with a message, and works again later', async () => {
  const app = await startHost()
  const post = await makePost(app, 'Dark mode')
  const { page } = await open(app)
  await page.getByRole('button', { name: 'Feedback' }).click()
  await page.getByText('Signed in as Acme user').waitFor()
  await page.getByRole('button', { name: /^Vote for “Dark mode”/ }).waitFor() // all of it is there
  await page.context().setOffline(true)
  await page.getByRole('button', { name: /^Vote for “Dark mode”/ }).click()
  await page.getByRole('button', { name: /^You voted/ }).waitFor() // at once
  await page.getByText('That didn’t work. Please try again.').waitFor()
  await page.getByRole('button', { name: /^Vote for “Dark mode”\. 0 votes/ }).waitFor()
  await page.getByRole('button', { name: 'Roadmap' }).click()
  await page.getByText('You’re offline').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Planned' }).waitFor()
  await page.getByRole('button', { name: 'Feedback', exact: true }).last().click()
  await page.getByRole('button', { name: /^Vote for “Dark mode”/ }).click()
  await expect.poll(() => votesFor(app, post)).toBe(1)
})

test('a short overload of the service removes no button and gives the developer no wrong advice', async () => {
  const app = await startHost()
  await makePost(app, 'Dark mode')
  const { page, faults } = await open(app)
  await page.getByRole('button', { name: 'Feedback' }).waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(1) // it has looked
  await page.evaluate(() => localStorage.clear())
  const cors = { 'access-control-allow-origin': app.origin }
  let refusals = 0
  await page.route('**/v1/**', (route) => {
    refusals += 1
    if (route.request().method() === 'OPTIONS') return route.continue()
    return route.fulfill({
      status: 503,
      headers: cors,
      contentType: 'application/problem+json',
      body: '{"code":"unavailable"}',
    })
  })
  await page.reload()
  await expect.poll(() => refusals).toBeGreaterThanOrEqual(2)
  await page.unroute('**/v1/**')
  await page.getByRole('button', { name: 'Feedback' }).click()
  await page.getByRole('button', { name: /^Vote for “Dark mode”/ }).waitFor()
  expect(faults.filter((text) => text.startsWith('Feedback widget:'))).toEqual([])
})

test('a panel that cannot be loaded says so to the app, and the next click tries again', async () => {
  const app = await startHost()
  await makePost(app, 'Dark mode')
  const { page } = await open(app)
  const launcher = page.getByRole('button', { name: 'Feedback' })
  await launcher.waitFor()
  await page.route('**/widget/**', (route) => route.abort())
  await launcher.click()
  await expect.poll(() => heardIn(page)).toContainEqual(['error', { code: 'panel_unavailable' }])
  await page.unroute('**/widget/**')
  await launcher.click()
  await page.getByRole('dialog').waitFor()
})

test('two widgets of two projects on one page have sessions, panels and buttons of their own', async () => {
  const one = await startHost()
  const other = await startHost({ service: one.service, draft: { name: 'Globex', allowedOrigins: [one.origin] } })
  const posts = [await makePost(one, 'Dark mode'), await makePost(other, 'Light mode')] as const
  one.serve({
    script: `window.a = FeedbackBoard.create({ projectKey: PROJECT_KEY, getToken })
window.b = FeedbackBoard.create({ projectKey: '${other.project.publishableKey}', launcher: { label: 'Globex ideas', side: 'end' },
  getToken: async () => '${other.signToken({ sub: 'eve' })}' })`,
  })
  const { page, faults } = await open(one)
  const boxes = await Promise.all(
    ['Feedback', 'Globex ideas'].map((name) => page.getByRole('button', { name }).boundingBox()),
  )
  const [first, second] = boxes
  expect(first && second && second.y + second.height <= first.y).toBe(true) // one above the other
  await page.getByRole('button', { name: 'Globex ideas' }).click()
  await page.getByRole('button', { name: /^Vote for “Light mode”/ }).click()
  await expect.poll(() => votesFor(other, posts[1])).toBe(1)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Feedback' }).click()
  await page.getByRole('button', { name: /^Vote for “Dark mode”/ }).click()
  await expect.poll(() => votesFor(one, posts[0])).toBe(1)
  expect(faults).toEqual([])
})
