import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exchangeOnBoard } from '../../src/domain/sessions/index.ts'
import { ROOT } from '../harness/paths.ts'
import { cookieOf, readCallback, startAcme } from './acme.ts'

const signInPath = (state: string) => `/feedback/sign-in?state=${encodeURIComponent(state)}`

/** As a browser reads it. */
function formAction(page: string): string {
  const [, action = ''] = /<form method="post" action="([^"]*)">/.exec(page) ?? []
  return action
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

test('a user of the app returns to the board with a token that works once', async () => {
  const { client, boardOrigin, send, signIn } = await startAcme()
  const answer = await send('GET', signInPath('state-1'), { cookie: await signIn() })
  const { token, state } = readCallback(answer, boardOrigin)
  expect(state).toBe('state-1')
  const check = { token, audience: 'board', state }
  expect((await client.server('POST', '/v1/signing_keys/check_token', check)).body).toMatchObject({ accepted: true })
  const { user } = await exchangeOnBoard(client.call(), token, state)
  expect(user).toMatchObject({ sub: 'acme-1', givenName: 'Ada', familyName: 'Lovelace', traits: { plan: 'business' } })
  await expect(exchangeOnBoard(client.call(), token, state)).rejects.toMatchObject({ kind: { code: 'state_mismatch' } })
})

test('a slash at the end of the origins in its settings changes nothing', async () => {
  const { client, boardOrigin, send, signIn } = await startAcme({ end: '/' })
  const { token, state } = readCallback(
    await send('GET', signInPath('state-1'), { cookie: await signIn() }),
    boardOrigin,
  )
  expect((await exchangeOnBoard(client.call(), token, state)).user).toMatchObject({ sub: 'acme-1' })
  const { headers, body } = await send('GET', '/')
  expect(headers['content-security-policy']).toContain(`connect-src 'self' ${client.service.origin};`)
  expect(body).not.toContain(`${client.service.origin}//`)
})

test('a guest of the app signs in first and then continues to the board', async () => {
  const { client, boardOrigin, send } = await startAcme()
  const page = await send('GET', signInPath('state-2'))
  expect([page.status, page.headers.location]).toEqual([200, undefined])
  expect(page.body).toContain('Ada Lovelace')
  const chosen = await send('POST', formAction(page.body), { form: 'person=acme-2' })
  const { token, state } = readCallback(chosen, boardOrigin)
  expect(await exchangeOnBoard(client.call(), token, state)).toMatchObject({ user: { sub: 'acme-2', locale: 'de' } })
  const again = await send('GET', signInPath('state-3'), { cookie: cookieOf(chosen) })
  expect(readCallback(again, boardOrigin).state).toBe('state-3')
})

const STATES = [
  `"'\``,
  'a&state=b&token=c#token=d',
  '"><script>alert(1)</script>',
  '%2F%00+ &amp; &#39;',
  'a\r\nb\nc',
  'zustand-ü-状態-حالة-🙂',
  '//evil.example/?next=https://evil.example',
  `${'x'.repeat(3_990)}"<>&'#%+ =`,
]

// Guarantees that a state is never read, only handed back: through the address, the page, the form, the token and the fragment.
test('whatever a state holds comes back unchanged', async () => {
  const { client, boardOrigin, send } = await startAcme()
  for (const state of STATES) {
    const page = await send('GET', signInPath(state))
    expect(page.body.match(/<script/gi)).toHaveLength(2) // the widget's own
    const signedIn = await send('POST', formAction(page.body), { form: 'person=acme-1' })
    const returning = await send('GET', signInPath(state), { cookie: cookieOf(signedIn) })
    for (const answer of [signedIn, returning]) {
      const callback = readCallback(answer, boardOrigin)
      expect(callback.state).toBe(state)
      const claims = JSON.parse(Buffer.from(callback.token.split('.')[1] ?? '', 'base64url').toString())
      expect(claims.nonce).toBe(state)
    }
    const { token } = readCallback(returning, boardOrigin) // a state is answered once
    expect(await exchangeOnBoard(client.call(), token, state)).toMatchObject({ user: { sub: 'acme-1' } })
  }
})

test('a state that no token can carry did not come from the board, and is refused in words', async () => {
  const { send, signIn } = await startAcme()
  for (const state of ['a\0b', 'x'.repeat(9_000)].map(encodeURIComponent)) {
    for (const [method, path] of [
      ['GET', '/feedback/sign-in'],
      ['POST', '/sign-in'],
    ] as const) {
      const answer = await send(method, `${path}?state=${state}`, { cookie: await signIn(), form: 'person=acme-1' })
      expect([answer.status, answer.headers.location]).toEqual([400, undefined])
      expect(answer.body).toContain('Begin again on the board')
    }
  }
})

