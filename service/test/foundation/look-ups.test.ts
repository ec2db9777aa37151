import { connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { joinStorage } from '../../src/foundation/storage/index.ts'
import { openLookUps } from '../../src/foundation/storage/look-ups.ts'
import { sqlOn } from '../../src/foundation/storage/sql.ts'
import { NAMES_AS_WRITTEN } from '../../src/foundation/storage/statement-names.ts'

async function openDatabase() {
  const database = await joinStorage({ connection: inject('connection'), schemaVersion: 0 }, () => {})
  onTestFinished(() => database.close())
  const other = new pg.Client(inject('connection'))
  await other.connect()
  onTestFinished(() => other.end())
  const lines = await expect
    .poll(() => linesOf(database.sql))
    .toHaveLength(2)
    .then(() => linesOf(database.sql))
  return { ...database, other, lines }
}

/** The server processes that look-ups use, without those of the pool. */
async function linesOf(sql: Awaited<ReturnType<typeof joinStorage>>['sql']): Promise<number[]> {
  const rows = await Promise.all(
    Array.from({ length: 20 }, async () =>
      sql<{ pid: number; name: string }[]>`
        select pg_backend_pid() as pid, current_setting('application_name') as name`.asLookUp(),
    ),
  )
  return [...new Set(rows.flat().flatMap(({ pid, name }) => (name === 'svc look-ups' ? [pid] : [])))]
}

/** Lines without a pool behind them, for which no machine is too slow. */
function openLines(lines: number) {
  const lookUps = openLookUps({
    connection: inject('connection'),
    names: NAMES_AS_WRITTEN,
    lines,
    overPool: async () => [{ by: 'pool' }],
    onFailure: () => {},
    times: { heldUp: 600_000, givenUp: 600_000, idle: 600_000, old: 600_000 },
  })
  onTestFinished(() => lookUps.close())
  return sqlOn(lookUps.run)
}

test('look-ups of many requests share two connections, and each gets its own answer', async () => {
  const sql = openLines(2)
  const ask = async (n: number) =>
    (await sql<{ n: number; pid: number }[]>`select ${n}::int as n, pg_backend_pid() as pid`.asLookUp())[0]
  await expect.poll(async () => new Set((await Promise.all([1, 2, 3, 4].map(ask))).map((row) => row?.pid)).size).toBe(2)
  const numbers = Array.from({ length: 100 }, (_, n) => n)
  const answers = await Promise.all(numbers.map(ask))
  expect(answers.map((row) => row?.n)).toEqual(numbers)
  expect(new Set(answers.map((row) => row?.pid)).size).toBe(2)
})

test('a look-up that fails fails alone', async () => {
  const { sql } = await openDatabase()
  const parts = Array.from({ length: 30 }, (_, n) => sql`select 1 / ${n % 10}::int as part`.asLookUp())
  const results = await Promise.allSettled(parts)
  expect(results.map(({ status }) => status === 'rejected')).toEqual(parts.map((_, n) => n % 10 === 0))
})

// Guarantees that one slow look-up does not make the requests behind it wait.
test('a slow look-up holds up nobody: those behind it are answered by the pool', async () => {
  const { sql, other } = await openDatabase()
  const key = 7_140_001
  await other.query('select pg_advisory_lock($1)', [key])
  const slow = [1, 2].map(() => sql`select pg_advisory_xact_lock(${key}::bigint)::text as at`.asLookUp().then())
  const behind = await Promise.all(
    Array.from({ length: 30 }, async (_, n) => (await sql`select ${n}::int as n`.asLookUp())[0]?.n),
  )
  expect(behind).toEqual(Array.from({ length: 30 }, (_, n) => n))
  await other.query('select pg_advisory_unlock($1)', [key])
  expect(await Promise.all(slow)).toEqual([[{ at: '' }], [{ at: '' }]])
})

// Guarantees that nobody gets a 503 because a connection for look-ups was lost.
test('look-ups are answered while their connections are lost, and new connections are made', async () => {
  const { sql, other, lines } = await openDatabase()
  const asked = Array.from({ length: 200 }, async (_, n) => {
    if (n === 50) await other.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [lines])
    return (await sql`select ${n}::int as n`.asLookUp())[0]?.n
  })
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 200 }, (_, n) => n))
  expect(await sql`select 1 as n`.asLookUp()).toEqual([{ n: 1 }])
  await expect.poll(async () => (await linesOf(sql)).filter((pid) => !lines.includes(pid))).toHaveLength(2)
})

