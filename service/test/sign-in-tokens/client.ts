import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { type SignInClaims, type TokenCheck, verifySignInToken } from '../../src/domain/sign-in-tokens/index.ts'
import { type ActiveKey, parsePublicJwk } from '../../src/domain/signing-keys/index.ts'
import { Problem } from '../../src/foundation/problems/index.ts'

export const NOW = new Date('2026-11-15T10:00:00Z')
export const NOW_SECONDS = NOW.getTime() / 1000
export const API_ORIGIN = 'http://localhost:4000'
export const BOARD_ORIGIN = 'http://acme.localhost:4000'
export const PROJECT = { id: 'prj_01jcqv5e8g0000000000000000', name: 'Acme', allowedTraits: ['plan', 'seats'] } as const
export const KID = 'key-1'

export interface Pair {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly key: ActiveKey
}

export function newPair(kid = KID): Pair {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = parsePublicJwk(publicKey.export({ format: 'jwk' }))
  const key: ActiveKey = {
    kid,
    jwk,
    status: 'active',
    createdAt: NOW,
    retiredAt: undefined,
    revokedAt: undefined,
    lastUsedAt: undefined,
  }
  return { privateKey, publicKey, key }
}

export const pair = newPair()

/** A member set to undefined is left out. */
export type Members = Readonly<Record<string, unknown>>

export const goodHeader: Members = { alg: 'ES256', kid: KID, typ: 'svc-sso+jwt' }

export function goodClaims(): Members {
  return {
    iss: PROJECT.id,
    aud: API_ORIGIN,
    sub: 'user-1',
    iat: NOW_SECONDS,
    exp: NOW_SECONDS + 300,
    jti: randomBytes(16).toString('base64url'),
  }
}

/** Signs whatever it is given, as a careless or hostile client would: objects become JSON, texts and bytes stay. */
export function signRaw(header: unknown, claims: unknown, { privateKey } = pair): string {
  const input = `${encode(header)}.${encode(claims)}`
  return `${input}.${sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

export function signToken(claims: Members = {}, header: Members = {}): string {
  return signRaw({ ...goodHeader, ...header }, { ...goodClaims(), ...claims })
}

export function checkOf(token: string, changes: Partial<TokenCheck> = {}): TokenCheck {
  const findKey = async (kid: string) => (kid === KID ? pair.key : undefined)
  return { token, now: NOW, project: PROJECT, audience: API_ORIGIN, findKey, ...changes }
}

export function verify(token: string, changes: Partial<TokenCheck> = {}): Promise<SignInClaims> {
  return verifySignInToken(checkOf(token, changes))
}

/** The code of the refusal, or `accepted`. Anything but a Problem fails the test. */
export async function outcome(token: string, changes: Partial<TokenCheck> = {}): Promise<string> {
  try {
    await verify(token, changes)
    return 'accepted'
  } catch (error) {
    expect(error).toBeInstanceOf(Problem)
    const { kind } = error as Problem // asserted above
    expect(kind.status).toBe(401)
    return kind.code
  }
}

// biome-ignore lint/suspicious/noExplicitAny: each vector file has a shape of its own, and a wrong one fails the test
export function vectors(file: string): any {
  return JSON.parse(readFileSync(new URL(`../vectors/${file}`, import.meta.url), 'utf8'))
}

export const naughtyStrings: readonly string[] = vectors('blns.json')

function encode(part: unknown): string {
  if (part instanceof Uint8Array) return Buffer.from(part).toString('base64url')
  return Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')
}
