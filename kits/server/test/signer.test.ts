import { expect, test } from 'vitest'
import { boardCallbackUrl, createSigner, generateKeyPair, type SignerOptions } from '../src/index.ts'
import { readToken } from './read-token.ts'

const { privateKeyPem, publicJwk } = await generateKeyPair()
const options: SignerOptions = {
  projectId: 'prj_01jbk3v8w2e6m4q9t7x5y0z1ab',
  keyId: publicJwk.kid,
  privateKey: privateKeyPem,
  apiOrigin: 'https://api.example.com',
  boardOrigin: 'https://feedback.example.com',
}
const ada = { id: 'user-1', email: 'ada@example.com' }
const STATE = 'a+b/c=&token=x#%20 é'

test('a token for the app is for the API, without a nonce', async () => {
  const { claims } = readToken(await createSigner(options).forApp(ada), publicJwk)
  expect(claims).toMatchObject({ aud: options.apiOrigin, iss: options.projectId, sub: ada.id, email: ada.email })
  expect(claims).not.toHaveProperty('nonce')
})

test('a token for the board is for the board, with the state as its nonce', async () => {
  const { claims } = readToken(await createSigner(options).forBoard(ada, STATE), publicJwk)
  expect(claims).toMatchObject({ aud: options.boardOrigin, nonce: STATE, sub: ada.id })
})

test('the callback holds the token and the state in the fragment alone', async () => {
  const url = new URL(await createSigner(options).boardCallback(ada, STATE))
  expect(url.origin + url.pathname + url.search).toBe('https://feedback.example.com/sso/callback')
  const fragment = new URLSearchParams(url.hash.slice(1))
  expect([...fragment.keys()]).toEqual(['token', 'state'])
  expect(fragment.get('state')).toBe(STATE)
  expect(readToken(fragment.get('token') ?? '', publicJwk).claims.nonce).toBe(STATE)
})

test('the callback of a token made elsewhere has the same shape', () => {
  const url = boardCallbackUrl({ boardOrigin: 'http://demo.localhost:4000', token: 'a.b.c', state: 'x y' })
  expect(url).toBe('http://demo.localhost:4000/sso/callback#token=a.b.c&state=x%20y')
})

test('a slash at the end of an origin is taken off', async () => {
  const { apiOrigin, boardOrigin } = options
  const signer = createSigner({ ...options, apiOrigin: `${apiOrigin}/`, boardOrigin: `${boardOrigin}/` })
  expect(readToken(await signer.forApp(ada), publicJwk).claims.aud).toBe(apiOrigin)
  expect(readToken(await signer.forBoard(ada, STATE), publicJwk).claims.aud).toBe(boardOrigin)
  expect(await signer.boardCallback(ada, STATE)).toMatch(/^https:\/\/feedback\.example\.com\/sso\/callback#/)
})

test.each([undefined, null, '', ['a', 'b']])('a board token without one state is refused (%j)', async (state) => {
  const signer = createSigner(options)
  await expect(signer.forBoard(ada, state as string)).rejects.toMatchObject({ code: 'state_missing' })
  await expect(signer.boardCallback(ada, state as string)).rejects.toMatchObject({ code: 'state_missing' })
  expect(() => boardCallbackUrl({ boardOrigin: options.boardOrigin, token: 't', state: state as string })).toThrow(
    'state',
  )
})

test.each([
  ['projectId', 'acme', 'project_id_invalid'],
  ['keyId', '', 'key_id_invalid'],
  ['privateKey', 'sign-in-key.pem', 'private_key_invalid'],
  ['apiOrigin', 'https://api.example.com/v1', 'origin_invalid'],
  ['boardOrigin', undefined, 'origin_invalid'],
  ['lifetimeSeconds', 3600, 'lifetime_invalid'],
])('a wrong %s stops the backend as it starts', (name, value, code) => {
  const wrong = { ...options, [name]: value } as SignerOptions // plain JavaScript can pass anything
  expect(() => createSigner(wrong)).toThrow(expect.objectContaining({ code }))
})

test('the lifetime of the options is that of the tokens', async () => {
  const { claims } = readToken(await createSigner({ ...options, lifetimeSeconds: 60 }).forApp(ada), publicJwk)
  expect(Number(claims.exp) - Number(claims.iat)).toBe(60)
})

test('its functions may be taken apart', async () => {
  const { forApp, boardCallback } = createSigner(options)
  await expect(forApp(ada)).resolves.toBeTypeOf('string')
  await expect(boardCallback(ada, 's')).resolves.toBeTypeOf('string')
})
