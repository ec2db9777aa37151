import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openStorage } from '../../src/foundation/storage/index.ts'
import { MIGRATIONS } from './paths.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** How to reach the one PostgreSQL of this run; the database named here is migrated. */
    connection: { host: string; port: number; user: string; password: string; database: string }
  }
}

/** One real PostgreSQL for the whole run. Tests share its database, each with projects of its own. */
export default async function setup(project: TestProject) {
  const databaseUrl = process.env.TEST_DATABASE_URL
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-'))
  const storage = await openStorage({
    databaseUrl,
    dataDir,
    migrations: MIGRATIONS,
    role: 'service',
    onProgress: () => {},
    onLostConnection: () => {},
    onEvicted: () => {},
  })
  const { host, port, user, password, database } = new pg.Client(storage.connection)
  project.provide('connection', { host, port, user: user ?? '', password: password ?? '', database: database ?? '' })
  return async () => {
    await storage.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
