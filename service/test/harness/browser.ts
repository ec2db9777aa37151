import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { onTestFinished } from 'vitest'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** A real Chromium: the system's, or the one that Playwright installed. The test command sees to it that there is one. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = [process.env.CHROMIUM, ...PLACES].find((path) => path && existsSync(path))
  return chromium.launch({ args: FLAGS, ...(executablePath && { executablePath }) })
}

/** One that ends with the test. */
export async function openBrowser(): Promise<Browser> {
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  return browser
}
