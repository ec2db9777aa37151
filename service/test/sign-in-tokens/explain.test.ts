import { sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { explainSignInToken, type TokenCheck } from '../../src/domain/sign-in-tokens/index.ts'
import { Problem } from '../../src/foundation/problems/index.ts'
import {
  API_ORIGIN,
  BOARD_ORIGIN,
  checkOf,
  NOW,
  NOW_SECONDS,
  naughtyStrings,
  outcome,
  pair,
  signToken,
  verify,
} from './client.ts'

const explain = (token: string, changes: Partial<TokenCheck> = {}) => explainSignInToken(checkOf(token, changes))
const ruleOf = (report: Awaited<ReturnType<typeof explain>>, name: string) =>
  report.rules.find(({ rule }) => rule === name)
const failedIn = (report: Awaited<ReturnType<typeof explain>>) =>
  report.rules.filter(({ passed }) => !passed).map(({ rule }) => rule)

// Guarantees the order of the protocol as a client's developer sees it.
test('every rule of an accepted token is reported as passed, in the order of the protocol', async () => {
  const report = await explain(signToken())
  expect(report).toMatchObject({ accepted: true, code: undefined })
  expect(failedIn(report)).toEqual([])
  expect(report.rules.map(({ rule }) => rule).join(' ')).toBe(
    'format header alg header_members kid signing_key signing_key_status signature typ claims iss aud times lifetime iat exp age nbf ' +
      'sub jti email email_verified given_name family_name locale traits nonce erasure',
  )
})

// Guarantees that one look shows all that is wrong, and that the first fault gives the code.
test('several faults are reported at once', async () => {
  const report = await explain(
    signToken({ iss: 'prj_other', iat: NOW_SECONDS + 72, exp: NOW_SECONDS + 1000, sub: 5 }, { typ: 'JWT' }),
  )
  expect(report).toMatchObject({ accepted: false, code: 'token_type_invalid' })
  expect(failedIn(report)).toEqual(['typ', 'iss', 'lifetime', 'iat', 'sub', 'erasure'])
  expect(ruleOf(report, 'typ')).toEqual({
    rule: 'typ',
    checked: true,
    passed: false,
    expected: '"svc-sso+jwt"',
    found: '"JWT"',
  })
  expect(ruleOf(report, 'iat')?.found).toBe('2026-11-15T10:01:12Z, 72 s from now')
  expect(ruleOf(report, 'iat')?.expected).toBe('at most 60 s ahead of our clock, 2026-11-15T10:00:00Z')
  expect(ruleOf(report, 'lifetime')?.found).toBe('928 s')
  expect(ruleOf(report, 'sub')?.found).toBe('5')
})

// Guarantees that developers whose library writes DER signatures read what to change.
test('a signature in DER is called so', async () => {
  const input = signToken().split('.').slice(0, 2).join('.')
  const der = sign('sha256', Buffer.from(input), { key: pair.privateKey, dsaEncoding: 'der' })
  const report = await explain(`${input}.${der.toString('base64url')}`)
  expect(report.code).toBe('token_signature_invalid')
  const found = `${der.length} bytes; this looks like DER, and ES256 needs the 64 bytes r‖s`
  expect(ruleOf(report, 'signature')?.found).toBe(found)
  const other = await explain(`${input}.${Buffer.alloc(70, 0x30).toString('base64url')}`)
  expect(ruleOf(other, 'signature')?.found).toBe('70 bytes that do not fit the key')
})

test('a bad signature does not hide what else is wrong', async () => {
  const token = signToken({ aud: BOARD_ORIGIN })
  const report = await explain(`${token.slice(0, -4)}AAAA`)
  expect(report.code).toBe('token_signature_invalid')
  expect(failedIn(report)).toEqual(['signature', 'aud'])
})

// Guarantees the rule of age, which the shorter rules about exp otherwise always meet first.
test('a token is too old after 660 seconds', async () => {
  const seenAfter = async (seconds: number) =>
    ruleOf(await explain(signToken(), { now: new Date(NOW.getTime() + seconds * 1000) }), 'age')?.passed
  expect(await seenAfter(660)).toBe(true)
  expect(await seenAfter(661)).toBe(false)
})

test('a rule that could not be run says so, and is not passed', async () => {
  const report = await explain('nonsense')
  expect(report).toMatchObject({ accepted: false, code: 'token_malformed' })
  expect(report.rules.every(({ passed }) => !passed)).toBe(true)
  expect(ruleOf(report, 'iss')?.found).toBe('not checked: an earlier rule must hold first')
  expect(ruleOf(report, 'nbf')?.found).toBe('not checked: an earlier rule must hold first')
  const ran = report.rules.filter(({ checked }) => checked).map(({ rule }) => rule)
  expect(ran).toEqual(['format'])
})

test('times in milliseconds are recognised', async () => {
  const report = await explain(signToken({ iat: NOW.getTime() }))
  expect(ruleOf(report, 'times')?.found).toBe('iat is 1794736800000, which looks like milliseconds; divide by 1000')
})

// Guarantees that report and refusal are one protocol: they never disagree.
test('the report and the refusal name the same code', async () => {
  const tokens = [
    'x',
    signToken({}, { alg: 'none' }),
    signToken({}, { jwk: {} }),
    signToken({}, { kid: 1 }),
    signToken({}, { kid: 'other' }),
    signToken({}, { typ: 1 }),
    signToken({ iss: 1 }),
    signToken({ aud: 1 }),
    signToken({ iat: '1' }),
    signToken({ exp: 0 }),
    signToken({ sub: 1 }),
    signToken({ email: 'x' }),
    signToken({ traits: 1 }),
    signToken(),
  ]
  for (const token of tokens) {
    const { code } = await explain(token)
    expect(code ?? 'accepted').toBe(await outcome(token))
  }
})

// Guarantees that neither a report nor a refusal repeats a token, a person or a key.
test('nothing private is repeated', async () => {
  const canary = 'canary-4711'
  const email = `${canary}@example.com`
  const token = signToken(
    {
      iss: email,
      aud: email,
      sub: `${canary} ${email}`,
      jti: canary,
      email: `${email} x`,
      given_name: email,
      family_name: `${canary} X`,
      locale: email,
      nonce: canary,
      traits: { plan: canary },
    },
    { typ: email, alg: email, kid: `${email}` },
  )
  const report = await explain(token, { nonce: `state-${canary}` })
  expect(JSON.stringify(report)).not.toContain(canary)
  for (const text of [pair.key.jwk.x, pair.key.jwk.y, ...token.split('.')])
    expect(JSON.stringify(report)).not.toContain(text)
  for (const claims of [
    { sub: '' },
    { iss: email },
    { email: `${email} x` },
    { jti: canary },
    { aud: signToken() },
    { iss: 'eyJhbGciOiJFUzI1NiJ9.e30.' },
  ]) {
    const refusal = await verify(signToken(claims)).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Problem)
    expect((refusal as Problem).detail).toMatch(/expected .+; found .+/)
    expect((refusal as Problem).detail).not.toMatch(/canary|eyJ/)
  }
})

