import { chmod, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { commandLineWith } from '../harness/command-line.ts'
import { freePort } from '../harness/ports.ts'
import { runMain, until, untilReady } from '../harness/process.ts'
import { makeClient, missingOf, startLoad } from './load.ts'
import { needPrograms, serverDirectory, startPostgres, startProgram } from './programs.ts'

/** Fewer connections than the service would open by itself. */
const CONNECTIONS = 6

type Server = Awaited<ReturnType<typeof startPostgres>>

async function startPgBouncer(server: Server, mode: string, more = ''): Promise<string> {
  const directory = await serverDirectory()
  const port = await freePort()
  const file = join(directory, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
svc = host=127.0.0.1 port=${server.port} dbname=svc user=svc
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 5 * CONNECTIONS : CONNECTIONS}
max_client_conn = 200
${more}
`,
  )
  await chmod(file, 0o644)
  const program = startProgram('pgbouncer', [file])
  await program.until(() => accepts(port))
  return `postgres://svc@127.0.0.1:${port}/svc`
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

/** Signs in, posts, votes and reads through the pooler, and looks at what is stored. */
async function useService(server: Server, environment: Record<string, string>) {
  const PORT = String(await freePort())
  const origin = `http://localhost:${PORT}`
  const service = runMain(['serve'], { PORT, RATE_LIMIT_FACTOR: '0', ...environment })
  await untilReady(service)
  const client = await makeClient(server.url, origin)
  const load = startLoad(origin, client, 20)
  await until(() => load.succeeded() > 2_000 || load.faults.length > 0)
  const admin = new pg.Client(server.url)
  await admin.connect()
  const { rows } = await admin.query(
    `select count(*)::int as n from pg_stat_activity where datname = 'svc' and pid <> pg_backend_pid()`,
  )
  await load.stop()
  const missing = await missingOf(load.acknowledged, client, (text) => admin.query(text))
  await admin.end()
  process.stderr.write(
    `pooler: ${JSON.stringify({ statuses: Object.fromEntries(load.statuses), longestMs: load.longestMs() })}\n`,
  )
  expect(load.faults).toEqual([])
  expect([...load.statuses.keys()].filter((status) => status >= 400)).toEqual([])
  expect(missing).toEqual([])
  return { connections: rows[0].n, log: service.err() }
}

const LENIENT = 'ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout'

test('the service works through PgBouncer in transaction mode, with a few connections', async (context) => {
  needPrograms(['pgbouncer', 'postgres'], context)
  const server = await startPostgres()
  const through = await startPgBouncer(server, 'transaction')
  const { connections, log } = await useService(server, {
    DATABASE_URL: through,
    DATABASE_DIRECT_URL: server.url,
    DATABASE_POOLER: 'transaction',
  })
  expect(connections).toBeLessThanOrEqual(CONNECTIONS + 1)
  expect(log).not.toMatch(/"level":"(?:error|fatal)"/)
})

test('the service works through PgBouncer in session mode', async (context) => {
  needPrograms(['pgbouncer', 'postgres'], context)
  const server = await startPostgres()
  const through = await startPgBouncer(server, 'session', LENIENT)
  await useService(server, { DATABASE_URL: through })
})

test('a PgBouncer that does not fit is refused at the start, with the setting to change', async (context) => {
  needPrograms(['pgbouncer', 'postgres'], context)
  const server = await startPostgres()
  const refusal = async (environment: Record<string, string>) => {
    const { code, told } = await commandLineWith(['migrate'], environment)
    expect(code).not.toBe(0)
    expect(told).not.toMatch(/^\s+at /m)
    return told
  }
  const plain = await startPgBouncer(server, 'transaction')
  expect(await refusal({ DATABASE_URL: plain })).toMatch(/setting statement_timeout.*DATABASE_POOLER=transaction/)
  const lenient = await startPgBouncer(server, 'transaction', LENIENT)
  expect(await refusal({ DATABASE_URL: lenient })).toMatch(
    /each transaction another connection.*DATABASE_POOLER=transaction/,
  )
  const pooled = { DATABASE_POOLER: 'transaction' }
  for (const wrong of [plain, lenient]) {
    expect(await refusal({ ...pooled, DATABASE_URL: wrong, DATABASE_DIRECT_URL: wrong })).toContain(
      'DATABASE_DIRECT_URL leads to a connection pooler',
    )
  }
  const single = await startPgBouncer(server, 'statement')
  expect(await refusal({ ...pooled, DATABASE_URL: single, DATABASE_DIRECT_URL: server.url })).toContain(
    'Set pool_mode = transaction',
  )
})
