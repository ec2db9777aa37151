import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { inProject, inTransaction, newCall, type Project } from '../../src/domain/call/index.ts'
import { Problem } from '../../src/foundation/problems/index.ts'
import { joinStorage } from '../../src/foundation/storage/index.ts'
import { type Kind, openShares } from '../../src/foundation/storage/shares.ts'
import { type Load, watchLoop } from '../../src/foundation/storage/watch-loop.ts'

/** Work that goes on until it is told to end; notes who has begun. */
function openWorks({ waitMs = 3_600_000, load = (): Load => 'free' } = {}) {
  let time = 0
  const shares = openShares({ most: 10, waitMs, load, now: () => time })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const run = (owner: string, name = owner, kind: Kind = 'statement') =>
    shares.run(owner, kind, () => {
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

// Guarantees that many searches at once do not slow each other down, and that nobody else waits for them.
test('searches have half of the connections, and what is no search begins before those that wait', async () => {
  const { shares, begun, run, endOne, settled } = openWorks()
  for (let place = 0; place < 7; place += 1) void run('a', `search ${place}`, 'search')
  expect([begun.length, shares.waiting()]).toEqual([5, 2])
  for (let place = 0; place < 3; place += 1) void run('a', `list ${place}`)
  void run('a', 'vote', 'transaction')
  void run('a', 'list 3')
  await settled()
  expect(begun.slice(5)).toEqual(['list 0', 'list 1', 'list 2', 'vote', 'list 3'])
  void run('a', 'list 4')
  endOne()
  await settled()
  expect(begun.slice(10)).toEqual(['search 5'])
  endOne()
  await settled()
  expect(begun.slice(11)).toEqual(['search 6'])
  endOne()
  await settled()
  expect([begun.slice(12), shares.waiting()]).toEqual([['list 4'], 0])
})

// Guarantees that the lists of a project do not wait for its searches while others ask, either.
test('beside others an owner has three of its five connections for searches', async () => {
  const { begun, run } = openWorks()
  void run('b')
  for (let place = 0; place < 5; place += 1) void run('a', 'search', 'search')
  for (let place = 0; place < 3; place += 1) void run('a', 'list')
  expect(begun).toEqual(['b', 'search', 'search', 'search', 'list', 'list'])
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

// Guarantees that the answers of one project keep the process from others for a short time only.
test('beside others an owner has two of them for statements as long as the process is busy, and all of them if it is alone', async () => {
  let load: Load = 'busy'
  const { begun, run, endOne, settled, pass } = openWorks({ load: () => load })
  void run('b')
  for (let place = 0; place < 32; place += 1) void run('a')
  expect(begun.length - 1).toBe(2)
  void run('b')
  expect(begun.at(-1)).toBe('b')
  endOne() // that of b
  load = 'free'
  endOne()
  await settled()
  expect(begun.length - 3).toBe(5)
  load = 'busy'
  pass(1_001)
  endOne()
  await settled()
  expect(begun.length - 4).toBe(10)
})

// Guarantees that a project that alone keeps the process busy leaves time to others, and that its own readers do not wait for that too long.
test('an owner that uses more than all others has one statement at once in a busy process, and rests after each', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { begun, run, endOne, settled, pass } = openWorks({ load: () => 'busy' })
  void run('b')
  for (let place = 0; place < 9; place += 1) void run('a')
  pass(10)
  endOne() // that of b
  endOne()
  await settled()
  expect(begun).toHaveLength(4) // nobody uses more than half
  pass(10)
  endOne()
  endOne()
  await settled()
  expect(begun).toHaveLength(5) // one of the two rests
  pass(10)
  endOne()
  await settled()
  vi.advanceTimersByTime(19)
  await settled()
  expect(begun).toHaveLength(5)
  vi.advanceTimersByTime(1)
  await settled()
  expect(begun).toHaveLength(6)
  void run('b')
  void run('b')
  expect(begun).toHaveLength(8) // who asks for little is not held back
  pass(480)
  endOne()
  await settled()
  expect(begun).toHaveLength(9) // its next one had waited for half a second
})

// Guarantees that a vote waits for a connection and not for the rest of a list.
test('a transaction begins as soon as a connection is free, also while its owner rests', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { begun, run, endOne, settled, pass } = openWorks({ load: () => 'busy' })
  void run('b')
  for (let place = 0; place < 9; place += 1) void run('a')
  for (const ended of [2, 2]) {
    pass(10)
    for (let time = 0; time < ended; time += 1) endOne()
    await settled()
  }
  for (let place = 0; place < 5; place += 1) void run('a', 'write', 'transaction')
  await settled()
  expect(begun.slice(5)).toEqual(['write', 'write', 'write', 'write']) // beside one statement, half of the connections
  pass(10)
  endOne()
  await settled()
  expect(begun.slice(9)).toEqual(['write'])
})

// Guarantees that an import or other long work beside requests does not take the two connections for answers, and that a write waits for no list.
test('transactions need no room among the statements of a busy process, and have half of the connections with them', async () => {
  const { shares, begun, run, endOne, settled } = openWorks({ load: () => 'busy' })
  void run('b')
  for (let place = 0; place < 4; place += 1) void run('a', `read ${place}`)
  for (let place = 0; place < 4; place += 1) void run('a', `write ${place}`, 'transaction')
  await settled()
  expect(begun).toEqual(['b', 'read 0', 'read 1', 'write 0', 'write 1', 'write 2'])
  for (let time = 0; time < 2; time += 1) endOne() // that of b, and the first of a
  await settled()
  expect(begun.slice(6)).toEqual(['read 2'])
  endOne()
  await settled()
  expect(begun.slice(7)).toEqual(['read 3'])
  endOne()
  await settled()
  expect([begun.slice(8), shares.waiting()]).toEqual([['write 3'], 0])
})

// Guarantees that a burst does not take half of the service before anything was measured, and that it costs nobody a second.
test('beside others an owner that begins to ask for much has two of them for statements until the process was seen to have time, and is not held back', async () => {
  let load: Load = 'unknown'
  const { begun, run, endOne, settled, pass } = openWorks({ load: () => load })
  void run('b')
  for (let place = 0; place < 16; place += 1) void run('a')
  expect(begun.length - 1).toBe(2)
  endOne() // that of b
  pass(40)
  endOne()
  await settled()
  expect(begun.length - 2).toBe(2)
  load = 'free'
  endOne()
  await settled()
  expect(begun.length - 3).toBe(5)
})

// Guarantees that what counts is how long the process computed lately, and that asking often costs nothing.
test('a process is busy if it computed for most of the last moments, and whether it is busy is unknown at first and after a pause', () => {
  let [time, active] = [1, 0]
  let reads = 0
  const load = watchLoop(
    () => time,
    () => {
      reads += 1
      return { active, idle: time - active, utilization: active / time }
    },
  )
  const passes = (ms: number, computing: number) => {
    time += ms
    active += computing
    return load()
  }
  expect(passes(1, 1)).toBe('unknown')
  expect(passes(50, 20)).toBe('free')
  expect(passes(50, 30)).toBe('busy')
  expect(passes(49, 0)).toBe('busy')
  expect(reads).toBe(4)
  expect(passes(1, 0)).toBe('free')
  expect(passes(201, 201)).toBe('unknown')
  expect(passes(50, 50)).toBe('busy')
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
  const { shares, run, begun, endOne, settled } = openWorks({ waitMs: 1 })
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

// Guarantees that slow statements of a process that has time do not wait because nobody has looked at it.
test('statements that wait because nobody knows how busy the process is begin a moment later if it has time, though none of those before them ends', async () => {
  const { begun, run, endOne } = openWorks({ load: watchLoop() })
  void run('b')
  for (let place = 0; place < 8; place += 1) void run('a')
  expect(begun.length - 1).toBe(2)
  await vi.waitUntil(() => begun.length - 1 === 5, { timeout: 30_000 })
  for (let place = 0; place < 9; place += 1) endOne()
})
