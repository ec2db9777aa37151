import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { issueBoardCode } from '../../src/domain/board-codes/index.ts'
import { useBoardCode } from '../../src/domain/board-codes/inside.ts'
import { resolveSession } from '../../src/domain/sessions/index.ts'
import { openSession } from '../../src/domain/sessions/inside.ts'
import { addSigningKey, revokeSigningKey } from '../../src/domain/signing-keys/index.ts'
import { signJwt, startProject, type TestProject } from '../harness/project.ts'

const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jwkOf = (key: KeyObject) => key.export({ format: 'jwk' })

/** Somebody whom this key of the project signs in. */
async function signInBy(project: TestProject, kid: string, key: KeyObject, sub: string): Promise<string> {
  const token = signJwt({ alg: 'ES256', kid, typ: 'svc-sso+jwt' }, project.claims({ sub }), key)
  const { status, body } = await project.exchange(token)
  expect([status, body.code]).toEqual([201, undefined])
  return body.session_token
}

const stateOf = async ({ app }: TestProject, session: string) => {
  const { status, body } = await app('GET', '/v1/me', { session })
  return status === 200 ? 'signed in' : body.code
}

// Guarantees that a stolen key stays revoked: it cannot be added again under another name.
test.each(['active', 'retiring', 'revoked'])(
  'a key that is %s does not come in again under another kid',
  async (state) => {
    const { server } = await startProject()
    const jwk = jwkOf(pair().publicKey)
    expect((await server('POST', '/v1/signing_keys', { jwk, kid: 'one' })).status).toBe(201)
    if (state === 'retiring') await server('POST', '/v1/signing_keys/one/retire')
    if (state === 'revoked') await server('POST', '/v1/signing_keys/one/revoke')
    for (const upload of [{ jwk, kid: 'two' }, { jwk }, { jwk: { ...jwk, use: 'sig', ext: true }, kid: 'three' }]) {
      const { status, body } = await server('POST', '/v1/signing_keys', upload)
      expect([status, body.code]).toEqual([409, 'key_taken'])
      expect(body.detail).toContain(
        state === 'active' ? 'already registered as `one`. Sign with that kid.' : 'as `one`. Make a new key pair.',
      )
    }
    expect((await server('POST', '/v1/signing_keys', { jwk, kid: 'one' })).body.code).toBe('kid_taken')
    const other = await startProject()
    expect((await other.server('POST', '/v1/signing_keys', { jwk, kid: 'one' })).status).toBe(201)
  },
)

test('one of two requests that add the same key under two kids at once succeeds', async () => {
  const { call } = await startProject()
  const jwk = jwkOf(pair().publicKey)
  const outcomes = await Promise.allSettled(['a', 'b'].map((kid) => addSigningKey(call(), { jwk, kid })))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a kid that no URL can hold is refused, and an older one can still be revoked', async () => {
  const { call, server, service, project } = await startProject()
  const jwk = jwkOf(pair().publicKey)
  for (const kid of ['.', '..']) {
    const { status, body } = await server('POST', '/v1/signing_keys', { jwk, kid })
    expect([status, body.code, body.detail]).toEqual([400, 'key_invalid', expect.stringContaining('. or ..')])
    expect((await server('POST', '/v1/signing_keys', { jwk: { ...jwk, kid } })).body.code).toBe('key_invalid')
  }
  for (const kid of ['...', '.a', '-', '_']) {
    const added = await server('POST', '/v1/signing_keys', { jwk: jwkOf(pair().publicKey), kid })
    expect([kid, added.status]).toEqual([kid, 201])
    const { body } = await server('POST', `/v1/signing_keys/${encodeURIComponent(kid)}/revoke`)
    expect([kid, body.status]).toEqual([kid, 'revoked'])
  }
  const { sql } = service.database
  await sql`update signing_keys set kid = '..' where project_id = ${project.id} and kid = 'key-1'`
  await expect(revokeSigningKey(call(), '..')).resolves.toMatchObject({ kid: '..', status: 'revoked' })
})

