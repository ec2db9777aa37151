import { expect, test, vi } from 'vitest'
import { explainSignInToken, type TokenCheck } from '../../src/domain/sign-in-tokens/index.ts'
import { parseKeyUpload } from '../../src/domain/signing-keys/index.ts'
import { checkOf, outcome, pair, signToken, vectors } from './client.ts'

interface Case {
  readonly tcId: number
  readonly comment: string
  readonly result: 'valid' | 'invalid'
}

const coordinate = (hex: string) => Buffer.from(hex.padStart(64, '0').slice(-64), 'hex').toString('base64url')

// Guarantees that the signature rule judges every known edge of ECDSA as it should. The vectors' messages are no
// tokens, so their bytes are put in the place of the signed text at the last moment; key and signature take the real way.
test('the signature rule agrees with all 262 ECDSA vectors', async () => {
  const [header, claims] = signToken().split('.')
  const verify = crypto.subtle.verify.bind(crypto.subtle)
  const spy = vi.spyOn(crypto.subtle, 'verify')
  const seen = { valid: 0, invalid: 0 }
  for (const group of vectors('ecdsa_secp256r1_sha256_p1363_test.json').testGroups) {
    const { wx, wy } = group.publicKey
    const { jwk } = parseKeyUpload({ jwk: { kty: 'EC', crv: 'P-256', x: coordinate(wx), y: coordinate(wy) } })
    for (const { msg, sig, result, tcId } of group.tests as (Case & { msg: string; sig: string })[]) {
      spy.mockImplementation((algorithm, key, signature) => verify(algorithm, key, signature, Buffer.from(msg, 'hex')))
      const token = `${header}.${claims}.${Buffer.from(sig, 'hex').toString('base64url')}`
      const code = await outcome(token, { findKey: async () => ({ ...pair.key, jwk }) })
      const refused = sig === '' ? 'token_malformed' : 'token_signature_invalid'
      expect([tcId, code]).toEqual([tcId, result === 'valid' ? 'accepted' : refused])
      seen[result] += 1
    }
  }
  spy.mockRestore()
  expect(seen).toEqual({ valid: 173, invalid: 89 })
})

/** Whether the token passes up to its signature; its claims are the text "foo" in every vector. */
async function signatureHolds(token: string, uploaded: unknown): Promise<boolean> {
  let findKey: TokenCheck['findKey']
  try {
    const { kid, jwk } = parseKeyUpload({ jwk: uploaded })
    findKey = async (asked) => (asked === kid ? { ...pair.key, kid, jwk } : undefined)
  } catch {
    return false // a key that was never registered verifies nothing
  }
  const { rules } = await explainSignInToken(checkOf(token, { findKey }))
  return rules.slice(0, rules.findIndex(({ rule }) => rule === 'signature') + 1).every(({ passed }) => passed)
}

// Guarantees that of all ways to sign a JWS, only ES256 with a key for verifying gets through.
test('of the 401 JWS vectors two are taken, and 354 is not', async () => {
  const taken: number[] = []
  for (const { public: publicKey, private: privateKey, tests } of vectors('json_web_signature_test.json').testGroups) {
    for (const { tcId, jws } of tests as (Case & { jws: unknown })[]) {
      const token = typeof jws === 'string' ? jws : JSON.stringify(jws)
      if (await signatureHolds(token, publicKey ?? privateKey)) taken.push(tcId)
      expect(await outcome(token)).not.toBe('accepted')
    }
  }
  expect(taken).toEqual([18, 378])
})

// Guarantees that a key which contradicts its use does not verify, though its point and the signature are right.
test('the EC key vectors 19 to 24 are refused', async () => {
  const judged: number[] = []
  for (const { public: set, tests } of vectors('json_web_key_test.json').testGroups) {
    for (const { tcId, jws } of tests as (Case & { jws: string })[]) {
      if (tcId < 19 || tcId > 24) continue
      expect([tcId, await signatureHolds(jws, set.keys[0])]).toEqual([tcId, false])
      judged.push(tcId)
    }
  }
  expect(judged).toEqual([19, 20, 21, 22, 23, 24])
})
