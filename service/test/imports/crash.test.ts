import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import {
  advanceImport,
  giveUpImports,
  type Import,
  importById,
  startImport,
  sweepImports,
  sweepLostRows,
} from '../../src/domain/imports/index.ts'
import { databaseUrl } from '../harness/database-url.ts'
import { emptiedDatabase, emptiedService } from '../harness/emptied-database.ts'
import { type OwnDatabase, ownDatabase } from '../harness/own-database.ts'
import { runMain, runToEnd as runToExit, temporaryDirectory, until } from '../harness/process.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import { startService } from '../harness/service.ts'
import { importLines, ndjson, runToEnd } from './importing.ts'

const POSTS = 1_600

const LINES = Array.from({ length: POSTS }, (_, place) => [
  { type: 'vote', post: `p${place}`, user: { external_id: `u${place % 40}`, email: `u${place % 40}@example.com` } },
  { type: 'post', external_id: `p${place}`, title: `Idea number ${place}`, author: { external_id: `u${place % 30}` } },
  { type: 'comment', external_id: `c${place}`, post: `p${place}`, body: 'Yes, please.' },
]).flat()

async function rowsOf({ service, project }: TestProject) {
  const [row] = await service.database.sql<Record<string, number>[]>`
    select count(*) as posts, count(distinct title) as titles, max(number) as last_number,
      (select count(*) from votes v where v.project_id = ${project.id}) as votes,
      (select count(*) from comments c where c.project_id = ${project.id}) as comments,
      (select count(*) from users u where u.project_id = ${project.id}) as users,
      (select sum(s.vote_count)::int from post_standings s where s.project_id = ${project.id}) as counted_votes,
      (select sum(s.comment_count)::int from post_standings s where s.project_id = ${project.id}) as counted_comments
    from posts p where p.project_id = ${project.id}`
  return row
}

const WHOLE = {
  posts: POSTS,
  titles: POSTS,
  last_number: POSTS,
  votes: POSTS,
  comments: POSTS,
  users: 40,
  counted_votes: POSTS,
  counted_comments: POSTS,
}

const environmentOf = ({ connection }: OwnDatabase) => ({
  DATABASE_URL: databaseUrl({ database: connection.database }),
  API_ORIGIN: 'http://api.example',
  BOARD_ORIGIN: 'http://{slug}.boards.example',
})

// Guarantees that kill -9 at any moment of an import leaves whole portions, and that the same command, given again, brings the rest and nothing twice.
test('an import whose process is killed goes on when the command is repeated, and adds everything once', async () => {
  const directory = await temporaryDirectory()
  const database = await ownDatabase()
  const own = await startProject({ service: await startService({}, undefined, database.connection) })
  const file = join(directory, 'records.ndjson')
  await writeFile(file, ndjson(LINES))
  const words = ['import', '--project', own.project.slug, '--from', 'ndjson', file]

  const barrier = await barrierAt(database.connection, POSTS / 2)
  const killed = runMain(words, environmentOf(database))
  await until(async () => killed.child.exitCode !== null || (await barrier.isReached()))
  killed.child.kill('SIGKILL')
  expect(await killed.ended, killed.err()).toMatchObject({ signal: 'SIGKILL' })
  await barrier.lift()
  const left = await rowsOf(own)
  expect(left?.posts).toBeGreaterThan(0)
  expect(left?.posts).toBeLessThan(POSTS)
  expect(left).toMatchObject({ votes: left?.posts, comments: left?.posts, counted_votes: left?.posts })
  const { body: before } = await own.server('GET', '/v1/imports')
  expect(before.data).toMatchObject([{ state: 'running', made: { posts: left?.posts } }])

  const again = await runToExit(words, environmentOf(database))
  expect(again, again.err).toMatchObject({ code: 0, out: expect.stringContaining('done') })
  expect(await rowsOf(own)).toEqual(WHOLE)
  const told = await own.service.database.sql<{ name: string; rows: number }[]>`
    select relname as name, reltuples::int as rows from pg_class where oid in ('posts'::regclass, 'import_rows'::regclass) order by relname`
  // The planner knows that the tables have grown.
  expect(told).toMatchObject([{ name: 'import_rows' }, { name: 'posts' }])
  expect(told[0]?.rows).toBeGreaterThanOrEqual(LINES.length)
  expect(told[1]?.rows).toBeGreaterThanOrEqual(100)
  const { body: after } = await own.server('GET', '/v1/imports')
  expect(after.data).toMatchObject([
    { state: 'done', progress: 1, made: { posts: 0, votes: 0, comments: 0 } },
    { state: 'done', progress: 1, made: { posts: POSTS, votes: POSTS, comments: POSTS } },
  ])
})

