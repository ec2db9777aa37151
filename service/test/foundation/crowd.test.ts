import { expect, inject, onTestFinished, test } from 'vitest'
import { Problem } from '../../src/foundation/problems/index.ts'
import { joinStorage } from '../../src/foundation/storage/index.ts'
import { MOST_QUEUED } from '../../src/foundation/storage/pool.ts'

// Guarantees that a crowd ends in answers or 503, and not in a process that grows until it ends.
test('so many wait for a connection and no more; whoever comes later is told at once to try again', async () => {
  const database = await joinStorage(
    { connection: { ...inject('connection'), max: 1, connectionTimeoutMillis: 60_000 }, schemaVersion: 0 },
    () => {},
  )
  onTestFinished(() => database.close())
  const { sql, transaction } = database
  const first = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holder = transaction(async (sql) => {
    await sql`select 1`
    first.resolve()
    await held.promise
  })
  await first.promise
  const waiting: Promise<number | undefined>[] = []
  while (database.pool.waitingCount < MOST_QUEUED) {
    const place = waiting.length
    waiting.push(sql<{ n: number }[]>`select ${place}::int as n`.then(([row]) => row?.n))
  }
  const late = [
    () => sql`select 1`.then((rows) => rows),
    () => sql`select 1`.asLookUp().then((rows) => rows),
    () => transaction((sql) => sql`select 1`.then((rows) => rows)),
  ]
  for (const ask of late) {
    const refusal = await ask().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Problem)
    expect(refusal).toMatchObject({ kind: { status: 503 }, headers: { 'retry-after': '1' } })
  }
  held.resolve()
  await holder
  expect(await Promise.all(waiting)).toEqual(waiting.map((_, place) => place))
  expect(await sql`select 1 as n`).toEqual([{ n: 1 }])
})
