import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startJobs } from '../../src/foundation/jobs/index.ts'
import { createLog } from '../../src/foundation/log/index.ts'
import { migrate, openStorage, StartError, type Storage } from '../../src/foundation/storage/index.ts'
import { commandLine } from '../harness/command-line.ts'
import { databaseUrl } from '../harness/database-url.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { MIGRATIONS } from '../harness/paths.ts'
import { startPooler } from '../harness/pooler.ts'
import { runToEnd, temporaryDirectory, until } from '../harness/process.ts'
import { startProject } from '../harness/project.ts'
import { startService } from '../harness/service.ts'

async function migrations(...texts: string[]): Promise<string> {
  const directory = await temporaryDirectory()
  for (const [place, text] of texts.entries()) await writeFile(join(directory, `000${place + 1}_step.sql`), text)
  return directory
}

async function clientOn(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection)
  client.on('error', () => {}) // its database goes with the test
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

// Guarantees that a migration that waits for a long query does not block requests: it gives up and tries again later.
test('a migration whose table is in use lets go, tries again, and succeeds when the table is free', async () => {
  const { connection } = await ownDatabase({ isMigrated: false })
  await migrate(connection, await migrations('create table a (n int)'))
  const holder = await clientOn(connection)
  await holder.query('begin; lock table a in access share mode')
  const retried: string[] = []
  const directory = await migrations('create table a (n int)', 'alter table a add m int')
  const result = await migrate(connection, directory, {
    onRetry: (name) => {
      retried.push(name)
      if (retried.length === 2) holder.query('rollback')
    },
  })
  expect(result.applied).toEqual(['0002_step'])
  expect(retried.length).toBeGreaterThanOrEqual(2)
})

test('a migration that meets an older process in a deadlock is tried again', async () => {
  const { connection } = await ownDatabase({ isMigrated: false })
  await migrate(connection, await migrations('create table a (n int); create table b (n int)'))
  const older = await clientOn(connection)
  await older.query(`set deadlock_timeout = '1h'`) // the migration is the one that notices, and is undone
  await older.query('begin; lock table b in row exclusive mode')
  const retried: string[] = []
  const migrated = migrate(
    connection,
    await migrations(
      'create table a (n int); create table b (n int)',
      'alter table a add m int; alter table b add m int',
    ),
    { onRetry: (name) => void retried.push(name) },
  )
  const watcher = await clientOn(connection)
  await until(async () => {
    const { rows } = await watcher.query(
      `select 1 from pg_locks where relation = 'b'::regclass and mode = 'AccessExclusiveLock' and not granted`,
    )
    return rows.length > 0
  })
  await older.query('lock table a in row exclusive mode')
  await older.query('commit')
  expect((await migrated).applied).toEqual(['0002_step'])
  expect(retried.length).toBeGreaterThanOrEqual(1)
})

test('a table that stays in use ends the start with a sentence, and nothing is changed', async () => {
  const { connection } = await ownDatabase({ isMigrated: false })
  await migrate(connection, await migrations('create table a (n int)'))
  const holder = await clientOn(connection)
  await holder.query('begin; lock table a in access share mode')
  const directory = await migrations('create table a (n int)', 'alter table a add m int')
  const refused = migrate(connection, directory, { giveUpAfterMs: 1 })
  await expect(refused).rejects.toBeInstanceOf(StartError)
  await expect(refused).rejects.toThrow(/0002_step found its tables in use/)
  expect((await holder.query('select count(*)::int as n from schema_migrations')).rows).toEqual([{ n: 1 }])
})

/** A user without any right, on a database that grants none to everybody. */
async function weakUser() {
  const { connection, administer } = await ownDatabase({ isMigrated: false })
  const { database } = connection
  const user = `weak_${database}`
  await administer(`create user ${user} password 'weak'`)
  onTestFinished(async () => void (await administer(`drop user ${user}`)))
  const admin = await clientOn(connection)
  await admin.query(`revoke all on database ${database} from public; revoke all on schema public from public`)
  onTestFinished(async () => void (await admin.query(`drop owned by ${user} cascade`).catch(() => {})))
  const url = databaseUrl({ database }).replace(/\/\/[^@]*@/, `//${user}:weak@`)
  return { user, database, url, admin, connection: { ...connection, user, password: 'weak' } }
}

/** Opens the database as the service does. */
const open = (url: string) =>
  openStorage({
    databaseUrl: url,
    dataDir: '',
    migrations: MIGRATIONS,
    role: 'service',
    onProgress: () => {},
    onLostConnection: () => {},
    onEvicted: () => {},
  })

