import { chmod, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, type TestContext, test } from 'vitest'
import { databaseUrl } from '../harness/database-url.ts'
import { administer, ownDatabase } from '../harness/own-database.ts'
import { freePort } from '../harness/ports.ts'
import { runMain, runToEnd, until, untilReady } from '../harness/process.ts'
import { makeClient, missingOf, startLoad } from './load.ts'
import { needPrograms, serverDirectory, startProgram } from './programs.ts'

/** Fewer connections than the service would open by itself. */
const CONNECTIONS = 6

async function startPgBouncer(context: TestContext, database: string, mode: string, more = ''): Promise<string> {
  needPrograms(['pgbouncer'], context)
  const { host, port: serverPort, user, password } = inject('connection')
  const directory = await serverDirectory()
  const port = await freePort()
  const file = join(directory, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
${database} = host=${host} port=${serverPort} dbname=${database} user=${user} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${CONNECTIONS}
max_client_conn = 200
${more}
`,
  )
  await chmod(file, 0o644)
  const program = startProgram('pgbouncer', [file])
  await program.until(() => accepts(port))
  return `postgres://svc@127.0.0.1:${port}/${database}`
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

/** Signs in, posts, votes and reads through the pooler, and looks at what is stored. */
async function useService(database: string, environment: Record<string, string>) {
  const PORT = String(await freePort())
  const origin = `http://localhost:${PORT}`
  const service = runMain(['serve'], { PORT, RATE_LIMIT_FACTOR: '0', ...environment })
  await untilReady(service)
  const direct = databaseUrl({ database })
  const client = await makeClient(direct, origin)
  const load = startLoad(origin, client, 20)
  await until(() => load.succeeded() > 2_000 || load.faults.length > 0)
  const { rows } = await administer(
    `select count(*)::int as n from pg_stat_activity where datname = '${database}' and application_name <> '' and backend_type = 'client backend'`,
  )
  await load.stop()
  const connection = new pg.Client(direct)
  await connection.connect()
  const missing = await missingOf(load.acknowledged, client, (text) => connection.query(text))
  await connection.end()
  process.stderr.write(
    `pooler: ${JSON.stringify({ statuses: Object.fromEntries(load.statuses), longestMs: load.longestMs() })}\n`,
  )
  expect(load.faults).toEqual([])
  expect([...load.statuses.keys()].filter((status) => status >= 400)).toEqual([])
  expect(missing).toEqual([])
  return { connections: rows[0].n, log: service.err() }
}

test('the service works through PgBouncer in transaction mode, with a few connections', async (context) => {
  const { connection } = await ownDatabase()
  const { database } = connection
  const through = await startPgBouncer(context, database, 'transaction')
  const { connections, log } = await useService(database, {
    DATABASE_URL: through,
    DATABASE_DIRECT_URL: databaseUrl({ database }),
    DATABASE_POOLER: 'transaction',
  })
  expect(connections).toBeLessThanOrEqual(CONNECTIONS + 1)
  expect(log).not.toMatch(/"level":"(?:error|fatal)"/)
})

test('the service works through PgBouncer in session mode', async (context) => {
  const { connection } = await ownDatabase()
  const more =
    'ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout\ndefault_pool_size = 30'
  const through = await startPgBouncer(context, connection.database, 'session', more)
  await useService(connection.database, { DATABASE_URL: through })
})

test('a PgBouncer that does not fit is refused at the start, with the setting to change', async (context) => {
  const { connection } = await ownDatabase()
  const { database } = connection
  const refusal = async (environment: Record<string, string>) => {
    const { code, err } = await runToEnd(['serve'], { PORT: String(await freePort()), ...environment })
    expect(code).not.toBe(0)
    expect(err).not.toMatch(/^\s+at /m)
    return err
  }
  const more = 'ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout'
  const direct = databaseUrl({ database })
  const plain = await startPgBouncer(context, database, 'transaction')
  expect(await refusal({ DATABASE_URL: plain })).toContain('DATABASE_POOLER=transaction')
  const lenient = await startPgBouncer(context, database, 'transaction', more)
  expect(await refusal({ DATABASE_URL: lenient })).toMatch(
    /each transaction another connection.*DATABASE_POOLER=transaction/,
  )
  const pooled = { DATABASE_POOLER: 'transaction' }
  expect(await refusal({ ...pooled, DATABASE_URL: lenient, DATABASE_DIRECT_URL: lenient })).toContain(
    'DATABASE_DIRECT_URL leads to a connection pooler',
  )
  const single = await startPgBouncer(context, database, 'statement')
  expect(await refusal({ ...pooled, DATABASE_URL: single, DATABASE_DIRECT_URL: direct })).toContain(
    'pool_mode = transaction',
  )
})
