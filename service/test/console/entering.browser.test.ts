import AxeBuilder from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../harness/browser.ts'
import { type Desk, startDesk } from './desk.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

interface Seat {
  readonly page: Page
  readonly context: BrowserContext
  readonly faults: string[]
}

async function openSeat(desk: Desk, options: object = {}): Promise<Seat> {
  const context = await browser.newContext({ baseURL: desk.service.origin, ...options })
  context.setDefaultTimeout(8_000)
  const faults: string[] = []
  context.on('weberror', (error) => faults.push(error.error().message))
  context.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  return { context, page: await context.newPage(), faults }
}

async function giveAuthenticator({ context, page }: Seat): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('an operator enters by a link, adds a passkey, and enters by it', async () => {
  const desk = await startDesk()
  const seat = await openSeat(desk)
  const { page, context, faults } = seat
  await giveAuthenticator(seat)
  await page.goto(`/console/enter#${await desk.linkFor('ada@acme.example')}`)
  await page.getByRole('button', { name: 'Enter as ada@acme.example' }).click()
  await page.getByRole('heading', { name: 'Projects' }).waitFor()
  expect(page.url()).not.toContain('#')
  await page.getByRole('link', { name: 'ada@acme.example' }).click()
  await page.getByLabel('Name of the new passkey').fill('Laptop')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('The passkey was added.').waitFor()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('heading', { name: 'Projects' }).waitFor()
  await page.goto('/console/me')
  await page.getByText(/last used/).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

// Guarantees that a computer left open is not enough for what cannot be undone.
test('after 15 minutes the console asks once more, and a passkey answers', async () => {
  let now = Date.now()
  const desk = await startDesk({ now: () => new Date(now) })
  const seat = await openSeat(desk)
  const { page, context, faults } = seat
  await giveAuthenticator(seat)
  await page.goto(`/console/enter#${await desk.linkFor('ada@acme.example', 'owner')}`)
  await page.getByRole('button', { name: 'Enter as ada@acme.example' }).click()
  await page.goto('/console/me')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('The passkey was added.').waitFor()
  now += 15 * 60_000
  await page.goto(`/console/${desk.project.slug}/people`)
  expect(await page.getByRole('button', { name: 'Make a link' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('button', { name: 'Make a link' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/console/${desk.project.slug}/people`)
  await page.getByLabel('E-mail address').fill('mo@acme.example')
  await page.getByRole('button', { name: 'Make a link' }).click()
  expect(await page.getByLabel('The link').inputValue()).toContain('/console/enter#svc_opl_')
  expect(faults).toEqual([])
  await context.close()
})

test('axe finds nothing on the door, the projects, the account, the people and the overview, in light and dark', async () => {
  const desk = await startDesk()
  await desk.server('POST', '/v1/posts', { title: 'Dark mode' })
  for (const colorScheme of ['light', 'dark']) {
    const { page, context, faults } = await openSeat(desk, { colorScheme, bypassCSP: true })
    await page.goto(`/console/enter#${await desk.linkFor('ada@acme.example')}`)
    await page.getByRole('button', { name: 'Enter as' }).waitFor()
    expect(await found(page)).toEqual([])
    await page.getByRole('button', { name: 'Enter as' }).click()
    await page.getByRole('heading', { name: 'Projects' }).waitFor()
    for (const path of ['', '/me', '/confirm', `/${desk.project.slug}`, `/${desk.project.slug}/people`]) {
      await page.goto(`/console${path}`)
      expect([path, await found(page)]).toEqual([path, []])
    }
    expect(faults).toEqual([])
    await context.close()
  }
})

async function found(page: Page): Promise<unknown[]> {
  await page.evaluate(AxeBuilder.source)
  return page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: axe is in the page, where it has no type
    const { violations } = await (globalThis as any).axe.run()
    return violations.map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => [id, nodes[0]?.html])
  })
}
