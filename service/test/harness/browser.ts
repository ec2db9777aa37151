import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { onTestFinished } from 'vitest'
import './end-with-run.ts'
import { roomInMemory } from './room-in-memory.ts'

/** The shell first: the same engine without the window around it, which takes half of the time. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // One process renders all pages of a test process: to start one for each address takes a sixth of the computing of a test.
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
]

let shared: Promise<Browser> | undefined

/** A real Chromium, the one of this process of tests: the system's, or Playwright's. What a test opened in it ends with the test. */
export async function openBrowser(): Promise<Browser> {
  shared ??= launch()
  const browser = await shared
  onTestFinished(async () => void (await Promise.all(browser.contexts().map((context) => context.close()))))
  return browser
}

async function launch(): Promise<Browser> {
  const executablePath = [process.env.CHROMIUM, ...PLACES].find((path) => path && existsSync(path))
  // Its processes pass each other what they paint in temporary files, many for each page: on a disk, to make these takes a part of the computing.
  const env = { ...process.env, TMPDIR: roomInMemory() }
  const browser = await chromium.launch({ args: FLAGS, env, ...(executablePath && { executablePath }) })
  browser.on('context', (context) => context.setDefaultTimeout(300_000)) // sooner than the test, so that it says what it waited for
  browser.on('disconnected', () => {
    shared = undefined
  })
  return browser
}