test('every naughty string can be reported', async () => {
  for (const text of naughtyStrings) {
    const report = await explain(
      signToken({ iss: text, aud: text, locale: text, sub: text, iat: text }, { typ: text, kid: text }),
    )
    expect(report.accepted).toBe(false)
  }
})

// Guarantees that what is kept of a refused token names no person, also where a client put one into iss or aud.
test('iss and aud are shown where they name a place, and otherwise only measured', async () => {
  const people = [
    'ada.lovelace',
    '+4366012345678',
    'mailto:ada%40acme.example',
    'https://x.example/?email=ada%40a.b',
    'ada',
  ]
  const others = [
    'https://ada%40acme.example',
    'https://ada@acme.example',
    'https://x.example/users/ada',
    'sk_live_abcdefghijk',
  ]
  for (const value of [...people, ...others]) {
    const report = await explain(signToken({ iss: value, aud: value }))
    for (const rule of ['iss', 'aud']) {
      expect(ruleOf(report, rule)).toMatchObject({
        passed: false,
        found: expect.stringMatching(
          /^a text of \d+ characters(, an origin with a path: remove the path|, no origin: it must begin with http:\/\/ or https:\/\/)?$/,
        ),
      })
    }
  }
  const places = [
    'https://elsewhere.example',
    'http://localhost:3000/',
    'capacitor://localhost',
    'http://[::1]:80',
    'prj_other',
  ]
  for (const value of places) {
    const report = await explain(signToken({ iss: value, aud: value }))
    for (const rule of ['iss', 'aud']) expect(ruleOf(report, rule)?.found).toBe(`"${value}"`)
    const same = await explain(signToken({ iss: value, aud: [value], sub: value }))
    for (const rule of ['iss', 'aud']) expect(ruleOf(same, rule)?.found).toMatch(/^a text of/)
  }
  expect(ruleOf(await explain(signToken({}, { typ: 'ada%40acme.example' })), 'typ')?.found).toMatch(/^a text of/)
})

test('an aud with a path, or without a scheme, is told what to change', async () => {
  const found = async (aud: string) => ruleOf(await explain(signToken({ aud })), 'aud')?.found
  expect(await found(`${API_ORIGIN}/v1`)).toBe(`the origin "${API_ORIGIN}" with a path: remove the path`)
  const bare = API_ORIGIN.replace('http://', '')
  expect(await found(bare)).toBe(`"${bare}": it must begin with http://`)
  expect(await found('https://x.example/v1')).toBe('a text of 20 characters, an origin with a path: remove the path')
  expect(await found('x.example')).toBe('a text of 9 characters, no origin: it must begin with http:// or https://')
  expect(await found('ftp://x.example/v1')).toBe('a text of 18 characters')
})

// A slow clock and an old token look the same to the service.
test('an expired token is told when it was issued, and how slow the clock would be', async () => {
  const late = await explain(signToken(), { now: new Date(NOW.getTime() + 700_000) })
  const clock = '; its iat is 700 s ago: if your server just made it, its clock is 700 s slow'
  expect(ruleOf(late, 'exp')?.found).toMatch(new RegExp(`s ago${clock}$`))
  expect(ruleOf(late, 'age')?.found).toMatch(new RegExp(`700 s ago${clock}$`))
  const inTime = await explain(signToken())
  for (const rule of ['exp', 'age']) expect(ruleOf(inTime, rule)?.found).not.toContain('clock')
  const neverValid = await explain(signToken({ iat: NOW_SECONDS + 10, exp: NOW_SECONDS - 100 }))
  expect(ruleOf(neverValid, 'exp')?.found).toMatch(/ 100 s ago$/)
})
