import { expect, inject, onTestFinished, test } from 'vitest'
import { inProject, inTransaction, newCall, type Project } from '../../src/domain/call/index.ts'
import { Problem } from '../../src/foundation/problems/index.ts'
import { joinStorage } from '../../src/foundation/storage/index.ts'
import { openShares } from '../../src/foundation/storage/shares.ts'

/** Work that goes on until it is told to end; notes who has begun. */
function openWorks(waitMs = 3_600_000) {
  let time = 0
  const shares = openShares({ most: 10, waitMs, now: () => time })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const run = (owner: string, name = owner) =>
    shares.run(owner, () => {
      begun.push(name)
      return new Promise<void>((end) => ends.push(end))
    })
  const endOne = () => ends.shift()?.()
  const settled = () => new Promise((done) => setImmediate(done))
  const pass = (ms: number) => {
    time += ms
  }
  return { shares, begun, run, endOne, settled, pass }
}

// Guarantees that a service with one project uses everything that it has.
test('one owner alone has all connections, and the rest of its work waits', async () => {
  const { shares, begun, run } = openWorks()
  for (let place = 0; place < 16; place += 1) void run('a')
  expect([begun.length, shares.waiting()]).toEqual([10, 6])
})

// Guarantees that a project that asks for more than the service can do makes others wait as little as possible.
test('beside others an owner has half of them, whoever else asks begins at once, and its own work goes on in order', async () => {
  const { shares, begun, run, endOne, settled } = openWorks()
  void run('b')
  for (let place = 0; place < 16; place += 1) void run('a', `a${place}`)
  expect([begun.length, shares.waiting()]).toEqual([6, 11])
  void run('c')
  expect(begun.at(-1)).toBe('c')
  endOne() // that of b
  await settled()
  expect(begun).toHaveLength(7)
  endOne()
  endOne()
  await settled()
  expect(begun.slice(7)).toEqual(['a5', 'a6'])
})

// Guarantees that one request of another project does not take half of the service from a busy one for ever.
test('an owner that has been alone for a second has all of them again', async () => {
  const { begun, run, endOne, settled, pass } = openWorks()
  void run('b')
  for (let place = 0; place < 16; place += 1) void run('a')
  endOne() // that of b
  endOne()
  await settled()
  expect(begun.length - 2).toBe(5)
  pass(1_001)
  endOne()
  await settled()
  expect(begun.length - 3).toBe(10)
})

// Guarantees that nobody waits for ever, and that whoever gave up takes no connection.
test('whoever waits too long gets an error and leaves the queue', async () => {
  const { shares, run, begun, endOne, settled } = openWorks(1)
  for (let place = 0; place < 10; place += 1) void run('a')
  await expect(run('a')).rejects.toThrow('timeout exceeded when trying to connect')
  expect(shares.waiting()).toBe(0)
  endOne()
  await settled()
  expect(begun).toHaveLength(10)
})

// Guarantees the same on a database: slow work of one project does not keep another from being answered.
test('slow statements and transactions of one owner leave connections to others', async () => {
  const connection = { ...inject('connection'), max: 4, connectionTimeoutMillis: 60_000 }
  const database = await joinStorage({ connection, schemaVersion: 0 }, () => {})
  onTestFinished(() => database.close())
  const [busy, calm] = [database.shareOf('busy'), database.shareOf('calm')]
  const held = Promise.withResolvers<void>()
  expect(await calm.sql`select 1 as n`).toEqual([{ n: 1 }])
  const slow = Array.from({ length: 8 }, (_, place) =>
    busy.transaction(async (sql) => {
      await held.promise
      return (await sql<{ n: number }[]>`select ${place}::int as n`)[0]?.n
    }),
  )
  for (let time = 0; time < 3; time += 1) {
    expect(await calm.sql`select 1 as n`).toEqual([{ n: 1 }])
    expect(await calm.transaction((sql) => sql`select 1 as n`.then((rows) => rows))).toEqual([{ n: 1 }])
  }
  held.resolve()
  expect(await Promise.all(slow)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(database.waiting()).toBe(0)
})

// Guarantees that a crowd of one project ends in answers or 503, as every crowd does.
test('a transaction that waited too long for its share is answered with 503', async () => {
  const connection = { ...inject('connection'), max: 1, connectionTimeoutMillis: 1_000 }
  const database = await joinStorage({ connection, schemaVersion: 0 }, () => {})
  onTestFinished(() => database.close())
  const { sql, transaction } = database.shareOf('busy')
  const held = Promise.withResolvers<void>()
  const slow = transaction(() => held.promise)
  const refusal = await sql`select 1`.then((rows) => rows).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Problem)
  expect(refusal).toMatchObject({ kind: { status: 503 }, headers: { 'retry-after': '1' } })
  held.resolve()
  await slow
})

// Guarantees that the fairness needs nothing of the rooms: whatever a call in a project asks is in the share of that project.
test('a call in a project is in its share; within a transaction it stays on its connection', async () => {
  const connection = { ...inject('connection'), max: 4 }
  const database = await joinStorage({ connection, schemaVersion: 0 }, () => {})
  onTestFinished(() => database.close())
  const owners: string[] = []
  const shareOf = (owner: string) => {
    owners.push(owner)
    return database.shareOf(owner)
  }
  const places = { apiOrigin: 'http://localhost', boardOrigin: 'http://{slug}.localhost' }
  const project = (id: string) => ({ id }) as Project // a call looks at nothing else
  const call = inProject(newCall({ ...database, shareOf }, places, new Date()), project('prj_one'))
  const pids = await inTransaction(call, async (call) => {
    const others = inProject(call, project('prj_two'))
    return [await call.sql`select pg_backend_pid() as pid`, await others.sql`select pg_backend_pid() as pid`]
  })
  expect(pids[0]).toEqual(pids[1])
  expect(owners).toEqual(['prj_one'])
})
