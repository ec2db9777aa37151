import { ECDH, generateKeyPairSync } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import { describe, expect, test } from 'vitest'
import { parseKeyUpload, parsePublicJwk } from '../../src/domain/signing-keys/index.ts'
import { Problem } from '../../src/foundation/problems/index.ts'
import { naughtyStrings, vectors } from '../sign-in-tokens/client.ts'

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jwk = pair.publicKey.export({ format: 'jwk' }) as { kty: string; crv: string; x: string; y: string } // of an EC key
const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn

function refusalOf(work: () => unknown): Problem {
  try {
    work()
  } catch (error) {
    expect(error).toBeInstanceOf(Problem)
    return error as Problem // asserted above
  }
  throw new Error('it was accepted')
}
const refusal = (value: unknown) => refusalOf(() => parsePublicJwk(value))
const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

// Guarantees that only the key itself is stored, and none of the other members.
test('a public key is kept without anything else', () => {
  const { kty, crv, x, y } = jwk
  const upload = { ...jwk, kid: 'a', use: 'sig', alg: 'ES256', key_ops: ['verify'], ext: true, x5t: 'x', note: 'mine' }
  expect(parsePublicJwk(upload)).toEqual({ kty, crv, x, y })
  expect(parsePublicJwk(jwk)).toEqual({ kty, crv, x, y })
})

describe('a private key', () => {
  const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' })
  const whole = pair.privateKey.export({ format: 'jwk' })

  // Guarantees that a caller who sends a private key, in any format, is told that it is compromised.
  test.each<[string, unknown]>([
    ['as a JWK', whole],
    ['of RSA', generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })],
    ['of Ed25519', generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })],
    ['that is symmetric', { kty: 'oct', k: 'c2VjcmV0' }],
    ['without a kty', { d: 'x' }],
    ['in a set', { keys: [jwk, whole] }],
    ['in a list', [whole]],
    ['as PEM', pem],
    ...['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'].map((member): [string, unknown] => [
      `with ${member}`,
      { ...jwk, [member]: null },
    ]),
  ])('%s is rejected and called compromised', (_, value) => {
    const { kind, detail, message } = refusal(value)
    expect(kind).toMatchObject({ code: 'private_key_rejected', status: 400 })
    expect(detail ?? kind.remedy).toMatch(/compromised.*new key pair/i)
    expect(`${detail}${message}${kind.remedy}`).not.toContain(String(whole.d))
  })
})

