import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openWakeUps } from '../../src/foundation/wake-ups/index.ts'
import { ownDatabase } from '../harness/own-database.ts'

// Guarantees that processes hear of each other at once, also after their connection was lost, and that a busy one does not notify for each request.
test('who listens hears that something happened elsewhere, also on a new connection; many times at once are told as few', async () => {
  const { connection } = await ownDatabase()
  const pool = new pg.Pool(connection)
  let heard = 0
  const listening = openWakeUps({ connection, pool, onWake: () => (heard += 1), listenAgainMs: 10 })
  const telling = openWakeUps({ connection, pool, onWake: () => {} })
  onTestFinished(async () => {
    await Promise.all([listening.close(), telling.close()])
    await pool.end()
  })
  const listeners = async () =>
    (
      await pool.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'svc wake-ups' and datname = current_database()`,
      )
    ).rows
  const hears = async () => {
    const before = heard
    await expect
      .poll(() => {
        telling.tell()
        return heard
      })
      .toBeGreaterThan(before)
  }
  listening.listen()
  listening.listen()
  await hears()
  expect(await listeners()).toHaveLength(1)
  await pool.query('select pg_terminate_backend($1)', [(await listeners())[0]?.pid])
  await hears()
  const before = heard
  for (let i = 0; i < 1_000; i += 1) telling.tell()
  await hears()
  expect(heard - before).toBeLessThan(50)
})
