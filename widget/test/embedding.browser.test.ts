import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { widgetPolicy, widgetScript, widgetTags } from '../../service/src/surfaces/console/setup/samples/index.ts'
import { LANGUAGES, wordsIn } from '../../ui/words/words.ts'
import { heardIn, makePost, startHost, useHostPages, votesFor } from './host-page.ts'

const open = useHostPages()
const page = (attributes: string, head = '') =>
  `<!doctype html><html ${attributes}><meta charset="utf-8"><title>Acme</title>${head}<body><h1>Acme</h1><div id="here"></div>`

test('a page in any of seven languages has a panel in it, to the last word', async () => {
  const app = await startHost()
  await makePost(app, 'Dark mode')
  const { page: tab, faults } = await open(app)
  for (const language of LANGUAGES) {
    const words = wordsIn(language)
    app.serve({ html: page(`lang="${language}-XX" dir="${words.direction}"`) })
    await tab.goto('/')
    await tab.getByRole('button', { name: words.say('nav_posts') }).click()
    const panel = tab.getByRole('dialog', { name: words.say('list_title', { project: 'Acme' }) })
    await panel.getByRole('button', { name: words.say('vote_for', { title: 'Dark mode' }) }).waitFor()
    expect(await panel.getAttribute('dir')).toBe(words.direction)
    await panel.getByText(words.say('status_open'), { exact: true }).waitFor()
    await panel.getByLabel(words.say('mind_label'), { exact: true }).waitFor()
    for (const [view, key] of [
      ['new', 'new_lead'],
      ['roadmap', 'roadmap_empty'],
      ['changelog', 'changelog_empty_title'],
    ] as const) {
      await tab.evaluate((view) => Reflect.get(window, 'widget').open({ view }), view)
      await panel.getByText(words.say(key), { exact: true }).first().waitFor()
    }
  }
  expect(faults).toEqual([])
})

test('in a page that reads from right to left, button and panel stand on its other side', async () => {
  const app = await startHost()
  app.serve({ html: page('lang="ar" dir="rtl"') })
  const { page: tab } = await open(app, { viewport: { width: 1000, height: 700 } })
  const launcher = tab.getByRole('button', { name: 'الأفكار' })
  expect((await launcher.boundingBox())?.x).toBeLessThan(100)
  await launcher.click()
  expect((await tab.getByRole('dialog').boundingBox())?.x).toBeLessThan(100)
})

const THEMES = [
  ['a page that says nothing is light', page('lang="en"'), 'dark', 'light'],
  [
    'a page for both follows the visitor',
    page('lang="en"', '<meta name="color-scheme" content="light dark">'),
    'dark',
    'dark',
  ],
  [
    'a page that is dark has a dark panel',
    page('lang="en"', '<meta name="color-scheme" content="dark">'),
    'light',
    'dark',
  ],
] as const

test('the panel is light or dark as its page is', async () => {
  const app = await startHost()
  for (const [what, html, colorScheme, theme] of THEMES) {
    app.serve({ html })
    const { page: tab } = await open(app, { colorScheme })
    await tab.getByRole('button', { name: 'Feedback' }).click()
    expect([what, await tab.getByRole('dialog').getAttribute('data-theme')]).toEqual([what, theme])
  }
})

test('however a page writes its colours, a light one has a light panel', async () => {
  const app = await startHost()
  const { page: tab } = await open(app)
  await tab.getByRole('button', { name: 'Feedback' }).click()
  const theme = () => tab.getByRole('dialog').getAttribute('data-theme')
  for (const [color, expected] of [
    ['oklch(98.5% 0.002 247.8)', 'light'],
    ['lab(12 0 0)', 'dark'],
    ['color-mix(in srgb, white 95%, black)', 'light'],
    ['hsl(220 40% 8%)', 'dark'],
    ['#fff', 'light'],
    ['rgb(0 0 0 / 20%)', 'light'],
  ] as const) {
    await tab.evaluate((color) => {
      document.body.style.background = color
    }, color)
    await expect.poll(async () => [color, await theme()]).toEqual([color, expected])
  }
})

