import { toBase64, toBase64url } from './base64url.ts'

/** The public key for the service: everything in it may be public. */
export interface PublicSigningJwk {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
  /** The RFC 7638 thumbprint: the `keyId` of the tokens that the private key signs. */
  readonly kid: string
  readonly alg: 'ES256'
  readonly use: 'sig'
}

export interface SigningKeyPair {
  /** PKCS#8. Keep it where only your backend reads it; the service never asks for it. */
  readonly privateKeyPem: string
  readonly publicJwk: PublicSigningJwk
}

export async function generateKeyPair(): Promise<SigningKeyPair> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', pair.privateKey)
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey) // an EC key always has both
  const kid = await thumbprint(x, y)
  return {
    privateKeyPem: pemOf(new Uint8Array(pkcs8)),
    publicJwk: { kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' },
  }
}

/** RFC 7638: the required members alone, in alphabetical order. */
async function thumbprint(x: string, y: string): Promise<string> {
  const json = JSON.stringify({ crv: 'P-256', kty: 'EC', x, y })
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(json))))
}

function pemOf(der: Uint8Array): string {
  const lines = toBase64(der).match(/.{1,64}/g) ?? []
  return ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n')
}