// Guarantees that the rights in the guide are all that is needed, and that the statement in each message solves the problem.
test('each right that a user lacks is named with the line that grants it, and with these alone everything works', async () => {
  const { url, admin, connection } = await weakUser()
  const granted: string[] = []
  let storage: Storage | undefined
  while (!storage) {
    storage = await open(url).catch(async (error) => {
      expect(error).toBeInstanceOf(StartError)
      const [line = ''] = /grant .*;$/.exec(error.message) ?? []
      expect([error.message, granted.includes(line)]).toEqual([
        expect.stringContaining('of DATABASE_URL may not'),
        false,
      ])
      await admin.query(line)
      granted.push(line)
      return undefined
    })
  }
  onTestFinished(storage.close)
  expect(granted.map((line) => line.replace(/"[^"]*"/g, '…'))).toEqual([
    'grant connect on database … to …;',
    'grant usage, create on schema … to …;',
    'grant create on database … to …;',
  ])
  const jobs = startJobs(
    storage,
    [],
    createLog('silent', () => {}),
  )
  await jobs.started
  await jobs.stop()
  // As the guide says: what is made needs the right no more.
  await admin.query(granted[2]?.replace('grant', 'revoke').replace(' to ', ' from ') ?? '')
  await (await open(url)).close()
  const service = await startService({}, undefined, connection)
  const { signIn, app } = await startProject({ service })
  const { session } = await signIn()
  expect((await app('POST', '/v1/posts', { body: { title: 'Dark mode' }, session })).status).toBe(201)
  expect((await fetch(`${service.origin}/readyz`)).status).toBe(200)
  const file = join(await temporaryDirectory(), 'backup.gz')
  expect((await commandLine(['backup', file], { DATABASE_URL: url })).code).toBe(0)
})

test('a queue of jobs that belongs to another user is named at the start', async () => {
  const { user, database, url, admin } = await weakUser()
  await admin.query('create schema jobs')
  await admin.query(`grant all on database ${database} to ${user}; grant all on schema public to ${user}`)
  await expect(open(url)).rejects.toThrow(/The schema jobs belongs to the user .+ may not use it\. Run the service as/)
})

test('a user who may not create tables, or does not own them, is told so without a stack', async () => {
  const { user, url, admin, database, connection } = await weakUser()
  await admin.query(`grant connect, create on database ${database} to ${user}`)
  const first = await runToEnd(['migrate'], { DATABASE_URL: url })
  const line = `grant usage, create on schema "public" to "${user}";`
  expect(first.err).toContain(line)
  expect(first.err).not.toMatch(/^\s+at /m)
  await admin.query(line)
  await migrate({ ...inject('connection'), database }, await migrations('create table a (n int)'))
  await admin.query(`grant all on schema_migrations to ${user}`)
  const refused = migrate(connection, await migrations('create table a (n int)', 'alter table a add m int'))
  await expect(refused).rejects.toBeInstanceOf(StartError)
  await expect(refused).rejects.toThrow(/must be owner of table a/)
})

test('an extension that the server does not have is named', async () => {
  const { connection } = await ownDatabase({ isMigrated: false })
  const refused = migrate(connection, await migrations('create extension if not exists no_such_thing'))
  await expect(refused).rejects.toBeInstanceOf(StartError)
  await expect(refused).rejects.toThrow(/no extension no_such_thing.*contrib/)
})

test('a pooler that gives each transaction another connection is refused in a sentence', async () => {
  const { user, password, database } = inject('connection')
  for (const connections of [2, 5]) {
    const port = await startPooler({ connections })
    const url = `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
    const { code, err } = await runToEnd(['migrate'], { DATABASE_URL: url })
    expect(code).not.toBe(0)
    expect(err).toMatch(
      /pooler that gives each transaction another connection.*Point DATABASE_URL at PostgreSQL itself/,
    )
    expect(err).not.toMatch(/^\s+at /m)
  }
})

test('a pooler that does not accept the settings of a connection is refused in a sentence', async () => {
  const port = await startPooler({ refuses: 'statement_timeout' })
  const { code, err } = await runToEnd(['migrate'], { DATABASE_URL: `postgres://svc:svc@127.0.0.1:${port}/svc` })
  expect(code).not.toBe(0)
  expect(err).toContain('does not accept the setting statement_timeout')
  expect(err).not.toMatch(/^\s+at /m)
})
