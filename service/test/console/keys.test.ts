import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { listSigningKeys } from '../../src/domain/signing-keys/index.ts'
import { startDesk } from './desk.ts'

const HOUR = 3_600_000

function newPair() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    privateKey,
    publicKey,
    jwk: publicKey.export({ format: 'jwk' }),
    secret: privateKey.export({ format: 'jwk' }),
  }
}

/** Without tags and the white space between words, as a person reads it. */
const read = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

async function openKeys(options: Parameters<typeof startDesk>[0] = {}) {
  const desk = await startDesk(options)
  const cookie = await desk.enter('ada.keys@acme.example', 'admin')
  const path = `/${desk.project.slug}/keys`
  return {
    ...desk,
    cookie,
    path,
    page: async () => read((await desk.ask('GET', path, { cookie })).text),
    send: (verb: string, form: Record<string, string | string[]>) =>
      desk.ask('POST', `${path}/${verb}`, { cookie, form }),
    kids: async () => (await listSigningKeys(desk.call())).map(({ kid, status }) => `${kid} ${status}`),
  }
}

test('a key is added, deployed, retired and expired after a day, and the page names the next step', async () => {
  let now = Date.parse('2091-03-01T00:00:00Z')
  const { page, send, service, project, signIn, kid } = await openKeys({ now: () => new Date(now) })
  await signIn()
  expect(await page()).toMatch(/key-1 active Added just now , last used just now/)
  now += 60_000
  const { jwk } = newPair()
  const added = await send('add', { jwk: JSON.stringify(jwk), kid: 'key-2' })
  expect(added.headers.location).toBe(`/console/${project.slug}/keys?done=key_added`)
  expect(await page()).toMatch(/Deploy its private key \(next\)/)
  await service.database.sql`
    update signing_keys set last_used_at = ${new Date(now)} where project_id = ${project.id} and kid = 'key-2'`
  expect(await page()).toMatch(/Tokens signed with the new key arrive.*Wait: the old key was used/)
  now += 11 * 60_000 // no token lives longer
  const ready = await page()
  expect(ready).toMatch(/Retire the old key \(next\)/)
  expect(ready).not.toContain('Wait:')
  expect((await send('retire', { kid })).headers.location).toContain('done=key_retired')
  now += 5 * HOUR
  expect(await page()).toMatch(/key-1 retiring Will be revoked in 19 hours/)
  now += 19 * HOUR
  expect(await page()).toMatch(/Revoked keys \(1\) key-1 revoked Revoked/)
})

test('a public key in PEM is taken as well, and revoking is for good', async () => {
  const { send, kids, page } = await openKeys()
  const { publicKey, jwk } = newPair()
  expect(
    (await send('add', { jwk: String(publicKey.export({ type: 'spki', format: 'pem' })), kid: 'pem' })).status,
  ).toBe(303)
  expect(await kids()).toEqual(['pem active', 'key-1 active'])
  expect((await send('revoke', { kid: 'pem' })).headers.location).toContain('done=key_revoked')
  expect(await page()).toContain('pem revoked')
  expect((await send('retire', { kid: 'pem' })).status).toBe(409)
  const again = await send('add', { jwk: JSON.stringify(jwk), kid: 'pem' })
  expect([again.status, read(again.text)]).toEqual([409, expect.stringContaining('stays taken')])
  expect(again.text).toContain(jwk.x) // what was typed is there again
})

// Guarantees that the page never leaks a private key.
test('a private key is refused in every form, called compromised, and never repeated, stored or logged', async () => {
  const { send, kids, service, ask, cookie, path } = await openKeys()
  const { secret, privateKey, jwk: publicHalf } = newPair()
  const d = secret.d ?? ''
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  for (const jwk of [
    JSON.stringify(secret),
    JSON.stringify({ keys: [secret] }),
    `${JSON.stringify(secret)} and more`,
    JSON.stringify(secret).replace('"d"', '"\\u0064"'),
    JSON.stringify({ ...publicHalf, ext: secret }),
    JSON.stringify([[{ key: { jwk: secret } }]]),
    JSON.stringify(secret).replaceAll('"', "'"),
    JSON.stringify(secret).replaceAll('"', '”'),
    JSON.stringify(secret).replaceAll('"', ''),
    pem,
    pem.toLowerCase(),
    pem.replace(/-----[^-]+-----|\s/g, ''),
    String(privateKey.export({ type: 'sec1', format: 'pem' })),
    String(privateKey.export({ type: 'sec1', format: 'pem' })).replace(/-----[^-]+-----|\s/g, ''),
  ]) {
    const { status, text } = await send('add', { jwk })
    expect([status, read(text)]).toEqual([400, expect.stringContaining('This private key is compromised')])
    for (const part of [d, d.slice(0, 20), pem.split('\n')[1] ?? '']) expect(text).not.toContain(part)
  }
  const json = await ask('POST', `${path}/add`, { cookie, json: { jwk: secret } })
  expect([json.status, JSON.parse(json.text).code]).toEqual([400, 'private_key_rejected'])
  expect(json.text + service.logged.join('\n')).not.toContain(d)
  expect(await kids()).toEqual(['key-1 active'])
})

test('a third active key is refused, also where two are added at once, and the limit is explained', async () => {
  const { send, kids, page } = await openKeys()
  const answers = await Promise.all(
    [newPair(), newPair(), newPair()].map(({ jwk }) => send('add', { jwk: JSON.stringify(jwk) })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409])
  expect(await kids()).toHaveLength(2)
  expect(await page()).toContain('at most two active keys')
  expect(read(answers.find(({ status }) => status === 409)?.text ?? '')).toContain('Retire or revoke one of them first')
})

