import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../src/foundation/storage/database.ts'
import { keepsStatements } from '../../src/foundation/storage/pooler.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { until } from '../harness/process.ts'

/** One connection, used as if a pooler were in between that keeps statements. PostgreSQL itself does that. */
async function openPooled() {
  const { connection } = await ownDatabase()
  const admin = new pg.Client(connection)
  await admin.connect()
  await admin.query(`create table things as select 1 as n`)
  const pooled = { ...connection, keepsStatements: true }
  const database = await connect({ connection: { ...connection, pooled, max: 1 }, onLostConnection: () => {} })
  onTestFinished(async () => {
    await admin.end()
    await database.close()
  })
  const { sql, transaction } = database
  const things = () => sql`select * from things`
  const prepared = async () => {
    const rows = await sql<{ statement: string }[]>`
      select statement from pg_prepared_statements where statement like '%from things%' and statement not like '%like%'`
    return rows.map(({ statement }) => statement)
  }
  await until(async () => (await things()) && (await prepared()).length > 0)
  return { admin, sql, transaction, things, prepared }
}

test('statements are prepared under names of the schema, and a changed table gets other names', async () => {
  const { admin, transaction, things, prepared } = await openPooled()
  const { rows } = await admin.query('select count(*)::int as n from schema_migrations')
  const [first] = await prepared()
  expect(first).toMatch(new RegExp(`^select \\* from things\\n-- [\\w-]{32}\\.${rows[0].n}$`))

  await admin.query('alter table things add column later int default 7')
  expect(await things()).toEqual([{ n: 1, later: 7 }])
  expect((await prepared()).filter((statement) => statement !== first)).toHaveLength(1)

  await admin.query('alter table things add column last int default 8')
  await expect(transaction(async (sql) => await sql`select * from things`)).rejects.toMatchObject({
    kind: { code: 'unavailable', status: 503 },
  })
  expect(await transaction(async (sql) => await sql`select * from things`)).toEqual([{ n: 1, later: 7, last: 8 }])
})

test('a pooler that forgets statements costs no answer, and gets none with a name any more', async () => {
  const { sql, things, prepared } = await openPooled()
  await sql`deallocate all`
  expect(await things()).toEqual([{ n: 1 }])
  expect(await things()).toEqual([{ n: 1 }])
  expect(await prepared()).toEqual([])
})

// PgBouncer ends a connection on which a refused statement is prepared again.
test('a connection on which a statement could not be prepared is not used again', async () => {
  const { sql, transaction } = await openPooled()
  const pidOf = async () => (await sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid
  const before = await pidOf()
  await expect(transaction((sql) => Promise.all([sql`select 1 / 0`, sql`select 2 as behind`]))).rejects.toThrow('zero')
  const after = await pidOf()
  expect(after).not.toBe(before)
  await expect(
    transaction((sql) => Promise.all([sql`select 1 / n from things where n = 0 or 1 / (n - 1) > 0`])),
  ).rejects.toThrow('zero')
  expect(await pidOf()).toBe(after)
})

test('connections of their own show nothing about a pooler', async () => {
  const { connection } = await ownDatabase({ isMigrated: false })
  expect(await keepsStatements(connection)).toBe(false)
})