// Guarantees that no address in a request decides where a visitor is sent.
test('redirects lead only to the board and to pages of the app', async () => {
  const { origin, boardOrigin, send, signIn } = await startAcme()
  const cookie = await signIn()
  const evil = 'https://evil.example'
  const extras = `return_to=${evil}&next=${evil}&redirect_uri=${evil}&board_origin=${evil}&aud=${evil}`
  const targets = [
    `/feedback/sign-in?state=s&${extras}`,
    `/feedback/sign-in?${extras}`,
    '/feedback/sign-in?state=',
    '/feedback/sign-in?state=a&state=b',
    `//evil.example/feedback/sign-in?state=s`,
    `${evil}/feedback/sign-in?state=s`,
    `/account?${extras}`,
    '//evil.example/',
    `/${evil}`,
    '/\\evil.example',
    '//',
  ]
  for (const target of targets) {
    const { status, headers } = await send('GET', target, { cookie })
    expect([200, 303, 404], target).toContain(status)
    if (status === 303) expect([boardOrigin, `${boardOrigin}/sso/callback`]).toContain(headers.location?.split('#')[0])
  }
  for (const target of [`/sign-in?${extras}`, `/sign-in?state=s&${extras}`, `/sign-out?${extras}`]) {
    const { status, headers } = await send('POST', target, { cookie, form: `person=acme-1&${extras}` })
    expect(status).toBe(303)
    const { origin: to } = new URL(headers.location ?? '', origin)
    expect([origin, boardOrigin]).toContain(to)
  }
})

test('the app gets tokens only for the signed-in user', async () => {
  const { client, send, signIn } = await startAcme()
  for (const guest of [{}, { cookie: 'acme_session=guess' }]) {
    const { status, headers, body } = await send('GET', '/feedback/token', guest)
    expect([status, headers['content-type'], headers['cache-control'], headers.location, body]).toEqual([
      401,
      'application/json',
      'no-store',
      undefined,
      '{"error":"not_signed_in"}',
    ])
  }
  const answer = await send('GET', '/feedback/token?person=acme-1', { cookie: await signIn('acme-3') })
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  const { token } = JSON.parse(answer.body)
  const exchanged = await client.exchange(token)
  expect(exchanged).toMatchObject({ status: 201 })
  const user = await client.server('GET', '/v1/users/by_sub/acme-3')
  expect(user.body).toMatchObject({ id: exchanged.body.user.id, given_name: 'Yuki', email: 'yuki@acme.example' })
  expect((await exchangeOnBoard(client.call(), token, 's').catch((error) => error)).kind.code).toBe(
    'token_audience_mismatch',
  )
})

test('a form or a request for a token that another site sends changes nothing and answers with nothing', async () => {
  const { send, signIn } = await startAcme()
  const cookie = await signIn()
  for (const origin of ['', 'null', 'https://evil.example', 'http://localhost:1']) {
    for (const path of ['/sign-in', '/sign-in?state=s', '/sign-out']) {
      const { status, headers, body } = await send('POST', path, { cookie, form: 'person=acme-2', origin })
      expect([status, headers['set-cookie'], headers.location]).toEqual([403, undefined, undefined])
      expect(body).not.toContain('eyJ')
    }
  }
  for (const site of ['cross-site', 'same-site', 'none']) {
    const { status, body } = await send('GET', '/feedback/token', { cookie, site })
    expect([site, status, body]).toEqual([site, 403, '{"error":"not_from_here"}'])
  }
  expect((await send('GET', '/feedback/token', { cookie, site: 'same-origin' })).status).toBe(200)
  expect((await send('GET', '/account', { cookie })).body).toContain('Ada Lovelace')
})

test('the session belongs to the app: no script can read it, and it ends with signing out', async () => {
  const { send, signIn, boardOrigin } = await startAcme()
  const answer = await send('POST', '/sign-in', { form: 'person=acme-1' })
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(/^acme_session=[\w-]{43}; Path=\/; Max-Age=28800; HttpOnly; SameSite=Lax$/),
  ])
  const cookie = cookieOf(answer)
  const account = await send('GET', '/account', { cookie })
  expect(account.body).toContain('Ada Lovelace')
  expect(account.body).toContain(`href="${boardOrigin}"`)
  expect(account.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'self'; script-src 'self' http:[^; ]+; connect-src 'self' http:[^; ]+; form-action 'self' http/,
  )

  const other = await send('POST', '/sign-in', { cookie, form: 'person=acme-2' })
  expect((await send('GET', '/account', { cookie })).body).toContain('Sign in to Acme') // the session before is over
  await send('POST', '/sign-out', { cookie: cookieOf(other) })
  expect((await send('GET', '/account', { cookie: cookieOf(other) })).body).toContain('Sign in to Acme')
  expect(await signIn()).not.toBe(cookie)
})

test('an unknown user cannot sign in', async () => {
  const { send } = await startAcme()
  for (const form of ['person=acme-99', 'person=', '', `person=acme-1${'x'.repeat(100_000)}`]) {
    const { status, headers } = await send('POST', '/sign-in', { form })
    expect([status, headers['set-cookie']]).toEqual([400, undefined])
  }
})

test('the code to copy is short', () => {
  const files = globSync('*.ts', { cwd: join(ROOT, 'examples/client-app/src') })
  const lines = files.map(
    (file) => readFileSync(join(ROOT, 'examples/client-app/src', file), 'utf8').split('\n').length,
  )
  expect(files.length).toBeLessThanOrEqual(6)
  expect(lines.reduce((sum, count) => sum + count)).toBeLessThan(320)
})
