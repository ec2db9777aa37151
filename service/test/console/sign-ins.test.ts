import { expect, test } from 'vitest'
import { startDesk } from './desk.ts'

const read = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

async function openLog() {
  const desk = await startDesk()
  const cookie = await desk.enter('ada.log@acme.example', 'admin')
  const path = `/${desk.project.slug}/sign-ins`
  return {
    ...desk,
    cookie,
    path,
    page: async (query = '') => (await desk.ask('GET', path + query, { cookie })).text,
    check: (form: Record<string, string | string[]>) => desk.ask('POST', `${path}/check`, { cookie, form }),
  }
}

test('a refusal stands in the log with its reason, its remedy, its key and where it happened', async () => {
  const { page, exchange, signToken } = await openLog()
  expect(await page()).toContain('No refused sign-ins')
  await exchange(signToken({ aud: 'https://elsewhere.example' }))
  await exchange('not a token')
  const text = read(await page())
  expect(text).toMatch(
    /has the wrong audience\. token_audience_mismatch aud : expected \S*http\S*; found \S*https:\/\/elsewhere\.example\S* Set aud to the API’s origin .* key-1 app/,
  )
  expect(text).toMatch(/not a well-formed JWT.* none named app/)
})

test('the log is read page by page', async () => {
  const { page, exchange } = await openLog()
  for (let refusal = 0; refusal < 52; refusal += 1) await exchange('x')
  const first = await page()
  expect(first.match(/<code>token_malformed/g)).toHaveLength(50)
  const next = /href="[^"]*sign-ins(\?cursor=[^"]+)"/.exec(first)?.[1] ?? ''
  expect((await page(next.replaceAll('&amp;', '&'))).match(/<code>token_malformed/g)).toHaveLength(2)
  expect((await page('?cursor=nonsense')).match(/<code>token_malformed/g)).toHaveLength(50)
})

test('a token is explained rule by rule, for the place it is meant for', async () => {
  const { check, signToken, service, project } = await openLog()
  const good = await check({ token: `  Bearer ${signToken()}\n`, audience: 'app' })
  expect([good.status, read(good.text)]).toEqual([200, expect.stringContaining('This token would be accepted')])
  const board = `http://${project.slug}.localhost:${service.port}`
  const forBoard = signToken({ aud: board, nonce: 'the-state' })
  expect((await check({ token: forBoard, audience: 'board', state: 'the-state' })).text).toContain('would be accepted')
  const stale = read((await check({ token: forBoard, audience: 'board', state: 'another' })).text)
  expect(stale).toMatch(
    /would be refused.*token_nonce_mismatch.*nonce fail the state that the board sent another value/,
  )
  const wrong = read((await check({ token: signToken({ exp: 1, sub: '' }), audience: 'app' })).text)
  expect(wrong).toMatch(/token_lifetime_too_long.*exp fail.*sub fail/)
})

// Guarantees that the checker neither leaks a token nor uses it up.
test('checking spends nothing, and the token is in no answer, no log line and no address', async () => {
  const { check, signToken, exchange, service, page } = await openLog()
  const token = signToken()
  const { text, headers } = await check({ token, audience: 'app' })
  expect(headers['cache-control']).toBe('no-store')
  for (const part of token.split('.')) expect(text + service.logged.join('\n')).not.toContain(part)
  expect((await exchange(token)).status).toBe(201)
  await check({ token: `${token}x`, audience: 'app' })
  expect(await page()).toContain('No refused sign-ins')
})

test('nothing that is pasted ends in an error of ours', async () => {
  const { check, page } = await openLog()
  expect((await check({ token: '', audience: 'app' })).status).toBe(400)
  expect((await check({})).status).toBe(400)
  expect((await check({ token: ['a', 'b'], audience: 'app' })).status).toBe(400)
  for (const token of ['\0', 'a.b.c', '..', 'x'.repeat(300_000), '<script>alert(1)</script>']) {
    const { status, text } = await check({ token, audience: ['app', 'board'], state: '\0<script>' })
    expect([status, read(text).includes('would be refused')]).toEqual([200, true])
    expect(text).not.toMatch(/<script>/)
  }
  expect(await page('?cursor=%00&cursor=x')).toContain('Refusals')
})

test('a moderator has no part in it, and another project’s refusals are not there', async () => {
  const { ask, enter, path, service, page } = await openLog()
  const other = await startDesk({ service })
  await other.exchange('x')
  expect(await page()).toContain('No refused sign-ins')
  const cookie = await enter('mo.log@acme.example', 'moderator')
  expect((await ask('GET', path, { cookie })).status).toBe(403)
  expect((await ask('POST', `${path}/check`, { cookie, form: { token: 'x' } })).status).toBe(403)
})

/** One of each kind of personal data, in each place of a token that a rule looks at. */
const CANARIES = {
  email: 'canary.mail@person.example',
  sub: 'canary-sub-4711',
  given_name: 'Canarina',
  family_name: 'Canarias',
  locale: 'canary-locale-that-is-none',
  traits: { plan: 'canary-trait' },
}

// Guarantees that a log which every admin and every server may read does not identify people who tried to sign in.
test('the log keeps rule, expected and found of each refusal, and nothing of a person, a token or a key', async () => {
  const { page, exchange, signToken, server, secretKey, service, project } = await openLog()
  const long = 'x'.repeat(7000)
  const tokens = [
    signToken({ ...CANARIES }), // its locale is no language
    signToken({ ...CANARIES, locale: 'en', sub: '' }),
    signToken({ ...CANARIES, locale: 'en', sub: `canary-sub-${long}` }),
    signToken({ ...CANARIES, locale: 'en', email: 'canary-no-address' }),
    signToken({ ...CANARIES, locale: 'en', email: ['canary.mail@person.example'] }),
    signToken({ ...CANARIES, locale: 'en', given_name: { canary: 'Canarina' } }),
    signToken({ ...CANARIES, locale: 'en', traits: { canary: long.slice(0, 3000) } }),
    signToken({ ...CANARIES, locale: 'en', iss: 'canary.mail@person.example' }),
    signToken({ ...CANARIES, locale: 'en', aud: 'canary.mail@person.example' }),
    signToken({ ...CANARIES, locale: 'en', jti: 'canary-jti' }),
    signToken({ ...CANARIES, locale: 'en' }, { typ: 'canary.mail@person.example' }),
    signToken({ ...CANARIES, locale: 'en' }, { kid: secretKey }),
    signToken({ ...CANARIES, locale: 'en' }, { alg: secretKey }),
    signToken({ ...CANARIES, locale: 'en' }, { alg: signToken() }),
    signToken({ ...CANARIES, locale: 'en' }, { 'x5-canary.mail@person.example': 1, [`x5${long}`]: 1 }),
  ]
  for (const token of tokens) expect((await exchange(token)).status).toBe(401)
  const good = signToken({ ...CANARIES, locale: 'en' })
  await exchange(good)
  await exchange(good)
  const { body } = await server('GET', '/v1/rejected_sign_ins?limit=100')
  expect(body.data).toHaveLength(tokens.length + 1)
  for (const { rule, expected, found } of body.data) {
    for (const text of [rule, expected, found]) expect([text, typeof text]).toEqual([text, 'string'])
    expect(expected.length + found.length).toBeLessThanOrEqual(600)
  }
  expect(body.data[0]).toMatchObject({ code: 'token_replayed', rule: 'jti', found: 'one that was used before' })
  const rows = await service.database.sql`select * from rejected_sign_ins where project_id = ${project.id}`
  const refusals = (await page()).split('Refusals</h2>')[1]
  for (const text of [JSON.stringify(body), JSON.stringify(rows), refusals]) {
    expect(text).not.toMatch(/canary|canari|eyJ|svc_|4711/i)
  }
})

test('a refusal for another reason than a rule of tokens has no rule', async () => {
  const { page, exchange, signToken, signIn, server } = await openLog()
  const { userId } = await signIn({ sub: 'banned' })
  await server('POST', `/v1/users/${userId}/ban`, {})
  expect((await exchange(signToken({ sub: 'banned' }))).status).toBe(403)
  const { body } = await server('GET', '/v1/rejected_sign_ins')
  expect(body.data[0]).toMatchObject({ code: 'user_banned', rule: null, expected: null, found: null })
  expect(read(await page())).toContain('This user is banned')
})
