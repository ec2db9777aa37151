import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { issueSecretKey, revokeSecretKey } from '../../src/domain/caller-keys/index.ts'
import { banUser, unbanUser } from '../../src/domain/users/index.ts'
import { startProject } from '../harness/project.ts'
import { countSessions, replayed, withKey } from './kept.ts'

// The parser of HTTP refuses these before anyone can know which header they are in.

test('a repeated exchange is answered with the session that was made, and makes no other', async () => {
  const project = await startProject()
  const [token, key] = [project.signToken(), randomUUID()]
  const headers = { ...withKey(key), origin: 'https://app.acme.example' }
  const first = await project.exchange(token, headers)
  const again = await project.exchange(token, headers)
  expect([first.status, replayed(first), again.status, replayed(again)]).toEqual([201, false, 201, true])
  expect(again.body).toEqual(first.body)
  for (const name of ['content-type', 'cache-control', 'access-control-allow-origin', 'x-content-type-options']) {
    expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)])
  }
  expect((await project.app('GET', '/v1/me', { session: again.body.session_token })).status).toBe(200)
  expect(await countSessions(project)).toBe(1)
})

test('a refusal that the endpoint decided is repeated as it was, and noted once', async () => {
  const project = await startProject()
  const headers = withKey(randomUUID())
  const token = project.signToken({ iss: 'prj_01m7eg5hdpejysxrjx39d6rvvy' })
  const first = await project.exchange(token, headers)
  const again = await project.exchange(token, headers)
  expect([first.status, first.body.code, replayed(first)]).toEqual([401, 'token_issuer_mismatch', false])
  expect([again.status, replayed(again)]).toEqual([401, true])
  expect(again.body).toEqual(first.body)
  for (const name of ['content-type', 'cache-control', 'www-authenticate']) {
    expect(first.headers.get(name)).not.toBeNull()
    expect(again.headers.get(name)).toBe(first.headers.get(name))
  }
  expect((await project.server('GET', '/v1/rejected_sign_ins')).body.data).toHaveLength(1)
})

// Guarantees that a refusal undoes all of its work: it does not use up the token.

test('a banned user’s refusal stays with its key when the ban is lifted, and a new key is heard', async () => {
  const project = await startProject()
  const { userId } = await project.signIn()
  await banUser(project.call(), userId, undefined)
  const [token, headers] = [project.signToken(), withKey(randomUUID())]
  expect((await project.exchange(token, headers)).body.code).toBe('user_banned')
  await unbanUser(project.call(), userId)
  const again = await project.exchange(token, headers)
  expect([again.status, again.body.code, replayed(again)]).toEqual([403, 'user_banned', true])
  expect((await project.exchange(token)).status).toBe(201)
})

test('a key is refused for any other request: body, bytes of the body, query or path', async () => {
  const project = await startProject()
  const [token, key] = [project.signToken(), randomUUID()]
  await project.exchange(token, withKey(key))
  const post = (path: string, body: unknown) => project.app('POST', path, { body, headers: withKey(key) })
  const others = [
    await post('/v1/sessions/sso', { token: project.signToken() }),
    await post('/v1/sessions/sso', `{ "token": "${token}" }`),
    await post('/v1/sessions/sso', { not: 'a token' }),
    await post('/v1/sessions/sso?again=1', { token }),
    await post('/v1/sessions/sso?', { token }),
  ]
  for (const { status, body, headers } of others) {
    expect([status, body.code]).toEqual([422, 'idempotency_key_reused'])
    expect(headers.get('idempotent-replayed')).toBeNull()
  }
  const { userId } = await project.signIn()
  const ban = await project.server('POST', `/v1/users/${userId}/ban`, {}, withKey(key))
  const unban = await project.server('POST', `/v1/users/${userId}/unban`, {}, withKey(key))
  expect([ban.status, unban.status, unban.body.code]).toEqual([200, 422, 'idempotency_key_reused'])
  expect(replayed(await project.exchange(token, withKey(key)))).toBe(true)
})

test('idempotent methods ignore the key and need none', async () => {
  const project = await startProject()
  const key = randomUUID()
  const { body } = await project.exchange(project.signToken(), withKey(key))
  const session = body.session_token
  expect((await project.app('GET', '/v1/me', { session, headers: withKey(key) })).status).toBe(200)
  expect((await project.app('DELETE', '/v1/sessions/current', { session, headers: withKey(key) })).status).toBe(204)
})

// Guarantees that there is no check-then-run: the first request stands still inside its transaction meanwhile.

test('a key belongs to its project: the same one is free in another', async () => {
  const one = await startProject()
  const other = await startProject({ service: one.service })
  const key = randomUUID()
  const [first, second] = [
    await one.exchange(one.signToken(), withKey(key)),
    await other.exchange(other.signToken(), withKey(key)),
  ]
  expect([first.status, second.status, replayed(second)]).toEqual([201, 201, false])
  expect(second.body.session_token).not.toBe(first.body.session_token)
  const foreign = await other.exchange(one.signToken(), withKey(key))
  expect([foreign.status, foreign.body.code]).toEqual([422, 'idempotency_key_reused'])
})

