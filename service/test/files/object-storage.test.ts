import { expect, test } from 'vitest'
import { withObjects } from '../../src/foundation/objects/index.ts'
import { housekeeping } from '../../src/housekeeping.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import { startService } from '../harness/service.ts'
import { type ObjectStorage, startStorage } from './object-storage.ts'
import { fetchFile, formWith, png, upload } from './pictures.ts'

/** On a database of its own: the housekeeping of another day takes what other tests have. */
async function startWith({ url }: ObjectStorage): Promise<TestProject> {
  const { connection } = await ownDatabase()
  return startProject({ service: await startService({ FILES_URL: url }, undefined, connection) })
}

async function tidy({ service }: TestProject, hoursFromNow = 0): Promise<void> {
  const { database, config } = service
  const clock = { ...database.clock, now: () => new Date(Date.now() + hoursFromNow * 60 * 60 * 1000) }
  await housekeeping(withObjects({ ...database, clock }, config.filesUrl), config).run({})
}

async function writePost(project: TestProject) {
  const { session } = await project.signIn()
  const file = await upload(project, session, Uint8Array.from(await png()))
  const body = { title: 'With a picture', body: `![A chart](${file.url})` }
  const { body: post } = await project.app('POST', '/v1/posts', { session, body })
  return { session, file, post }
}

test('pictures are kept in an object storage, served from it, exported from it, and leave it with their text', async () => {
  const storage = await startStorage()
  const project = await startWith(storage)
  const { session, file, post } = await writePost(project)
  expect(await storage.names()).toEqual([`files/${file.id}/large.webp`, `files/${file.id}/small.webp`])
  const [row] = await project.service.database.sql`select large, small from files where id = ${file.id}`
  expect(row).toEqual({ large: null, small: null })
  for (const size of ['', '?size=small']) {
    const { status, bytes } = await fetchFile(project, file.url + size)
    expect([status, bytes.subarray(8, 12).toString()]).toEqual([200, 'WEBP'])
  }
  const { body: own } = await project.app('GET', '/v1/me/export', { session })
  expect(JSON.stringify(own.files)).toContain(file.id)
  await tidy(project, 25)
  expect(await storage.names()).toHaveLength(2) // a text shows it
  await project.app('DELETE', `/v1/posts/${post.id}`, { session })
  await tidy(project)
  expect(await storage.names()).toEqual([])
})

test('an object that no row took over is removed after a day, and not before', async () => {
  const storage = await startStorage()
  const project = await startWith(storage)
  const { session } = await project.signIn()
  const { id } = await upload(project, session, Uint8Array.from(await png()))
  // What a crash between the storage and the transaction leaves: the object and its note.
  const { sql } = project.service.database
  await sql`delete from files where id = ${id}`
  await sql`update file_removals set due = now() + interval '1 day' where file_id = ${id}`
  await tidy(project)
  expect(await storage.names()).toHaveLength(2)
  await tidy(project, 25)
  expect(await storage.names()).toEqual([])
  expect(await sql`select 1 from file_removals where file_id = ${id}`).toEqual([])
})

test('a storage that is away is a 503 that can be tried again, and keeps nothing', async () => {
  const storage = await startStorage()
  const project = await startWith(storage)
  const { file } = await writePost(project)
  const { session } = await project.signIn({ sub: 'grace' })
  await storage.stop()
  const refused = await project.app('POST', '/v1/files', { session, body: formWith(Uint8Array.from(await png())) })
  expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])
  expect((await fetchFile(project, file.url)).status).toBe(503)
  const kept = await project.service.database.sql`select id from files where project_id = ${project.project.id}`
  expect(kept).toEqual([{ id: file.id }])
})
