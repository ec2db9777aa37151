import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { issueSecretKey, revokeSecretKey } from '../../src/domain/caller-keys/index.ts'
import { addSigningKey } from '../../src/domain/signing-keys/index.ts'
import { newSecret } from '../../src/foundation/secrets/index.ts'
import { send, startProject } from '../harness/project.ts'
import { sendRaw } from '../harness/raw-http.ts'

test('a project key that is missing, mistyped, unknown or a secret is refused by its code', async () => {
  const { service, secretKey, project } = await startProject()
  const ask = (headers: Record<string, string>) => send(service.origin, 'GET', '/v1/me', undefined, headers)
  for (const [key, code] of [
    [undefined, 'project_key_required'],
    [`${project.publishableKey}x`, 'project_key_invalid'],
    [project.publishableKey.slice(0, -1), 'project_key_invalid'],
    [newSecret('publishableKey'), 'project_key_invalid'],
    [secretKey, 'project_key_invalid'],
  ] as const) {
    const answer = await ask(key === undefined ? {} : { 'x-project-key': key })
    expect([answer.status, answer.body.code]).toEqual([401, code])
    expect(answer.headers.get('www-authenticate')).toBe(`Bearer error="${code}"`)
  }
})

test('a secret key opens what its scopes say, and nothing once it is revoked', async () => {
  const { service, call } = await startProject()
  const { secret, secretKey } = await issueSecretKey(call(), {
    name: 'Reader',
    scopes: ['signing_keys:read'],
  })
  const ask = (method: string, path: string, body?: unknown, headers = {}) =>
    send(service.origin, method, path, body, { authorization: `Bearer ${secret}`, ...headers })
  expect((await ask('GET', '/v1/signing_keys')).status).toBe(200)
  const missing = await ask('POST', '/v1/signing_keys', { jwk: {} })
  expect([missing.status, missing.body.code]).toEqual([403, 'scope_missing'])
  expect(missing.body.detail).toContain('signing_keys:write')
  const browser = await ask('GET', '/v1/signing_keys', undefined, { origin: 'https://app.acme.example' })
  expect([browser.status, browser.body.code]).toEqual([403, 'secret_key_in_browser'])
  expect(browser.headers.get('access-control-allow-origin')).toBeNull()
  await revokeSecretKey(call(), secretKey.id)
  expect((await ask('GET', '/v1/signing_keys')).body.code).toBe('secret_key_invalid')
})

test('two of a header that must be one are as good as none', async () => {
  const { service, project, signIn } = await startProject()
  const { session } = await signIn()
  const head = (lines: string[]) =>
    `GET /v1/me HTTP/1.1\r\nHost: ${new URL(service.origin).host}\r\nConnection: close\r\n${lines.join('\r\n')}\r\n\r\n`
  const key = `X-Project-Key: ${project.publishableKey}`
  const bearer = `Authorization: Bearer ${session}`
  expect((await sendRaw(service.port, head([key, bearer]))).status).toBe(200)
  expect(JSON.parse((await sendRaw(service.port, head([key, key, bearer]))).body).code).toBe('project_key_required')
  expect(JSON.parse((await sendRaw(service.port, head([key, bearer, bearer]))).body).code).toBe('session_required')
})

test('the life of signing keys over the API', async () => {
  const { server, kid } = await startProject()
  const jwk = newJwk
  const added = await server('POST', '/v1/signing_keys', { jwk: jwk() })
  expect([added.status, added.body.status]).toEqual([201, 'active'])
  expect(added.body.kid).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect((await server('POST', '/v1/signing_keys', { jwk: jwk() })).body.code).toBe('too_many_active_keys')
  expect((await server('POST', `/v1/signing_keys/${kid}/retire`)).body.status).toBe('retiring')
  expect((await server('POST', '/v1/signing_keys', { jwk: jwk(), kid })).body.code).toBe('kid_taken')
  const third = await server('POST', '/v1/signing_keys', { jwk: jwk(), kid: 'third' })
  expect(third.status).toBe(201)
  expect((await server('POST', '/v1/signing_keys/third/revoke')).body.status).toBe('revoked')
  expect((await server('POST', '/v1/signing_keys/third/retire')).body.code).toBe('signing_key_not_active')
  expect((await server('POST', '/v1/signing_keys', { jwk: jwk(), kid: 'third' })).body.code).toBe('kid_taken')
  expect((await server('POST', '/v1/signing_keys/nowhere/revoke')).status).toBe(404)
  const list = await server('GET', '/v1/signing_keys')
  expect(list.body.data.map((key: { status: string }) => key.status).sort()).toEqual(['active', 'retiring', 'revoked'])
})

