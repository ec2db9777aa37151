import { expect, test } from 'vitest'
import { samplesFor } from '../../src/surfaces/console/setup/samples/index.ts'

const SAMPLES = samplesFor({
  projectId: 'prj_1',
  keyId: 'kid',
  apiOrigin: 'https://api.example.com',
  boardOrigin: 'https://acme.boards.example.com',
})

/** What sends guests to a page, in each language; it has no place before the token endpoint. */
const REDIRECTING = /login_required|requireUser\b(?!:)|middleware\('auth'\)|:require_user/

// Guarantees what the widget expects: 401 for guests, nothing that a cache keeps, and a method that needs no CSRF token.
test.each(SAMPLES.map(({ language, use }) => [language, use] as const))(
  'the token endpoint of the %s sample answers guests with 401, keeps nothing, and is a GET',
  (_, use) => {
    const endpoints = use.split(/\n\n+|\n(?=\/\/ Without|Route::|app\.)/).filter((part) => /\btoken\b.*[({]/.test(part))
    const code = endpoints.map((part) => part.replace(/(?:\/\/|#).*$/gm, '')).filter((part) => /app_?token/i.test(part))
    expect(code.length).toBeGreaterThan(0)
    for (const part of code) {
      expect(part).toMatch(/401|unauthorized/i)
      expect(part).toContain('not_signed_in')
      expect(part).not.toMatch(REDIRECTING)
      expect(part).not.toMatch(/\bpost\b|csrf_exempt/i)
    }
    expect(use).toMatch(/no-store|noStore|never_cache/)
  },
)

test('the Node sample runs: a guest gets 401 in JSON, somebody who is signed in a token', async () => {
  const { use = '' } = SAMPLES.find(({ id }) => id === 'node') ?? {}
  type Handler = (request: { user?: { id: string } }, response: FakeResponse) => Promise<unknown>
  const routes = new Map<string, Handler>()
  const app = { get: (path: string, ...handlers: Handler[]) => routes.set(path, handlers.at(-1) as Handler) } // there is one
  const names = ['app', 'requireUser', 'boardAddress', 'appToken']
  new Function(...names, use)(app, undefined, undefined, async (user: { id: string }) => `token of ${user.id}`)
  const ask = async (request: { user?: { id: string } }) => {
    const response = new FakeResponse()
    await routes.get('/feedback/token')?.(request, response)
    return [response.code, response.headers, response.body]
  }
  const headers = { 'Cache-Control': 'no-store' }
  expect(await ask({})).toEqual([401, headers, { error: 'not_signed_in' }])
  expect(await ask({ user: { id: 'ada' } })).toEqual([200, headers, { token: 'token of ada' }])
})

/** As much of Express as the sample uses. */
class FakeResponse {
  code = 200
  headers: Record<string, string> = {}
  body: unknown
  set(name: string, value: string) {
    this.headers[name] = value
    return this
  }
  status(code: number) {
    this.code = code
    return this
  }
  json(body: unknown) {
    this.body = body
    return this
  }
}
