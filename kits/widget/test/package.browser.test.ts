import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { listen } from '../../../service/test/harness/listen.ts'
import { ROOT } from '../../../service/test/harness/paths.ts'
import { makePost, startHost, useHostPages } from '../../../widget/test/host-page.ts'
import { bundlePage } from '../../transport/test/bundle-page.ts'
import { defineFeedbackWidget, FeedbackBoardWidget } from '../src/element.ts'
import { loadWidget } from '../src/index.ts'
import { FeedbackWidget } from '../src/react.ts'

const openPage = useHostPages()
/** Its types are a package of their own, for this one function. */
const { renderToString }: { renderToString(element: unknown): string } = createRequire(import.meta.url)(
  'react-dom/server',
)

const TAGS = '<div id="root"></div><script type="module" nonce="NONCE" src="/app.js"></script>'
const PAGE = `
import { createElement as h, StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { defineFeedbackWidget } from './src/element.ts'
import { loadWidget } from './src/index.ts'
import { FeedbackWidget } from './src/react.ts'

Object.assign(window, { h, StrictMode, flushSync, createRoot, loadWidget, FeedbackWidget, defineFeedbackWidget, heard: [] })
`
/** What a page's script finds, beside what the host gives it. */
const GLOBALS = 'Object.assign(window, { PROJECT_KEY, getToken, ready: true });'

async function openApp({ markup = '', policy }: { markup?: string; policy?: string } = {}) {
  const app = await startHost()
  await makePost(app, 'Dark mode')
  app.serve({
    tags: markup + TAGS,
    ...(policy && { policy }),
    script: `${GLOBALS}${await bundlePage(join(ROOT, 'kits/widget'), PAGE)}`,
  })
  const { page, requests } = await openPage(app)
  await expect.poll(() => page.evaluate('window.ready === true && Boolean(window.loadWidget)')).toBe(true)
  await page.evaluate(`window.apiOrigin = ${JSON.stringify(app.service.origin)}`)
  /** Runs in the page, whose policy forbids to make code of text; the driver may. */
  const run = <T>(code: string) => page.evaluate(code) as Promise<T>
  const hosts = () => page.locator('feedback-board').count()
  return { app, page, requests, run, hosts }
}

test('React in StrictMode has one widget, whose functions are the newest, and leaves nothing behind', async () => {
  const { app, page, requests, run, hosts } = await openApp()
  await run(`window.root = createRoot(document.querySelector('#root'))
    window.show = (n, more = {}) => flushSync(() => root.render(h(StrictMode, null, h(FeedbackWidget, {
      apiOrigin, projectKey: PROJECT_KEY, launcher: { label: 'Ideas' }, ...more,
      getToken: () => { heard.push('getToken ' + n); return getToken() },
      on: { vote: () => heard.push('vote ' + n), session: ({ user }) => heard.push('session ' + n + ' ' + user.display_name) },
      onReady: () => heard.push('ready ' + n),
    }))))
    show(1)`)
  const button = page.getByRole('button', { name: /^Ideas/ })
  await button.waitFor()
  expect(await hosts()).toBe(1)
  // Neither the new functions nor the new object of the launcher make another widget.
  await run('show(2)')
  await button.click()
  await page
    .getByRole('button', { name: /Vote for “Dark mode”|Dark mode/ })
    .first()
    .waitFor()
  await expect.poll(() => run('heard')).toContain('getToken 2')
  await expect.poll(() => run('heard')).toContainEqual(expect.stringMatching(/^session 2 ./))
  expect(await run<string[]>('heard.filter((one) => one.startsWith("ready"))')).toEqual(['ready 1'])
  expect(requests().filter((path) => path === '/widget.js')).toHaveLength(1)
  // What is more than a function needs another widget.
  await run('show(3, { language: "de" })')
  await expect.poll(() => run('heard')).toContain('ready 3')
  expect(await hosts()).toBe(1)
  // Inline: in its own place, and gone with it.
  await run('show(4, { inline: true, className: "mine" })')
  await page.locator('.mine feedback-board').waitFor()
  expect(await hosts()).toBe(1)
  await run('flushSync(() => root.render(null))')
  await expect.poll(hosts).toBe(0)
  // Taken away before its script was there, or in the same turn, it never appears.
  await run('show(5); flushSync(() => root.render(null))')
  await run('loadWidget({ apiOrigin, projectKey: PROJECT_KEY }).then((one) => one.destroy())')
  expect(await hosts()).toBe(0)
  expect(await run<string[]>('heard.filter((one) => one.endsWith("5"))')).toEqual([])
  expect(app.asked()).toBeGreaterThan(0)
})

