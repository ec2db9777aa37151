import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { listen } from '../../service/test/harness/listen.ts'
import { LANGUAGES, wordsIn } from '../../ui/words/words.ts'
import { type HostApp, heardIn, makePost, startHost, useHostPages } from './host-page.ts'

const open = useHostPages()

/** As the guide writes it. */
const AS_IN_THE_GUIDE = `window.heard = []
window.widget = FeedbackBoard.create({ projectKey: PROJECT_KEY, getToken: async () => {
  const answer = await fetch('/token')
  if (answer.status === 401) return null
  return (await answer.json()).token
} })
for (const name of ['error', 'sign_in_needed']) widget.on(name, (detail) => heard.push([name, detail]))`

const html = (response: ServerResponse) =>
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>Sign in</title>')

interface Case {
  readonly answer?: (app: HostApp, elsewhere: string) => (response: ServerResponse) => unknown
  readonly policy?: (app: HostApp) => string
  readonly says: RegExp
}

const RULE = /For guests it must answer 401, not a redirect/

const CASES: Record<string, Case> = {
  'redirects guests to a sign-in page': {
    answer: () => (response) => response.writeHead(302, { location: '/login' }).end(),
    says: /the token endpoint http:\/\/localhost:\d+\/token redirects, most likely to a sign-in page/,
  },
  'redirects guests to a sign-in page of another site': {
    answer: (_, elsewhere) => (response) => response.writeHead(302, { location: `${elsewhere}/login` }).end(),
    says: /gave no answer that this page may read: .*CORS.*redirects to one/,
  },
  'answers with HTML': {
    answer: () => html,
    says: /\/token did not answer with JSON, but most likely with the HTML of a sign-in page/,
  },
  'answers with JSON that has no token': {
    answer: () => (response) => response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":"oops"}'),
    says: /getToken answered with no token; .*\/token, was answered with 500/,
  },
  'breaks off': {
    answer: () => (response) => response.destroy(),
    says: /gave no answer that this page may read: it is down/,
  },
  'is not allowed by the page’s policy': {
    policy: ({ service: { origin } }) =>
      `default-src 'none'; script-src 'self' ${origin}; connect-src ${origin}; base-uri 'none'`,
    says: /this page’s Content-Security-Policy lacks it in connect-src/,
  },
}

// Guarantees that the page's developer reads the cause in the console, and that a visitor reads what to do.
test.each(Object.entries(CASES))('a token endpoint that %s: the developer is told the cause', async (_, wrong) => {
  const app = await startHost()
  await makePost(app, 'Dark mode')
  const elsewhere = `http://127.0.0.1:${await listen((_, response) => void html(response))}`
  app.answerToken = wrong.answer?.(app, elsewhere)
  app.serve({ script: AS_IN_THE_GUIDE, ...(wrong.policy && { policy: wrong.policy(app) }) })
  const { page, faults } = await open(app)
  const told = () => faults.filter((text) => text.startsWith('Feedback widget:'))
  await page.getByRole('button', { name: 'Feedback' }).click()
  await page.getByRole('button', { name: /^Vote for “Dark mode”/ }).click()
  await page.getByText(/^We couldn’t sign you in\. Make sure you’re signed in to .+, then reload the page/).waitFor()
  await expect.poll(() => told().join('\n')).toMatch(wrong.says)
  for (const text of told()) expect(text).toMatch(/^Feedback widget: nobody could be signed in: /)
  if (wrong.answer) expect(told().join('\n')).toMatch(RULE)
  expect(await heardIn(page)).toContainEqual(['error', { code: 'token_unavailable' }])
})

test('a page whose policy lacks the service in connect-src is told just that', async () => {
  const app = await startHost()
  const { origin } = app.service
  app.serve({
    script: AS_IN_THE_GUIDE,
    policy: `default-src 'none'; script-src 'self' ${origin}; connect-src 'self'; base-uri 'none'`,
  })
  const { faults } = await open(app)
  const told = () => faults.filter((text) => text.startsWith('Feedback widget:')).join('\n')
  const cause = `Feedback widget: ${origin} cannot be called: this page’s Content-Security-Policy lacks it in connect-src.`
  await expect.poll(told).toContain(cause)
})

test('a refused token leads to the sign-in log and to what to do', async () => {
  const app = await startHost()
  await makePost(app, 'Dark mode')
  app.answerToken = (response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ token: app.signToken({ aud: `${app.service.origin}/v1` }) }))
  app.serve({ script: AS_IN_THE_GUIDE })
  const { page, faults } = await open(app)
  await page.getByRole('button', { name: 'Feedback' }).click()
  await page.getByRole('button', { name: /^Vote for “Dark mode”/ }).click()
  const { origin } = app.service
  const places = `${origin}/console; what to do: ${origin}/docs/errors#token_audience_mismatch`
  await expect.poll(() => faults.join('\n')).toContain(places)
})

test('a token endpoint that answers guests with 401 is no fault: they read, and are told to sign in', async () => {
  const app = await startHost()
  await makePost(app, 'Dark mode')
  app.answerToken = (response) =>
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"not_signed_in"}')
  app.serve({ script: AS_IN_THE_GUIDE })
  const { page, faults } = await open(app)
  await page.getByRole('button', { name: 'Feedback' }).click()
  await page.getByRole('button', { name: /^Vote for “Dark mode”/ }).click()
  await page.getByText(/^Sign in to .+ to continue\.$/).waitFor()
  expect(await heardIn(page)).toEqual([['sign_in_needed', null]])
  expect(faults.filter((text) => text.startsWith('Feedback widget:'))).toEqual([])
})

test('every message to visitors exists in every language', () => {
  const said = LANGUAGES.map((language) => wordsIn(language).say('sign_in_unsure', { project: 'Acme' }))
  expect(new Set(said).size).toBe(7)
  for (const text of said) expect(text).toContain('Acme')
})
