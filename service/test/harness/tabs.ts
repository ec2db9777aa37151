import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { launchBrowser } from './browser.ts'

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
}

/** One Chromium a file; each tab that is opened has cookies and storage of its own, as a new browser would, and ends with its test. */
export function useTabs(): (options: TabOptions & { baseURL: string }) => Promise<Tab> {
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())
  return async ({ cookie, ...options }) => {
    if (!browser) throw new Error('The browser is opened before the tests of a file.')
    const context = await browser.newContext({ locale: 'en', ...options })
    onTestFinished(() => context.close())
    context.setDefaultTimeout(60_000) // sooner than the test, so that it says what it waited for
    const tab = { context, faults: [] as string[], sent: [] as Request[] }
    context.on('weberror', (error) => tab.faults.push(error.error().message))
    context.on('console', (message) => message.type() === 'error' && tab.faults.push(message.text()))
    context.on('request', (request) => tab.sent.push(request))
    const [name = '', value = ''] = cookie?.split('=') ?? []
    if (name) await context.addCookies([{ name, value, url: options.baseURL }])
    return { ...tab, page: await context.newPage() }
  }
}
