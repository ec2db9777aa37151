import { createHmac } from 'node:crypto'
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { outcome, pair, signToken } from './client.ts'

describe('the header', () => {
  // Guarantees that no algorithm but ES256 is ever tried.
  test.each([
    'none',
    'None',
    'nOnE',
    '',
    'HS256',
    'HS384',
    'HS512',
    'RS256',
    'PS256',
    'ES384',
    'ES512',
    'ES256K',
    'EdDSA',
    'Ed25519',
    'es256',
    'ES256 ',
    undefined,
    null,
    256,
    ['ES256'],
    { alg: 'ES256' },
  ])('alg %j is not allowed', async (alg) => {
    expect(await outcome(signToken({}, { alg }))).toBe('token_alg_not_allowed')
  })

  // Guarantees that the public key, which everybody knows, is never taken for a shared secret.
  test.each([
    ['PEM', pair.publicKey.export({ type: 'spki', format: 'pem' })],
    ['DER', pair.publicKey.export({ type: 'spki', format: 'der' })],
    ['JWK', JSON.stringify(pair.key.jwk)],
    ['raw', Buffer.from(`${pair.key.jwk.x}${pair.key.jwk.y}`, 'base64url')],
  ])('HS256 with the public key as %s is not allowed', async (_, secret) => {
    const [header, claims] = signToken({}, { alg: 'HS256' }).split('.')
    const mac = createHmac('sha256', secret).update(`${header}.${claims}`).digest('base64url')
    expect(await outcome(`${header}.${claims}.${mac}`)).toBe('token_alg_not_allowed')
  })

  // Guarantees that a token cannot bring its own key or change what is signed.
  test.each([
    ['crit', []],
    ['crit', ['b64']],
    ['b64', true],
    ['b64', false],
    ['jwk', pair.key.jwk],
    ['jku', 'https://evil.example/'],
    ['x5u', 'https://evil.example/'],
    ['x5c', []],
    ['x5t', 'x'],
    ['x5t#S256', 'x'],
    ['zip', 'DEF'],
    ['enc', 'A128GCM'],
    ['epk', {}],
    ['jwk', null],
  ])('a header with %s: %j is not allowed', async (member, value) => {
    expect(await outcome(signToken({}, { [member]: value }))).toBe('token_header_not_allowed')
  })

  // Guarantees that addresses in a header are never fetched.
  test('an address in a header is not visited', async () => {
    let connections = 0
    const server = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    const { port } = server.address() as { port: number } // a server that listens on TCP has one
    for (const member of ['jku', 'x5u']) await outcome(signToken({}, { [member]: `http://127.0.0.1:${port}/keys` }))
    await new Promise((later) => setTimeout(later, 100))
    server.close()
    expect(connections).toBe(0)
  })

  // Guarantees that an unknown member, which RFC 7515 says to ignore, blocks no sign-in.
  test('a member that means nothing to us is ignored', async () => {
    expect(await outcome(signToken({}, { cty: 'x', 'svc.version': 2 }))).toBe('accepted')
  })

  // Guarantees that another token of the client's can never be a sign-in token.
  test.each([
    undefined,
    null,
    '',
    'JWT',
    'at+jwt',
    'SVC-SSO+JWT',
    'svc-sso+JWT',
    'application/svc-sso+jwt',
    ' svc-sso+jwt',
    'svc-sso+jwt ',
    1,
    ['svc-sso+jwt'],
  ])('typ %j is invalid', async (typ) => {
    expect(await outcome(signToken({}, { typ }))).toBe('token_type_invalid')
  })
})
