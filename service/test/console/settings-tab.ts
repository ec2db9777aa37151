import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchBrowser } from '../harness/browser.ts'
import type { Desk } from './desk.ts'

/** One browser for a file of tests; each tab is signed in to the console and reports what the browser complains of. */
export function useBrowser() {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())
  return async (desk: Desk, options: BrowserContextOptions = {}): Promise<{ page: Page; faults: string[] }> => {
    const context = await browser.newContext({ baseURL: desk.service.origin, reducedMotion: 'reduce', ...options })
    const [name = '', value = ''] = (await desk.enter()).split('=')
    await context.addCookies([{ name, value, url: `${desk.service.origin}/console` }])
    const page = await context.newPage()
    const faults: string[] = []
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    page.on('pageerror', (error) => faults.push(error.message))
    return { page, faults }
  }
}
