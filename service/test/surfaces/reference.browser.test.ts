import { expect, test } from 'vitest'
import { openBrowser } from '../harness/browser.ts'
import { startService } from '../harness/service.ts'

// Guarantees that the reference works offline and runs no script: everything on it comes from this one host.
test.each(['/docs', '/docs/errors'])(
  '%s is readable on every screen, in light and dark, from this host alone',
  async (path) => {
    const { origin } = await startService()
    const browser = await openBrowser()
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [320, 390, 1280]) {
        const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme })
        const foreign: string[] = []
        const complaints: string[] = []
        page.on('request', (request) => {
          if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) foreign.push(request.url())
        })
        page.on('console', (message) => complaints.push(message.text()))
        page.on('pageerror', (error) => complaints.push(error.message))
        await page.goto(origin + path)
        const layout = await page.evaluate(() => ({
          overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          scripts: document.scripts.length,
          heading: document.querySelector('h1')?.textContent,
          styled: getComputedStyle(document.body).backgroundColor !== 'rgba(0, 0, 0, 0)',
        }))
        expect(layout).toMatchObject({ overflow: 0, scripts: 0, styled: true })
        expect(layout.heading).toBeTruthy()
        expect(foreign).toEqual([])
        expect(complaints).toEqual([])
        await page.close()
      }
    }
  },
)

test('a problem’s type leads to its explanation', async () => {
  const { origin } = await startService()
  const { type } = await (await fetch(`${origin}/v1/nope`)).json()
  const browser = await openBrowser()
  const page = await browser.newPage()
  await page.goto(type)
  expect(await page.locator(':target').textContent()).toContain('not_found')
})

test('an example can be copied: it names the headers that its call needs', async () => {
  const { origin } = await startService()
  const page = await (await openBrowser()).newPage()
  await page.goto(`${origin}/docs`)
  const example = await page.locator('#exchangeSignInToken pre').textContent()
  for (const part of [
    `${origin}/v1/sessions/sso`,
    'x-project-key: svc_pk_live_',
    'idempotency-key: ',
    '{"token": …}',
  ]) {
    expect(example).toContain(part)
  }
  expect(await page.locator('#addSigningKey').textContent()).toContain('signing_keys:write')
})

test('the keyboard reaches the content past the navigation', async () => {
  const { origin } = await startService()
  const page = await (await openBrowser()).newPage()
  await page.goto(`${origin}/docs`)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Skip to the content')
})
