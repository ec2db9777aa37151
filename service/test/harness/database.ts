import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate, openStorage } from '../../src/foundation/storage/index.ts'
import { MIGRATIONS } from './paths.ts'
import { roomInMemory } from './room-in-memory.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** How to reach the one PostgreSQL of this run; the database named here is migrated. */
    connection: { host: string; port: number; user: string; password: string; database: string }
    /** A migrated database without connections, which others are copied from. Those whose name begins with its name end with the run. */
    template: string
    /** Of this run; it is removed at its end. */
    directory: string
  }
}

/** The data of a run need not survive the machine, and half of its time would go into waiting for the disk. Some tests have fifty connections. */
const SERVER_SETTINGS = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '300' }

/** Many services run on this database, each at its own address. No command takes the address of one that another test started. */
const NO_PLACES = `
  delete from service_places;
  create or replace function keep_no_places() returns trigger language plpgsql as 'begin return null; end';
  create or replace trigger keep_no_places before insert on service_places for each row execute function keep_no_places()`

/** The same password, for which a client computes once what it else computes 4,096 times for each connection. */
const quickPassword = ({ user, password }: { user: string; password: string }) =>
  `set scram_iterations = 1; alter role ${pg.escapeIdentifier(user)} password ${pg.escapeLiteral(password)}; reset scram_iterations`

/** One real PostgreSQL for the whole run. Tests share its database, each with projects of its own. */
export default async function setup(project: TestProject) {
  const databaseUrl = process.env.TEST_DATABASE_URL
  const dataDir = await mkdtemp(join(roomInMemory(), 'svc-test-'))
  const storage = await openStorage({
    databaseUrl,
    dataDir,
    migrations: MIGRATIONS,
    role: 'service',
    serverSettings: SERVER_SETTINGS,
    onProgress: () => {},
    onLostConnection: () => {},
    onEvicted: () => {},
  })
  await storage.pool.query(NO_PLACES)
  const { host, port, user, password, database } = new pg.Client(storage.connection)
  const connection = { host, port, user: user ?? '', password: password ?? '', database: database ?? '' }
  if (!databaseUrl) await storage.pool.query(quickPassword(connection))
  const template = `template_${randomBytes(6).toString('hex')}`
  await storage.pool.query(`create database ${template}`)
  await migrate({ ...connection, database: template }, MIGRATIONS)
  project.provide('connection', connection)
  project.provide('template', template)
  project.provide('directory', dataDir)
  return async () => {
    const { rows } = await storage.pool.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [template],
    )
    for (const { name } of rows) await storage.pool.query(`drop database ${name} with (force)`)
    await storage.pool.query('drop function keep_no_places cascade')
    await storage.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
