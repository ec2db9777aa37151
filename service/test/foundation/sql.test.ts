import { Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { Problem } from '../../src/foundation/problems/index.ts'
import { joinStorage, requestedRows } from '../../src/foundation/storage/index.ts'
import { type Prepared, sqlOn } from '../../src/foundation/storage/sql.ts'
import { Statement } from '../../src/foundation/storage/statement.ts'

async function openDatabase() {
  const database = await joinStorage({ connection: inject('connection'), schemaVersion: 0 }, () => {})
  onTestFinished(() => database.close())
  return database
}

test('values travel as parameters, never as text', async () => {
  const { sql } = await openDatabase()
  const hostile = `'; drop table projects; --`
  expect(await sql`select ${hostile}::text as text, ${[1, 2]}::int[] as list`).toEqual([
    { text: hostile, list: [1, 2] },
  ])
})

test('a template can be part of another, and an empty one adds nothing', async () => {
  const { sql } = await openDatabase()
  const only = (least: number | undefined) => (least === undefined ? sql`` : sql`where n >= ${least}`)
  const count = async (least: number | undefined) =>
    (await sql<{ count: number }[]>`select count(*) from generate_series(1, ${10}) as n ${only(least)}`)[0]?.count
  expect(await count(undefined)).toBe(10)
  expect(await count(8)).toBe(3)
})

// Guarantees that a statement is never taken for another one that consists of the same templates and as many values.
test('the same templates at other places are another statement', async () => {
  const { sql } = await openDatabase()
  const both = async (first: unknown, second: unknown) => (await sql`select ${first}::int - ${second}::int as n`)[0]?.n
  const three = () => sql`(${1}::int + ${2}::int)`
  expect(await both(three(), 5)).toBe(-2)
  expect(await both(5, three())).toBe(2)
  expect(await both(three(), three())).toBe(0)
  expect(await both(5, 7)).toBe(-2)
})

// Guarantees that what is stored about a statement's columns is renewed when they change.
test('rows are read by the columns that the table has now', async () => {
  const read = async () => (await openDatabase()).sql`select * from reader_test`
  const { sql } = await openDatabase()
  onTestFinished(async () => void (await sql`drop table if exists reader_test`))
  await sql`create table reader_test as select 1 as n, 'a' as text`
  expect(await read()).toEqual([{ n: 1, text: 'a' }])
  await sql`alter table reader_test alter column n type text`
  expect(await read()).toEqual([{ n: '1', text: 'a' }])
  await sql`alter table reader_test drop column text, add column flag boolean default true`
  expect(await read()).toEqual([{ n: '1', flag: true }])
})

// Guarantees that its columns, which are kept by this object, are worked out once.
test('a statement is the same object at each run, also if it is planned anew', async () => {
  const run = new Set<Prepared>()
  const sql = sqlOn(async (prepared) => [...run.add(prepared)])
  const statement = (value: number) => sql`select ${value}::int as n`
  for (const value of [1, 2]) await Promise.all([statement(value), statement(value).plannedAnew()])
  const [named, unnamed] = [...run]
  expect([run.size, typeof named?.name, unnamed]).toEqual([2, 'string', { text: named?.text }])
})

// Guarantees that a look-up by ids costs no planning at every use: for few ids PostgreSQL would otherwise find a plan of their own cheaper.
test('a look-up by ids is planned once, for any number of them', async () => {
  const database = await openDatabase()
  onTestFinished(async () => void (await database.sql`drop table if exists wanted_test`))
  await database.sql`create table wanted_test (project_id text, id text, primary key (project_id, id))`
  await database.sql`insert into wanted_test select 'one', n::text from generate_series(1, 2000) as n`
  await database.sql`analyze wanted_test`
  await database.transaction(async (sql) => {
    for (let uses = 0; uses < 8; uses += 1) {
      const ids = uses % 2 === 0 ? ['7'] : ['1900', '4', 'none']
      const found = await sql<{ id: string }[]>`
        select t.id from ${requestedRows(sql, 'one', ids)} as asked
        join wanted_test t on t.project_id = asked.project_id and t.id = asked.id order by asked.place`
      expect(found.map(({ id }) => id)).toEqual(ids.filter((id) => id !== 'none'))
    }
    const plans = await sql`
      select custom_plans as anew, generic_plans as once from pg_prepared_statements where statement like '%wanted_test t on%'
        and statement not like '%pg_prepared_statements%'`
    expect(plans).toEqual([{ anew: 5, once: 3 }]) // PostgreSQL compares after five uses
  })
})

// Guarantees that no request takes more processes of the server than it has connections.
test('a statement is run by one process of the server', async () => {
  const { sql } = await openDatabase()
  expect(await sql`select current_setting('max_parallel_workers_per_gather') as more`).toEqual([{ more: '0' }])
})

async function openConnection() {
  const client = new pg.Client(inject('connection'))
  await client.connect()
  onTestFinished(() => client.end())
  const told: string[] = []
  const { connection } = client as unknown as { connection: pg.Connection } // pg's types keep it to themselves
  for (const message of ['rowDescription', 'noData']) connection.on(message, () => told.push(message))
  return { client, told }
}

// Guarantees that rows do not live as long as pg keeps their statement: each collection of young objects would copy them.
test('a statement that has ended keeps no rows', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const { client } = await openConnection()
  const statement = new Statement({ name: 'kept', text: 'select 1 as n' }, [], 'kept')
  const rows = new WeakRef(await statement.runOn(client))
  await new Promise((turn) => setImmediate(turn)) // until then, what a WeakRef refers to is kept
  collect()
  expect([statement.text, rows.deref()]).toEqual(['select 1 as n', undefined])
})

