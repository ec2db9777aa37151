import type { BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core'
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
}

/** Each tab that is opened has cookies and storage of its own, as a new browser would, and ends with its test. */
export function useTabs(): (options: TabOptions & { baseURL: string }) => Promise<Tab> {
  return async ({ cookie, ...options }) => {
    const browser = await openBrowser()
    const context = await browser.newContext({ locale: 'en', ...options })
    const tab = { context, faults: [] as string[], sent: [] as Request[] }
    context.on('weberror', (error) => tab.faults.push(error.error().message))
    context.on('console', (message) => message.type() === 'error' && tab.faults.push(message.text()))
    context.on('request', (request) => tab.sent.push(request))
    const [name = '', value = ''] = cookie?.split('=') ?? []
    if (name) await context.addCookies([{ name, value, url: options.baseURL }])
    return { ...tab, page: await context.newPage() }
  }
}
