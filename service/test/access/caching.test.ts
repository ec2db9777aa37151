import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { send, startProject } from '../harness/project.ts'
import { sharedService } from '../harness/service.ts'
import { isOpen, type Operation, operationsOf } from './operations.ts'
import { pathOf, SAMPLES, type Sample, worldOf } from './samples.ts'

// Guarantees that a cache in between confuses neither projects nor people, although all share the same addresses.
test('every answer of the API says who may keep it, and by which headers it differs', async () => {
  const world = await worldOf(await startProject())
  const key = { 'x-project-key': world.project.publishableKey }
  const { session } = await world.signIn({ sub: 'ada' })
  const callers = {
    nobody: {},
    key,
    session: { ...key, authorization: `Bearer ${session}` },
    'ended session': { ...key, authorization: `Bearer svc_ses_${'x'.repeat(43)}` },
    server: { authorization: `Bearer ${world.secretKey}` },
  }
  const wrong: unknown[] = []
  let kept = 0
  const isLast = ({ id }: Operation) => Number(id === 'endCurrentSession') // the others need the session
  for (const operation of operationsOf(world.service.openapi()).toSorted((a, b) => isLast(a) - isLast(b))) {
    let unspent: Sample | undefined // a request that is refused changes nothing
    for (const [caller, who] of Object.entries(callers)) {
      const isServer = caller === 'server'
      const made = isServer ? undefined : unspent
      const sample = made ?? (await SAMPLES[operation.id]?.(world, isServer ? 'server' : 'app')) ?? {}
      const { status, headers } = await send(
        world.service.origin,
        operation.method,
        `/v1${pathOf(operation.path, sample)}`,
        sample.body,
        { ...(operation.method === 'POST' && { 'idempotency-key': randomUUID() }), ...who },
      )
      unspent = status < 300 && operation.method !== 'GET' ? undefined : sample
      const isRead = operation.method === 'GET' && status < 300
      const mayBeKept = isRead && caller === 'key'
      const expected = isOpen(operation)
        ? /^(?:public, max-age=\d+|no-cache)$/
        : mayBeKept
          ? /^private, no-cache$/
          : /^no-store$/
      if (mayBeKept) kept += 1
      const found = [headers.get('cache-control') ?? '', headers.get('vary') ?? '']
      if (expected.test(found[0] ?? '') && found[1] === 'Origin, X-Project-Key, Authorization, Accept-Encoding')
        continue
      wrong.push({ endpoint: operation.id, caller, status, found })
    }
  }
  expect(wrong).toEqual([])
  expect(kept).toBeGreaterThan(10)
})

test('refusals, replays, preflights and 404s are never cached', async () => {
  const world = await worldOf(await startProject({ draft: { allowedOrigins: ['https://app.acme.example'] } }))
  const { origin } = world.service
  const again = { 'idempotency-key': randomUUID() }
  const post = () => world.app('POST', '/v1/posts', { session: world.session, body: { title: 'Once' }, headers: again })
  await post()
  const page = { origin: 'https://app.acme.example' }
  const answers = {
    replay: await post(),
    'not found': await send(origin, 'GET', '/v1/nothing', undefined, {}),
    'outside of v1': await send(origin, 'GET', '/nothing', undefined, {}),
    'wrong key': await send(origin, 'GET', '/v1/posts', undefined, { 'x-project-key': 'svc_pk_wrong' }),
    'origin refused': await world.app('GET', '/v1/posts', { headers: { origin: 'https://evil.example' } }),
    'no JSON': await world.app('POST', '/v1/posts', { session: world.session, body: '{' }),
    preflight: await send(origin, 'OPTIONS', '/v1/posts', undefined, {
      ...page,
      'access-control-request-method': 'GET',
    }),
  }
  for (const [what, { headers }] of Object.entries(answers)) {
    expect([headers.get('cache-control'), headers.get('vary')], what).toEqual([
      'no-store',
      'Origin, X-Project-Key, Authorization, Accept-Encoding',
    ])
  }
  const read = await world.app('GET', '/v1/posts', { headers: page })
  expect(read.headers.get('vary')).toBe('Origin, X-Project-Key, Authorization, Accept-Encoding')
})

test('pages and forms of the console are never cached', async () => {
  const { origin, consoleRoutes } = await sharedService()
  for (const { method, path } of consoleRoutes) {
    const { status, headers } = await fetch(origin + path.replaceAll(/:\w+/g, 'x'), { method, redirect: 'manual' })
    expect([path, headers.get('cache-control')]).toEqual([path, 'no-store'])
    expect(status).not.toBe(200)
  }
  expect(consoleRoutes.length).toBeGreaterThan(20)
})
