import { expect, test } from 'vitest'
import { newSecret } from '../../src/foundation/secrets/index.ts'
import { effort } from '../harness/effort.ts'
import { startProject } from '../harness/project.ts'

test('a session lasts 24 hours to the second and is never extended', async () => {
  let now = new Date('2091-11-15T10:00:00Z')
  const { signIn, app } = await startProject({ now: () => now })
  const { session } = await signIn()
  now = new Date('2091-11-16T09:59:59Z')
  expect((await app('GET', '/v1/me', { session })).status).toBe(200)
  now = new Date('2091-11-16T10:00:00Z')
  const over = await app('GET', '/v1/me', { session })
  expect([over.status, over.body.code]).toEqual([401, 'session_expired'])
})

test('signing out ends the session that asks, and no other', async () => {
  const { signIn, app } = await startProject()
  const [one, other] = [await signIn(), await signIn()]
  expect((await app('DELETE', '/v1/sessions/current', { session: one.session })).status).toBe(204)
  const ended = await app('GET', '/v1/me', { session: one.session })
  expect([ended.status, ended.body.code]).toEqual([401, 'session_ended'])
  expect((await app('GET', '/v1/me', { session: other.session })).status).toBe(200)
})

test('a session works only in its project, and only as a whole token', async () => {
  const one = await startProject()
  const other = await startProject({ service: one.service })
  const { session } = await one.signIn()
  for (const [project, token, code] of [
    [other, session, 'session_invalid'],
    [one, session.slice(0, -1), 'session_invalid'],
    [one, newSecret('session'), 'session_invalid'],
    [one, one.secretKey, 'session_invalid'],
    [one, undefined, 'session_required'],
  ] as const) {
    const answer = await project.app('GET', '/v1/me', { ...(token && { session: token }) })
    expect([answer.status, answer.body.code]).toEqual([401, code])
  }
})

test('only the hash of a session is stored', async () => {
  const { signIn, service, project } = await startProject()
  const { session } = await signIn()
  const [row] = await service.database.sql<{ text: string }[]>`
    select to_jsonb(s)::text as text from sessions s where project_id = ${project.id}`
  expect(row?.text).not.toContain(session.slice(8, 40))
})

test('a ban ends every session at once and refuses new ones; lifting it revives none', async () => {
  const { signIn, app, server, exchange, signToken } = await startProject()
  const sessions = [await signIn(), await signIn()]
  const id = sessions[0]?.userId
  const banned = await server('POST', `/v1/users/${id}/ban`, { reason: 'spam' })
  expect([banned.status, banned.body.state]).toEqual([200, 'banned'])
  for (const { session } of sessions) expect((await app('GET', '/v1/me', { session })).body.code).toBe('session_ended')
  const refused = await exchange(signToken())
  expect([refused.status, refused.body.code]).toEqual([403, 'user_banned'])
  expect((await server('POST', `/v1/users/${id}/unban`, {})).body.state).toBe('active')
  for (const { session } of sessions) expect((await app('GET', '/v1/me', { session })).body.code).toBe('session_ended')
  expect((await exchange(signToken())).status).toBe(201)
})

test('all sessions of a user can be ended without a ban', async () => {
  const { signIn, app, server } = await startProject()
  const { session, userId } = await signIn()
  expect((await server('DELETE', `/v1/users/${userId}/sessions`)).status).toBe(204)
  expect((await app('GET', '/v1/me', { session })).body.code).toBe('session_ended')
  expect((await signIn()).userId).toBe(userId)
})

