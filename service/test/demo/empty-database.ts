import { onTestFinished } from 'vitest'
import { systemCall } from '../../src/domain/call/index.ts'
import { joinStorage } from '../../src/foundation/storage/index.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { PATIENT } from '../harness/patient.ts'
import { SCHEMA_VERSION } from '../harness/service.ts'

export const PLACES = { apiOrigin: 'http://localhost:4000', boardOrigin: 'http://{slug}.localhost:4000' }

type WhenDone = (end: () => Promise<void>) => void

/** A database of its own, since a demo is made where there is no project yet. Gone after the test, or when `whenDone` says. */
export async function emptyDatabase(whenDone: WhenDone = onTestFinished) {
  const ends: (() => Promise<void>)[] = []
  whenDone(async () => {
    for (const end of ends) await end()
  })
  const { connection } = await ownDatabase({ whenDone: (drop) => void ends.push(drop) })
  const storage = await joinStorage(
    { connection: { ...PATIENT, ...connection }, schemaVersion: SCHEMA_VERSION },
    () => {},
  )
  ends.unshift(() => storage.close())
  const rows = async (statement: string): Promise<Record<string, unknown>[]> =>
    (await storage.pool.query(statement)).rows
  return {
    call: () => systemCall(storage, PLACES, storage.clock.now()),
    rows,
    /** How many rows each table has. */
    async sizes(): Promise<Record<string, unknown>> {
      const tables = await rows(
        `select table_name as name from information_schema.tables where table_schema = 'public'`,
      )
      const counts = await Promise.all(tables.map(({ name }) => rows(`select count(*) from "${name}"`)))
      return Object.fromEntries(tables.map(({ name }, place) => [name, counts[place]?.[0]?.count]))
    },
  }
}
