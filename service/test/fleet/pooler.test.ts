import { execFile } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, test } from 'vitest'
import { keepsStatements } from '../../src/foundation/storage/pooler.ts'
import { reachOf } from '../../src/foundation/storage/servers.ts'
import { commandLineWith } from '../harness/command-line.ts'
import { freePort } from '../harness/ports.ts'
import { runMain, until, untilReady } from '../harness/process.ts'
import { laterBuild } from './later-build.ts'
import { failuresOf, makeClient, missingOf, startLoad } from './load.ts'
import { isNewer, needPrograms, newerPgBouncer, serverDirectory, startPostgres, startProgram } from './programs.ts'

/** Fewer connections than the service would open by itself. */
const CONNECTIONS = 6

type Server = Awaited<ReturnType<typeof startPostgres>>

async function startPgBouncer(server: Server, mode: string, more = '', name = 'pgbouncer'): Promise<string> {
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
  const program = startProgram(name, [file])
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

interface Use {
  readonly server: Server
  readonly environment: Record<string, string>
  /** What happens in between. */
  readonly meanwhile?: () => Promise<void>
}

/** Signs in, posts, votes and reads through the pooler, and looks at what is stored. */
async function useService({ server, environment, meanwhile = async () => {} }: Use) {
  const PORT = String(await freePort())
  const origin = `http://localhost:${PORT}`
  const service = runMain(['serve'], { PORT, RATE_LIMIT_FACTOR: '0', ...environment })
  await untilReady(service)
  const client = await makeClient(server.url, origin)
  const load = startLoad(origin, client, 20)
  await until(() => load.succeeded() > 1_000 || load.faults.length > 0)
  await meanwhile()
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
  expect(failuresOf(load)).toEqual([])
  expect(missing).toEqual([])
  return { connections: rows[0].n, log: service.err() }
}

const LENIENT = 'ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout'

function transactions(server: Server, through: string) {
  return { DATABASE_URL: through, DATABASE_DIRECT_URL: server.url, DATABASE_POOLER: 'transaction' }
}

/** How many statements are prepared on one of its connections to PostgreSQL. */
async function preparedThere(through: string): Promise<number> {
  const client = new pg.Client(through)
  await client.connect()
  const { rows } = await client.query('select count(*)::int as n from pg_prepared_statements')
  await client.end()
  return rows[0].n
}

test('the service works through PgBouncer in transaction mode, with a few connections', async (context) => {
  needPrograms(['pgbouncer', 'postgres'], context)
  const server = await startPostgres()
  const through = await startPgBouncer(server, 'transaction')
  const { connections, log } = await useService({ server, environment: transactions(server, through) })
  expect(connections).toBeLessThanOrEqual(CONNECTIONS + 1)
  expect(log).not.toMatch(/"level":"(?:error|fatal)"/)
})

test('PgBouncer 1.21 or newer prepares the statements of the service, and a later release migrates meanwhile', async (context) => {
  needPrograms(['postgres'], context)
  const program = newerPgBouncer(context)
  const server = await startPostgres()
  const through = await startPgBouncer(server, 'transaction', 'max_prepared_statements = 200', program)
  const environment = transactions(server, through)
  const later = await laterBuild()
  const prepared: number[] = []
  const { connections, log } = await useService({
    server,
    environment,
    meanwhile: async () => {
      prepared.push(await preparedThere(through))
      const { PATH = '' } = process.env
      await promisify(execFile)(process.execPath, [later, 'migrate'], { env: { PATH, ...environment } })
    },
  })
  prepared.push(await preparedThere(through))
  process.stderr.write(`pooler: ${JSON.stringify({ prepared })}\n`)
  expect(Math.min(...prepared)).toBeGreaterThan(10)
  expect(connections).toBeLessThanOrEqual(CONNECTIONS + 1)
  expect(log).not.toMatch(/"level":"(?:error|fatal)"/)
})

test('it is found out which PgBouncer keeps prepared statements', async (context) => {
  needPrograms(['pgbouncer', 'postgres'], context)
  const newer = newerPgBouncer(context)
  const server = await startPostgres()
  const found = async (more: string, program: string) =>
    keepsStatements(reachOf(await startPgBouncer(server, 'transaction', more, program)))
  expect(await found('max_prepared_statements = 200', newer)).toBe(true)
  expect(await found('max_prepared_statements = 200\nserver_round_robin = 1', newer)).toBe(true)
  expect(await found('max_prepared_statements = 0', newer)).toBe(false)
  expect(await found('', 'pgbouncer')).toBe(isNewer('pgbouncer'))
  expect(await found('server_round_robin = 1', 'pgbouncer')).toBe(isNewer('pgbouncer'))
})

test('the service works through PgBouncer in session mode', async (context) => {
  needPrograms(['pgbouncer', 'postgres'], context)
  const server = await startPostgres()
  const through = await startPgBouncer(server, 'session', LENIENT)
  await useService({ server, environment: { DATABASE_URL: through } })
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
