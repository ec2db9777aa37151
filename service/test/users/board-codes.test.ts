import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { issueBoardCode, peekBoardCode } from '../../src/domain/board-codes/index.ts'
import { useBoardCode } from '../../src/domain/board-codes/inside.ts'
import { resolveSession } from '../../src/domain/sessions/index.ts'
import { scrub } from '../../src/foundation/log/index.ts'
import { newSecret } from '../../src/foundation/secrets/index.ts'
import { housekeeping } from '../../src/housekeeping.ts'
import { emptiedService } from '../harness/emptied-database.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import { traces } from '../privacy/traces.ts'

const invalid = expect.objectContaining({ kind: expect.objectContaining({ code: 'code_invalid', status: 401 }) })

async function codeOf({ app }: TestProject, session: string): Promise<string> {
  const { status, body } = await app('POST', '/v1/board_codes', { session, body: {} })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.code
}

async function expectRefused({ call }: TestProject, code: string): Promise<void> {
  await expect(peekBoardCode(call(), code)).rejects.toEqual(invalid)
  await expect(useBoardCode(call(), code)).rejects.toEqual(invalid)
}

test('a code opens the board signed in: it names the address, and stands in it behind the #', async () => {
  const project = await startProject({ now: () => new Date('2091-11-15T10:00:00Z') })
  const { session, userId } = await project.signIn()
  const { status, headers, body } = await project.app('POST', '/v1/board_codes', { session, body: {} })
  expect([status, headers.get('cache-control')]).toEqual([201, 'no-store'])
  expect(body).toEqual({
    code: expect.stringMatching(/^svc_cod_[0-9A-Za-z]{49}$/),
    url: `http://${project.project.slug}.localhost:${project.service.port}/continue#code=${body.code}`,
    expires_at: '2091-11-15T10:01:00.000Z',
  })
  expect(await peekBoardCode(project.call(), body.code)).toMatchObject({ id: userId, sub: 'ada' })
  expect(await peekBoardCode(project.call(), body.code)).toMatchObject({ id: userId })
  expect(await useBoardCode(project.call(), body.code)).toMatchObject({ id: userId, sessionEpoch: 0 })
  await expectRefused(project, body.code)
})

