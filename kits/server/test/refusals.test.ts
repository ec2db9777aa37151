import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSignInToken, generateKeyPair, type SignInTokenInput, SigningError } from '../src/index.ts'

const { privateKeyPem, publicJwk } = await generateKeyPair()
const input = {
  projectId: 'prj_01jbk3v8w2e6m4q9t7x5y0z1ab',
  privateKey: privateKeyPem,
  keyId: publicJwk.kid,
  audience: 'https://api.example.com',
  user: { id: 'user-1' },
}

/** Plain JavaScript calls this too, so the changes may be of any type. */
async function refusal(changes: object): Promise<SigningError> {
  const outcome: unknown = await createSignInToken({ ...input, ...changes } as SignInTokenInput).catch((error) => error)
  if (outcome instanceof SigningError) return outcome
  throw new Error(`not refused as it should be: ${String(outcome)}`)
}

const accepted = (changes: object) => createSignInToken({ ...input, ...changes })
const user = (changes: object) => ({ user: { ...input.user, ...changes } })
const loop: Record<string, unknown> = {}
loop.self = loop

test.each([
  ['a publishable key for a project', { projectId: 'svc_pk_live_x' }, 'project_id_invalid'],
  ['no project', { projectId: undefined }, 'project_id_invalid'],
  ['no kid', { keyId: '' }, 'key_id_invalid'],
  ['a kid of 129 characters', { keyId: 'k'.repeat(129) }, 'key_id_invalid'],
  ['a kid with a space', { keyId: 'my key' }, 'key_id_invalid'],
  ['a kid with a line break', { keyId: 'key\n' }, 'key_id_invalid'],
  ['an audience with two slashes', { audience: 'https://api.example.com//' }, 'origin_invalid'],
  ['an audience with the version', { audience: 'https://api.example.com/v1' }, 'origin_invalid'],
  ['an audience that is no address', { audience: 'api.example.com' }, 'origin_invalid'],
  ['no audience', { audience: undefined }, 'origin_invalid'],
  ['a lifetime of 601 seconds', { lifetimeSeconds: 601 }, 'lifetime_invalid'],
  ['a lifetime of no time', { lifetimeSeconds: 0 }, 'lifetime_invalid'],
  ['a lifetime of half seconds', { lifetimeSeconds: 1.5 }, 'lifetime_invalid'],
  ['a time that is no date', { now: new Date('tomorrow') }, 'time_invalid'],
  ['a time as a number', { now: 1893553445 }, 'time_invalid'],
  ['an empty state', { nonce: '' }, 'state_missing'],
  ['two states', { nonce: ['a', 'b'] }, 'state_missing'],
  ['no user', { user: undefined }, 'user_invalid'],
  ['an empty id', user({ id: '' }), 'user_invalid'],
  ['a number for an id', user({ id: 7 }), 'user_invalid'],
  ['an id of 256 characters', user({ id: '😀'.repeat(256) }), 'user_invalid'],
  ['an e-mail address of 321 characters', user({ email: `${'a'.repeat(309)}@example.com` }), 'user_invalid'],
  ['a given name of 101 characters', user({ givenName: '😀'.repeat(101) }), 'user_invalid'],
  ['a family name of 101 characters', user({ familyName: 'x'.repeat(101) }), 'user_invalid'],
  ['a locale of 36 characters', user({ locale: 'x'.repeat(36) }), 'user_invalid'],
  ['an e-mail address that is no text', user({ email: {} }), 'user_invalid'],
  ['a verified e-mail address in words', user({ emailVerified: 'yes' }), 'user_invalid'],
  ['traits in a list', user({ traits: ['pro'] }), 'user_invalid'],
  ['traits that have no JSON', user({ traits: loop }), 'user_invalid'],
  ['traits that are a function', user({ traits: () => 1 }), 'user_invalid'],
  ['traits of 2,049 bytes', user({ traits: { t: `é${'x'.repeat(2039)}` } }), 'traits_too_large'],
  ['NUL in an id', user({ id: 'a\0b' }), 'text_invalid'],
  ['half a surrogate pair in a name', user({ givenName: '\ud83d' }), 'text_invalid'],
  ['half a surrogate pair in the traits', user({ traits: { '\\\udc00': 1 } }), 'text_invalid'],
  ['a token over 8,192 bytes', { nonce: 'x'.repeat(6000) }, 'token_too_large'],
])('%s is refused', async (_name, changes, code) => {
  expect((await refusal(changes)).code).toBe(code)
})

