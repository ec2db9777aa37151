import { describe, expect, test } from 'vitest'
import { goodClaims, goodHeader, NOW, NOW_SECONDS, outcome, signRaw, signToken } from './client.ts'

const at = (seconds: number) => ({ now: new Date(NOW.getTime() + seconds * 1000) })

describe('times', () => {
  const notTimes = ['1', null, true, [], [NOW_SECONDS], {}, -1, -0.5, NOW.getTime(), 1e300]

  // Guarantees that only a number of seconds is a time.
  test.each(notTimes)('%j is no time', async (value) => {
    expect(await outcome(signToken({ iat: value }))).toBe('token_claim_invalid')
    expect(await outcome(signToken({ exp: value }))).toBe('token_claim_invalid')
    expect(await outcome(signToken({ nbf: value }))).toBe('token_claim_invalid')
    expect(await outcome(signToken({ iat: value, exp: value }))).toBe('token_claim_invalid')
  })

  // Guarantees that a number larger than any (JSON can write one) is no time.
  test.each(['iat', 'exp', 'nbf'])('%s of 1e400 is no time', async (claim) => {
    const json = JSON.stringify({ ...goodClaims(), [claim]: 'HUGE' }).replace('"HUGE"', '1e400')
    expect(await outcome(signRaw(goodHeader, json))).toBe('token_claim_invalid')
  })

  test.each(['iat', 'exp'])('without %s is refused', async (claim) => {
    expect(await outcome(signToken({ [claim]: undefined }))).toBe('token_claim_invalid')
  })

  test('with parts of a second are taken', async () => {
    expect(await outcome(signToken({ iat: NOW_SECONDS + 0.5, exp: NOW_SECONDS + 300.25 }))).toBe('accepted')
  })
})

// Guarantees each edge to the second: the last value that is accepted stands beside the first that is not.
describe('edges', () => {
  test.each([
    [1, 'accepted'],
    [300, 'accepted'],
    [600, 'accepted'],
    [601, 'token_lifetime_too_long'],
    [600.001, 'token_lifetime_too_long'],
    [0, 'token_lifetime_too_long'],
    [-1, 'token_lifetime_too_long'],
  ])('exp %d s after iat: %s', async (life, expected) => {
    expect(await outcome(signToken({ exp: NOW_SECONDS + life }))).toBe(expected)
  })

  test.each([
    [60, 'accepted'],
    [61, 'token_not_yet_valid'],
    [3600, 'token_not_yet_valid'],
  ])('iat %d s ahead: %s', async (ahead, expected) => {
    expect(await outcome(signToken({ iat: NOW_SECONDS + ahead, exp: NOW_SECONDS + ahead + 300 }))).toBe(expected)
  })

  test.each([
    [299, 'accepted'],
    [300, 'accepted'],
    [359, 'accepted'],
    [359.999, 'accepted'],
    [360, 'token_expired'],
    [361, 'token_expired'],
  ])('a token for 300 s, seen after %d s: %s', async (elapsed, expected) => {
    expect(await outcome(signToken(), at(elapsed))).toBe(expected)
  })

  test.each([
    [659, 'accepted'],
    [660, 'token_expired'],
    [661, 'token_expired'],
  ])('a token for 600 s, seen after %d s: %s', async (elapsed, expected) => {
    expect(await outcome(signToken({ exp: NOW_SECONDS + 600 }), at(elapsed))).toBe(expected)
  })

  test.each([
    [0, 'accepted'],
    [-3600, 'accepted'],
    [60, 'accepted'],
    [61, 'token_not_yet_valid'],
  ])('nbf %d s ahead: %s', async (ahead, expected) => {
    expect(await outcome(signToken({ nbf: NOW_SECONDS + ahead }))).toBe(expected)
  })
})

// Guarantees the order in which several faults are named.
test('the first rule that fails names the refusal', async () => {
  const hopeless = { iss: 'prj_other', aud: 'x', iat: 'x', sub: 1, jti: 1 }
  expect(await outcome(signToken(hopeless, { typ: 'JWT' }))).toBe('token_type_invalid')
  expect(await outcome(signToken(hopeless))).toBe('token_issuer_mismatch')
  expect(await outcome(signToken({ ...hopeless, iss: undefined }))).toBe('token_issuer_mismatch')
  expect(await outcome(signToken({ aud: 'x', exp: 0 }))).toBe('token_audience_mismatch')
  expect(await outcome(signToken({ exp: 0, sub: 1 }))).toBe('token_lifetime_too_long')
  expect(await outcome(signToken({ sub: 1 }), at(1000))).toBe('token_expired')
  expect(await outcome(signToken({ jti: 1, nonce: 'x' }), { nonce: 'y' })).toBe('token_claim_invalid')
})