test('a connection tells the columns of a prepared statement once', async () => {
  const { client, told } = await openConnection()
  const rows = { name: 'rows', text: 'select $1::int as n' }
  for (const n of [1, 2, 3]) expect(await new Statement(rows, [n], rows.name).runOn(client)).toEqual([{ n }])
  expect(told).toEqual(['rowDescription'])
  const none = { name: 'none', text: `select set_config('svc.test', $1, false) where false` }
  for (const n of ['1', '2']) expect(await new Statement(none, [n], none.name).runOn(client)).toEqual([])
  await client.query('create temporary table told_test (n int)')
  const noColumns = { name: 'no columns', text: 'insert into told_test values ($1)' }
  for (const n of [1, 2, 3]) expect(await new Statement(noColumns, [n], noColumns.name).runOn(client)).toEqual([])
  expect(told).toEqual(['rowDescription', 'rowDescription', 'noData'])
})

test('statements that are sent together leave in one packet, and each has its own answer', async () => {
  let packets = 0
  class Counting extends Socket {
    override _writev(...words: Parameters<NonNullable<Socket['_writev']>>): void {
      packets += 1
      super._writev?.(...words)
    }
  }
  const client = new pg.Client({ ...inject('connection'), pipeline: true, stream: () => new Counting() })
  await client.connect()
  onTestFinished(() => client.end())
  const prepared = { name: 'sent together', text: 'select $1::int as n' }
  const run = (n: number) => new Statement(prepared, [n], prepared.name).runOn(client)
  await run(0)
  packets = 0
  expect(await Promise.all([run(1), run(2), run(3)])).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]])
  expect(packets).toBe(1)
})

// Guarantees that rows are never read by the columns of yesterday, though these are told once.
test('a prepared statement whose columns changed is refused on its connection', async () => {
  const { client } = await openConnection()
  await client.query(`create temporary table changed_test as select 1 as n, 'a' as text`)
  const prepared = { name: 'changed', text: 'select * from changed_test' }
  const read = () => new Statement(prepared, [], prepared.name).runOn(client)
  expect(await read()).toEqual([{ n: 1, text: 'a' }])
  await client.query('alter table changed_test alter column n type text')
  await expect(read()).rejects.toMatchObject({ code: '0A000' })
})

