import { expect, test } from 'vitest'
import { listSecretKeys, SCOPES } from '../../src/domain/caller-keys/index.ts'
import { send } from '../harness/project.ts'
import { startDesk } from './desk.ts'

const secretIn = (page: string) => /svc_sk_live_\w+/.exec(page)?.[0] ?? ''

async function openSecrets(options: Parameters<typeof startDesk>[0] = {}) {
  const desk = await startDesk(options)
  const cookie = await desk.enter('ada.secrets@acme.example', 'admin')
  const path = `/${desk.project.slug}/secret-keys`
  return {
    ...desk,
    cookie,
    path,
    page: async () => (await desk.ask('GET', path, { cookie })).text,
    post: (verb: string, form: Record<string, string | string[]>) =>
      desk.ask('POST', `${path}/${verb}`, { cookie, form }),
    named: async (name: string) => (await listSecretKeys(desk.call())).find((key) => key.name === name),
    posts: (secret: string) =>
      send(desk.service.origin, 'GET', '/v1/posts', undefined, { authorization: `Bearer ${secret}` }),
  }
}

test('a key is made with the scopes that were ticked, shown once, and refused once it is revoked', async () => {
  const { post, page, named, posts } = await openSecrets()
  const made = await post('add', { name: ' Nightly <b>import ', scope: ['posts:read', 'votes:read'] })
  const secret = secretIn(made.text)
  expect((await posts(secret)).status).toBe(200)
  const key = await named('Nightly <b>import')
  expect(key?.scopes).toEqual(['posts:read', 'votes:read'])
  const list = await page()
  expect(list).toContain('Nightly &lt;b>import')
  expect(list).not.toContain(secret)
  expect((await post('revoke', { id: key?.id ?? '' })).headers.location).toContain('done=secret_key_revoked')
  expect((await posts(secret)).status).toBe(401)
  expect(await page()).toContain('Revoked keys (1)')
})

test('a double click makes one key, and both answers show it', async () => {
  const { post, call } = await openSecrets()
  const form = { name: 'Twice', scope: 'posts:read', form_id: 'B'.repeat(22) }
  const [one, two] = await Promise.all([post('add', form), post('add', form)])
  expect(secretIn(one?.text ?? '')).not.toBe('')
  expect(secretIn(two?.text ?? '')).toBe(secretIn(one?.text ?? ''))
  expect((await listSecretKeys(call())).filter(({ name }) => name === 'Twice')).toHaveLength(1)
})

// Guarantees that a busy server costs one write a minute and no more.
test('the last use is noted at most once a minute', async () => {
  let now = Date.parse('2091-05-01T00:00:00Z')
  const { post, page, posts, named, service, project } = await openSecrets({ now: () => new Date(now) })
  const secret = secretIn((await post('add', { name: 'Busy', scope: 'posts:read' })).text)
  expect((await named('Busy'))?.lastUsedAt).toBeUndefined()
  expect(await page()).toMatch(/Busy.*never/s)
  const writes = async () => {
    const [row] = await service.database.sql<{ xmin: string }[]>`
      select xmin::text as xmin from secret_keys where project_id = ${project.id} and name = 'Busy'`
    return row?.xmin
  }
  await Promise.all([posts(secret), posts(secret), posts(secret)])
  const first = await writes()
  expect((await named('Busy'))?.lastUsedAt).toEqual(new Date(now))
  now += 59_999
  await posts(secret)
  expect(await writes()).toBe(first)
  now += 1
  await posts(secret)
  expect((await named('Busy'))?.lastUsedAt).toEqual(new Date(now))
  now += 2 * 3_600_000
  expect(await page()).toContain('2 hours ago')
})

test('an invalid key is refused, and what was typed stays', async () => {
  const { post, call } = await openSecrets()
  const before = (await listSecretKeys(call())).length
  const none = await post('add', { name: 'Import' })
  expect([none.status, none.text]).toEqual([400, expect.stringContaining('Choose at least one scope')])
  expect(none.text).toContain('value="Import"')
  const nameless = await post('add', { name: '', scope: 'users:read' })
  expect(nameless.status).toBe(400)
  expect(nameless.text).toMatch(/value="users:read" checked/)
  for (const form of [
    { name: '\0', scope: 'posts:read' },
    { name: 'x'.repeat(10_000), scope: 'posts:read' },
    { name: ['a', 'b'], scope: 'posts:read' },
    { name: 'a', scope: ['posts:read', 'everything'] },
    { name: 'a', scope: '\0' },
  ]) {
    expect((await post('add', form)).status).toBe(400)
  }
  expect((await listSecretKeys(call())).length).toBe(before)
})

test('a key of another project is not there, and a moderator has no part in any of it', async () => {
  const { post, service, ask, enter, path } = await openSecrets()
  const other = await startDesk({ service })
  const [theirs] = await listSecretKeys(other.call())
  for (const id of [theirs?.id ?? '', 'sec_x', '\0', '']) expect((await post('revoke', { id })).status).toBe(404)
  expect((await listSecretKeys(other.call()))[0]?.revokedAt).toBeUndefined()
  const cookie = await enter('mo.secrets@acme.example', 'moderator')
  expect((await ask('GET', path, { cookie })).status).toBe(403)
  for (const verb of ['add', 'revoke'])
    expect((await ask('POST', `${path}/${verb}`, { cookie, form: {} })).status).toBe(403)
})

test('an operator who signed in more than 15 minutes ago confirms first', async () => {
  let now = Date.parse('2091-06-01T00:00:00Z')
  const { post, page } = await openSecrets({ now: () => new Date(now) })
  now += 15 * 60_000
  const shown = await page()
  expect(shown).toContain('Confirm it’s you')
  expect(shown).not.toContain('Create key')
  expect((await post('add', { name: 'a', scope: 'posts:read' })).headers.location).toMatch(/^\/console\/confirm/)
})

test('every scope is offered, and a key with all of them may do everything', async () => {
  const { post, page } = await openSecrets()
  const offered = [...(await page()).matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope = '']) => scope)
  expect(offered.sort()).toEqual([...SCOPES].sort())
  await post('add', { name: 'All of it', scope: offered })
  expect((await page()).replace(/<[^>]+>/g, ' ')).toMatch(/All of it\s+everything/)
})
