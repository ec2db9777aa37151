import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchBrowser } from '../harness/browser.ts'
import type { PostsDesk } from './posts-desk.ts'

interface Tab {
  readonly page: Page
  /** What the browser complained about. */
  readonly faults: string[]
  close(): Promise<void>
}

/** One browser for all tests of a file; each opens tabs in which a moderator is signed in. */
export function useModerator(): (desk: PostsDesk, options?: BrowserContextOptions) => Promise<Tab> {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())
  return async ({ service, enter }, options = {}) => {
    const context = await browser.newContext({ baseURL: service.origin, ...options })
    const [name = '', value = ''] = (await enter('desk@posts.example', 'moderator')).split('=')
    await context.addCookies([{ name, value, url: `${service.origin}/console` }])
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    return { page, faults, close: () => context.close() }
  }
}
