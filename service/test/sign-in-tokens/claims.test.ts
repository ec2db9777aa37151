import { describe, expect, test } from 'vitest'
import {
  API_ORIGIN,
  BOARD_ORIGIN,
  goodClaims,
  goodHeader,
  naughtyStrings,
  outcome,
  PROJECT,
  signRaw,
  signToken,
  verify,
} from './client.ts'

describe('issuer and audience', () => {
  // Guarantees that a token counts for one project alone.
  test.each([undefined, null, 'prj_other', PROJECT.id.toUpperCase(), `${PROJECT.id} `, '', [PROJECT.id], 1])(
    'iss %j is refused',
    async (iss) => {
      expect(await outcome(signToken({ iss }))).toBe('token_issuer_mismatch')
    },
  )

  // Guarantees that a token counts in one place alone, to the letter.
  test.each([
    undefined,
    null,
    '',
    BOARD_ORIGIN,
    `${API_ORIGIN}/`,
    `${API_ORIGIN}/v1`,
    'HTTP://localhost:4000',
    'http://localhost',
    'https://localhost:4000',
    [],
    [API_ORIGIN, BOARD_ORIGIN],
    [API_ORIGIN, API_ORIGIN],
    [[API_ORIGIN]],
    { 0: API_ORIGIN },
    1,
  ])('aud %j is refused by the API', async (aud) => {
    expect(await outcome(signToken({ aud }))).toBe('token_audience_mismatch')
  })

  test('a list of exactly one audience is accepted', async () => {
    expect(await outcome(signToken({ aud: [API_ORIGIN] }))).toBe('accepted')
  })

  test('a token for the API is refused by the board', async () => {
    expect(await outcome(signToken({ nonce: 's' }), { audience: BOARD_ORIGIN, nonce: 's' })).toBe(
      'token_audience_mismatch',
    )
  })

  test('https origins do not match with their default port written out', async () => {
    const audience = 'https://api.example'
    expect(await outcome(signToken({ aud: `${audience}:443` }), { audience })).toBe('token_audience_mismatch')
  })
})

// Guarantees that the board takes only the token it asked for, and that the exchange in an app ignores a nonce.
describe('the nonce', () => {
  const board = { audience: BOARD_ORIGIN, nonce: 'the-state' }
  test.each([
    ['the-state', 'accepted'],
    ['the-statf', 'token_nonce_mismatch'],
    ['the-state ', 'token_nonce_mismatch'],
    ['', 'token_nonce_mismatch'],
    [undefined, 'token_nonce_mismatch'],
    [null, 'token_nonce_mismatch'],
    [['the-state'], 'token_nonce_mismatch'],
  ])('%j on the board: %s', async (nonce, expected) => {
    expect(await outcome(signToken({ aud: BOARD_ORIGIN, nonce }), board)).toBe(expected)
  })

  test('an empty state matches nothing', async () => {
    expect(await outcome(signToken({ aud: BOARD_ORIGIN, nonce: '' }), { ...board, nonce: '' })).toBe(
      'token_nonce_mismatch',
    )
  })

  test.each([undefined, 'anything', 1])('%j in an app is ignored', async (nonce) => {
    expect(await outcome(signToken({ nonce }))).toBe('accepted')
  })
})

describe('sub and jti', () => {
  // Guarantees the length of a sub in characters as people count them, not in UTF-16 units.
  test.each([
    ['a', 'accepted'],
    ['x'.repeat(255), 'accepted'],
    ['x'.repeat(256), 'token_claim_invalid'],
    ['🦊'.repeat(255), 'accepted'],
    ['🦊'.repeat(256), 'token_claim_invalid'],
    ['', 'token_claim_invalid'],
    [1, 'token_claim_invalid'],
    [null, 'token_claim_invalid'],
    [undefined, 'token_claim_invalid'],
    [['a'], 'token_claim_invalid'],
  ])('sub %j: %s', async (sub, expected) => {
    expect(await outcome(signToken({ sub }))).toBe(expected)
  })

  // Guarantees that no two subs become one: a sub comes out as it went in, or not at all.
  test('every sub comes out unchanged', async () => {
    const subs = ['\u00e9', 'e\u0301', 'User-1', 'user-1 ', ' user-1', ...naughtyStrings.filter((text) => text !== '')]
    for (const sub of subs) {
      if ([...sub].length > 255) expect(await outcome(signToken({ sub }))).toBe('token_claim_invalid')
      else expect((await verify(signToken({ sub }))).sub).toBe(sub)
    }
  })

  // Guarantees room for 128 random bits.
  test.each([
    ['x'.repeat(22), 'accepted'],
    ['x'.repeat(255), 'accepted'],
    ['x'.repeat(21), 'token_claim_invalid'],
    ['x'.repeat(256), 'token_claim_invalid'],
    ['', 'token_claim_invalid'],
    [1e30, 'token_claim_invalid'],
    [null, 'token_claim_invalid'],
    [undefined, 'token_claim_invalid'],
  ])('jti %j: %s', async (jti, expected) => {
    expect(await outcome(signToken({ jti }))).toBe(expected)
  })
})