test('a form that is sent twice adds one key, and both answers say so', async () => {
  const { send, kids } = await openKeys()
  const form = { jwk: JSON.stringify(newPair().jwk), kid: '', form_id: 'A'.repeat(22) }
  const answers = await Promise.all([send('add', form), send('add', form)])
  expect(answers.map(({ status, headers }) => [status, headers.location?.includes('done=key_added')])).toEqual([
    [303, true],
    [303, true],
  ])
  expect(await kids()).toHaveLength(2)
})

test('only an admin who came in the last 15 minutes changes keys; a moderator does not see them', async () => {
  let now = Date.parse('2091-04-01T00:00:00Z')
  const { ask, enter, cookie, path, kid, kids } = await openKeys({ now: () => new Date(now) })
  const moderator = await enter('mo.keys@acme.example', 'moderator')
  for (const [method, place] of [
    ['GET', path],
    ['POST', `${path}/add`],
    ['POST', `${path}/retire`],
    ['POST', `${path}/revoke`],
  ] as const) {
    const { status } = await ask(method, place, { cookie: moderator, ...(method === 'POST' && { form: { kid } }) })
    expect([place, status]).toEqual([place, 403])
  }
  now += 15 * 60_000
  const page = await ask('GET', path, { cookie })
  expect(page.text).toContain('Confirm it’s you')
  expect(page.text).not.toContain('<textarea')
  expect(page.text).not.toContain(`${path}/re`)
  for (const verb of ['add', 'retire', 'revoke']) {
    const { headers } = await ask('POST', `${path}/${verb}`, { cookie, form: { kid } })
    expect(headers.location).toMatch(/^\/console\/confirm/)
  }
  expect(await kids()).toEqual(['key-1 active'])
})

test('a key of another project is not there, and nothing that is sent ends in an error of ours', async () => {
  const desk = await openKeys()
  const other = await startDesk({ service: desk.service })
  await other.server('POST', '/v1/signing_keys', { jwk: newPair().jwk, kid: 'theirs' })
  for (const verb of ['retire', 'revoke']) {
    for (const kid of ['theirs', 'no such', '\0', 'x'.repeat(100_000), '']) {
      expect([verb, (await desk.send(verb, { kid })).status]).toEqual([verb, 404])
    }
    expect((await desk.send(verb, { kid: [desk.kid, desk.kid] })).status).toBe(404)
  }
  expect((await listSigningKeys(other.call())).map(({ status }) => status)).toEqual(['active', 'active'])
  const hostile = [
    '',
    '\0',
    'null',
    '[]',
    '"x"',
    '{}',
    '{',
    '{"kty":"EC"}',
    'x'.repeat(200_000),
    '-----BEGIN PUBLIC KEY-----',
  ]
  for (const jwk of hostile)
    expect([jwk.slice(0, 30), (await desk.send('add', { jwk })).status]).toEqual([jwk.slice(0, 30), 400])
  expect((await desk.send('add', { jwk: ['{}', '{}'], kid: ['a', 'b'] })).status).toBe(400)
  for (const json of [{ jwk: 7 }, { jwk: null }, {}, { jwk: [] }, { jwk: { kty: 'EC' }, kid: {} }]) {
    const { status } = await desk.ask('POST', `${desk.path}/add`, { cookie: desk.cookie, json })
    expect([JSON.stringify(json), status]).toEqual([JSON.stringify(json), 400])
  }
})

test('markup in what was typed stays text', async () => {
  const desk = await openKeys()
  const { text } = await desk.send('add', { jwk: '</textarea><script>alert(1)</script>' })
  expect(text).not.toContain('<script>alert')
})

// Guarantees that revoking a stolen key can also sign the thief out, and that the page says who else is signed out.
test('revoking says how many people the key signed in, and signs them out where that is ticked', async () => {
  const { page, send, signIn, app, kid } = await openKeys()
  const sessions = [await signIn({ sub: 'one' }), await signIn({ sub: 'two' }), await signIn({ sub: 'two' })]
  const states = () =>
    Promise.all(sessions.map(async ({ session }) => (await app('GET', '/v1/me', { session })).status))
  expect(await page()).toContain('Also sign out the 2 people who signed in with this key')
  expect((await send('revoke', { kid })).headers.location).toContain('done=key_revoked')
  expect(await states()).toEqual([200, 200, 200])
  expect(await page()).toContain('Sign out its 2 people')
  const ended = await send('revoke', { kid, end_sessions: 'yes' })
  expect(ended.headers.location).toContain('done=key_revoked_with_sessions')
  expect(await states()).toEqual([401, 401, 401])
  expect(await page()).not.toContain('Sign out its')
})

// Guarantees that the page does not show the number of scanned sessions as if it were the total.
test('for a key with more than a thousand sessions the page says how many people there are at least', async () => {
  const { page, signIn, kid, service, project } = await openKeys()
  const { userId } = await signIn({ sub: 'busy' })
  await signIn({ sub: 'quiet' })
  const add = (count: number) => service.database.sql`
    insert into sessions (project_id, token_hash, user_id, epoch, kid, created_at, expires_at)
    select ${project.id}, sha256(gen_random_uuid()::text::bytea), ${userId}, 0, ${kid}, now(), now() + interval '1 hour'
    from generate_series(1, ${count}::int)`
  await add(900)
  expect(await page()).toContain('Also sign out the 2 people who signed in')
  await add(200)
  expect(await page()).toContain('Also sign out the 1 person or more who signed in')
})

test('a key whose id no address can name is revoked in the console', async () => {
  const { send, kids, service, project } = await openKeys()
  await service.database.sql`update signing_keys set kid = '..' where project_id = ${project.id}`
  expect((await send('revoke', { kid: '..' })).status).toBe(303)
  expect(await kids()).toEqual(['.. revoked'])
})
