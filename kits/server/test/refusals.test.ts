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

const user = (changes: object) => ({ user: { ...input.user, ...changes } })
const loop: Record<string, unknown> = {}
loop.self = loop

// What JSON can say is in kits/conformance/signing.json.
test.each([
  ['no project', { projectId: undefined }, 'project_id_invalid'],
  ['no audience', { audience: undefined }, 'origin_invalid'],
  ['a time that is no date', { now: new Date('tomorrow') }, 'time_invalid'],
  ['a time as a number', { now: 1893553445 }, 'time_invalid'],
  ['no user', { user: undefined }, 'user_invalid'],
  ['traits that have no JSON', user({ traits: loop }), 'user_invalid'],
  ['traits that are a function', user({ traits: () => 1 }), 'user_invalid'],
  ['half a surrogate pair in a name', user({ givenName: '\ud83d' }), 'text_invalid'],
  ['half a surrogate pair in the traits', user({ traits: { '\\\udc00': 1 } }), 'text_invalid'],
])('%s is refused', async (_name, changes, code) => {
  expect((await refusal(changes)).code).toBe(code)
})

describe('a private key that cannot sign is refused with what to do', () => {
  test('absent', async () => {
    const { code, message } = await refusal({ privateKey: undefined })
    expect(code).toBe('private_key_invalid')
    expect(message).toContain('must be a PKCS#8 PEM or a CryptoKey')
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
})

function describeKey({ type, algorithm, usages }: CryptoKey) {
  return { type, algorithm, usages }
}