describe('a key that cannot verify', () => {
  const x = Buffer.from(jwk.x, 'base64url')
  const changed = (changes: object) => ({ ...jwk, ...changes })
  const otherCurve = (namedCurve: string) =>
    generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' })
  const standard = (text: string) => text.replaceAll('-', '+').replaceAll('_', '/')
  /** The same 32 bytes under another spelling: two bits that no byte needs are set. */
  const respelled = jwk.x.slice(0, -1) + String.fromCharCode(jwk.x.charCodeAt(42) + 1)

  // Guarantees that each rule refuses by itself and says which one it was, without quoting the key.
  test.each([
    ['null', null, /one JSON object/],
    ['a text', 'key', /one JSON object/],
    ['a number', 1, /one JSON object/],
    ['nothing', undefined, /one JSON object/],
    ['a list', [jwk], /one JSON object/],
    ['a set', { keys: [jwk] }, /not a set/],
    ['an empty object', {}, /kty must/],
    ['RSA', generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' }), /kty must/],
    ['Ed25519', generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }), /kty must/],
    ['kty in lower case', changed({ kty: 'ec' }), /kty must/],
    ['P-384', otherCurve('P-384'), /crv must/],
    ['P-521', otherCurve('P-521'), /crv must/],
    ['secp256k1', otherCurve('secp256k1'), /crv must/],
    ['no crv', changed({ crv: undefined }), /crv must/],
    ['use enc', changed({ use: 'enc' }), /use must/],
    ['use null', changed({ use: null }), /use must/],
    ['alg ES384', changed({ alg: 'ES384' }), /alg must/],
    ['alg ECDH-ES', changed({ alg: 'ECDH-ES' }), /alg must/],
    ['key_ops sign', changed({ key_ops: ['sign'] }), /key_ops must/],
    ['key_ops of nothing', changed({ key_ops: [] }), /key_ops must/],
    ['key_ops as a text', changed({ key_ops: 'verify' }), /key_ops must/],
    ['key_ops with more', changed({ key_ops: ['verify', 'encrypt'] }), /key_ops must/],
    ['no x', changed({ x: undefined }), /x must be base64url/],
    ['x as a number', changed({ x: 1 }), /x must be base64url/],
    ['no y', changed({ y: undefined }), /y must be base64url/],
    ['x padded', changed({ x: `${jwk.x}=` }), /x must be base64url/],
    ['x with junk', changed({ x: `${jwk.x.slice(0, 42)}!` }), /x must be base64url/],
    ['x with a line break', changed({ x: `${jwk.x}\n` }), /x must be base64url/],
    ['x of 33 bytes', changed({ x: encode(Buffer.concat([Buffer.from([0]), x])) }), /x must be base64url/],
    ['x of 31 bytes', changed({ x: encode(x.subarray(1)) }), /x must be base64url/],
    ['x respelled', changed({ x: respelled }), /x must be base64url/],
    ['y in the standard alphabet', changed({ y: standard(encode(Buffer.alloc(32, 0xff))) }), /y must be base64url/],
    ['a point off the curve', changed({ y: jwk.x }), /point on the curve/],
    ['the point (0, 0)', changed({ x: encode(Buffer.alloc(32)), y: encode(Buffer.alloc(32)) }), /point on the curve/],
    ['x = p', changed({ x: encode(Buffer.from(P.toString(16), 'hex')) }), /point on the curve/],
    [
      'all bits set',
      changed({ x: encode(Buffer.alloc(32, 0xff)), y: encode(Buffer.alloc(32, 0xff)) }),
      /point on the curve/,
    ],
  ])('%s is invalid', (_, value, rule) => {
    const { kind, detail } = refusal(value)
    expect(kind).toMatchObject({ code: 'key_invalid', status: 400 })
    expect(detail).toMatch(rule)
    expect(detail).not.toContain(jwk.x.slice(0, 20))
    expect(detail).not.toContain(jwk.y.slice(0, 20))
  })

  // Guarantees that a point has one spelling: x and x + p are the same number modulo p.
  test('a coordinate of p or more is invalid', () => {
    const { x: small, y } = smallPoint()
    const point = (value: bigint) => changed({ x: encode(Buffer.from(value.toString(16).padStart(64, '0'), 'hex')), y })
    expect(parsePublicJwk(point(small))).toMatchObject({ y })
    expect(refusal(point(small + P)).detail).toMatch(/point on the curve/)
  })

  // Guarantees that our own arithmetic agrees with the vectors made to break it.
  test('the public keys of the ECDH vectors are taken or refused as they should be', () => {
    const [group] = vectors('ecdh_secp256r1_webcrypto_test.json').testGroups
    let refused = 0
    for (const { tcId, public: key, result } of group.tests) {
      if (result === 'valid') expect([tcId, parsePublicJwk(key).x]).toEqual([tcId, key.x])
      else {
        expect([tcId, refusal(key).kind.code]).toEqual([tcId, 'key_invalid'])
        refused += 1
      }
    }
    expect(refused).toBe(23)
  })
})

describe('the kid of an upload', () => {
  test('left out is the thumbprint of RFC 7638', async () => {
    expect(parseKeyUpload({ jwk }).kid).toBe(await calculateJwkThumbprint(jwk))
  })

  test('stands beside the key or inside it', () => {
    expect(parseKeyUpload({ jwk, kid: 'beside' }).kid).toBe('beside')
    expect(parseKeyUpload({ jwk: { ...jwk, kid: 'inside' } }).kid).toBe('inside')
    expect(parseKeyUpload({ jwk: { ...jwk, kid: 'same' }, kid: 'same' }).kid).toBe('same')
    expect(parseKeyUpload({ jwk, kid: 'A.z_0-9-'.repeat(16) }).kid).toHaveLength(128)
  })

  test.each([
    '',
    'x'.repeat(129),
    'a b',
    'a/b',
    'é',
    'a\n',
    1,
    {},
    ...naughtyStrings.slice(0, 100).filter((text) => !/^[\w.-]{1,128}$/.test(text)),
  ])('%j is invalid', (kid) => {
    expect(refusalOf(() => parseKeyUpload({ jwk, kid })).kind.code).toBe('key_invalid')
    expect(refusalOf(() => parseKeyUpload({ jwk: { ...jwk, kid } })).kind.code).toBe('key_invalid')
  })

  test('must not be two different ones', () => {
    expect(refusalOf(() => parseKeyUpload({ jwk: { ...jwk, kid: 'one' }, kid: 'other' })).kind.code).toBe('key_invalid')
  })
})

/** The point of the curve with the smallest x, so that x + p still fits into 32 bytes. */
function smallPoint(): { x: bigint; y: string } {
  for (let x = 1n; ; x += 1n) {
    try {
      const compressed = Buffer.from(`02${x.toString(16).padStart(64, '0')}`, 'hex')
      const whole = ECDH.convertKey(compressed, 'prime256v1', undefined, undefined, 'uncompressed') as Buffer // no encoding was asked for
      return { x, y: encode(whole.subarray(33)) }
    } catch {} // no point has this x
  }
}