test('in a transaction a look-up sees what the transaction wrote', async () => {
  const { transaction } = await openDatabase()
  await transaction(async (sql) => {
    await sql`create temp table written (n int) on commit drop`
    await sql`insert into written values (${3})`
    expect(await sql`select n from written`.asLookUp()).toEqual([{ n: 3 }])
  })
})

test('nothing can be written by a look-up', async () => {
  const { sql } = await openDatabase()
  await expect(sql`select nextval('event_seq')`.asLookUp().then()).rejects.toMatchObject({ cause: { code: '25006' } })
})

// Guarantees that a process goes on while a newer one migrates the database.
test('a look-up is answered after its columns have changed', async () => {
  const { sql, other } = await openDatabase()
  onTestFinished(async () => void (await other.query('drop table if exists look_up_test')))
  await other.query('create table look_up_test as select 1 as n')
  const look = () =>
    Promise.all(Array.from({ length: 20 }, async () => (await sql`select * from look_up_test`.asLookUp())[0]))
  expect(new Set((await look()).map((row) => JSON.stringify(row)))).toEqual(new Set(['{"n":1}']))
  await other.query("alter table look_up_test alter column n type text, add column more text default 'x'")
  expect(new Set((await look()).map((row) => JSON.stringify(row)))).toEqual(new Set(['{"n":"1","more":"x"}']))
})

/** A way to the database that can go silent, as firewalls do with connections that they forgot. */
async function silentWay() {
  const { host, port } = inject('connection')
  const sockets: Socket[] = []
  let isSilent = false
  const server = createServer((near) => {
    const far = connect(`${host}/.s.PGSQL.${port}`)
    sockets.push(near, far)
    near.on('data', (bytes) => isSilent || far.write(bytes)).on('error', () => {})
    far.on('data', (bytes) => near.write(bytes)).on('error', () => {})
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return {
    port: typeof address === 'object' ? address?.port : undefined,
    goSilent: () => {
      isSilent = true
    },
  }
}

// Guarantees that a connection that died without a word costs nobody an answer.
test('on a line that went silent each look-up is sent again over the pool, the first one too', async () => {
  const way = await silentWay()
  const failures: Error[] = []
  const overPool: string[] = []
  const lookUps = openLookUps({
    connection: { ...inject('connection'), host: '127.0.0.1', port: way.port, ssl: false },
    names: NAMES_AS_WRITTEN,
    lines: 1,
    overPool: async ({ text }) => {
      overPool.push(text)
      return [{ by: 'pool' }]
    },
    onFailure: (error) => failures.push(error),
    times: { heldUp: 50, givenUp: 300, idle: 60_000, old: 60_000 },
  })
  onTestFinished(() => lookUps.close())
  const sql = sqlOn(lookUps.run)
  const look = async () => (await sql`select 'line' as by`.asLookUp())[0]?.by
  await expect.poll(look).toBe('line')
  way.goSilent()
  expect(await Promise.all([look(), look(), look()])).toEqual(['pool', 'pool', 'pool'])
  expect(failures).toEqual([])
})

test('closing waits for the answers that are under way', async () => {
  const database = await joinStorage({ connection: inject('connection'), schemaVersion: 0 }, () => {})
  await expect.poll(() => linesOf(database.sql)).toHaveLength(2)
  const asked = Array.from({ length: 50 }, async (_, n) => (await database.sql`select ${n}::int as n`.asLookUp())[0]?.n)
  await new Promise(setImmediate) // they are sent
  await database.close()
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 50 }, (_, n) => n))
})
