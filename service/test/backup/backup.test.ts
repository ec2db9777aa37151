import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { withObjects } from '../../src/foundation/objects/index.ts'
import { readTables } from '../../src/foundation/storage/index.ts'
import { startStorage } from '../files/object-storage.ts'
import { formWith, png } from '../files/pictures.ts'
import { commandLine } from '../harness/command-line.ts'
import { type OwnDatabase, ownDatabase } from '../harness/own-database.ts'
import { runMain, until } from '../harness/process.ts'
import { startProject } from '../harness/project.ts'
import { startService } from '../harness/service.ts'
import { ownDirectory } from '../project-transfer/transfer.ts'
import { asking, at, contentOf, livingDatabase } from './instance.ts'

/** What the other program has is not compared: it is not ours. */
async function addOtherProgram(database: OwnDatabase): Promise<void> {
  await asking(database, (client) =>
    client.query(`create table other_program (id serial primary key, project_id text references projects (id))`),
  )
}

// Guarantees that a backup which was made while the service ran brings back everything, and that the service runs on it.
test('a backup of a running service is restored into an empty database, and nothing is missing', async () => {
  const { database, project, session, post } = await livingDatabase()
  const directory = await ownDirectory()
  const file = join(directory, 'backup.gz')
  await asking(database, (client) =>
    client.query(
      `insert into service_places (api_origin, board_origin, started_at) values ('https://a.example', 'https://{slug}.a.example', now())`,
    ),
  )
  const made = await commandLine(['backup', file, '--json'], at(database))
  expect([made.code, made.json()]).toEqual([0, { file, bytes: (await stat(file)).size }])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const checked = await commandLine(['backup', '--verify', file, '--json'])
  expect(checked.json()).toMatchObject({ service_version: '0.0.0-test', objects: 0 })
  expect(checked.json().rows).toBeGreaterThan(20)
  const empty = await ownDatabase({ isMigrated: false })
  const restored = await commandLine(['restore', file], at(empty))
  expect([restored.code, restored.text]).toEqual([0, expect.stringContaining('Start the service')])
  expect(await contentOf(empty)).toEqual(await contentOf(database))
  // A restored copy does not believe that it is reached where the service was that wrote the backup.
  expect((await asking(empty, (client) => client.query('select 1 from service_places'))).rows).toEqual([])
  const again = await startService({}, undefined, empty.connection)
  const headers = { 'x-project-key': project.project.publishableKey, authorization: `Bearer ${session}` }
  const answer = await fetch(`${again.origin}/v1/posts/${post.id}`, { headers })
  expect(await answer.json()).toMatchObject({ vote_count: 1, has_voted: true, body: post.body })

  // Tables of another program are left out, and the backup can still be restored.
  const [all, beside] = [await contentOf(database), join(directory, 'beside.gz')]
  await addOtherProgram(database)
  const told = await commandLine(['backup', beside], at(database))
  expect([told.code, told.text]).toEqual([0, expect.stringContaining('did not make them: other_program.')])
  const third = await ownDatabase({ isMigrated: false })
  expect((await commandLine(['restore', beside], at(third))).code).toBe(0)
  expect(await contentOf(third)).toEqual(all)

  // A database with anything in it is not touched.
  const before = await contentOf(empty)
  const refused = await commandLine(['restore', file], at(empty))
  expect([refused.code, refused.told]).toEqual([1, expect.stringContaining('is not empty, and nothing was changed')])
  expect(await contentOf(empty)).toEqual(before)
})

// Guarantees that a file which is not whole is known before anything is written.
test('a damaged backup is refused, and the database stays empty', async () => {
  const source = await ownDatabase()
  const directory = await ownDirectory()
  const file = join(directory, 'backup.gz')
  expect((await commandLine(['backup', file], at(source))).code).toBe(0)
  const bytes = await readFile(file)
  const text = gunzipSync(bytes).toString()
  const empty = await ownDatabase({ isMigrated: false })
  const damaged: [Buffer, string][] = [
    [bytes.subarray(0, bytes.length - 9), 'not complete'],
    [gzipSync(text.replace('service_keys', 'service_kids')), 'checksum'],
    [gzipSync(text.slice(0, text.lastIndexOf('\n{') + 1)), 'no end'],
    [Buffer.from('not a backup'), 'not gzip'],
  ]
  for (const [content, words] of damaged) {
    const path = join(directory, `${words.replaceAll(' ', '-')}.gz`)
    await writeFile(path, content)
    for (const command of [
      ['backup', '--verify', path],
      ['restore', path],
    ]) {
      const refused = await commandLine(command, at(empty))
      expect([refused.code, refused.told]).toEqual([1, expect.stringContaining(words)])
    }
  }
  expect(await asking(empty, readTables)).toEqual([])
  const nothing = await commandLine(['backup', join(directory, 'nothing.gz')], at(empty))
  expect([nothing.code, nothing.told]).toEqual([
    1,
    expect.stringMatching(/There is nothing to back up.*Is DATABASE_URL missing\?/),
  ])
})