describe('traits', () => {
  const traitsOf = async (traits: unknown) => (await verify(signToken({ traits }))).traits
  const ofBytes = (bytes: number) => ({ plan: 'x'.repeat(bytes - '{"plan":""}'.length) })

  test.each([null, 'plan', 1, true, [], [{ plan: 'pro' }]])('%j are invalid', async (traits) => {
    expect(await outcome(signToken({ traits }))).toBe('token_claim_invalid')
  })

  test('hold what the project allows and nothing else', async () => {
    expect(await traitsOf({ plan: 'pro', seats: { used: 3 }, salary: 1 })).toEqual({ plan: 'pro', seats: { used: 3 } })
    expect(await traitsOf(undefined)).toEqual({})
  })

  // Guarantees that nobody is kept out by a number, and that no other number is kept in its place.
  test('are accepted without those whose number is too large to be kept exactly', async () => {
    expect(await traitsOf({ plan: 2 ** 60, seats: { used: 3 } })).toEqual({ seats: { used: 3 } })
    expect(await traitsOf({ plan: [{ deep: 1e300 }] })).toEqual({})
    expect(await traitsOf({ plan: 2 ** 53 - 1, seats: 0.1 })).toEqual({ plan: 2 ** 53 - 1, seats: 0.1 })
  })

  // Guarantees the limit in bytes as they are kept, whatever the spelling, and before keys are dropped.
  test('have at most 2048 bytes', async () => {
    expect(await outcome(signToken({ traits: ofBytes(2048) }))).toBe('accepted')
    expect(await outcome(signToken({ traits: ofBytes(2049) }))).toBe('token_claim_invalid')
    expect(await outcome(signToken({ traits: { dropped: 'x'.repeat(2048) } }))).toBe('token_claim_invalid')
    const fits = `{"plan":"${'é'.repeat(1018)}"}` // 11 + 2036 bytes
    expect(Buffer.byteLength(fits)).toBe(2047)
    expect(await outcome(signToken({ traits: JSON.parse(fits) }))).toBe('accepted')
    expect(await outcome(signToken({ traits: { plan: 'é'.repeat(1019) } }))).toBe('token_claim_invalid')
  })

  test('are measured without their escapes and white space', async () => {
    const json = `${JSON.stringify(goodClaims()).slice(0, -1)},"traits": { "plan" :  "${'\\u0041'.repeat(900)}" } }`
    expect((await verify(signRaw(goodHeader, json))).traits).toEqual({ plan: 'A'.repeat(900) })
  })

  // Guarantees that names which mean something to the language are plain unknown keys.
  test('cannot reach the prototype of anything', async () => {
    const json = `${JSON.stringify(goodClaims()).slice(0, -1)},"__proto__":{"sub":"evil","admin":true},"traits":{"plan":"pro","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"x"}}`
    const before = Reflect.ownKeys(Object.prototype)
    const claims = await verify(signRaw(goodHeader, json))
    expect(claims.sub).toBe('user-1')
    expect(Reflect.ownKeys(claims.traits)).toEqual(['plan'])
    expect(Object.getPrototypeOf(claims.traits)).toBe(Object.prototype)
    expect(Reflect.ownKeys(Object.prototype)).toEqual(before)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test('of great depth are refused like any others', async () => {
    const deep = (levels: number) =>
      `${JSON.stringify(goodClaims()).slice(0, -1)},"traits":{"plan":${'['.repeat(levels)}${']'.repeat(levels)}}}`
    expect(await outcome(signRaw(goodHeader, deep(1000)))).toBe('accepted')
    expect(['token_claim_invalid', 'token_malformed']).toContain(await outcome(signRaw(goodHeader, deep(2500))))
    expect(await outcome(signRaw(goodHeader, deep(10_000)))).toBe('token_malformed')
  })
})
