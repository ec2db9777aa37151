import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { issueSecretKey, revokeSecretKey } from '../../src/domain/caller-keys/index.ts'
import { startProject } from '../harness/project.ts'
import { isOwnEntry, ownEntries } from './own-entries.ts'

test('everything that servers and the command line did is in the audit log, the newest first; what users did is not', async () => {
  const { app, server, signIn, call, kid } = await startProject()
  const { session, userId } = await signIn()
  await app('POST', '/v1/posts', { session, body: { title: 'Of a user' } })
  await app('PATCH', '/v1/me', { session, body: { notifications: { email: false } } })
  await server('PATCH', '/v1/project', { name: 'Globex', language: 'german' })
  const { body: post } = await server('POST', '/v1/posts', { title: 'Of the team' })
  await server('POST', `/v1/users/${userId}/ban`, { reason: 'spam' })
  const made = await issueSecretKey(call(), { name: 'Nightly', scopes: ['posts:read'] })
  await revokeSecretKey(call(), made.secretKey.id)
  await revokeSecretKey(call(), made.secretKey.id)
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await server('POST', '/v1/signing_keys', { jwk: publicKey.export({ format: 'jwk' }), kid: 'two' })
  for (const verb of ['retire', 'retire', 'revoke', 'revoke']) await server('POST', `/v1/signing_keys/two/${verb}`)

  const entries = await ownEntries(server, 3)
  const first = entries.at(-1)?.subject_id
  const key = { kind: 'secret_key', id: first, name: 'First key' }
  const terminal = { kind: 'system', id: null, name: null }
  expect(entries.map(({ action, actor, subject_id, data }) => [action, actor, subject_id, data])).toEqual([
    ['signing_key.revoked', key, 'two', {}],
    ['signing_key.retired', key, 'two', {}],
    ['signing_key.added', key, 'two', {}],
    ['secret_key.revoked', terminal, made.secretKey.id, {}],
    ['secret_key.created', terminal, made.secretKey.id, { scopes: ['posts:read'] }],
    ['user.banned', key, userId, {}],
    ['post.created', key, post.id, { number: 2 }],
    ['project.updated', key, expect.stringMatching(/^prj_/), { members: ['name', 'language'] }],
    ['signing_key.added', terminal, kid, {}],
    ['secret_key.created', terminal, expect.stringMatching(/^sec_/), { scopes: expect.any(Array) }],
  ])
  expect(entries[0]).toMatchObject({
    id: expect.stringMatching(/^aud_[0-7][0-9a-z]{25}$/),
    at: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  expect(JSON.stringify(entries)).not.toMatch(/spam|Globex|Nightly"|Of the team/)
})

test('the audit log goes on while more is done, and belongs to its project', async () => {
  const one = await startProject()
  const other = await startProject({ service: one.service })
  for (let n = 0; n < 5; n += 1) await one.server('POST', '/v1/posts', { title: `Post ${n}` })
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await one.server('GET', `/v1/audit_log?limit=2${cursor}`)
    seen.push(...body.data.filter(isOwnEntry).map(({ id }: { id: string }) => id))
    cursor = body.next_cursor ? `&cursor=${body.next_cursor}` : ''
    await one.server('POST', '/v1/posts', { title: 'Later' })
  } while (cursor)
  expect([seen.length, new Set(seen).size]).toEqual([7, 7])
  expect(await ownEntries(other.server)).toHaveLength(2)
  const { next_cursor } = (await one.server('GET', '/v1/audit_log?limit=1')).body
  const stolen = await other.server('GET', `/v1/audit_log?limit=1&cursor=${next_cursor}`)
  expect([stolen.status, stolen.body.code]).toEqual([400, 'cursor_invalid'])
  expect((await one.server('GET', '/v1/audit_log?actor=x')).body.code).toBe('invalid_request')
})

test('a refused change leaves no entry', async () => {
  const { server } = await startProject()
  const before = await ownEntries(server)
  await server('PATCH', '/v1/project', { slug: 'API' })
  await server('PATCH', '/v1/project', { name: 'Globex' }, { 'if-match': '"7"' })
  await server('POST', '/v1/signing_keys/none/retire')
  await server('POST', '/v1/users/usr_01m7eg5hdpejysxrjx39d6rvvy/erase', {})
  await server('POST', '/v1/signing_keys', { jwk: {} })
  expect(await ownEntries(server)).toEqual(before)
})

// Guarantees that the log is in the order of time where ids are in another: an id is made before its transaction waits.
test('the log is in the order of time, over all pages', async () => {
  const { server, service, project } = await startProject()
  const made: string[] = []
  for (const title of ['One', 'Two', 'Three', 'Four']) made.push((await server('POST', '/v1/posts', { title })).body.id)
  const order = [2, 0, 3, 1]
  for (const [minute, place] of order.entries()) {
    await service.database.sql`
      update events set at = at + make_interval(mins => ${minute + 1}::int)
      where project_id = ${project.id} and subject_id = ${made[place]}`
  }
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await server('GET', `/v1/audit_log?limit=2${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.data.map(({ subject_id }: { subject_id: string }) => subject_id))
    cursor = body.next_cursor ?? ''
  } while (cursor && seen.length < 4)
  expect(seen).toEqual(order.toReversed().map((place) => made[place]))
})