// Guarantees that a value that cannot be read harms neither the process nor the statements beside it.
test('a row that cannot be read fails its own statement alone', async () => {
  const { transaction } = await openDatabase()
  const { MACADDR } = pg.types.builtins
  const parse = pg.types.getTypeParser(MACADDR)
  onTestFinished(() => pg.types.setTypeParser(MACADDR, parse))
  pg.types.setTypeParser(MACADDR, () => {
    throw new Error('no address')
  })
  await transaction(async (sql) => {
    const [unreadable, readable] = await Promise.allSettled([
      sql`select macaddr '08:00:2b:01:02:03' as at`,
      sql`select 1 as one`,
    ])
    expect(unreadable).toMatchObject({ status: 'rejected', reason: { message: 'no address' } })
    expect(readable).toMatchObject({ status: 'fulfilled', value: [{ one: 1 }] })
  })
})

test('each text is prepared once on a connection, under a name of its own', async () => {
  const database = await openDatabase()
  await database.transaction(async (sql) => {
    for (const value of [1, 2, 3]) await sql`select ${value}::int as canary_of_prepared_statements`
    const rows = await sql<{ statement: string }[]>`
      select statement from pg_prepared_statements where statement like ${'%canary_of_prepared%'} and statement not like ${'%pg_prepared_statements%'}`
    expect(rows).toHaveLength(1)
  })
})

test('a transaction that fails leaves nothing behind', async () => {
  const database = await openDatabase()
  await database.sql`create table if not exists sql_test (n int)`
  await database.sql`delete from sql_test`
  const failed = database.transaction(async (sql) => {
    await sql`insert into sql_test values (1)`
    throw new Error('changed my mind')
  })
  await expect(failed).rejects.toThrow('changed my mind')
  expect(await database.sql`select * from sql_test`).toEqual([])
  await database.sql`drop table sql_test`
})

test('counts arrive as numbers and times as dates', async () => {
  const { sql } = await openDatabase()
  const [row] = await sql`select count(*) as count, timestamptz '2026-01-02T03:04:05Z' as at from (values (1), (2)) v`
  expect(row).toEqual({ count: 2, at: new Date('2026-01-02T03:04:05Z') })
})

// A statement that has read many rows gets a function of its own.
test('the rows of a long list are all read alike, whatever their columns are called', async () => {
  const { sql } = await openDatabase()
  const rows = await sql`
    select n, case when n % 2 = 0 then 'even' end as even, case when n % 3 = 0 then json_build_object('of', n) end as three,
      n % 2 = 1 as "is ""odd""", timestamptz 'epoch' + n * interval '1 second' as at, n
    from generate_series(1, 250) as n`
  const expected = Array.from({ length: 250 }, (_, before) => {
    const n = before + 1
    const three = n % 3 === 0 ? { of: n } : null
    return { n, even: n % 2 === 0 ? 'even' : null, three, 'is "odd"': n % 2 === 1, at: new Date(n * 1000) }
  })
  expect(rows).toEqual(expected)
})

test('a connection that the server cuts is a 503 for who waits, and the next statement works', async () => {
  const database = await openDatabase()
  const victim = database.transaction(async (sql) => {
    const [me] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
    await Promise.all([sql`select pg_sleep(5)`, database.sql`select pg_terminate_backend(${me?.pid})`])
  })
  await expect(victim).rejects.toMatchObject({ kind: { code: 'unavailable' }, headers: { 'retry-after': '1' } })
  await expect(victim).rejects.toBeInstanceOf(Problem)
  expect(await database.sql`select 1 as one`).toEqual([{ one: 1 }])
})

// Guarantees that a step of this machine's clock does not move the rules about time.
test('time is the database’s, whatever this machine’s clock says', async () => {
  const { clock, sql } = await openDatabase()
  const real = Date.now
  try {
    Date.now = () => real() + 300_000
    const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`
    expect(Math.abs(clock.now().getTime() - (row?.now.getTime() ?? 0))).toBeLessThan(60_000)
    expect(clock.aheadMs()).toBeGreaterThan(240_000)
  } finally {
    Date.now = real
  }
})
