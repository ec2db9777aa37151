import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { generateKeyPair } from '../src/index.ts'

test('the private key is a PKCS#8 PEM as OpenSSL writes it, and belongs to the public key', async () => {
  const { privateKeyPem, publicJwk } = await generateKeyPair()
  const key = createPrivateKey(privateKeyPem)
  expect(key.export({ type: 'pkcs8', format: 'pem' })).toBe(privateKeyPem)
  expect(createPublicKey(key).export({ format: 'jwk' })).toEqual({
    kty: 'EC',
    crv: 'P-256',
    x: publicJwk.x,
    y: publicJwk.y,
  })
})

test('the public JWK holds nothing private, and its kid is the RFC 7638 thumbprint', async () => {
  const { publicJwk } = await generateKeyPair()
  const { x, y, kid } = publicJwk
  expect(publicJwk).toEqual({ kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' })
  const canonical = `{"crv":"P-256","kty":"EC","x":"${x}","y":"${y}"}`
  expect(kid).toBe(createHash('sha256').update(canonical).digest('base64url'))
})

test('no two pairs are alike', async () => {
  const [one, other] = await Promise.all([generateKeyPair(), generateKeyPair()])
  expect(one.publicJwk.kid).not.toBe(other.publicJwk.kid)
})
