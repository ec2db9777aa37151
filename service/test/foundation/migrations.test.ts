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