test('the web component follows its attributes and properties, tells events, keeps early calls, and leaves nothing behind', async () => {
  const { page, run, hosts } = await openApp()
  await run(`window.element = document.createElement('feedback-board-widget')
    element.getToken = () => { heard.push('old'); return getToken() }
    for (const name of ['ready', 'open', 'session']) element.addEventListener(name, ({ detail }) => heard.push([name, detail]))
    element.setAttribute('label', 'Ideas')
    document.body.append(element)
    defineFeedbackWidget({ apiOrigin })`)
  expect(await hosts()).toBe(0) // it waits for the key
  await run(`element.setAttribute('project-key', PROJECT_KEY)`)
  await page.getByRole('button', { name: /^Ideas/ }).waitFor()
  // Another function, and another place on the page: the same widget.
  await run(
    `element.getToken = () => { heard.push('new'); return getToken() }; document.querySelector('#root').append(element); element.open()`,
  )
  await expect
    .poll(() => run('heard'))
    .toContainEqual(['session', { user: expect.objectContaining({ id: expect.any(String) }) }])
  expect(await run('heard.filter((one) => one === "old" || one[0] === "ready")')).toEqual([['ready', null]])
  await run(`element.setAttribute('inline', '')`)
  await page.locator('feedback-board-widget feedback-board').waitFor()
  expect(await hosts()).toBe(1)
  await run('element.remove()')
  await expect.poll(hosts).toBe(0)
  // A call before the widget is there waits for it. An element that leaves the page first answers it all the same.
  await run(`heard.length = 0; element.removeAttribute('inline'); document.body.append(element); element.open()`)
  await expect.poll(() => run('heard')).toContainEqual(['open', null])
  await run('element.remove()')
  await run(`(async () => {
    document.body.append(element)
    const opened = element.open()
    await null // its widget begins
    element.remove()
    await opened
  })()`)
  await expect.poll(hosts).toBe(0)
})

test('markup does not say where the web component’s script comes from, also where strict-dynamic would allow it', async () => {
  const asked: unknown[] = []
  const port = await listen((request, response) => {
    asked.push(request.url)
    response.setHeader('content-type', 'text/javascript').setHeader('access-control-allow-origin', '*')
    response.end('window.isTaken = true')
  })
  const elsewhere = `http://127.0.0.1:${port}`
  const markup = `<feedback-board-widget api-origin="${elsewhere}" project-key="svc_pk_x" news="false"></feedback-board-widget>`
  const { requests, run, hosts } = await openApp({
    markup,
    policy: "script-src 'nonce-NONCE' 'strict-dynamic'; base-uri 'none'",
  })
  // The import alone defines nothing.
  expect(await run(`customElements.get('feedback-board-widget') === undefined`)).toBe(true)
  const define = (origin: string) =>
    run(`try { defineFeedbackWidget({ apiOrigin: ${origin} }) } catch (e) { String(e) }`)
  expect(await define(`'//evil.example'`)).toContain('apiOrigin must be an origin alone')
  expect(await define('apiOrigin')).toBeUndefined()
  expect(await define('apiOrigin')).toBeUndefined()
  expect(await define(JSON.stringify(elsewhere))).toContain('with another apiOrigin')
  // Injected before the element was known, and after.
  const started = async () => asked.length + (await hosts())
  await expect.poll(started).toBe(1)
  expect(asked).toEqual([])
  await run(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(markup)})`)
  await expect.poll(started).toBe(2)
  expect(asked).toEqual([])
  expect(await run('window.isTaken')).toBeUndefined()
  expect(requests()).toContain('/widget.js')
  // The policy itself would have let the script in.
  await run(`import(${JSON.stringify(`${elsewhere}/widget.js`)}).then(() => null)`)
  expect(await run('window.isTaken')).toBe(true)
})

test('the script comes from the service’s origin and from nowhere else, and a failure is told', async () => {
  const { page, run } = await openApp()
  for (const apiOrigin of [
    'https://api.example.com/x',
    'javascript:alert(1)//',
    '//evil.example',
    'https://a@evil.example',
    '',
  ]) {
    const told = run(`loadWidget({ apiOrigin: ${JSON.stringify(apiOrigin)}, projectKey: PROJECT_KEY }).catch(String)`)
    expect(await told).toContain('apiOrigin must be an origin alone')
  }
  // An origin that the page's policy does not allow.
  expect(await run(`loadWidget({ apiOrigin: 'http://127.0.0.1:9', projectKey: PROJECT_KEY }).catch(String)`)).toMatch(
    /TypeError/,
  )
  await run(`createRoot(document.querySelector('#root')).render(h(FeedbackWidget, {
    apiOrigin: 'http://127.0.0.1:9', projectKey: PROJECT_KEY, onError: (error) => heard.push(String(error)) }))`)
  await expect.poll(() => run<string[]>('heard')).toEqual([expect.stringMatching(/TypeError/)])
  expect(await page.locator('feedback-board').count()).toBe(0)
  // A failure may pass.
  const load = () => run(`loadWidget({ apiOrigin, projectKey: PROJECT_KEY }).then(() => 'loaded', String)`)
  await page.route('**/widget.js*', (route) => route.abort())
  expect(await load()).toMatch(/TypeError/)
  await page.unroute('**/widget.js*')
  expect(await load()).toBe('loaded')
})

test('on a server it renders nothing but the place of an inline panel, and does nothing', async () => {
  const props = { apiOrigin: 'https://api.example.com', projectKey: 'svc_pk_live_x' }
  expect(renderToString(createElement(FeedbackWidget, props))).toBe('')
  expect(renderToString(createElement(FeedbackWidget, { ...props, inline: true, className: 'mine' }))).toBe(
    '<div class="mine"></div>',
  )
  expect(typeof FeedbackBoardWidget).toBe('function')
  expect(() => defineFeedbackWidget(props)).not.toThrow()
  await expect(loadWidget(props)).rejects.toThrow('no page here')
})