// Guarantees the limit of two under concurrency: on ten connections at once, in several projects.
test('one of ten keys that are added at once is accepted beside the first', async () => {
  const first = await startProject()
  const keys = Array.from({ length: 10 }, () => newJwk())
  for (let round = 0; round < 5; round += 1) {
    const { call } = await startProject({ service: first.service })
    const added = await Promise.allSettled(keys.map((jwk) => addSigningKey(call(), { jwk })))
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of added) {
      if (result.status === 'rejected') expect(result.reason.kind.code).toBe('too_many_active_keys')
    }
  }
})

test('a private key is refused, and nothing of it is kept or logged', async () => {
  const { server, service, project } = await startProject()
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const answer = await server('POST', '/v1/signing_keys', { jwk }, { 'idempotency-key': 'private' })
  expect([answer.status, answer.body.code]).toEqual([400, 'private_key_rejected'])
  expect(JSON.stringify(answer.body)).not.toContain(jwk.d ?? '')
  expect(service.logged.join('')).not.toContain(jwk.d ?? '')
  expect(
    await service.database.sql`select 1 from signing_keys where project_id = ${project.id} and kid <> 'key-1'`,
  ).toEqual([])
})

test('a token is explained without being used up', async () => {
  const { server, signToken, exchange, project, service } = await startProject()
  const token = signToken()
  const good = await server('POST', '/v1/signing_keys/check_token', { token, audience: 'app' })
  expect([good.status, good.body.accepted, good.body.code]).toEqual([200, true, null])
  expect((await exchange(token)).status).toBe(201)
  const bad = await server('POST', '/v1/signing_keys/check_token', {
    token: signToken({ aud: 'https://elsewhere.example', jti: 'short' }),
    audience: 'app',
  })
  expect([bad.body.accepted, bad.body.code]).toEqual([false, 'token_audience_mismatch'])
  const failed = bad.body.rules.filter((rule: { passed: boolean }) => !rule.passed)
  expect(failed).toHaveLength(2)
  expect(failed[0]).toMatchObject({
    expected: expect.stringContaining(service.origin),
    found: expect.stringContaining('elsewhere'),
  })
  const board = signToken({ aud: service.config.boardOrigin.replace('{slug}', project.slug), nonce: 'st4te' })
  expect(
    (await server('POST', '/v1/signing_keys/check_token', { token: board, audience: 'board', state: 'st4te' })).body
      .accepted,
  ).toBe(true)
  expect((await server('POST', '/v1/signing_keys/check_token', { token: board, audience: 'board' })).body.code).toBe(
    'token_nonce_mismatch',
  )
})

test('the newest hundred rejected sign-ins are kept', async () => {
  const { exchange, signToken, server } = await startProject()
  for (let i = 0; i < 26; i += 1) await Promise.all(Array.from({ length: 4 }, () => exchange(signToken({ sub: '' }))))
  const last = await exchange(signToken({}, { kid: 'unheard-of' }))
  expect(last.body.code).toBe('signing_key_unknown')
  const { body } = await server('GET', '/v1/rejected_sign_ins?limit=100')
  expect(body.data).toHaveLength(100)
  expect(body.data[0]).toMatchObject({ code: 'signing_key_unknown', kid: 'unheard-of' })
})

test('pages of an allowed origin may call, and of no other; credentials are never allowed', async () => {
  const { app, signToken, exchange, service, project } = await startProject()
  const allowed = 'https://app.acme.example'
  const preflight = (origin: string) =>
    fetch(`${service.origin}/v1/sessions/sso`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
  const good = await preflight(allowed)
  expect(good.status).toBe(204)
  expect(good.headers.get('access-control-allow-origin')).toBe(allowed)
  expect(good.headers.get('access-control-max-age')).toBe('7200')
  expect(good.headers.get('access-control-allow-headers')).toMatch(/Idempotency-Key.*X-Project-Key/)
  const answer = await exchange(signToken(), { origin: allowed })
  expect(answer.status).toBe(201)
  expect(answer.headers.get('access-control-allow-origin')).toBe(allowed)
  expect(answer.headers.get('access-control-expose-headers')).toContain('Idempotent-Replayed')
  const unreadable = await app('GET', '/v1/me', { headers: { origin: allowed } })
  expect([unreadable.status, unreadable.headers.get('access-control-allow-origin')]).toEqual([401, allowed])
  for (const origin of [
    'https://evil.example',
    'null',
    'https://sub.app.acme.example',
    'http://app.acme.example',
    'https://app.acme.example:8443',
    'https://APP.acme.example',
  ]) {
    expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull()
    const token = signToken()
    const refused = await exchange(token, { origin })
    expect([refused.status, refused.body.code]).toEqual([403, 'origin_not_allowed'])
    expect(refused.headers.get('access-control-allow-origin')).toBeNull()
    expect((await exchange(token)).status).toBe(201) // the refused request did nothing
  }
  for (const { headers } of [good, answer, unreadable]) {
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('vary')).toContain('Origin')
    expect(headers.get('set-cookie')).toBeNull()
  }
  expect(project.allowedOrigins).toEqual([allowed])
})

function newJwk() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
}
