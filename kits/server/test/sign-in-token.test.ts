import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createSignInToken, generateKeyPair, type SignInTokenInput, type SignInUser } from '../src/index.ts'
import { readToken, signatureFits } from './read-token.ts'

const { privateKeyPem, publicJwk } = await generateKeyPair()
const NOW = new Date('2030-01-02T03:04:05.999Z')
const NOW_SECONDS = 1893553445
const input: SignInTokenInput = {
  projectId: 'prj_01jbk3v8w2e6m4q9t7x5y0z1ab',
  privateKey: privateKeyPem,
  keyId: publicJwk.kid,
  audience: 'https://api.example.com',
  user: { id: 'user-1' },
  now: NOW,
}
const sign = async (changes: Partial<SignInTokenInput> = {}) =>
  readToken(await createSignInToken({ ...input, ...changes }), publicJwk)
const claimsOf = async (user: SignInUser) => (await sign({ user })).claims
const required = {
  iss: input.projectId,
  aud: input.audience,
  sub: 'user-1',
  iat: NOW_SECONDS,
  exp: NOW_SECONDS + 300,
  jti: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
}

describe('a sign-in token', () => {
  test('holds the header and the required claims, and nothing more', async () => {
    const { header, claims } = await sign()
    expect(header).toEqual({ alg: 'ES256', kid: publicJwk.kid, typ: 'svc-sso+jwt' })
    expect(claims).toEqual(required)
  })

  test('holds every optional claim that is set, under its own name', async () => {
    const user = {
      id: 'user-1',
      email: 'ada@example.com',
      emailVerified: false,
      givenName: 'Ada',
      familyName: 'Lovelace',
      locale: 'en-GB',
      traits: { plan: 'pro', seats: 3, beta: true },
    }
    const { claims } = await sign({ user, nonce: 'the-state' })
    expect(claims).toEqual({
      ...required,
      nonce: 'the-state',
      email: 'ada@example.com',
      email_verified: false,
      given_name: 'Ada',
      family_name: 'Lovelace',
      locale: 'en-GB',
      traits: { plan: 'pro', seats: 3, beta: true },
    })
  })

  test('leaves out what a database row holds as null or empty', async () => {
    const nothing = { email: '', emailVerified: null, givenName: null, familyName: undefined, locale: '', traits: null }
    expect(await claimsOf({ id: 'user-1', ...nothing })).toEqual(required)
  })

  test('lasts as long as it is told, up to 600 seconds', async () => {
    expect((await sign({ lifetimeSeconds: 600 })).claims.exp).toBe(NOW_SECONDS + 600)
    expect((await sign({ lifetimeSeconds: 1 })).claims.exp).toBe(NOW_SECONDS + 1)
  })

  test('is issued now unless told otherwise', async () => {
    const before = Math.floor(Date.now() / 1000)
    const { iat } = (await sign({ now: undefined })).claims
    expect(iat).toBeGreaterThanOrEqual(before)
    expect(iat).toBeLessThanOrEqual(Date.now() / 1000)
  })

  test('has a jti of its own each time', async () => {
    const tokens = await Promise.all(Array.from({ length: 200 }, () => sign()))
    expect(new Set(tokens.map(({ claims }) => claims.jti)).size).toBe(200)
  })

  test('does not verify once a claim is changed', async () => {
    const [header, claims = '', signature = ''] = (await createSignInToken(input)).split('.')
    const forged = Buffer.from(Buffer.from(claims, 'base64url').toString().replace('user-1', 'user-2'))
    expect(signatureFits(`${header}.${claims}`, signature, publicJwk)).toBe(true)
    expect(signatureFits(`${header}.${forged.toString('base64url')}`, signature, publicJwk)).toBe(false)
  })
})

describe('whatever a client may hold', () => {
  test('any id of 1 to 255 code points arrives as it is', async () => {
    const ids = fc.string({ unit: 'binary', minLength: 1, maxLength: 255 }).filter((id) => !id.includes('\0'))
    await fc.assert(
      fc.asyncProperty(ids, async (id) => {
        expect((await claimsOf({ id })).sub).toBe(id)
      }),
    )
  })

  test('any traits arrive as their JSON says, or are refused for their size', async () => {
    const keys = fc.dictionary(fc.string(), fc.jsonValue({ stringUnit: 'grapheme' }), { maxKeys: 40 })
    await fc.assert(
      fc.asyncProperty(keys, async (traits) => {
        const json = JSON.stringify(traits)
        const outcome = claimsOf({ id: 'user-1', traits })
        if (Buffer.byteLength(json) > 2048) await expect(outcome).rejects.toMatchObject({ code: 'traits_too_large' })
        else expect(JSON.stringify((await outcome).traits)).toBe(json)
      }),
    )
  })
})

describe('the private key', () => {
  test('may be a CryptoKey', async () => {
    const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
      'verify',
    ])
    const jwk = await crypto.subtle.exportKey('jwk', publicKey)
    expect(readToken(await createSignInToken({ ...input, privateKey }), jwk).claims).toEqual(required)
  })

  test('may come from OpenSSL, with CRLF, or from a variable that holds \\n as two characters', async () => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const jwk = pair.publicKey.export({ format: 'jwk' })
    for (const privateKey of [pem, `\n${pem}`, pem.replaceAll('\n', '\r\n'), pem.trim().replaceAll('\n', '\\n')]) {
      expect(readToken(await createSignInToken({ ...input, privateKey }), jwk).claims).toEqual(required)
    }
  })

  test('is imported once for each PEM', async () => {
    const { privateKeyPem: fresh } = await generateKeyPair()
    const importKey = vi.spyOn(crypto.subtle, 'importKey')
    try {
      await Promise.all([1, 2, 3].map(() => createSignInToken({ ...input, privateKey: fresh })))
      await createSignInToken({ ...input, privateKey: fresh })
      expect(importKey).toHaveBeenCalledTimes(1)
    } finally {
      importKey.mockRestore()
    }
  })
})
