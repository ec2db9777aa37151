import type { ServerResponse } from 'node:http'
import type { Locator, Page } from 'playwright-core'
import type { ProjectDraft } from '../../service/src/domain/projects/index.ts'
import { listen } from '../../service/test/harness/listen.ts'
import { type Members, startProject, type TestProject } from '../../service/test/harness/project.ts'
import type { SharedService } from '../../service/test/harness/service.ts'
import { type Tab, type TabOptions, useTabs } from '../../service/test/harness/tabs.ts'

export interface HostPage {
  /** The page's markup, without the widget's script tags. */
  readonly html?: string
  /** The page's own script, before the widget's. */
  readonly before?: string
  /** The page's own script, after widget.js: makes the widget unless it is given. */
  readonly script?: string
  /** The script tags, instead of those of this page. */
  readonly tags?: string
  /** The page's policy, instead of the strictest that names hosts. `NONCE` is on every script tag. */
  readonly policy?: string
}

export interface HostApp extends TestProject {
  readonly origin: string
  /** What the app's backend answers to a token request; it may be changed while a test runs. */
  token: () => string | null | Promise<string | null>
  /** The whole answer of its token endpoint, where it is not a token in JSON. */
  answerToken?: ((response: ServerResponse) => unknown) | undefined
  /** How often it was asked for one. */
  readonly asked: () => number
  serve(page: HostPage): void
}

/** The strictest policy under which the widget works: what the guide tells people to allow, and nothing else. */
const policyFor = (api: string) =>
  `default-src 'none'; script-src 'self' ${api}; connect-src 'self' ${api}; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'`

const CREATE = `
window.heard = []
window.widget = FeedbackBoard.create({ projectKey: PROJECT_KEY, getToken })
for (const name of ['open', 'close', 'vote', 'follow', 'post', 'comment', 'session', 'news', 'error', 'sign_in_needed'])
  widget.on(name, (detail) => heard.push([name, detail]))
`

/** A client's app of its own origin, which embeds the widget under a strict policy. */
export async function startHost(
  options: { draft?: Partial<ProjectDraft>; isAllowed?: boolean; service?: SharedService; now?: () => Date } = {},
): Promise<HostApp> {
  let served: HostPage = {}
  let asked = 0
  const files: Record<string, () => string> = {
    '/before.js': () => served.before ?? '',
    '/app.js': () => `const PROJECT_KEY = '${app.project.publishableKey}'
const getToken = async () => (await (await fetch('/token', { method: 'POST' })).json()).token
${served.script ?? CREATE}`,
  }
  const port = await listen(async (request, response) => {
    const path = request.url ?? ''
    if (path === '/token') {
      asked += 1
      if (app.answerToken) return void app.answerToken(response)
      const token = await app.token()
      return void response.setHeader('content-type', 'application/json').end(JSON.stringify({ token }))
    }
    const file = files[path]
    if (file) return void response.setHeader('content-type', 'text/javascript').end(file())
    const {
      html = '<!doctype html><html lang="en"><title>Acme</title><body><main><h1>Acme</h1><button>Before</button></main>',
    } = served
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('content-security-policy', served.policy ?? policyFor(app.service.origin))
    if (served.tags) return void response.end(html + served.tags)
    response.end(
      `${html}${['/before.js', `${app.service.origin}/widget.js`, '/app.js'].map((src) => `<script nonce="NONCE" src="${src}"></script>`).join('')}`,
    )
  })
  const origin = `http://localhost:${port}`
  const { draft, isAllowed = true, ...rest } = options
  const project = await startProject({ ...rest, draft: { allowedOrigins: isAllowed ? [origin] : [], ...draft } })
  const app: HostApp = {
    ...project,
    origin,
    token: () => project.signToken({ sub: 'grace', given_name: 'Grace', family_name: 'Hopper' }),
    asked: () => asked,
    serve: (page) => {
      served = page
    },
  }
  return app
}

export interface OpenedPage extends Tab {
  /** The paths that were asked for at the service, in order. */
  requests(): string[]
}

/** Opens the app's page in a browser of its own. */
export function useHostPages(): (app: HostApp, options?: TabOptions) => Promise<OpenedPage> {
  const openTab = useTabs()
  return async (app, options = {}) => {
    const tab = await openTab({ baseURL: app.origin, reducedMotion: 'reduce', ...options })
    await tab.page.goto('/')
    const requests = () =>
      tab.sent
        .map((request) => new URL(request.url()))
        .filter(({ origin }) => origin === app.service.origin)
        .map(({ pathname }) => pathname)
    return { ...tab, requests }
  }
}

/** What the app heard from its widget. */
export function heardIn(page: Page): Promise<[name: string, detail: unknown][]> {
  return page.evaluate(() => (window as unknown as { heard: [string, unknown][] }).heard) // made by the page's script
}

/** Types what it is into the field of the first screen, and goes on to its form. */
export async function startIdea(panel: Locator | Page, title: string): Promise<void> {
  await panel.getByLabel('What’s on your mind?').fill(title)
  await panel.getByRole('button', { name: `Add “${title}” as a new idea` }).click()
  await panel.getByLabel('Details').waitFor()
}

export async function makePost(app: TestProject, title: string, members: Members = {}) {
  const { status, body } = await app.server('POST', '/v1/posts', { title, ...members })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body as { readonly id: string; readonly number: number }
}

export async function votesFor(app: TestProject, post: { readonly id: string }): Promise<number> {
  return (await app.server('GET', `/v1/posts/${post.id}`)).body.vote_count
}