test('a panel that is closed or destroyed while it loads does not open', async () => {
  const app = await startHost()
  app.serve({
    script: `window.widget = FeedbackBoard.create({ projectKey: PROJECT_KEY, getToken })
window.done = (async () => { const opened = widget.open(); widget.close(); await opened })()
const gone = FeedbackBoard.create({ projectKey: PROJECT_KEY, getToken, launcher: { label: 'Gone' } })
gone.destroy()`,
  })
  const { page: tab } = await open(app)
  await tab.evaluate('done')
  await tab.getByRole('button', { name: 'Feedback' }).waitFor()
  expect(await tab.getByRole('dialog').count()).toBe(0)
  expect(await tab.getByRole('button', { name: 'Gone' }).count()).toBe(0)
  await tab.getByRole('button', { name: 'Feedback' }).click()
  await tab.getByRole('dialog').waitFor()
})

test('the panel follows a page that changes its colours or its language while it is open', async () => {
  const app = await startHost()
  await makePost(app, 'Dark mode')
  const { page: tab } = await open(app)
  await tab.getByRole('button', { name: 'Feedback' }).click()
  const panel = tab.getByRole('dialog')
  await tab.evaluate(() => {
    document.body.style.background = '#101010'
    document.documentElement.lang = 'de'
  })
  await panel.getByRole('button', { name: 'Für „Dark mode“ stimmen' }).waitFor()
  expect(await panel.getAttribute('data-theme')).toBe('dark')
})

/** A change of the project is in force within a second. */
async function inYellow() {
  const app = await startHost()
  await app.server('PATCH', '/v1/project', { accent_color: '#ffee00' })
  await expect.poll(async () => (await app.app('GET', '/v1/project')).body.accent_color).toBe('#ffee00')
  return app
}

