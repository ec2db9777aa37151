import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Members } from '../harness/project.ts'
import { keyPair, type LiveCommandLine, makeProject, startLiveCommandLine } from './live-command-line.ts'

const { jwk, privateKey } = keyPair()
let live: LiveCommandLine
let project: Awaited<ReturnType<typeof makeProject>>

beforeAll(async () => {
  live = await startLiveCommandLine()
})
afterAll(() => live.end())

test('a project with a signing key', async () => {
  project = await makeProject(live)
  const added = await live.svcReading(jwk, 'signing-key', 'add', '--project', 'acme', '--jwk', '-', '--kid', 'one')
  expect(added.code).toBe(0)
})

describe('token check', () => {
  const check = ['token', 'check', '--project', 'acme', '--audience']

  test('accepts a good token without using it up', async () => {
    const good = project.signToken('one', privateKey)
    const report = await live.svc(...check, 'app', good, '--json')
    expect([report.code, report.json().accepted, report.json().code]).toEqual([0, true, null])
    expect(report.json().rules.length).toBeGreaterThan(20)
    const words = await live.svcReading(`${good}\n`, ...check, 'app', '-')
    expect([words.code, words.out]).toEqual([
      0,
      expect.stringContaining('would be accepted, unless it was used before'),
    ])
    expect((await project.exchange(good)).status).toBe(201)
    expect((await project.exchange(good)).body.code).toBe('token_replayed')
  })

  test('explains a bad one: each rule, what was expected and found, and what to do', async () => {
    const bad = project.signToken('one', keyPair().privateKey, { aud: 'https://elsewhere.example/', sub: 7 })
    const report = await live.svc(...check, 'app', bad, '--json')
    expect([report.code, report.json().code, report.json().accepted]).toEqual([1, 'token_signature_invalid', false])
    const failed = report.json().rules.filter(({ passed }: { passed: boolean }) => !passed)
    expect(failed.map(({ rule }: { rule: string }) => rule)).toEqual(['signature', 'aud', 'sub', 'erasure'])
    const words = await live.svc(...check, 'app', bad)
    expect(words.code).toBe(1)
    expect(words.out).toMatch(/^pass {2}alg +"ES256"$/m)
    expect(words.out).toMatch(
      /^FAIL {2}aud +expected "http:\/\/localhost:\d+"\n +found "https:\/\/elsewhere\.example\/"$/m,
    )
    expect(words.out).toMatch(/refused: token_signature_invalid\n.*registered under this `kid`/)
    expect(words.out + words.err).not.toContain(bad)
  })

  test('says the same as the API', async () => {
    const bad = project.signToken('one', privateKey, { iss: 'prj_other', jti: 'short' })
    const body = { token: bad, audience: 'app' }
    const { body: said } = await live.api('POST', '/v1/signing_keys/check_token', project.asServer(), body)
    const withoutClock = (text: string) => text.replaceAll(/our clock, [^"]+|[\d.]+ s (ago|from now)/g, '…')
    const report = await live.svc(...check, 'app', bad, '--json')
    expect(JSON.parse(withoutClock(report.out))).toEqual(JSON.parse(withoutClock(JSON.stringify(said))))
  })

  test('knows the board by its own audience and the state', async () => {
    const state = '-state-of-22-characters'
    const visit = project.signToken('one', privateKey, { aud: live.boardOrigin, nonce: state })
    expect((await live.svc(...check, 'board', `--state=${state}`, visit)).code).toBe(0)
    const other = await live.svc(...check, 'board', '--state', 'another', visit, '--json')
    expect([other.code, other.json().code]).toEqual([1, 'token_nonce_mismatch'])
    expect((await live.svc(...check, 'board', visit, '--json')).json().code).toBe('token_nonce_mismatch')
    expect((await live.svc(...check, 'app', visit, '--json')).json().code).toBe('token_audience_mismatch')
  })

  test('takes what looks like an option behind --, and no input without end', async () => {
    const plain = await live.svc(...check, 'app', '--', '--json')
    expect(plain.out).toMatch(/^FAIL {2}format .*\n +found 1 part\n- {5}header +not checked: an earlier rule/)
    const odd = await live.svc(...check, 'app', '--json', '--', '--json')
    expect([odd.code, odd.json().code]).toEqual([1, 'token_malformed'])
    const long = await live.svcReading('a'.repeat(200_000), ...check, 'app', '-', '--json')
    expect([long.code, long.json().code]).toEqual([1, 'token_malformed'])
  })
})

describe('users', () => {
  const signIn = async (claims: Members = {}) =>
    (await project.exchange(project.signToken('one', privateKey, { sub: 'eve', ...claims }))).body
  const me = async (session: string) => (await project.me(session)).status

  test('are banned, unbanned and erased beside the running service, at once', async () => {
    const { session_token: session, user } = await signIn({ email: 'eve@example.com' })
    expect(await me(session)).toBe(200)

    const banned = await live.svc('user', 'ban', '--project', 'acme', '--reason', 'spam', user.id, '--json')
    expect(banned.json()).toMatchObject({ id: user.id, sub: 'eve', email: 'eve@example.com', state: 'banned' })
    expect(await me(session)).toBe(401)
    expect((await signIn()).code).toBe('user_banned')
    const overApi = await live.api('POST', `/v1/users/${user.id}/ban`, project.asServer(), { reason: 'spam' })
    expect(banned.json()).toEqual(overApi.body)

    const unbanned = await live.svc('user', 'unban', '--project', 'acme', user.id, '--json')
    expect(unbanned.json()).toMatchObject({ id: user.id, state: 'active' })
    expect(await me(session)).toBe(401)
    const { session_token: next } = await signIn({ email: 'eve@example.com' })

    const erased = await live.svc('user', 'erase', '--project', 'acme', user.id, '--json')
    expect(erased.json()).toEqual({ id: user.id, state: 'erased' })
    expect(await me(next)).toBe(401)
    const again = await live.svc('user', 'erase', '--project', 'acme', user.id, '--json')
    expect([again.code, again.json().code]).toEqual([1, 'not_found'])
  })

  test('are spoken of by id alone, and a token of the same minute does not bring them back', async () => {
    const { user } = await signIn({ sub: 'mallory', email: 'mallory@example.com', given_name: 'Mallory' })
    const ban = await live.svc('user', 'ban', '--project', 'acme', user.id)
    expect(ban.out).toContain(`svc user unban --project acme ${user.id}`)
    const unban = await live.svc('user', 'unban', '--project', 'acme', user.id)
    const erase = await live.svc('user', 'erase', '--project', 'acme', user.id)
    expect([ban.code, unban.code, erase.code]).toEqual([0, 0, 0])
    expect(ban.out + unban.out + erase.out).not.toMatch(/mallory/i)
    const later = await signIn({ sub: 'mallory', iat: Math.floor(Date.now() / 1000) + 5 })
    expect(later.code).toBe('token_rejected_erased')
  })

  test('a reason has an end', async () => {
    const long = await live.svc('user', 'ban', '--project', 'acme', '--reason', 'x'.repeat(501), 'usr_none', '--json')
    expect([long.code, long.json().code]).toEqual([1, 'invalid_request'])
  })
})

test.each([
  [['signing-key', 'retire', '--project', 'acme', 'nobody']],
  [['signing-key', 'revoke', '--project', 'acme', 'no/kid']],
  [['secret-key', 'revoke', '--project', 'acme', 'sec_none']],
  [['user', 'ban', '--project', 'acme', 'usr_none']],
  [['user', 'unban', '--project', 'acme', 'ada']],
  [['user', 'erase', '--project', 'acme', 'usr_01jbk3v8w2e6m4q9t7x5y0z1ab']],
  [['signing-key', 'list', '--project', 'nowhere']],
  [['secret-key', 'list', '--project', 'nowhere']],
  [['token', 'check', '--project', 'nowhere', '--audience', 'app', 'token']],
])('what is not there is refused with not_found: %j', async (words) => {
  const { code, json, err } = await live.svc(...words, '--json')
  expect([code, json().code]).toEqual([1, 'not_found'])
  expect(err).toMatch(/^There is nothing here\. (The project has no|There is no project) .*\(not_found\)\n$/)
})

test.each([
  [['signing-key']],
  [['signing-key', 'add', '--project', 'acme']],
  [['signing-key', 'add', '--jwk', 'file']],
  [['signing-key', 'list']],
  [['signing-key', 'list', '--project', '']],
  [['signing-key', 'retire', '--project', 'acme']],
  [['signing-key', 'revoke', '--project', 'acme', 'one', 'two']],
  [['signing-key', 'revoke', '--project', 'acme', '-one']],
  [['secret-key', 'create', '--project', 'acme', '--scope', 'posts:read']],
  [['secret-key', 'create', '--project', 'acme', '--name', 'N']],
  [['secret-key', 'revoke', '--project', 'acme']],
  [['token', 'check', '--project', 'acme', '--audience', 'app']],
  [['token', 'check', '--project', 'acme', 'token']],
  [['token', 'check', '--project', 'acme', '--audience', 'console', 'token']],
  [['token', 'check', '--project', 'acme', '--audience', 'app', '--state', 'x', 'token']],
  [['user', 'ban', 'usr_x']],
  [['user', 'unban', '--project', 'acme', '--reason', 'x', 'usr_x']],
  [['user', 'erase', '--project', 'acme']],
])('wrong usage ends with 2 and says how it is meant: %j', async (words) => {
  const { code, out, err } = await live.svc(...words)
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(/Usage: |svc serve/)
})

// Guarantees the other half of "beside a running service and without one".
test('all of it works without the service too', async () => {
  const before = await live.svc('signing-key', 'list', '--project', 'acme', '--json')
  await live.stopService()
  const after = await live.svc('signing-key', 'list', '--project', 'acme', '--json')
  expect([after.code, after.json()]).toEqual([0, before.json()])
})
