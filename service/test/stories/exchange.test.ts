import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { addSigningKey, retireSigningKey, revokeSigningKey } from '../../src/domain/signing-keys/index.ts'
import { type Members, signJwt, startProject, type TestProject } from '../harness/project.ts'
import { sendRaw } from '../harness/raw-http.ts'

test('a token is traded for a session, and the session is the user', async () => {
  const { exchange, signToken, app, project } = await startProject()
  const answer = await exchange(
    signToken({ given_name: 'Ada', family_name: 'Lovelace', email: 'ada@example.com', locale: 'de' }),
  )
  expect(answer.status).toBe(201)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('idempotent-replayed')).toBeNull()
  expect(answer.body).toEqual({
    session_token: expect.stringMatching(/^svc_ses_[0-9A-Za-z]{49}$/),
    expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    user: {
      id: expect.stringMatching(/^usr_/),
      display_name: 'Acme user',
      name_choice: 'default',
      name_choices: [
        { choice: 'default', preview: 'Acme user' },
        { choice: 'first_name', preview: 'Ada L.' },
        { choice: 'custom', preview: null },
      ],
      name_locked: false,
      locale: 'de',
      notifications: { email: true, frequency: 'instant', status_changes: true, comments: true, changelog: true },
      created_at: expect.any(String),
    },
  })
  const me = await app('GET', '/v1/me', { session: answer.body.session_token })
  expect([me.status, me.body]).toEqual([200, answer.body.user])
  expect(JSON.stringify(answer.body)).not.toContain('@')
  expect(project.id).toMatch(/^prj_/)
})

// Guarantees single use under concurrency: the requests run on connections of their own, through two services.
test('a token works once, even for sixteen requests that race over two services', async () => {
  const first = await startProject()
  const second = await startProject({ environment: { API_ORIGIN: first.service.origin } })
  const token = first.signToken()
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, place) => {
      if (place % 2 === 0) return first.exchange(token)
      return fetchThrough(second.service.port, first, token)
    }),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(statuses.filter((status) => status === 401)).toHaveLength(15)
  expect(new Set(answers.filter(({ status }) => status === 401).map(({ body }) => body.code))).toEqual(
    new Set(['token_replayed']),
  )
  const [count] = await first.service.database.sql<{ count: number }[]>`
    select count(*) as count from sessions where project_id = ${first.project.id}`
  expect(count?.count).toBe(1)
})

test('a jti is used up for the whole project, in every token and for every user, but not in other projects', async () => {
  const one = await startProject()
  const other = await startProject({ service: one.service })
  const jti = randomBytes(16).toString('base64url')
  expect((await one.exchange(one.signToken({ jti }))).status).toBe(201)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await addSigningKey(one.call(), { jwk: publicKey.export({ format: 'jwk' }), kid: 'key-2' })
  const again = signJwt(
    { alg: 'ES256', kid: 'key-2', typ: 'svc-sso+jwt' },
    one.claims({ jti, sub: 'grace' }),
    privateKey,
  )
  const replay = await one.exchange(again)
  expect([replay.status, replay.body.code]).toEqual([401, 'token_replayed'])
  expect((await other.exchange(other.signToken({ jti }))).status).toBe(201)
})