test('erasing leaves nothing of the person in any table or line of the log, and tokens from before are refused', async () => {
  let now = new Date('2091-11-15T10:00:00Z')
  const { signIn, server, app, exchange, signToken, service, project } = await startProject({ now: () => now })
  const canary = 'c4nary'
  const { session, userId } = await signIn({
    sub: `sub-${canary}`,
    email: `${canary}@example.com`,
    given_name: `Given ${canary}`,
    family_name: `Family ${canary}`,
    traits: { plan: canary },
  })
  const before = signToken({ sub: `sub-${canary}` })
  now = new Date('2091-11-15T10:00:10Z')
  const erased = await server('POST', `/v1/users/${userId}/erase`, {})
  expect([erased.status, erased.body]).toEqual([200, { id: userId, state: 'erased' }])
  expect((await app('GET', '/v1/me', { session })).body.code).toBe('session_ended')
  const late = await exchange(before)
  expect([late.status, late.body.code]).toEqual([401, 'token_rejected_erased'])
  const tables = await service.database.sql<{ name: string }[]>`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'project_id'`
  for (const { name } of tables) {
    const { rows } = await service.database.pool.query(
      `select to_jsonb(t)::text as text from ${name} t where project_id = $1`,
      [project.id],
    )
    for (const { text } of rows) expect([name, text]).toEqual([name, expect.not.stringContaining(canary)])
  }
  const kept = await service.database
    .sql`select 1 from idempotency_records where project_id = ${project.id} and user_id = ${userId}`
  expect(kept).toEqual([])
  expect(service.logged.join('')).not.toContain(canary)
  now = new Date('2091-11-15T10:01:11Z')
  const again = await signIn({ sub: `sub-${canary}` })
  expect(again.userId).not.toBe(userId)
})

// Guarantees that no session outlives a ban or an erasure, however the two meet: raced 1,000 times.
test('an exchange that races with a ban or an erasure leaves no live session behind', async () => {
  const { signIn, app, server, exchange, signToken, service } = await startProject()
  const outcomes = { banned: 0, erased: 0, signedIn: 0 }
  for (let round = 0; round < effort(25); round += 1) {
    await Promise.all(
      Array.from({ length: 8 }, async (_, place) => {
        const sub = `racer-${round}-${place}`
        const { userId } = await signIn({ sub })
        const verb = place % 2 === 0 ? 'ban' : 'erase'
        // The token is from before the erasure, whichever of the two commits first.
        const token = signToken({ sub, iat: Math.floor(service.database.clock.now().getTime() / 1000) - 5 })
        const [exchanged] = await Promise.all([exchange(token), server('POST', `/v1/users/${userId}/${verb}`, {})])
        if (exchanged.status === 201) {
          outcomes.signedIn += 1
          const me = await app('GET', '/v1/me', { session: exchanged.body.session_token })
          expect([verb, me.status, me.body.code]).toEqual([verb, 401, 'session_ended'])
        } else {
          const codes = verb === 'ban' ? ['user_banned'] : ['token_rejected_erased']
          expect(codes).toContain(exchanged.body.code)
          outcomes[verb === 'ban' ? 'banned' : 'erased'] += 1
        }
      }),
    )
  }
  // Both orders really happened, or the race proved nothing.
  expect(outcomes.signedIn).toBeGreaterThan(0)
  expect(outcomes.banned + outcomes.erased).toBeGreaterThan(0)
})

test('a ban counts in every process from the next request on', async () => {
  const one = await startProject()
  const two = await startProject({ environment: { API_ORIGIN: one.service.origin } })
  const { session, userId } = await one.signIn()
  await one.server('POST', `/v1/users/${userId}/ban`, {})
  const { sendRaw } = await import('../harness/raw-http.ts')
  const answer = await sendRaw(
    two.service.port,
    `GET /v1/me HTTP/1.1\r\nHost: ${new URL(one.service.origin).host}\r\nX-Project-Key: ${one.project.publishableKey}\r\nAuthorization: Bearer ${session}\r\nConnection: close\r\n\r\n`,
  )
  expect([answer.status, JSON.parse(answer.body).code]).toEqual([401, 'session_ended'])
})

test('a user that does not exist, or is another project’s, is a 404', async () => {
  const one = await startProject()
  const other = await startProject({ service: one.service })
  const { userId } = await other.signIn()
  for (const id of [userId, 'usr_01m7eg5hdpejysxrjx39d6rvvy', 'nobody', '%00', "x'--"]) {
    for (const verb of ['ban', 'unban', 'erase']) {
      const answer = await one.server('POST', `/v1/users/${id}/${verb}`, {})
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    }
    expect((await one.server('DELETE', `/v1/users/${id}/sessions`)).status).toBe(404)
  }
})
