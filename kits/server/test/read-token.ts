import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { expect } from 'vitest'

export interface ReadToken {
  readonly header: Record<string, unknown>
  readonly claims: Record<string, unknown>
}

const BASE64URL_TOKEN = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{86}$/

/** Reads a token as strictly as the service does; not with the code that signed it. */
export function readToken(token: string, publicJwk: object): ReadToken {
  expect(token).toMatch(BASE64URL_TOKEN) // 86 characters are 64 bytes
  const [header = '', claims = '', signature = ''] = token.split('.')
  for (const part of [header, claims, signature]) {
    expect(Buffer.from(part, 'base64url').toString('base64url')).toBe(part)
  }
  expect(signatureFits(`${header}.${claims}`, signature, publicJwk)).toBe(true)
  return { header: jsonOf(header), claims: jsonOf(claims) }
}

export function signatureFits(signed: string, signature: string, publicJwk: object): boolean {
  const key = createPublicKey({ key: publicJwk as JsonWebKey, format: 'jwk' }) // a JWK is whatever Node reads as one
  return verify('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
}

function jsonOf(part: string): Record<string, unknown> {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(part, 'base64url')))
}
