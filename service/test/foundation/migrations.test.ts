import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { migrate, StartError } from '../../src/foundation/storage/index.ts'
import { MIGRATIONS } from '../harness/paths.ts'
import { temporaryDirectory } from '../harness/process.ts'

let databases = 0

/** An empty database of its own, and a directory of migrations to play with. */
async function emptyDatabase(...texts: string[]) {
  const server = inject('connection')
  const name = `migrations_${process.pid}_${++databases}`
  const admin = new pg.Client(server)
  await admin.connect()
  await admin.query(`create database ${name}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  const directory = await temporaryDirectory()
  const write = async (list: string[]) => {
    await mkdir(directory, { recursive: true })
    for (const [place, text] of list.entries()) await writeFile(join(directory, `000${place + 1}_step.sql`), text)
  }
  await write(texts)
  const connection = { ...server, database: name }
  const query = async (text: string) => {
    const client = new pg.Client(connection)
    await client.connect()
    return client.query(text).finally(() => client.end())
  }
  return { connection, directory, write, query }
}

test('an empty database is brought up to this build, and a second run changes nothing', async () => {
  const { connection } = await emptyDatabase()
  const first = await migrate(connection, MIGRATIONS)
  expect(first.applied.length).toBeGreaterThan(0)
  expect(await migrate(connection, MIGRATIONS)).toEqual({ version: first.version, applied: [] })
})

// Guarantees that any number of processes may start at once: each migration is applied by one of them.
test('eight processes that start at once apply each migration once', async () => {
  const { connection, directory, query } = await emptyDatabase(
    'create table a (n int); insert into a values (1)',
    'insert into a values (2)',
  )
  const results = await Promise.all(Array.from({ length: 8 }, () => migrate(connection, directory)))
  expect(results.flatMap(({ applied }) => applied).sort()).toEqual(['0001_step', '0002_step'])
  expect((await query('select n from a order by n')).rows).toEqual([{ n: 1 }, { n: 2 }])
})

test('a half-migrated database is carried on from where it stopped', async () => {
  const { connection, directory, write } = await emptyDatabase('create table a (n int)')
  await migrate(connection, directory)
  await write(['create table a (n int)', 'alter table a add m int', 'alter table a add o int'])
  expect((await migrate(connection, directory)).applied).toEqual(['0002_step', '0003_step'])
})

test('a migration that fails in the middle leaves nothing of itself', async () => {
  const { connection, directory, write, query } = await emptyDatabase('create table a (n int); select 1 / 0')
  await expect(migrate(connection, directory)).rejects.toThrow('division by zero')
  expect((await query(`select to_regclass('a') as a`)).rows).toEqual([{ a: null }])
  await write(['create table a (n int)'])
  expect((await migrate(connection, directory)).applied).toEqual(['0001_step'])
})

test('a database that is newer than the build is refused, untouched, with both names', async () => {
  const { connection, query } = await emptyDatabase()
  await migrate(connection, MIGRATIONS)
  await query(`insert into schema_migrations (version, name, checksum) values (9999, '9999_future', 'x')`)
  const refused = migrate(connection, MIGRATIONS)
  await expect(refused).rejects.toBeInstanceOf(StartError)
  await expect(refused).rejects.toThrow(/newer than this build.*9999_future/)
})

// Guarantees a rolling upgrade: the older build can start, and stay, on the tables of the newer one.
test('a newer database that serves this build is left as it is, until a migration does not', async () => {
  const { connection, directory, write, query } = await emptyDatabase('create table a (n int)')
  await write(['create table a (n int)', '-- serves 0001\nalter table a add m int'])
  await migrate(connection, directory)
  const older = await temporaryDirectory()
  await writeFile(join(older, '0001_step.sql'), 'create table a (n int)')
  expect(await migrate(connection, older)).toEqual({ version: 1, applied: [] })
  await write([
    'create table a (n int)',
    '-- serves 0001\nalter table a add m int',
    '-- serves 0002\nalter table a add o int',
  ])
  await migrate(connection, directory)
  await expect(migrate(connection, older)).rejects.toThrow(/newer than this build.*0003_step/)
  expect((await query('select version, serves from schema_migrations order by version')).rows).toEqual([
    { version: 1, serves: null },
    { version: 2, serves: 1 },
    { version: 3, serves: 2 },
  ])
})

test('a database of a build whose migrations did not say whom they serve is carried on', async () => {
  const { connection, directory, write, query } = await emptyDatabase('create table a (n int)')
  await migrate(connection, directory)
  await query('alter table schema_migrations drop column serves')
  await write(['create table a (n int)', '-- serves 0001\nalter table a add m int'])
  expect((await migrate(connection, directory)).applied).toEqual(['0002_step'])
})

// Guarantees that an index is built beside traffic, and that a build that was broken off is not taken for one.
test('an index is built outside a transaction, and one that was left unfinished is built again', async () => {
  const index = 'create unique index concurrently if not exists a_by_n on a (n)'
  const { connection, directory, write, query } = await emptyDatabase('create table a (n int)')
  await migrate(connection, directory)
  await query('insert into a values (1), (1)')
  await write(['create table a (n int)', `-- serves 0001\n-- one by one\n-- finds a row\n${index};\n`])
  await expect(migrate(connection, directory)).rejects.toThrow('could not create unique index')
  const validity = `select indisvalid from pg_index where indexrelid = 'a_by_n'::regclass`
  expect((await query(validity)).rows).toEqual([{ indisvalid: false }])
  await query('delete from a')
  expect((await migrate(connection, directory)).applied).toEqual(['0002_step'])
  expect((await query(validity)).rows).toEqual([{ indisvalid: true }])
})

// Guarantees that no statement of a migration holds its tables for longer than a second.
test('a statement of a migration that takes too long is undone', async () => {
  const { connection, directory, write, query } = await emptyDatabase('create table a (n int)')
  await migrate(connection, directory)
  await write(['create table a (n int)', '-- serves 0001\nalter table a add m int;\nselect pg_sleep(60)'])
  await expect(migrate(connection, directory, { giveUpAfterMs: 1 })).rejects.toThrow(
    /0002_step found its tables in use/,
  )
  expect((await query('select count(*)::int as n from schema_migrations')).rows).toEqual([{ n: 1 }])
})

// Guarantees that a process with nothing to apply starts at once, although another one builds an index for an hour.
test('a process with nothing to apply does not wait for one that migrates', async () => {
  const { connection, directory } = await emptyDatabase('create table a (n int)')
  await migrate(connection, directory)
  const other = new pg.Client(connection)
  await other.connect()
  await other.query('select pg_advisory_lock(7310562014)')
  expect(await migrate(connection, directory)).toEqual({ version: 1, applied: [] })
  await other.end()
})

test('a migration that was changed after it had been applied is refused', async () => {
  const { connection, directory, write } = await emptyDatabase('create table a (n int)')
  await migrate(connection, directory)
  await write(['create table a (n bigint)'])
  await expect(migrate(connection, directory)).rejects.toThrow(/does not fit this build at 0001_step.*other content/)
})

test('migrations are numbered without gaps', async () => {
  const { connection, directory } = await emptyDatabase('select 1')
  await writeFile(join(directory, '0003_late.sql'), 'select 1')
  await expect(migrate(connection, directory)).rejects.toThrow('without gaps')
  expect(await readFile(join(directory, '0001_step.sql'), 'utf8')).toBe('select 1')
})
