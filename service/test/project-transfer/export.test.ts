import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { issueSecretKey } from '../../src/domain/caller-keys/index.ts'
import { exportProject } from '../../src/domain/project-transfer/index.ts'
import { startProject } from '../harness/project.ts'
import { recordsIn } from './transfer.ts'

// Guarantees what the description of the file promises to programs that read it.
test('the head counts the records, and the last line seals them', async () => {
  const { service, secretKey, project, server } = await startProject()
  await server('POST', '/v1/posts', { title: 'Dark mode' })
  const answer = await fetch(`${service.origin}/v1/export`, { headers: { authorization: `Bearer ${secretKey}` } })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(answer.headers.get('content-type')).toBe('application/gzip')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('content-disposition')).toContain(`${project.slug}-`)
  const [head, ...records] = recordsIn(bytes)
  const seal = records.pop()
  expect(head?.data).toMatchObject({ format: 'feedback-board-project', version: 1, project: { slug: project.slug } })
  expect(head?.data.counts).toMatchObject({ project: 1, status: 5, post: 1, standing: 1 })
  const counted = Object.values<number>(head?.data.counts).reduce((sum, count) => sum + count, 0)
  expect(counted).toBe(records.length)
  const text = gunzipSync(bytes).toString()
  const before = text.slice(0, text.lastIndexOf('\n{') + 1)
  const sha256 = createHash('sha256').update(before).digest('hex')
  expect(seal).toEqual({ type: 'end', data: { lines: records.length + 1, sha256 } })
})

// Guarantees that a copy of the file lets nobody in anywhere.
test('no secret and no hash of one is in it', async () => {
  const { service, secretKey, signIn, app, server } = await startProject()
  const { session } = await signIn()
  const { body: code } = await app('POST', '/v1/board_codes', { session, body: {} })
  const { body: hook } = await server('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['*'] })
  const answer = await fetch(`${service.origin}/v1/export`, { headers: { authorization: `Bearer ${secretKey}` } })
  const text = gunzipSync(new Uint8Array(await answer.arrayBuffer())).toString()
  for (const secret of [secretKey, session, code.code, hook.secret]) {
    expect(secret).toEqual(expect.any(String))
    const hash = createHash('sha256').update(secret)
    for (const form of [secret, hash.copy().digest('hex'), hash.copy().digest('base64')])
      expect(text).not.toContain(form)
  }
})

// Guarantees that nobody takes a project's data without the right to, nor those of another project.
test('a key needs the scope for it, and gets its own project only', async () => {
  const { service, call, project, server } = await startProject()
  const other = await startProject()
  await other.server('POST', '/v1/posts', { title: 'Only there' })
  const scopes = ['posts:read', 'users:read', 'project:read', 'project:write'] as const
  const { secret } = await issueSecretKey(call(), { name: 'Reader', scopes })
  const refused = await fetch(`${service.origin}/v1/export`, { headers: { authorization: `Bearer ${secret}` } })
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ code: 'scope_missing' })
  const { secret: allowed } = await issueSecretKey(call(), { name: 'Exporter', scopes: ['exports:read'] })
  const answer = await fetch(`${service.origin}/v1/export`, { headers: { authorization: `Bearer ${allowed}` } })
  const text = gunzipSync(new Uint8Array(await answer.arrayBuffer())).toString()
  expect(text).toContain(project.slug)
  expect(text).not.toContain('Only there')
  expect((await server('GET', '/v1/project')).status).toBe(200)
})

// Guarantees one snapshot: what happens after the head was written is in none of the records.
test('a change while it is written is not in it', async () => {
  const { call, server } = await startProject()
  await server('POST', '/v1/posts', { title: 'Before' })
  const lines = exportProject(call(), '1.0.0')
  let text = String((await lines.next()).value)
  await server('POST', '/v1/posts', { title: 'Meanwhile' })
  for await (const part of lines) text += part
  expect(text).toContain('Before')
  expect(text).not.toContain('Meanwhile')
})

// Guarantees that readers who stop leave nothing behind: only four exports of a process run at once.
test('an export that is given up ends its connection', async () => {
  const { call, service } = await startProject()
  for (let turn = 0; turn < 6; turn += 1) {
    const lines = exportProject(call(), '1.0.0')
    await lines.next()
    await lines.return(undefined)
  }
  await expect
    .poll(
      () =>
        service.database
          .sql`select 1 from pg_stat_activity where application_name = 'svc snapshot' and state <> 'idle'`,
    )
    .toEqual([])
})