test('revoking lets sessions go on unless it is asked to end them, and may end them later', async () => {
  const project = await startProject()
  const stolen = pair()
  await project.server('POST', '/v1/signing_keys', { jwk: jwkOf(stolen.publicKey), kid: 'stolen' })
  const thief = await signInBy(project, 'stolen', stolen.privateKey, 'ada')
  const { session: honest } = await project.signIn()
  const revoke = (body?: unknown) => project.server('POST', '/v1/signing_keys/stolen/revoke', body)
  expect((await revoke()).status).toBe(200)
  expect((await revoke({})).status).toBe(200)
  expect((await revoke({ end_sessions: false })).status).toBe(200)
  expect(await stateOf(project, thief)).toBe('signed in')
  for (const body of [{ end_sessions: 'yes' }, { sessions: true }, []]) expect((await revoke(body)).status).toBe(400)
  const { status, body } = await revoke({ end_sessions: true })
  expect([status, body.status]).toEqual([200, 'revoked'])
  expect(await stateOf(project, thief)).toBe('session_ended')
  expect(await stateOf(project, honest)).toBe('signed in') // the same person, by another key
  expect((await revoke({ end_sessions: true })).status).toBe(200)
  const { body: log } = await project.server('GET', '/v1/audit_log')
  const actions = log.data.filter(({ subject_id }: { subject_id: string }) => subject_id === 'stolen')
  expect(actions.map(({ action }: { action: string }) => action)).toEqual([
    'signing_key.sessions_ended',
    'signing_key.revoked',
    'signing_key.added',
  ])
})

// Guarantees that ending is complete: codes and sessions that were made from a stolen session end with it.
test('one-time codes of a stolen session, and sessions made from them, end with its key', async () => {
  const project = await startProject()
  const thief = await resolveSession(project.call(), (await project.signIn()).session)
  const [used, kept] = [await issueBoardCode(thief), await issueBoardCode(thief)]
  const owner = await useBoardCode(project.call(), used.code)
  const { token } = await openSession(project.call(), { user: owner, sessionEpoch: owner.sessionEpoch }, owner.kid)
  expect(await stateOf(project, token)).toBe('signed in')
  await revokeSigningKey(project.call(), 'key-1', { endSessions: true })
  expect(await stateOf(project, token)).toBe('session_ended')
  const invalid = expect.objectContaining({ kind: expect.objectContaining({ code: 'code_invalid' }) })
  await expect(useBoardCode(project.call(), kept.code)).rejects.toEqual(invalid)
})

// Guarantees that no exchange escapes whose token was checked before the revocation and whose session is written after it.
test('a sign-in that is under way while its key ends is over when it is done', async () => {
  const project = await startProject()
  const { sql } = project.service.database
  await project.signIn() // the user's row is there to be held
  let release = () => {}
  let holder = 0
  const held = project.service.database.transaction(async (sql) => {
    await sql`select 1 from users where project_id = ${project.project.id} for update`
    holder = (await sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid ?? 0
    await new Promise<void>((done) => {
      release = done
    })
  })
  const waiting = project.exchange(project.signToken())
  await expect
    .poll(
      async () => (await sql`select 1 from pg_stat_activity where ${holder}::int = any (pg_blocking_pids(pid))`).length,
      { timeout: 100_000 },
    )
    .toBeGreaterThan(0)
  await revokeSigningKey(project.call(), 'key-1', { endSessions: true })
  release()
  await held
  const { status, body } = await waiting
  expect(status).toBe(201)
  expect(await stateOf(project, body.session_token)).toBe('session_ended')
})

test('a kid of two dots reaches the key where a client sends the path as it is', async () => {
  const { service, project, secretKey } = await startProject()
  const { sql } = service.database
  await sql`update signing_keys set kid = '..' where project_id = ${project.id} and kid = 'key-1'`
  const status = await new Promise<number>((resolve, reject) => {
    const headers = { host: new URL(service.origin).host, authorization: `Bearer ${secretKey}` }
    const path = '/v1/signing_keys/%2E%2E/revoke'
    request({ port: service.port, host: '127.0.0.1', method: 'POST', path, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
      .on('error', reject)
      .end()
  })
  expect(status).toBe(200)
})
