import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { systemCall, systemCallIn } from '../../src/domain/call/index.ts'
import { issueSecretKey } from '../../src/domain/caller-keys/index.ts'
import { listAuditEntries } from '../../src/domain/events/index.ts'
import { exportProject, exportRunning, importProject } from '../../src/domain/project-transfer/index.ts'
import { newId } from '../../src/foundation/ids/index.ts'
import { withObjects } from '../../src/foundation/objects/index.ts'
import { readSealed } from '../../src/foundation/sealed-file/index.ts'
import { startDesk } from '../console/desk.ts'
import { startStorage } from '../files/object-storage.ts'
import { formWith, png } from '../files/pictures.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import { startService } from '../harness/service.ts'
import { fileOf, linesIn, recordsIn, sealedFile } from './transfer.ts'

const OPTIONS = { serviceVersion: '1.0.0' }

function download({ service, secretKey }: TestProject, signal?: AbortSignal): Promise<Response> {
  const headers = { authorization: `Bearer ${secretKey}` }
  return fetch(`${service.origin}/v1/export`, { headers, ...(signal && { signal }) })
}

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
  const lines = exportProject(call(), OPTIONS)
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
    const lines = exportProject(call(), OPTIONS)
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

// Guarantees that exports cannot hold more than one snapshot of a project, and that one whose reader goes away holds none.
test('a project has one export at a time, until its reader goes away', async () => {
  const project = await startProject()
  const { sql } = project.service.database
  const own = project.project.id
  // More than the buffers between service and reader take, so that the export waits for its reader.
  await sql`
    insert into events_kept (project_id, id, type, at, actor_kind, subject_id, data)
    select ${own}, 'evt_' || lpad(g::text, 26, '0'), 'project.updated', now(), 'system', ${own},
      jsonb_build_object('members', (select string_agg(md5(g || ' ' || i), '') from generate_series(1, 300) as i))
    from generate_series(1, 3000) as g`
  const leaving = new AbortController()
  const first = await download(project, leaving.signal)
  expect(first.status).toBe(200)
  const second = await download(project)
  expect([second.status, (await second.json()).code]).toEqual([409, 'export_running'])
  const other = await download(await startProject({ service: project.service }))
  expect(other.status).toBe(200)
  await other.arrayBuffer()
  leaving.abort()
  const begin = async () => {
    const lines = exportProject(project.call(), OPTIONS)
    const begun = await lines.next().then(
      () => true,
      (error) => error.kind !== exportRunning,
    )
    await lines.return(undefined)
    return begun
  }
  await expect.poll(begin, { timeout: 60_000 }).toBe(true)
})

// Guarantees that the team can find out who took everything.
test('an export leaves a row in the audit log with the key that took it', async () => {
  const project = await startProject()
  await (await download(project)).arrayBuffer()
  const { body } = await project.server('GET', '/v1/audit_log')
  // Operators of the whole installation who enter meanwhile are noted here as well.
  const exported = body.data.filter(({ action }: { action: string }) => action === 'project.exported')
  expect(exported).toMatchObject([{ actor: { kind: 'secret_key' } }])
})

// Guarantees that a file says nothing about the operators of an installation, and cannot make somebody of another one seem to have acted.
test('operators leave no address in an export, and are nobody of the installation that imports it', async () => {
  const desk = await startDesk()
  const email = `${newId('user')}@operators.example`
  await desk.enter(email, 'admin')
  const { sql } = desk.service.database
  const [operator] = await sql<{ id: string }[]>`select id from operators where email = ${email}`
  const own = desk.project.id
  for (const kind of ['operator', 'secret_key', 'system']) {
    await sql`
      insert into events_kept (project_id, id, type, at, actor_kind, actor_id, subject_id, data)
      values (${own}, ${newId('event')}, 'operator.invited', now(), ${kind}, ${operator?.id}, ${own},
        ${JSON.stringify({ email, role: 'admin' })}::jsonb)`
  }
  const bytes = new Uint8Array(await (await download(desk)).arrayBuffer())
  const text = gunzipSync(bytes).toString()
  expect(text).toContain('operator.invited')
  expect(text).toContain(operator?.id)
  expect(text).not.toContain('operators.example')
  // A file of an earlier version has the address.
  const lines = linesIn(bytes).slice(0, -1)
  const earlier = sealedFile(
    lines.map((line) => line.replace('"role": "admin"', `"role": "admin", "email": "${email}"`)),
  )
  expect(gunzipSync(earlier).toString()).toContain(email)
  const file = await fileOf(earlier)
  const { project } = await importProject(desk.call(), () => readSealed(file), `moved-${desk.project.slug}`)
  const call = systemCallIn(desk.call(), project)
  const { items } = await listAuditEntries(call, { limit: 100, after: undefined })
  expect(items.filter(({ action }) => action === 'operator.invited')).toHaveLength(3)
  expect(JSON.stringify(items)).not.toContain('operators.example')
  expect(items.filter(({ actor }) => actor.id === operator?.id)).toEqual([])
  let again = ''
  for await (const part of exportProject(call, OPTIONS)) again += part
  expect(again.trimEnd().split('\n').slice(1)).toEqual(lines.slice(1))
})

// Guarantees that an export does not fail because somebody removes a picture meanwhile, and that the file can still be imported.
test('a picture that is removed meanwhile is left out and named, and the file is imported without it', async () => {
  const storage = await startStorage()
  const { connection } = await ownDatabase()
  const service = await startService({ FILES_URL: storage.url }, undefined, connection)
  const project = await startProject({ service })
  const { session } = await project.signIn()
  const picture = async () => formWith(Uint8Array.from(await png()))
  await project.server('PUT', '/v1/project/logo', await picture())
  const { body: kept } = await project.app('POST', '/v1/files', { session, body: await picture() })
  const [row] = await service.database.sql<
    { logo_id: string }[]
  >`select logo_id from projects where id = ${project.project.id}`
  const logoId = row?.logo_id ?? ''
  const { objects, ...database } = withObjects(service.database, storage.url)
  const call = systemCall({ ...database, objects }, service.config, database.clock.now())
  const leftOut: string[] = []
  const onLeftOut = (ids: readonly string[]) => void leftOut.push(...ids)
  const lines = exportProject(systemCallIn(call, project.project), { ...OPTIONS, onLeftOut })
  let text = String((await lines.next()).value)
  expect((await project.server('DELETE', '/v1/project/logo')).status).toBe(204)
  for (const size of ['large', 'small']) await objects?.remove(`files/${logoId}/${size}.webp`)
  for await (const part of lines) text += part
  expect(leftOut).toEqual([logoId])
  const written = text.trimEnd().split('\n')
  expect(JSON.parse(written.at(-1) ?? '')).toEqual({ type: 'left_out', data: { file_ids: [logoId] } })
  const file = await fileOf(sealedFile(written))
  const imported = await importProject(call, () => readSealed(file), 'moved')
  expect(imported.leftOut).toBe(1)
  const rows = await service.database.sql`
    select f.id, p.logo_id from projects p join files f on f.project_id = p.id where p.id = ${imported.project.id}`
  expect(rows).toEqual([{ id: kept.id, logo_id: null }])
})