test.each([
  ['an id of 255 characters beyond the basic plane', user({ id: '😀'.repeat(255) })],
  ['an e-mail address of 320 characters', user({ email: `${'a'.repeat(308)}@example.com` })],
  [
    'names of 100 characters beyond the basic plane',
    user({ givenName: '😀'.repeat(100), familyName: '😀'.repeat(100) }),
  ],
  ['traits of 2,048 bytes', user({ traits: { t: `é${'x'.repeat(2038)}` } })],
  ['a backslash before u0000', user({ id: '\\u0000' })],
  ['a kid of 128 characters', { keyId: 'k'.repeat(128) }],
  ['an audience with a slash', { audience: 'https://api.example.com/' }],
  ['an audience with a port', { audience: 'http://demo.localhost:4000' }],
])('%s is accepted', async (_name, changes) => {
  await expect(accepted(changes)).resolves.toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
})

describe('a private key that cannot sign is refused with what to do', () => {
  const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const encryption = { cipher: 'aes-256-cbc', passphrase: 'secret' }
  const pem = (text: string | Buffer) => text.toString()
  const damaged = privateKeyPem.split('\n').toSpliced(2, 1).join('\n')

  test.each([
    ['SEC 1', pem(p256.privateKey.export({ type: 'sec1', format: 'pem' })), 'openssl pkcs8 -topk8 -nocrypt'],
    ['encrypted', pem(p256.privateKey.export({ type: 'pkcs8', format: 'pem', ...encryption })), 'Decrypt it with'],
    ['P-384', pem(p384.privateKey.export({ type: 'pkcs8', format: 'pem' })), 'not an ECDSA P-256 key'],
    ['RSA', pem(rsa.privateKey.export({ type: 'pkcs8', format: 'pem' })), 'not an ECDSA P-256 key'],
    ['RSA in PKCS#1', pem(rsa.privateKey.export({ type: 'pkcs1', format: 'pem' })), 'is an RSA key'],
    ['public', pem(p256.publicKey.export({ type: 'spki', format: 'pem' })), 'the private one signs'],
    ['a path', '/etc/keys/sign-in-key.pem', 'not the path of a file'],
    ['cut short', damaged, 'damaged'],
    ['not base64', '-----BEGIN PRIVATE KEY-----\n***\n-----END PRIVATE KEY-----', 'not base64'],
    ['absent', undefined, 'must be a PKCS#8 PEM or a CryptoKey'],
  ])('%s', async (_name, privateKey, hint) => {
    const { code, message } = await refusal({ privateKey })
    expect(code).toBe('private_key_invalid')
    expect(message).toContain(hint)
  })

  test('a CryptoKey that is public, on another curve, of another algorithm, or not for signing', async () => {
    const generate = (name: string, namedCurve: string, usages: KeyUsage[]) =>
      crypto.subtle.generateKey({ name, namedCurve }, true, usages) as Promise<CryptoKeyPair> // EC algorithms make pairs
    const signing = await generate('ECDSA', 'P-256', ['sign', 'verify'])
    const otherCurve = await generate('ECDSA', 'P-384', ['sign', 'verify'])
    const agreeing = await generate('ECDH', 'P-256', ['deriveBits'])
    const refusedWith = async (privateKey: object, hint: string) =>
      expect((await refusal({ privateKey })).message).toContain(hint)
    await refusedWith(signing.publicKey, 'the private CryptoKey of the pair')
    await refusedWith(otherCurve.privateKey, 'not an ECDSA P-256 key')
    await refusedWith(agreeing.privateKey, 'not an ECDSA P-256 key')
    await refusedWith({ ...describeKey(signing.privateKey), usages: [] }, '"sign"')
  })

  test('and the refusal never quotes the key', async () => {
    const { message, cause } = await refusal({ privateKey: damaged })
    for (const line of damaged.split('\n').slice(1, -2)) expect(`${message} ${cause}`).not.toContain(line)
  })
})

function describeKey({ type, algorithm, usages }: CryptoKey) {
  return { type, algorithm, usages }
}
