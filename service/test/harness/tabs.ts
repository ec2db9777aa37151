import type { BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { openBrowser } from './browser.ts'

export interface Tab {
  readonly page: Page
  readonly context: BrowserContext
  /** What any page of the context complained about: errors of scripts, refusals of a policy, files that did not come. */
  readonly faults: string[]
  /** Every request of every page of the context. */
  readonly sent: Request[]
}

export type TabOptions = BrowserContextOptions & {
  /** As a browser sends it: `name=value`, to everything below `baseURL`. */
  readonly cookie?: string | undefined
  /** No later test gets its context: this one leaves in it what cannot be taken back, as a worker, a clock or a function. */
  readonly isAlone?: boolean
}

/** With the worker that every browser has on a board. One beside each tab is a quarter of the time: it is there where a test is about it. */
export const WITH_WORKER = { serviceWorkers: 'allow', isAlone: true } as const

/** A context with one empty page. */
interface Kept extends Tab {
  page: Page
  readonly madeWith: string
  baseURL: string
}

/** Each context has a process that renders its pages. To start one takes a fifth of the computing of a small test. */
const MOST_KEPT = 4
const kept: Kept[] = []

/** Each tab that is opened has no cookies, storage or files of before, as a new browser would, and its pages end with its test. */
export function useTabs(): (options: TabOptions & { baseURL: string }) => Promise<Tab> {
  return async ({
    cookie,
    isAlone,
    baseURL,
    viewport,
    colorScheme = 'light',
    reducedMotion = 'no-preference',
    ...options
  }) => {
    const tab = await takeTab({ locale: 'en', serviceWorkers: 'block', ...options })
    tab.baseURL = baseURL
    onTestFinished(() => (isAlone ? tab.context.close() : giveBack(tab)))
    const { context, page } = tab
    if (viewport) await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion })
    const [name = '', value = ''] = cookie?.split('=') ?? []
    if (name) await context.addCookies([{ name, value, url: baseURL }])
    return tab
  }
}

async function takeTab(options: BrowserContextOptions): Promise<Kept> {
  const browser = await openBrowser()
  const madeWith = JSON.stringify(options)
  const place = kept.findLastIndex((tab) => tab.madeWith === madeWith && tab.context.browser() === browser)
  const [found] = place === -1 ? [] : kept.splice(place, 1)
  if (found) return found
  const context = await browser.newContext(options)
  const faults: string[] = []
  const sent: Request[] = []
  context.on('weberror', (error) => faults.push(error.error().message))
  context.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  context.on('request', (request) => sent.push(request))
  context.on('page', (page) => {
    const goto = page.goto.bind(page)
    page.goto = (address, options) => goto(new URL(address, tab.baseURL).href, options)
  })
  const tab: Kept = { context, faults, sent, madeWith, baseURL: '', page: await context.newPage() }
  return tab
}

/** What is kept is as new: an empty page, and nothing of those before it. */
async function giveBack(tab: Kept): Promise<void> {
  const { context, sent, faults } = tab
  const pages = context.pages()
  tab.page = await context.newPage()
  await Promise.all(pages.map((page) => page.close()))
  await Promise.all([
    context.clearCookies(),
    context.clearPermissions(),
    context.unrouteAll(),
    context.setOffline(false),
  ])
  const session = await context.newCDPSession(tab.page)
  await session.send('Network.clearBrowserCache')
  for (const origin of new Set(sent.map((request) => new URL(request.url()).origin))) {
    if (origin !== 'null') await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  }
  await session.detach()
  sent.length = 0
  faults.length = 0
  kept.push(tab)
  if (kept.length > MOST_KEPT) await kept.shift()?.context.close()
}