test('a key belongs to its secret key, is honoured when sent, and is not asked for', async () => {
  const project = await startProject()
  const { userId } = await project.signIn()
  const path = `/v1/users/${userId}/ban`
  const another = await issueSecretKey(project.call(), { name: 'two', scopes: ['users:write'] })
  const key = randomUUID()
  const first = await project.server('POST', path, {}, withKey(key))
  const again = await project.server('POST', path, {}, withKey(key))
  const byAnother = await project.server(
    'POST',
    path,
    {},
    {
      ...withKey(key),
      authorization: `Bearer ${another.secret}`,
    },
  )
  const without = await project.server('POST', path, {})
  expect([first, again, byAnother, without].map((answer) => [answer.status, replayed(answer)])).toEqual([
    [200, false],
    [200, true],
    [200, false],
    [200, false],
  ])
  expect(again.body).toEqual(first.body)
  const invalid = await project.server('POST', path, {}, withKey('k'.repeat(256)))
  expect([invalid.status, invalid.body.code]).toEqual([400, 'idempotency_key_invalid'])
  const nobody = '/v1/users/usr_01m7eg5hdpejysxrjx39d6rvvy/ban'
  const [lost, lostAgain] = [
    await project.server('POST', nobody, {}, withKey('nobody')),
    await project.server('POST', nobody, {}, withKey('nobody')),
  ]
  expect([lost.status, replayed(lost), lostAgain.status, replayed(lostAgain)]).toEqual([404, false, 404, true])
})

test('a caller who lost access does not get a kept answer', async () => {
  const project = await startProject()
  const { userId } = await project.signIn()
  const another = await issueSecretKey(project.call(), { name: 'two', scopes: ['users:write'] })
  const key = randomUUID()
  const ban = () =>
    project.server(
      'POST',
      `/v1/users/${userId}/ban`,
      {},
      { ...withKey(key), authorization: `Bearer ${another.secret}` },
    )
  expect((await ban()).status).toBe(200)
  expect(replayed(await ban())).toBe(true)
  const { sql } = project.service.database
  await sql`update secret_keys set scopes = '{users:read}' where id = ${another.secretKey.id}`
  const unscoped = await ban()
  expect([unscoped.status, unscoped.body.code, replayed(unscoped)]).toEqual([403, 'scope_missing', false])
  await revokeSecretKey(project.call(), another.secretKey.id)
  const revoked = await ban()
  expect([revoked.status, revoked.body.code, replayed(revoked)]).toEqual([401, 'secret_key_invalid', false])

  const token = project.signToken({ sub: 'grace' })
  expect((await project.exchange(token, withKey(key))).status).toBe(201)
  const elsewhere = await project.exchange(token, { ...withKey(key), origin: 'https://evil.example' })
  expect([elsewhere.status, elsewhere.body.code, replayed(elsewhere)]).toEqual([403, 'origin_not_allowed', false])
})

// In the far future: the housekeeping of another test, on today's clock, finds nothing of this old.
test('an answer is kept for 24 hours to the second, and then the key is new', async () => {
  let now = new Date('2091-11-15T10:00:00Z')
  const project = await startProject({ now: () => now })
  const [token, rejected] = [project.signToken(), project.signToken({ aud: 'https://elsewhere.example' })]
  const first = await project.exchange(token, withKey('session'))
  await project.exchange(rejected, withKey('refusal'))
  await project.exchange(token, withKey('other'))
  for (const time of ['2091-11-16T09:59:59Z', '2091-11-16T09:59:59.999Z']) {
    now = new Date(time)
    const again = await project.exchange(token, withKey('session'))
    expect([again.status, replayed(again), again.body]).toEqual([201, true, first.body])
    expect(replayed(await project.exchange(rejected, withKey('refusal')))).toBe(true)
    expect((await project.exchange(project.signToken(), withKey('other'))).status).toBe(422)
  }
  now = new Date('2091-11-16T10:00:00Z')
  const fresh = await project.exchange(token, withKey('session'))
  expect([fresh.status, fresh.body.code, replayed(fresh)]).toEqual([401, 'token_expired', false])
  expect(replayed(await project.exchange(rejected, withKey('refusal')))).toBe(false)
  expect((await project.exchange(project.signToken(), withKey('other'))).status).toBe(201)
  now = new Date('2091-11-17T09:59:59Z')
  const kept = await project.exchange(token, withKey('session'))
  expect([kept.body, replayed(kept)]).toEqual([fresh.body, true])
})

// Guarantees that work and record are one: the backend dies after the jti was spent and before the commit.