test('the high-s twin of a used token is a replay', async () => {
  const { exchange, signToken } = await startProject()
  const token = signToken()
  expect((await exchange(token)).status).toBe(201)
  const [header, claims, signature = ''] = token.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')
  const s = order - BigInt(`0x${bytes.subarray(32).toString('hex')}`)
  const twin = Buffer.concat([bytes.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')]).toString(
    'base64url',
  )
  const answer = await exchange(`${header}.${claims}.${twin}`)
  expect([answer.status, answer.body.code]).toEqual([401, 'token_replayed'])
})

test.each<[string, Members, Members, string]>([
  ['another project’s token', { iss: 'prj_01m7eg5hdpejysxrjx39d6rvvy' }, {}, 'token_issuer_mismatch'],
  ['a board’s token', { aud: 'http://acme.localhost:4000' }, {}, 'token_audience_mismatch'],
  ['a token without a kid of the project', {}, { kid: 'key-9' }, 'signing_key_unknown'],
  ['an expired token', { iat: 1_000, exp: 1_300 }, {}, 'token_expired'],
  ['a short jti', { jti: 'short' }, {}, 'token_claim_invalid'],
  ['alg none', {}, { alg: 'none' }, 'token_alg_not_allowed'],
  ['another typ', {}, { typ: 'JWT' }, 'token_type_invalid'],
])(
  '%s is refused with its own code, changes nothing, and is in the log of rejections without the token',
  async (_, claims, header, code) => {
    const { exchange, signToken, server, service, project } = await startProject()
    const token = signToken(claims, header)
    const answer = await exchange(token)
    expect([answer.status, answer.body.code]).toEqual([401, code])
    expect(answer.headers.get('www-authenticate')).toContain('Bearer')
    expect(JSON.stringify(answer.body)).not.toContain(token.split('.')[2] ?? '')
    const log = await server('GET', '/v1/rejected_sign_ins')
    const text = expect.any(String)
    const broken = { rule: text, expected: text, found: text }
    expect(log.body.data).toEqual([{ at: text, code, kid: header.kid ?? 'key-1', audience: 'app', ...broken }])
    const [rows] = await service.database.sql<{ users: number; tokens: number }[]>`
    select (select count(*) from users where project_id = ${project.id}) as users,
      (select count(*) from used_tokens where project_id = ${project.id}) as tokens`
    expect(rows).toEqual({ users: 0, tokens: 0 })
    expect(service.logged.join('')).not.toContain(token)
  },
)

test('a retiring key counts to the second of its 24 hours by the clock of the call, with no job running', async () => {
  let now = new Date('2091-11-15T10:00:00Z')
  const { exchange, signToken, call, kid } = await startProject({ now: () => now })
  await retireSigningKey(call(), kid)
  now = new Date('2091-11-16T09:59:59.999Z')
  expect((await exchange(signToken())).status).toBe(201)
  now = new Date('2091-11-16T10:00:00Z')
  expect((await exchange(signToken())).body.code).toBe('signing_key_revoked')
})

test('a revoked key is refused from the next request on', async () => {
  const { exchange, signToken, call, kid } = await startProject()
  expect((await exchange(signToken())).status).toBe(201)
  await revokeSigningKey(call(), kid)
  expect((await exchange(signToken())).body.code).toBe('signing_key_revoked')
})

test('subs are compared byte for byte: letters that look alike are different people', async () => {
  const { signIn } = await startProject()
  const subs = ['é', 'e\u0301', 'E\u0301', 'a', 'A', 'a ', '👩‍🚀'.repeat(50)]
  const ids = new Set<string>()
  for (const sub of subs) ids.add((await signIn({ sub })).userId)
  expect(ids.size).toBe(subs.length)
  expect((await signIn({ sub: 'a ' })).userId).toBe([...ids][5])
})

test('each exchange refreshes the claims, and what is absent now is removed', async () => {
  const { signIn, service, project } = await startProject()
  await signIn({
    email: 'ada@example.com',
    email_verified: true,
    given_name: 'Ada',
    traits: { plan: 'pro', secret: 1 },
  })
  const read = async () =>
    (
      await service.database
        .sql`select email, email_verified, given_name, traits from users where project_id = ${project.id}`
    )[0]
  expect(await read()).toEqual({
    email: 'ada@example.com',
    email_verified: true,
    given_name: 'Ada',
    traits: { plan: 'pro' },
  })
  await signIn({})
  expect(await read()).toEqual({ email: null, email_verified: false, given_name: null, traits: {} })
})

test('a body of the wrong shape is refused with the place', async () => {
  const { app } = await startProject()
  for (const body of [{}, { token: 1 }, { token: 'x', more: true }, []]) {
    const answer = await app('POST', '/v1/sessions/sso', { body })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
    expect(answer.body.errors.length).toBeGreaterThan(0)
  }
  const large = await app('POST', '/v1/sessions/sso', { body: { token: 'x'.repeat(17_000) } })
  expect([large.status, large.body.code]).toEqual([413, 'body_too_large'])
  const long = await app('POST', '/v1/sessions/sso', { body: { token: 'x'.repeat(9_000) } })
  expect([long.status, long.body.code]).toEqual([401, 'token_malformed'])
})

/** To another process's port under the API's own name, as a load balancer would. */
async function fetchThrough(port: number, { project, service }: TestProject, token: string) {
  const body = JSON.stringify({ token })
  const lines = {
    host: new URL(service.origin).host,
    connection: 'close',
    'x-project-key': project.publishableKey,
    'idempotency-key': randomBytes(8).toString('hex'),
    'content-type': 'application/json',
    'content-length': String(body.length),
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  const answer = await sendRaw(port, `POST /v1/sessions/sso HTTP/1.1\r\n${head.join('')}\r\n${body}`)
  return { status: answer.status, body: JSON.parse(answer.body) }
}
