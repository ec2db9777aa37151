import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashSecret, isSecret, newSecret } from '../../src/foundation/secrets/index.ts'

const KINDS = ['publishableKey', 'secretKey', 'session', 'boardCode'] as const

test.each([
  ['publishableKey', 'svc_pk_live_', 22],
  ['secretKey', 'svc_sk_live_', 43],
  ['session', 'svc_ses_', 43],
  ['boardCode', 'svc_cod_', 43],
] as const)('a %s is its prefix, enough base62 for its bits, and a checksum', (kind, prefix, length) => {
  const secret = newSecret(kind)
  expect(secret).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{${length + 6}}$`))
  expect(Math.log2(62) * length).toBeGreaterThanOrEqual(kind === 'publishableKey' ? 128 : 256)
  expect(isSecret(kind, secret)).toBe(true)
})

// Guarantees that a secret has all the bits that its length promises. An alphabet that 256 is no multiple of makes its first letters
// likelier if a byte is simply divided: chi-squared is then about 700, and with even odds it exceeds 200 once in 10^15 runs.
test('every character of a secret is as likely as every other', () => {
  const SECRETS = 2_000
  const counts = new Map<string, number>()
  for (let made = 0; made < SECRETS; made += 1)
    for (const character of newSecret('session').slice('svc_ses_'.length, -6))
      counts.set(character, (counts.get(character) ?? 0) + 1)
  expect(counts.size).toBe(62)
  const expected = (SECRETS * 43) / 62
  const chiSquared = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  expect(chiSquared).toBeLessThan(200)
})

// Guarantees that a typo costs no look-up: CRC-32 notices every change within four bytes.
test('a key with one wrong character, a missing end or another prefix is refused', () => {
  fc.assert(
    fc.property(fc.constantFrom(...KINDS), fc.nat(), fc.constantFrom(...'0Aaz9Z_-'), (kind, at, character) => {
      const secret = newSecret(kind)
      const place = at % secret.length
      const typo = secret.slice(0, place) + character + secret.slice(place + 1)
      expect(isSecret(kind, typo)).toBe(typo === secret)
      expect(isSecret(kind, secret.slice(0, -1))).toBe(false)
      expect(isSecret(kind, `${secret}0`)).toBe(false)
      for (const other of KINDS) if (other !== kind) expect(isSecret(other, secret)).toBe(false)
    }),
    { numRuns: 500 },
  )
})

test('only the SHA-256 of a secret is stored', () => {
  expect(hashSecret('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
