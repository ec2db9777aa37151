import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { systemCall } from '../../src/domain/call/index.ts'
import { openStorage } from '../../src/foundation/storage/index.ts'
import { databaseUrl } from '../harness/database-url.ts'
import { MIGRATIONS } from '../harness/paths.ts'

export const PLACES = { apiOrigin: 'http://localhost:4000', boardOrigin: 'http://{slug}.localhost:4000' }

/** A database of its own, since a demo is made where there is no project yet. */
export async function emptyDatabase() {
  const database = `demo_${randomBytes(6).toString('hex')}`
  const url = databaseUrl({ database })
  await administer(`create database ${database}`)
  onTestFinished(() => administer(`drop database ${database} with (force)`))
  const storage = await openStorage({
    databaseUrl: url,
    dataDir: '',
    migrations: MIGRATIONS,
    role: 'command',
    onProgress: () => {},
    onLostConnection: () => {},
    onEvicted: () => {},
  })
  onTestFinished(() => storage.close())
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

async function administer(statement: string): Promise<void> {
  const client = new pg.Client(inject('connection'))
  await client.connect()
  await client.query(statement)
  await client.end()
}
