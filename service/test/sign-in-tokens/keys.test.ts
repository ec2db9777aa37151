import { describe, expect, test, vi } from 'vitest'
import type { SigningKey } from '../../src/domain/signing-keys/index.ts'
import {
  goodClaims,
  goodHeader,
  KID,
  NOW,
  naughtyStrings,
  newPair,
  outcome,
  pair,
  signRaw,
  signToken,
  verify,
} from './client.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const N = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

describe('the kid', () => {
  // Guarantees that a header without a usable kid is the token's fault, before any key is looked for.
  test.each([undefined, null, 1, true, [KID], { kid: KID }])('%j is malformed', async (kid) => {
    expect(await outcome(signToken({}, { kid }))).toBe('token_malformed')
  })

  // Guarantees that only what can be a kid ever reaches the look-up.
  test.each(['', 'x'.repeat(129), '../../dev/null', "' or 1=1 --", 'key 1', 'key-1\n', 'kéy', '%00', '__proto__/'])(
    '%j is unknown without a look-up',
    async (kid) => {
      const findKey = vi.fn()
      expect(await outcome(signToken({}, { kid }), { findKey })).toBe('signing_key_unknown')
      expect(findKey).not.toHaveBeenCalled()
    },
  )

  test('of 128 characters is looked up as it is', async () => {
    const kid = 'A.z_0-9-'.repeat(16)
    expect(
      await outcome(signToken({}, { kid }), { findKey: async (asked) => (asked === kid ? pair.key : undefined) }),
    ).toBe('accepted')
  })

  // Guarantees that no text in the place of a kid does more than be refused.
  test('every naughty string is refused', async () => {
    for (const kid of naughtyStrings) {
      expect(['signing_key_unknown', 'token_malformed']).toContain(await outcome(signToken({}, { kid })))
    }
  })
})

describe('the key', () => {
  // Guarantees that a kid counts within its project: the same name elsewhere is another key.
  test('of another project does not verify, even under the same kid', async () => {
    const elsewhere = newPair(KID)
    const foreign = signRaw(goodHeader, goodClaims(), elsewhere)
    expect(await outcome(foreign)).toBe('token_signature_invalid')
    expect(await outcome(foreign, { findKey: async () => elsewhere.key })).toBe('accepted')
    expect(await outcome(signToken({}, { kid: 'theirs' }))).toBe('signing_key_unknown')
  })

  // Guarantees the end of a retiring key to the second, without any job having run.
  test.each([
    [DAY_MS - 1000, 'accepted'],
    [DAY_MS - 1, 'accepted'],
    [DAY_MS, 'signing_key_revoked'],
    [DAY_MS + 1000, 'signing_key_revoked'],
  ])('that has been retiring for %i ms: %s', async (elapsed, expected) => {
    const key: SigningKey = { ...pair.key, status: 'retiring', retiredAt: new Date(NOW.getTime() - elapsed) }
    expect(await outcome(signToken(), { findKey: async () => key })).toBe(expected)
  })

  test('that is revoked is refused', async () => {
    const key: SigningKey = { ...pair.key, status: 'revoked', revokedAt: NOW }
    expect(await outcome(signToken(), { findKey: async () => key })).toBe('signing_key_revoked')
  })

  // Guarantees that a failure of the look-up is not taken for a bad token.
  test('that cannot be looked up is no refusal', async () => {
    const findKey = () => Promise.reject(new Error('database out of reach'))
    await expect(verify(signToken(), { findKey })).rejects.toThrow('database out of reach')
  })

  // Guarantees that remembered keys are told apart: more of them than are remembered, each used twice.
  test('is the right one, however many projects there are', async () => {
    const pairs = Array.from({ length: 1100 }, () => newPair())
    const [first = pair, second = pair] = pairs
    const use = (signer: typeof pair, held: typeof pair) =>
      outcome(signRaw(goodHeader, goodClaims(), signer), { findKey: async () => held.key })
    for (const each of pairs) expect(await use(each, each)).toBe('accepted')
    expect(await use(first, first)).toBe('accepted')
    expect(await use(first, second)).toBe('token_signature_invalid')
  })
})

describe('the signature', () => {
  const token = signToken({ jti: 'a-token-id-of-22-chars-' })
  const input = token.slice(0, token.lastIndexOf('.') + 1)
  const signature = Buffer.from(token.slice(input.length), 'base64url')
  const [r, s] = [signature.subarray(0, 32), signature.subarray(32)]
  const number = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
  const der = (integer: Buffer) => Buffer.from([2, 33, 0, ...integer])

  // Guarantees that a signature is two numbers of 32 bytes in range, and nothing else.
  test.each([
    ['DER', Buffer.concat([Buffer.from([0x30, 70]), der(r), der(s)])],
    ['63 bytes', signature.subarray(0, 63)],
    ['65 bytes', Buffer.concat([signature, Buffer.from([0])])],
    ['one byte', Buffer.from([1])],
    ['r = 0', Buffer.concat([number(0n), s])],
    ['s = 0', Buffer.concat([r, number(0n)])],
    ['r = s = 0', Buffer.alloc(64)],
    ['r = n', Buffer.concat([number(N), s])],
    ['s = n', Buffer.concat([r, number(N)])],
    ['s = n + 1', Buffer.concat([r, number(N + 1n)])],
    ['r and s swapped', Buffer.concat([s, r])],
    ['all bits set', Buffer.alloc(64, 0xff)],
  ])('as %s is invalid', async (_, bytes) => {
    expect(await outcome(input + bytes.toString('base64url'))).toBe('token_signature_invalid')
  })

  // Guarantees the length before the library sees the bytes, whatever it would say of them.
  test('of another length than 64 bytes is not even tried', async () => {
    const tried = vi.spyOn(crypto.subtle, 'verify')
    for (const bytes of [signature.subarray(0, 63), Buffer.concat([signature, Buffer.alloc(1)])]) {
      expect(await outcome(input + bytes.toString('base64url'))).toBe('token_signature_invalid')
    }
    expect(tried).not.toHaveBeenCalled()
    tried.mockRestore()
  })

  // Guarantees what single use must rest on: the twin (r, n − s) also verifies, so the jti is what is used up.
  test('has a twin that carries the same jti', async () => {
    const twin = Buffer.concat([r, number(N - BigInt(`0x${s.toString('hex')}`))])
    expect((await verify(input + twin.toString('base64url'))).jti).toBe((await verify(token)).jti)
  })
})
