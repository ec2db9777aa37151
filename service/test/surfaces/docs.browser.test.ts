import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { AXE, complaintsAbout } from '../harness/axe.ts'
import { openBrowser } from '../harness/browser.ts'
import { turnOf } from '../harness/effort.ts'
import { sharedService } from '../harness/service.ts'

async function open(path: string, options: { readonly javaScriptEnabled?: boolean } = {}): Promise<Page> {
  const { origin } = await sharedService()
  const page = await (await (await openBrowser()).newContext({ baseURL: origin, ...options })).newPage()
  await page.goto(path)
  return page
}

/** A page of each kind: the index, a guide with tabs and tables, a wide table, an endpoint, the errors, a decision. */
const KINDS = [
  '/docs',
  '/docs/guides/webhooks',
  '/docs/reference/access',
  '/docs/reference',
  '/docs/reference/sessions',
  '/docs/reference/createPost',
  '/docs/errors',
  '/docs/decisions/0012-front-door',
]

// Guarantees that the documentation works in a closed network, for everybody, on every screen.
test('every kind of page is readable on every screen, in light and dark, from this host alone', async () => {
  const { origin } = await sharedService()
  const page = await open('/docs')
  const foreign: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) foreign.push(request.url())
  })
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  for (const [place, path] of KINDS.entries()) {
    await page.goto(path)
    const backgrounds = new Set<string>()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const widths = [320, 390, 1280]
      for (const width of colorScheme === 'light' ? widths : turnOf(widths, place)) {
        await page.setViewportSize({ width, height: 800 })
        const layout = await page.evaluate(() => ({
          overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          inline: document.querySelectorAll('script:not([src]), style, [style]').length,
          headings: document.querySelectorAll('h1').length,
          background: getComputedStyle(document.body).backgroundColor,
        }))
        expect([path, width, layout]).toEqual([
          path,
          width,
          { overflow: 0, inline: 0, headings: 1, background: expect.any(String) },
        ])
        backgrounds.add(layout.background)
      }
    }
    expect(backgrounds).toHaveLength(2) // one for each scheme
    if (path === '/docs/reference/access') continue // axe needs half a minute for its thousands of cells, which are like those of the guide
    await page.evaluate(AXE) // the policy of the pages stays on, and allows no tag
    await page.setViewportSize({ width: 1280, height: 800 })
    expect([path, await complaintsAbout(page, { place })]).toEqual([path, []])
  }
  expect(foreign).toEqual([])
  expect(complaints).toEqual([])
})

test('the search answers while somebody types, by keyboard alone, and also when the network is gone', async () => {
  const page = await open('/docs/guides/operate')
  const { promise: isWanted, resolve: sendIndex } = Promise.withResolvers<void>()
  await page.route('**/docs/search*.json*', async (route) => {
    await isWanted
    await route.continue()
  })
  await page.keyboard.press('/')
  await page.locator('#search [role=status]').filter({ hasText: 'Loading…' }).waitFor()
  sendIndex()
  const results = page.locator('#search [role=option]')
  await page.locator('#search [role=status]').filter({ hasText: 'Try' }).waitFor()
  await page.context().setOffline(true)
  await page.keyboard.type('webhook sig')
  await expect.poll(() => results.first().getAttribute('href')).toBe('/docs/guides/webhooks#check-the-signature')
  await page.keyboard.type('nature')
  await expect.poll(() => results.first().getAttribute('href')).toBe('/docs/guides/webhooks#check-the-signature')
  await page.locator('#search input').fill('token expired')
  await expect.poll(() => results.first().getAttribute('href')).toBe('/docs/errors#token_expired')
  await page.locator('#search input').fill('createWebhook')
  await expect.poll(() => results.first().getAttribute('href')).toBe('/docs/reference/createWebhook')
  await page.locator('#search input').fill('vote on behalf')
  await expect.poll(() => results.first().getAttribute('href')).toMatch('/docs/reference/castVoteFor')
  await page.locator('#search input').fill('zzzz')
  await expect.poll(() => page.locator('#search [role=status]').textContent()).toBe('Nothing found for “zzzz”.')
  await page.locator('#search input').fill('token expired')
  await expect.poll(() => results.count()).toBeGreaterThan(1)
  await page.context().setOffline(false)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/errors#token_expired')
  expect(await page.locator(':target').textContent()).toContain('token_expired')
})

test('a sample in several languages has tabs that remember, and code can be copied', async () => {
  const page = await open('/docs/guides/webhooks')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const samples = page.locator('.samples figure')
  const visible = () =>
    page.locator('.samples figure:visible').evaluateAll((all) => all.map((one) => one.dataset.language))
  expect(await samples.count()).toBe(6)
  expect(await visible()).toEqual(['Node'])
  await page.getByRole('tab', { name: 'Node' }).press('ArrowRight')
  expect(await visible()).toEqual(['Python'])
  await page.getByRole('tab', { name: 'Ruby' }).click()
  await page.reload()
  await expect.poll(visible).toEqual(['Ruby'])
  const sample = page.locator('.samples figure:visible')
  await sample.hover()
  await sample.getByRole('button', { name: 'Copy' }).click()
  await sample.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await sample.locator('code').textContent())
})

test('without script a page shows everything, and offers nothing that would need it', async () => {
  const page = await open('/docs/guides/webhooks', { javaScriptEnabled: false })
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await page.locator('.samples figure:visible').count()).toBe(6)
  expect(await page.locator('.samples figcaption:visible').allTextContents()).toEqual([
    'Node',
    'Python',
    'PHP',
    'Ruby',
    'Go',
    'Java',
  ])
  expect(await page.locator('button:visible').count()).toBe(0)
  expect(await page.locator('.groups').isVisible()).toBe(false)
  await page.getByText('All pages').click()
  await page.locator('.side').getByRole('link', { name: 'Operate', exact: true }).click()
  await page.waitForURL('**/docs/guides/operate')
})

test('a printed page has the text alone, with every language', async () => {
  const page = await open('/docs/guides/webhooks')
  await page.locator('[role=tablist]').waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.samples figure:visible').count()).toBe(6)
  expect(await page.locator('nav:visible, header:visible, button:visible').count()).toBe(0)
})

test('the keyboard reaches the content past the navigation', async () => {
  const page = await open('/docs')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Skip to the content')
})
