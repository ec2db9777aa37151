import { expect, test } from 'vitest'
import { startProject } from '../harness/project.ts'
import { sharedService } from '../harness/service.ts'

const PATCH = { 'x-http-method-override': 'PATCH' }

test('a POST that says it is a PATCH is one, with its rules and without those of a POST', async () => {
  const service = await sharedService()
  const { app, signIn } = await startProject({ service })
  const { session } = await signIn()
  const { body: post, headers } = await app('POST', '/v1/posts', { session, body: { title: 'Dark mode' } })
  const path = `/v1/posts/${post.id}`
  const sent = { session, headers: { ...PATCH, 'if-match': headers.get('etag') ?? '', 'idempotency-key': 'once' } }
  expect(await app('POST', path, { ...sent, body: { title: 'A dark mode' } })).toMatchObject({
    status: 200,
    body: { title: 'A dark mode' },
  })
  // The same key and another body: of a POST that would be refused.
  const stale = await app('POST', path, { ...sent, body: { title: 'Darker' } })
  expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict'])
  const seen = service.logged.map((line) => JSON.parse(line)).filter(({ route }) => route === '/v1/posts/:id')
  expect(seen.map(({ method }) => method)).toEqual(['PATCH', 'PATCH'])
})

test.each(['DELETE', 'GET', 'PUT', 'patch', 'PATCH, PATCH', ''])(
  'no other method can be named so (%j)',
  async (method) => {
    const { app, signIn } = await startProject()
    const { session } = await signIn()
    const { body: post } = await app('POST', '/v1/posts', { session, body: { title: 'Dark mode' } })
    const headers = { 'x-http-method-override': method }
    expect((await app('POST', `/v1/posts/${post.id}`, { session, headers, body: { title: 'Other' } })).status).toBe(404)
    expect((await app('GET', `/v1/posts/${post.id}`, { session, headers: PATCH })).body.title).toBe('Dark mode')
    expect((await app('DELETE', `/v1/posts/${post.id}`, { session, headers: PATCH })).status).toBe(204)
  },
)

test('a page cannot send it: a preflight does not allow the header', async () => {
  const { service, project } = await startProject()
  const asked = await fetch(`${service.origin}/v1/posts/x`, {
    method: 'OPTIONS',
    headers: {
      origin: project.allowedOrigins[0] ?? '',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-http-method-override',
    },
  })
  expect(asked.headers.get('access-control-allow-origin')).toBe(project.allowedOrigins[0])
  expect(asked.headers.get('access-control-allow-headers')?.toLowerCase()).not.toContain('override')
})

// Guarantees what kits/java relies on: HttpURLConnection adds a Content-Type to a PUT and a DELETE that have no body.
test('a PUT and a DELETE may carry an empty object instead of no body', async () => {
  const { app, signIn } = await startProject()
  const { session } = await signIn()
  const { body: post } = await app('POST', '/v1/posts', { session, body: { title: 'Dark mode' } })
  const path = `/v1/posts/${post.id}`
  for (const [method, place] of [
    ['PUT', `${path}/vote`],
    ['PUT', `${path}/follow`],
    ['DELETE', `${path}/follow`],
    ['DELETE', `${path}/vote`],
    ['DELETE', path],
    ['DELETE', '/v1/sessions/current'],
  ] as const) {
    expect([place, (await app(method, place, { session, body: {} })).status]).toEqual([place, 204])
  }
})