test('the colour is the project’s, on the button as in the panel, and can always be read', async () => {
  const { page: tab } = await open(await inYellow())
  const launcher = tab.getByRole('button', { name: 'Feedback' })
  const colours = () =>
    launcher.evaluate((button) => [getComputedStyle(button).backgroundColor, getComputedStyle(button).color])
  await expect.poll(colours).toEqual(['rgb(255, 238, 0)', 'rgb(0, 0, 0)'])
  await launcher.click()
  const accent = () => tab.getByRole('dialog').evaluate((dialog) => dialog.style.getPropertyValue('--accent'))
  await expect.poll(accent).toMatch(/^#[67]/) // darker, so that it can be read on light paper
})

test('an app opens the panel by a button of its own, at the place it names, closes it and takes it away', async () => {
  const app = await startHost()
  const post = await makePost(app, 'Dark mode')
  app.serve({
    html: `${page('lang="en"')}<button id="own">Tell us</button>`,
    script: `window.heard = []
window.widget = FeedbackBoard.create({ projectKey: PROJECT_KEY, getToken, launcher: false, news: false })
const stop = widget.on('open', () => heard.push(['open', null]))
widget.on('close', () => heard.push(['close', null]))
document.getElementById('own').addEventListener('click', () => widget.toggle())
window.stop = stop`,
  })
  const { page: tab, requests, faults } = await open(app)
  const own = tab.getByRole('button', { name: 'Tell us' })
  await own.waitFor()
  expect(requests()).toEqual(['/widget.js'])
  expect(await tab.getByRole('button', { name: 'Feedback' }).count()).toBe(0)
  await own.click()
  await tab.getByRole('dialog').waitFor()
  await tab.keyboard.press('Escape')
  await expect.poll(() => tab.evaluate(() => document.activeElement?.id)).toBe('own')
  const call = (code: string) => tab.evaluate(code)
  await call(`widget.open({ post: '${post.id}' })`)
  await tab.getByRole('heading', { name: 'Dark mode' }).waitFor()
  await call(`widget.open({ view: 'new', title: 'Lights' })`)
  expect(await tab.getByLabel('Title').inputValue()).toBe('Lights')
  await call('widget.close()')
  await tab.getByRole('dialog').waitFor({ state: 'hidden' })
  const events = async () => (await heardIn(tab)).map(([name]) => name)
  await expect.poll(events).toEqual(['open', 'close', 'open', 'close'])
  await call(`heard.length = 0
widget.open()`)
  await tab.getByRole('dialog').waitFor()
  await call('widget.close(), widget.open()') // before the browser reports that it closed
  await expect.poll(events).toEqual(['open', 'close', 'open'])
  await call('widget.close()')
  await expect.poll(events).toEqual(['open', 'close', 'open', 'close'])
  await call('stop()')
  await call('widget.open()')
  await tab.getByRole('dialog').waitFor()
  await call('widget.destroy()')
  expect(await tab.locator('feedback-board').count()).toBe(0)
  await call('widget.open()')
  await expect.poll(events).toEqual(['open', 'close', 'open', 'close', 'close'])
  expect(faults).toEqual([])
})

test('in the page itself the panel is a part of it, loaded when it is scrolled to', async () => {
  const app = await startHost()
  const post = await makePost(app, 'Dark mode')
  app.serve({
    html: `<!doctype html><html lang="en"><title>Acme</title><body><h1>Acme</h1><p>${'Much text. '.repeat(2_000)}</p><main><div id="here"></div></main>`,
    script: `FeedbackBoard.create({ projectKey: PROJECT_KEY, getToken, target: '#here' })`,
  })
  const { page: tab, requests, faults } = await open(app, { viewport: { width: 900, height: 600 } })
  expect(requests()).toEqual(['/widget.js'])
  await tab.locator('#here').scrollIntoViewIfNeeded()
  const panel = tab.locator('#here').getByRole('region', { name: 'Ideas for Acme' })
  await panel.getByRole('button', { name: /^Vote for “Dark mode”/ }).click()
  await expect.poll(() => votesFor(app, post)).toBe(1)
  expect(await panel.getByRole('button', { name: 'Close' }).count()).toBe(0)
  expect(await tab.getByRole('dialog').count()).toBe(0)
  expect(faults).toEqual([])
})

test('when somebody signs out of the app, nothing of theirs stays; the next one votes as themselves', async () => {
  const app = await startHost()
  const post = await makePost(app, 'Dark mode')
  const { page: tab } = await open(app)
  await tab.getByRole('button', { name: 'Feedback' }).click()
  await tab.getByText('Signed in as').waitFor()
  await tab.getByRole('button', { name: /^Vote for “Dark mode”/ }).click()
  await expect.poll(() => votesFor(app, post)).toBe(1)
  await tab.getByRole('searchbox').fill('dark secrets')
  app.token = () => app.signToken({ sub: 'eve' })
  await tab.evaluate('widget.signOut()')
  await expect.poll(() => tab.getByRole('searchbox').inputValue()).toBe('')
  expect(await tab.getByText('Signed in as').count()).toBe(0)
  expect(app.asked()).toBe(1) // nobody is signed in again before they do something
  await tab.getByRole('button', { name: /^Vote for “Dark mode”\. 1 vote/ }).click()
  await expect.poll(() => votesFor(app, post)).toBe(2)
  const sessions = (await heardIn(tab))
    .filter(([name]) => name === 'session')
    .map(([, detail]) => (detail as { user: { id: string } | null }).user?.id) // as the guide says
  expect(sessions).toEqual([expect.stringMatching(/^usr_/), undefined, expect.stringMatching(/^usr_/)])
  expect(sessions[0]).not.toBe(sessions[2])
})

test('an action that a user began before signing out is not done as another user', async () => {
  const app = await startHost()
  const post = await makePost(app, 'Dark mode')
  const { page: tab } = await open(app)
  await tab.getByRole('button', { name: 'Feedback' }).click()
  await tab.getByText('Signed in as').waitFor()
  // The first of their votes hangs on its way; two more wait behind it.
  const held: (() => Promise<void>)[] = []
  await tab.route(/\/vote$/, async (route) => {
    if (held.length > 0) return route.continue()
    held.push(() => route.continue())
  })
  for (const name of [/^Vote for/, /^You voted/, /^Vote for/]) await tab.getByRole('button', { name }).click()
  await expect.poll(() => held.length).toBe(1)
  app.token = () => app.signToken({ sub: 'eve' })
  await tab.evaluate('widget.signOut()')
  await held[0]?.()
  await tab.evaluate('widget.open()')
  await tab.getByText('Signed in as').waitFor()
  const { body } = await app.server('GET', `/v1/posts/${post.id}/votes`)
  expect(body.data.length).toBeLessThanOrEqual(1)
  const [, last] = (await heardIn(tab)).filter(([name]) => name === 'session').at(-1) ?? []
  const { user: eve } = last as { user: { id: string } } // she is signed in, as was waited for
  expect(body.data.map(({ user }: { user: { id: string } }) => user.id)).not.toContain(eve.id)
})

test('content of a private board disappears when its reader signs out', async () => {
  const app = await startHost({ draft: { isPrivate: true } })
  await makePost(app, 'Secret plans')
  const { page: tab } = await open(app)
  await tab.getByRole('button', { name: 'Feedback' }).click()
  await tab.getByRole('button', { name: 'Secret plans', exact: true }).waitFor()
  app.token = () => null
  await tab.evaluate('widget.signOut()')
  await tab.getByText('Ideas aren’t available right now.').waitFor()
  expect(await tab.getByRole('dialog').innerText()).not.toContain('Secret')
})

test('under a policy of nonces the nonce on the script tags is enough', async () => {
  const app = await startHost()
  await makePost(app, 'Dark mode')
  const policy = `default-src 'none'; script-src 'nonce-NONCE' 'strict-dynamic'; connect-src 'self' ${app.service.origin}; base-uri 'none'`
  app.serve({ policy })
  const { page: tab, faults } = await open(app)
  await tab.getByRole('button', { name: 'Feedback' }).click()
  await tab.getByRole('button', { name: /^Vote for “Dark mode”/ }).waitFor()
  expect(faults).toEqual([])
})

test('the samples of the guide run as they are, under the policy that it names', async () => {
  const app = await startHost()
  await makePost(app, 'Dark mode')
  const guide = readFileSync(new URL('../../docs/guides/widget.md', import.meta.url), 'utf8')
  const here = (text: string) =>
    text.replaceAll('https://api.example.com', app.service.origin).replace('svc_pk_live_…', app.project.publishableKey)
  const [tags = '', create = '', use = '', policy = ''] = [
    ...guide.matchAll(/```(?:html|js)?\n(<script|const|await|script-src)([\s\S]+?)```/g),
  ].map(([, start = '', rest = '']) => here(start + rest))
  expect(tags.match(/<script src="[^"]+" defer><\/script>/g)).toHaveLength(2)
  app.serve({
    policy: `default-src 'none'; ${policy.trim()}`,
    script: `${create.replace('/feedback/token', '/token')}
window.use = async () => { ${use} }`,
  })
  const { page: tab, faults } = await open(app)
  await tab.getByRole('button', { name: 'Feedback' }).click()
  await tab.getByText('Signed in as Acme user').waitFor()
  await tab.evaluate('use()')
  expect(await tab.locator('feedback-board').count()).toBe(0)
  expect(faults).toEqual([])
})

// Guarantees that what the console shows agrees with itself: no line of the snippet needs more than the policy beside it.
test('the lines that the console shows for a project work under the policy that it shows beside them', async () => {
  const app = await startHost()
  await makePost(app, 'Dark mode')
  const here = (text: string) => text.replace('/feedback/token', '/token').replace('/feedback.js', '/app.js')
  app.serve({
    html: page('lang="en"'),
    tags: here(widgetTags(app.service.origin)),
    script: here(widgetScript(app.project.publishableKey)),
    policy: `default-src 'none'; base-uri 'none'; ${widgetPolicy(app.service.origin, `http://${app.project.slug}.localhost`)}`,
  })
  const { page: tab, faults } = await open(app)
  await tab.getByRole('button', { name: 'Feedback' }).click()
  await tab.getByText('Signed in as Acme user').waitFor()
  expect(faults).toEqual([])
})