// Guarantees that a command, which may run for hours, outlives a restart of its database.
test('an import whose database is away for a while goes on by itself', async () => {
  const directory = await temporaryDirectory()
  const database = await ownDatabase()
  const own = await startProject({ service: await startService({}, undefined, database.connection) })
  const file = join(directory, 'records.ndjson')
  await writeFile(file, ndjson(LINES.slice(0, 30)))
  const barrier = await barrierAt(database.connection, 5)
  const run = runMain(['import', '--project', own.project.slug, '--from', 'ndjson', file], environmentOf(database))
  await until(async () => run.child.exitCode !== null || (await barrier.isReached()))

  const { database: name } = database.connection
  await database.administer(`alter database ${name} allow_connections false`)
  await database.administer(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> ${barrier.pid}`,
  )
  await until(() => run.child.exitCode !== null || run.err().includes('does not answer'))
  await database.administer(`alter database ${name} allow_connections true`)
  await barrier.lift()
  expect(await run.ended, run.err()).toMatchObject({ code: 0 })
  expect(await rowsOf(own)).toMatchObject({ posts: 10, titles: 10, votes: 10, comments: 10 })
})

/** Stops whoever inserts the post with this number, in the middle of a portion. */
async function barrierAt(connection: OwnDatabase['connection'], number: number) {
  const client = new pg.Client(connection)
  await client.connect()
  onTestFinished(async () => {
    await client.query('drop function if exists wait_here cascade')
    await client.end()
  })
  await client.query(`
    select pg_advisory_lock(1);
    create function wait_here() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(1); return new; end';
    create trigger waits_here before insert on posts for each row when (new.number = ${number}) execute function wait_here()`)
  const waiting = async () => {
    const { rows } = await client.query(`
      select count(*) filter (where not granted)::int as waiting, count(*) filter (where pid <> pg_backend_pid())::int as others
      from pg_locks where locktype = 'advisory' and objid = 1 and database = (select oid from pg_database where datname = current_database())`)
    return rows[0]
  }
  const { rows: self } = await client.query('select pg_backend_pid() as pid')
  return {
    /** Of the connection that holds it. */
    pid: self[0].pid as number,
    isReached: async () => (await waiting()).waiting === 1,
    /** What the killed process left in the server goes on, finds nobody to answer to, and is undone. */
    lift: async () => {
      await client.query('select pg_advisory_unlock(1)')
      await until(async () => (await waiting()).others === 0)
      await client.query('drop trigger waits_here on posts')
    },
  }
}

// Guarantees that a crash of PostgreSQL, which empties the rows that wait, ends in a sentence, and that the file can be sent again.
test('an import whose rows are gone fails, and the same file brings the rest', async () => {
  const own = await startProject()
  const some = LINES.slice(0, 30)
  const { id, number } = await importLines(own, some, { isDryRun: true })
  await own.service.database.sql`delete from import_rows where import_number = ${number}`
  await startImport(own.call(), id)
  expect(await runToEnd(own, id)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('Send the file again'),
  })
  expect(await hasStagedRows(own, number)).toBe(false)
  expect(await importLines(own, some)).toMatchObject({ state: 'done', made: { posts: 10, votes: 10, comments: 10 } })
})

// Guarantees that the texts and addresses of a file do not stay when its import ends in a fault of the service.
test('an import that fails in the middle leaves no rows of its file', async () => {
  const own = await startProject()
  const { id, number } = await importLines(own, LINES.slice(0, 30), { isDryRun: true })
  await startImport(own.call(), id)
  await own.service.database
    .sql`update import_rows set content = '{"tags": 1}' where import_number = ${number} and kind = 'post'`
  expect(await hasStagedRows(own, number)).toBe(true)
  await expect(runToEnd(own, id)).rejects.toThrow()
  expect(await importById(own.call(), id)).toMatchObject({ state: 'failed', failure: expect.stringContaining('log') })
  expect(await hasStagedRows(own, number)).toBe(false)
})

// Guarantees that texts and addresses do not stay when their import is deleted, with its project or alone.
test('the rows of an import that was deleted are swept', async () => {
  const own = await startProject()
  const [gone, kept] = [
    await importLines(own, LINES.slice(0, 30), { isDryRun: true }),
    await importLines(own, LINES.slice(0, 3), { isDryRun: true }),
  ]
  await own.service.database.sql`delete from imports where number = ${gone.number}`
  expect(await hasStagedRows(own, gone.number)).toBe(true)
  while ((await sweepLostRows(own.call())) > 0) {}
  expect(await hasStagedRows(own, gone.number)).toBe(false)
  expect(await hasStagedRows(own, kept.number)).toBe(true)
})

// Guarantees that what nobody goes on with is given up after a day, for the reason that it has, and leaves no rows.
test('an import that nobody starts, and one whose file broke off, are given up after a day', async () => {
  const own = await startProject()
  const { sql } = own.service.database
  const [some, aDay] = [LINES.slice(0, 3), 24 * 60 * 60 * 1000]
  const [checked, cut, young] = [
    await importLines(own, some, { isDryRun: true }),
    await importLines(own, some, { isDryRun: true }),
    await importLines(own, some, { isDryRun: true }),
  ]
  await sql`update imports set state = 'receiving' where number = ${cut.number}`
  await sql`update imports set updated_at = ${new Date(Date.now() - aDay - 60_000)} where number = any (${[checked.number, cut.number]})`
  await giveUpImports(own.call())
  const after = ({ id }: Import) => importById(own.call(), id)
  expect(await after(checked)).toMatchObject({ state: 'failed', failure: 'Nobody started it within a day.' })
  expect(await after(cut)).toMatchObject({ state: 'failed', failure: 'Its file did not come to its end within a day.' })
  expect(await after(young)).toMatchObject({ state: 'checked', failure: undefined })
  const rows = [checked, cut, young].map(({ number }) => hasStagedRows(own, number))
  expect(await Promise.all(rows)).toEqual([false, false, true])
})

/** After what has ended was swept. */
async function hasStagedRows(own: TestProject, number: number): Promise<boolean> {
  while (await sweepImports(own.call())) {}
  const rows = await own.service.database.sql`select 1 from import_rows where import_number = ${number} limit 1`
  return rows.length > 0
}

// Guarantees that a file which is sent twice at once is added once: the second import waits, whoever works on it.
test('two imports of the same records at once add everything once', async () => {
  const own = await startProject({ service: await emptiedService() })
  const some = LINES.slice(0, 30)
  const first = await importLines(own, some, { isDryRun: true })
  const second = await importLines(own, some, { isDryRun: true })
  for (const { id } of [first, second]) await startImport(own.call(), id)
  const barrier = await barrierAt(await emptiedDatabase(), 5)
  const running = runToEnd(own, first.id)
  await until(barrier.isReached)
  for (let tries = 0; tries < 10; tries += 1) expect(await advanceImport(own.call())).toBe(false)
  await barrier.lift()
  await running
  const made = async ({ id }: { id: Import['id'] }) => (await importById(own.call(), id)).made
  expect(await made(first)).toMatchObject({ posts: 10, votes: 10, comments: 10 })
  expect(await made(second)).toMatchObject({ posts: 0, votes: 0, comments: 0 })
  expect(await rowsOf(own)).toMatchObject({ posts: 10, titles: 10, votes: 10, comments: 10, counted_votes: 10 })
})
