import { expect, inject, onTestFinished, test } from 'vitest'
import { startJobs } from '../../src/foundation/jobs/index.ts'
import { createLog } from '../../src/foundation/log/index.ts'
import { openStorage } from '../../src/foundation/storage/index.ts'
import { databaseUrl } from '../harness/database-url.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { MIGRATIONS } from '../harness/paths.ts'
import { startPooler } from '../harness/pooler.ts'
import { startProject } from '../harness/project.ts'
import { startService } from '../harness/service.ts'

const CONNECTIONS = 3

async function poolerUrl(): Promise<string> {
  const port = await startPooler({ connections: CONNECTIONS })
  return `postgres://svc@127.0.0.1:${port}/${inject('connection').database}`
}

const open = (directUrl: string, pooledUrl: string) =>
  openStorage({
    databaseUrl: directUrl,
    pooledUrl,
    dataDir: '',
    migrations: MIGRATIONS,
    role: 'service',
    onProgress: () => {},
    onLostConnection: () => {},
    onEvicted: () => {},
  })

// Guarantees that nothing that the service does needs a connection for longer than a transaction, but what goes directly.
test('through a pooler that gives each transaction another connection, everything works', async () => {
  const pooled = { connectionString: await poolerUrl(), connectionTimeoutMillis: 120_000, query_timeout: 120_000 }
  const ways = { ...inject('connection'), pooled }
  const service = await startService({}, undefined, ways)
  const { signIn, app, server } = await startProject({ service })
  const { session } = await signIn()
  const made = await Promise.all(
    Array.from({ length: 4 * CONNECTIONS }, (_, place) =>
      app('POST', '/v1/posts', { body: { title: `Colour scheme ${place}` }, session }),
    ),
  )
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 201))
  const found = await app('GET', '/v1/posts?q=colur', { session }) // a word with a wrong letter needs a setting of its connection
  expect(found.body.data.length).toBeGreaterThan(0)
  expect((await server('GET', '/v1/export')).status).toBe(200) // reads a snapshot for long, so it goes directly
  const { database } = service
  const [settings] = await database.sql`select current_setting('statement_timeout') as most`
  expect(settings).toEqual({ most: '10s' })
  const { rows } = await database.pool.query(`select current_setting('statement_timeout') as most`)
  expect(rows).toEqual([{ most: '0' }]) // nothing stays on a connection that others get
  const { rows: prepared } = await database.pool.query('select count(*)::int as n from pg_prepared_statements')
  expect(prepared).toEqual([{ n: 0 }])
  const jobs = startJobs(
    database,
    [],
    createLog('silent', () => {}),
  )
  await jobs.started
  await jobs.stop()
})

test('the start checks both ways to the database, and names the setting that is wrong', async () => {
  const through = await poolerUrl()
  const storage = await open(databaseUrl(), through)
  onTestFinished(storage.close)
  expect(storage.connection.pooled).toMatchObject({ connectionString: through })
  await expect(open(through, through)).rejects.toThrow(/^DATABASE_DIRECT_URL leads to a connection pooler/)
  const { connection } = await ownDatabase()
  const other = databaseUrl({ database: connection.database })
  await expect(open(other, through)).rejects.toThrow(
    /^DATABASE_URL and DATABASE_DIRECT_URL lead to different databases/,
  )
})
