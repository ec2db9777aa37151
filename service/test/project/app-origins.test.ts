import { expect, test } from 'vitest'
import { startProject } from '../harness/project.ts'

const OF_APPS = [
  'capacitor://localhost',
  'https://localhost',
  'http://localhost',
  'app://bundle',
  'com.acme.app://host',
]

// Guarantees what the guide for native apps says to list: pages inside an app send an origin like any other page.
test('an origin of pages inside an app can be allowed, and then calls the API', async () => {
  const { service, app, server } = await startProject({ draft: { allowedOrigins: OF_APPS } })
  expect((await server('GET', '/v1/project')).body.allowed_origins).toEqual(OF_APPS)
  for (const origin of OF_APPS) {
    const preflight = await fetch(`${service.origin}/v1/posts`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    const call = await app('GET', '/v1/posts', { headers: { origin } })
    expect([preflight.status, call.status]).toEqual([204, 200])
    for (const { headers } of [preflight, call]) expect(headers.get('access-control-allow-origin')).toBe(origin)
  }
})

test.each([
  'null',
  'file://',
  'file:///',
  'file://localhost',
  'capacitor://localhost/',
  'capacitor://',
  'Capacitor://localhost',
  'capacitor://localhost:1',
  'capacitor://local host',
  'app://bundle?x',
  'app://*',
  'ws://app.example.com',
  'data://x',
  'javascript://x',
  'capacitor:localhost',
])('%s is no origin to allow', async (origin) => {
  const { server, app } = await startProject()
  const refused = await server('PATCH', '/v1/project', { allowed_origins: [origin] })
  expect([refused.status, refused.body.errors]).toMatchObject([400, [{ pointer: '/allowed_origins' }]])
  expect((await app('GET', '/v1/posts', { headers: { origin } })).body.code).toBe('origin_not_allowed')
})

test('an app that sends no origin needs none', async () => {
  const { app } = await startProject({ draft: { allowedOrigins: [] } })
  expect((await app('GET', '/v1/posts')).status).toBe(200)
})
