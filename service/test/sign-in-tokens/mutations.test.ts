import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explainSignInToken } from '../../src/domain/sign-in-tokens/index.ts'
import { checkOf, goodHeader, outcome, signRaw, signToken } from './client.ts'

const token = signToken({ email: 'ada@example.com', given_name: 'Ada', traits: { plan: 'pro' } })
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

// Guarantees that the token is covered to its last bit: `outcome` fails on anything but a Problem.
test('a token with one character changed, removed or added is refused', async () => {
  const position = fc.nat({ max: token.length - 1 })
  const character = fc.oneof(
    fc.constantFrom(...BASE64URL, '.', '=', '+', '/', ' ', '\n'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  )
  await fc.assert(
    fc.asyncProperty(position, character, fc.constantFrom(0, 1), async (at, put, removed) => {
      const changed = token.slice(0, at) + put + token.slice(at + removed)
      fc.pre(changed !== token)
      expect(await outcome(changed)).not.toBe('accepted')
      expect(await outcome(token.slice(0, at) + token.slice(at + 1))).not.toBe('accepted')
    }),
    { numRuns: 1000 },
  )
})

test('every change of the last character of a part is refused', async () => {
  const ends = [token.indexOf('.') - 1, token.lastIndexOf('.') - 1, token.length - 1]
  for (const at of ends) {
    for (const put of BASE64URL) {
      if (put === token[at]) continue
      expect(await outcome(token.slice(0, at) + put + token.slice(at + 1))).not.toBe('accepted')
    }
  }
})

// Guarantees that no signed nonsense of a client causes a 500.
test('any JSON as header and claims is accepted or refused, and can be explained', async () => {
  const names = fc.constantFrom(
    'iss',
    'aud',
    'sub',
    'jti',
    'iat',
    'exp',
    'nbf',
    'nonce',
    'email',
    'email_verified',
    'given_name',
    'locale',
    'traits',
  )
  const members = fc.dictionary(names, fc.jsonValue())
  await fc.assert(
    fc.asyncProperty(members, fc.jsonValue(), async (claims, anything) => {
      for (const text of [
        signToken(claims),
        signRaw(goodHeader, anything),
        signRaw(anything, claims),
        signToken({}, { kid: anything, typ: anything }),
      ]) {
        const report = await explainSignInToken(checkOf(text))
        expect(report.code ?? 'accepted').toBe(await outcome(text))
      }
    }),
    { numRuns: 200 },
  )
})

test('any text in the place of a token is refused', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\w-]*\.[\w-]*\.[\w-]*$/)),
      async (text) => {
        expect(await outcome(text)).toBe('token_malformed')
      },
    ),
    { numRuns: 500 },
  )
})