test('the board may have a domain of its own', async () => {
  const { app, signIn } = await startProject({ draft: { domain: `d${process.pid}${Date.now()}.acme.example` } })
  const { session } = await signIn()
  const { body } = await app('POST', '/v1/board_codes', { session, body: {} })
  expect(body.url).toMatch(/^http:\/\/d\d+\.acme\.example:\d+\/continue#code=svc_cod_/)
})

test('a code needs a session, an empty body, and is the same when the request is repeated', async () => {
  const project = await startProject()
  const { session } = await project.signIn()
  const post = (options: object) => project.app('POST', '/v1/board_codes', options)
  expect((await post({ body: {} })).body.code).toBe('session_required')
  expect((await post({ session, body: { user_id: 'x' } })).body.code).toBe('invalid_request')
  const headers = { 'idempotency-key': 'once' }
  const [first, again] = [await post({ session, body: {}, headers }), await post({ session, body: {}, headers })]
  expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([first.body, 'true'])
})

// Guarantees single use under concurrency: the twenty run on as many connections as there are.
test('one of twenty requests that use a code at once succeeds', async () => {
  const project = await startProject()
  const { session } = await project.signIn()
  for (let round = 0; round < 10; round += 1) {
    const code = await codeOf(project, session)
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => useBoardCode(project.call(), code)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toEqual(invalid)
  }
})

test.each([
  ['2091-11-15T10:00:59.999Z', true],
  ['2091-11-15T10:01:00.000Z', false],
])('a code made at 10:00:00 works at %s: %s', async (time, works) => {
  let now = new Date('2091-11-15T10:00:00Z')
  const project = await startProject({ now: () => now })
  const { session, userId } = await project.signIn()
  const code = await codeOf(project, session)
  now = new Date(time)
  if (works) expect(await useBoardCode(project.call(), code)).toMatchObject({ id: userId })
  else await expectRefused(project, code)
})

test('a code belongs to its project, and a text that is none is refused', async () => {
  const one = await startProject()
  const other = await startProject({ service: one.service })
  const { session } = await one.signIn()
  const code = await codeOf(one, session)
  await expectRefused(other, code)
  for (const text of ['', code.slice(0, -1), `${code}x`, newSecret('boardCode'), session, '\0', 'svc_cod_'])
    await expectRefused(one, text)
  expect(await useBoardCode(one.call(), code)).toMatchObject({ sub: 'ada' })
})

test('a code ends with the sessions of its user: a ban, an erasure, sessions that were ended', async () => {
  const project = await startProject()
  const { signIn, server, app } = project
  for (const [method, verb, body] of [
    ['POST', 'ban', {}],
    ['POST', 'erase', {}],
    ['DELETE', 'sessions', undefined],
  ] as const) {
    const { session, userId } = await signIn({ sub: verb })
    const code = await codeOf(project, session)
    await server(method, `/v1/users/${userId}/${verb}`, body)
    await expectRefused(project, code)
    expect((await app('POST', '/v1/board_codes', { session, body: {} })).body.code).toBe('session_ended')
    if (verb === 'ban') {
      await server('POST', `/v1/users/${userId}/unban`, {})
      await expectRefused(project, code) // lifting a ban revives nothing
    }
  }
})

test('signing out of the app does not end a code for the board that was made before', async () => {
  const project = await startProject()
  const { session } = await project.signIn()
  const code = await codeOf(project, session)
  await project.app('DELETE', '/v1/sessions/current', { session })
  expect(await useBoardCode(project.call(), code)).toMatchObject({ sub: 'ada' })
})

test('a session that was ended a moment ago, after it was looked up, makes no code', async () => {
  const { signIn, server, app, call } = await startProject()
  const ended = expect.objectContaining({ kind: expect.objectContaining({ code: 'session_ended' }) })
  const { session, userId } = await signIn()
  const asked = await resolveSession(call(), session)
  await server('DELETE', `/v1/users/${userId}/sessions`)
  await expect(issueBoardCode(asked)).rejects.toEqual(ended)
  const next = await signIn()
  const again = await resolveSession(call(), next.session)
  await app('DELETE', '/v1/sessions/current', { session: next.session })
  await expect(issueBoardCode(again)).rejects.toEqual(ended)
})

// Guarantees that no code works after a ban, in whatever order the two run.
test('a code that is made while its user is banned opens nothing afterwards', async () => {
  const project = await startProject()
  const { signIn, server, app } = project
  const outcomes = { made: 0, refused: 0 }
  for (let round = 0; round < 40; round += 1) {
    const { session, userId } = await signIn({ sub: `racer-${round}` })
    // One of them comes each time a little later, so that the ban is met before, during and after.
    const [codeAfter, banAfter] = round % 2 ? [round % 20, 0] : [0, round % 20]
    const [made] = await Promise.all([
      setTimeout(codeAfter).then(() => app('POST', '/v1/board_codes', { session, body: {} })),
      setTimeout(banAfter).then(() => server('POST', `/v1/users/${userId}/ban`, {})),
    ])
    if (made.status === 201) {
      outcomes.made += 1
      await expectRefused(project, made.body.code)
    } else {
      outcomes.refused += 1
      expect(made.body.code).toBe('session_ended')
    }
  }
  expect(outcomes.made).toBeGreaterThan(0)
  expect(outcomes.refused).toBeGreaterThan(0)
})

test('only the hash of a code is stored, no log line holds one, and old ones are removed', async () => {
  let now = new Date()
  const service = await emptiedService({}, () => now)
  const project = await startProject({ service, now: () => now })
  const { session, userId } = await project.signIn()
  const code = await codeOf(project, session)
  await expectRefused(project, `${code}x`)
  expect(await traces(service, code.slice(8, 40))).toEqual({})
  expect(service.logged.join('')).not.toContain(code.slice(8, 40))
  expect(scrub(`https://acme.example/continue#code=${code}.`)).toBe('https://acme.example/continue#code=[key].')
  now = new Date(now.getTime() - 120_000)
  await codeOf(project, session)
  const count = async () => (await service.database.sql`select 1 from board_codes where user_id = ${userId}`).length
  expect(await count()).toBe(2)
  await housekeeping(service.database, service.config).run({})
  expect(await count()).toBe(1)
})