// Guarantees that a backup has the pictures wherever they are, and that one which lacks them is not made or restored unnoticed.
test('pictures in an object storage are in the backup, and in the export of a project', async () => {
  const [from, to] = [await startStorage(), await startStorage()]
  const database = await ownDatabase()
  const service = await startService({ FILES_URL: from.url }, undefined, database.connection)
  const project = await startProject({ service })
  const { session } = await project.signIn()
  await project.app('POST', '/v1/files', { session, body: formWith(Uint8Array.from(await png())) })
  const directory = await ownDirectory()
  const file = join(directory, 'backup.gz')
  const blind = await commandLine(['backup', file], at(database))
  expect([blind.code, blind.told]).toEqual([1, expect.stringContaining('Set FILES_URL')])
  expect((await commandLine(['backup', file], { ...at(database), FILES_URL: from.url })).code).toBe(0)
  const empty = await ownDatabase({ isMigrated: false })
  const refused = await commandLine(['restore', file], at(empty))
  expect([refused.code, refused.told]).toEqual([1, expect.stringContaining('Set FILES_URL')])
  const inUse = await commandLine(['restore', file], { ...at(empty), FILES_URL: from.url })
  expect([inUse.code, inUse.told]).toEqual([1, expect.stringContaining('set FILES_URL to an empty bucket')])
  expect(await asking(empty, readTables)).toEqual([])
  expect((await commandLine(['restore', file], { ...at(empty), FILES_URL: to.url })).code).toBe(0)
  expect(await to.names()).toEqual(await from.names())
  expect(await to.names()).toHaveLength(2)

  // A database that replaces the one of the same service finds its pictures where they are, and gets back one that was lost.
  const [first = ''] = await from.names()
  await withObjects({}, from.url).objects?.remove(first)
  const next = await ownDatabase({ isMigrated: false })
  expect((await commandLine(['restore', '--keep-pictures', file], { ...at(next), FILES_URL: from.url })).code).toBe(0)
  expect(await from.names()).toEqual(await to.names())

  // An imported project has its own bytes: removing its pictures removes none of the project that was exported.
  const exported = join(directory, 'project.gz')
  const { slug } = project.project
  const settings = { ...at(database), FILES_URL: from.url }
  expect((await commandLine(['project', 'export', slug, exported], settings)).code).toBe(0)
  expect((await commandLine(['project', 'import', exported, '--slug', 'copy'], settings)).code).toBe(0)
  const { rows } = await asking(database, (client) =>
    client.query('select length(large) > 0 as own from files order by 1'),
  )
  expect(rows).toEqual([{ own: true }, { own: null }])
  expect(await from.names()).toHaveLength(2)
})

/** Runs `work` while a backup has its snapshot and waits for a table. */
async function whileItWaits(database: OwnDatabase, backup: () => Promise<unknown>, work: () => Promise<unknown>) {
  await asking(database, async (client) => {
    await client.query('begin; lock table service_places in access exclusive mode')
    const done = backup()
    await until(async () => {
      const { rows } = await client.query(
        `select 1 from pg_locks where not granted and relation = 'service_places'::regclass`,
      )
      return rows.length > 0
    })
    await work()
    await client.query('commit')
    await done
  })
}

// Guarantees that a backup does not fail because somebody removes a picture meanwhile, and that the file can still be restored.
test('a picture that is removed while a backup is written is left out and named', async () => {
  const [from, to] = [await startStorage(), await startStorage()]
  const database = await ownDatabase()
  const service = await startService({ FILES_URL: from.url }, undefined, database.connection)
  const { app, signIn } = await startProject({ service })
  const { session } = await signIn()
  const send = async () =>
    (await app('POST', '/v1/files', { session, body: formWith(Uint8Array.from(await png())) })).body.id
  const [gone, kept] = [await send(), await send()]
  const file = join(await ownDirectory(), 'backup.gz')
  let made: Awaited<ReturnType<typeof commandLine>> | undefined
  const backup = async () => {
    made = await commandLine(['backup', file, '--json'], { ...at(database), FILES_URL: from.url })
  }
  const leftOut = ['large', 'small'].map((size) => `files/${gone}/${size}.webp`)
  await whileItWaits(database, backup, async () => {
    await service.database.sql`delete from files where id = ${gone}`
    for (const name of leftOut) await withObjects({}, from.url).objects?.remove(name)
  })
  expect([made?.code, made?.json()]).toMatchObject([0, { left_out: leftOut }])
  const checked = await commandLine(['backup', '--verify', file, '--json'])
  expect(checked.json()).toMatchObject({ objects: 2, left_out: 2 })
  const empty = await ownDatabase({ isMigrated: false })
  expect((await commandLine(['restore', file], { ...at(empty), FILES_URL: to.url })).code).toBe(0)
  expect(await to.names()).toEqual(['large', 'small'].map((size) => `files/${kept}/${size}.webp`))
})

// Guarantees that nothing is left which somebody could take for a backup, nor a part of one with its secrets.
test.each(['SIGINT', 'SIGTERM'] as const)('a backup that is ended by %s leaves no file', async (signal) => {
  const database = await ownDatabase()
  const directory = await ownDirectory()
  const run = runMain(['backup', join(directory, 'backup.gz')], at(database))
  await whileItWaits(
    database,
    () => run.ended,
    async () => {
      expect(await readdir(directory)).toEqual([expect.stringMatching(/^backup\.gz\.unfinished-[0-9a-f]{12}$/)])
      run.child.kill(signal)
      expect((await run.ended).code).toBe(1)
    },
  )
  expect(run.err()).toContain('was ended before')
  expect(await readdir(directory)).toEqual([])
})
