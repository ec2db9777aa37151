import { generateKeyPairSync } from 'node:crypto'
import { readToken } from '../../server/test/read-token.ts'
import { differences } from '../src/judge.ts'
import { type Json, loadSigningCases, type SigningCase } from '../src/vectors.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const publicJwk = publicKey.export({ format: 'jwk' })
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** The input of every case, where the case does not change it. */
export const BASE_INPUT = {
  project_id: 'prj_01jbk3v8w2e6m4q9t7x5y0z1ab',
  private_key: PEM,
  key_id: 'key-1',
  audience: 'https://api.example.com',
  user: { id: 'user-1' },
}

/** Those of signing.json, and keys of all kinds, which are made here: none stands in the repository. */
export const signingCases: readonly SigningCase[] = [...loadSigningCases(), ...keyCases()]

function keyCases(): SigningCase[] {
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const encryption = { cipher: 'aes-256-cbc', passphrase: 'secret' }
  const pkcs8 = { type: 'pkcs8', format: 'pem' } as const
  const refused: readonly [string, string | Buffer, string][] = [
    ['SEC 1', privateKey.export({ type: 'sec1', format: 'pem' }), 'openssl pkcs8 -topk8 -nocrypt'],
    ['encrypted', privateKey.export({ ...pkcs8, ...encryption }), 'Decrypt it with'],
    ['P-384', p384.export(pkcs8), 'not an ECDSA P-256 key'],
    ['RSA', rsa.export(pkcs8), 'not an ECDSA P-256 key'],
    ['RSA in PKCS#1', rsa.export({ type: 'pkcs1', format: 'pem' }), 'is an RSA key'],
    ['public', publicKey.export({ type: 'spki', format: 'pem' }), 'the private one signs'],
    ['a path', '/etc/keys/sign-in-key.pem', 'not the path of a file'],
    ['cut short', PEM.split('\n').toSpliced(2, 1).join('\n'), 'damaged'],
    ['not base64', '-----BEGIN PRIVATE KEY-----\n***\n-----END PRIVATE KEY-----', 'not base64'],
    ['empty', '', 'not the path of a file'],
  ]
  return [
    { name: 'a private key with line breaks of two characters', input: { private_key: PEM.replaceAll('\n', '\\n') } },
    ...refused.map(([what, key, says]) => {
      const input = { private_key: key.toString() }
      return { name: `a private key: ${what}`, input, code: 'private_key_invalid', says }
    }),
  ]
}

/** What a kit made of a case: a token, or an error. */
export type Signed =
  | { readonly token: string }
  | { readonly error: { readonly code: string; readonly message: string } }

/** Every difference between what a kit made of a case and what it should have. */
export function judgeSigned(
  { input, code, says = '', claims = {} }: SigningCase,
  signed: Signed | undefined,
): string[] {
  if (!signed) return ['no report']
  if ('error' in signed) {
    const { message } = signed.error
    const key: string = input.private_key ?? PEM
    const told = key
      .split('\n')
      .filter((line) => line.length > 30 && !line.startsWith('-----') && message.includes(line))
    return [
      ...differences('code', code, signed.error.code),
      ...(message.includes(says) ? [] : [`message: ${message}`]),
      ...(told.length > 0 && !key.startsWith('/') ? ['the message holds the key'] : []),
    ]
  }
  if (code) return [`a token instead of ${code}`]
  const { header, claims: actual } = readToken(signed.token, publicJwk)
  return [
    ...differences('header', { alg: 'ES256', kid: input.key_id ?? BASE_INPUT.key_id, typ: 'svc-sso+jwt' }, header),
    ...differences('claims', claims, actual),
    ...namesOf(claims, actual),
    ...timesOf(input, actual),
  ]
}

/** A token has the claims that every token has, those of the case, and where the case names some, no others. */
function namesOf(expected: Json, actual: Json): string[] {
  if (!('sub' in expected)) return []
  const names = [...new Set(['iss', 'aud', 'iat', 'exp', 'jti', ...Object.keys(expected)])].toSorted()
  return differences('names of claims', names, Object.keys(actual).toSorted())
}

function timesOf({ lifetime_seconds: lifetime = 300 }: Json, { iat, exp, jti }: Json): string[] {
  return [
    ...(Number.isInteger(iat) && exp === iat + lifetime ? [] : [`times: ${iat} to ${exp}`]),
    ...(/^[A-Za-z0-9_-]{22}$/.test(jti) ? [] : [`jti: ${jti}`]),
  ]
}
