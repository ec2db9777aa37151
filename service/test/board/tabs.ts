import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { launchBrowser } from '../harness/browser.ts'
import type { Members } from '../harness/project.ts'
import type { Stage } from './stage.ts'
import { visitorOf } from './visitor.ts'

export interface Tab {
  readonly page: Page
  readonly context: BrowserContext
  /** What any page of the context complained about: errors of scripts, refusals of a policy, files that did not come. */
  readonly faults: string[]
  /** Every host that any page of the context asked for anything. */
  readonly hosts: Set<string>
}

type TabOptions = BrowserContextOptions & {
  /** Signed in already, as whoever has these claims. */
  readonly as?: Members
}

/** One Chromium a file; each tab that is opened has cookies and storage of its own, as a new browser would. */
export function useBrowser(): (stage: Stage, options?: TabOptions) => Promise<Tab> {
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())
  return async (stage, { as, ...options } = {}) => {
    if (!browser) throw new Error('The browser is opened before the tests of a file.')
    const context = await browser.newContext({ baseURL: stage.boardOrigin, locale: 'en', ...options })
    onTestFinished(() => context.close())
    context.setDefaultTimeout(8_000) // sooner than the test, so that it says what it waited for
    const tab = { context, faults: [] as string[], hosts: new Set<string>() }
    context.on('weberror', (error) => tab.faults.push(error.error().message))
    context.on('console', (message) => message.type() === 'error' && tab.faults.push(message.text()))
    context.on('request', (request) => tab.hosts.add(new URL(request.url()).host))
    if (as) await context.addCookies([await sessionCookie(stage, as)])
    return { ...tab, page: await context.newPage() }
  }
}

async function sessionCookie(stage: Stage, claims: Members) {
  const [name = '', value = ''] = (await visitorOf(stage).signIn(claims)).split('=')
  return { name, value, url: stage.boardOrigin }
}

export const GRACE = { sub: 'grace', given_name: 'Grace', family_name: 'Hopper' }

/** A post of the team. */
export async function makePost(stage: Stage, title: string, members: Members = {}) {
  const { status, body } = await stage.server('POST', '/v1/posts', { title, ...members })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body as { readonly id: string; readonly number: number; readonly status: { readonly id: string } }
}

export async function votesOf(stage: Stage, post: { readonly id: string }): Promise<number> {
  return (await stage.server('GET', `/v1/posts/${post.id}`)).body.vote_count
}
