import { chmod, chown, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { ROOT } from '../harness/paths.ts'
import { freePort } from '../harness/ports.ts'
import { runMain, until, untilReady } from '../harness/process.ts'
import { makeClient, missingOf, startLoad } from './load.ts'
import { isNewer, needPrograms, serverDirectory, startPostgres, startProgram } from './programs.ts'

const deployed = (file: string) => readFile(join(ROOT, 'deploy/kubernetes-fleet', file), 'utf8')

/** A file that the account of the servers may read. */
async function place(directory: string, file: string, text: string): Promise<string> {
  const path = join(directory, file)
  await writeFile(path, text)
  await chmod(path, 0o644)
  const { uid, gid } = await stat(directory)
  await chown(path, uid, gid)
  return path
}

function replaced(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((before, [old, now]) => {
    expect(before).toContain(old)
    return before.replace(old, now)
  }, text)
}

// Guarantees that the files for Kubernetes and Compose do what their guide says, on PostgreSQL and PgBouncer of this machine.
test('with the deployed files a replica follows the first server, and the service works through PgBouncer with passwords, as a role that only owns its database', async (context) => {
  needPrograms(['postgres', 'pgbouncer', 'pg_basebackup', 'psql'], context)
  const server = await startPostgres('postgres')
  const directory = await serverDirectory()
  const [password, REPLICATION_PASSWORD] = ['of-svc', 'of-the-replica']
  const admin = new pg.Client(server.url)
  await admin.connect()
  const ask = async (text: string) => (await admin.query(text)).rows

  await ask(`alter role postgres password '${password}'`) // as Compose has it: the same for both, while the volume is made
  const primary = startProgram(
    'bash',
    [await place(directory, 'primary.sh', await deployed('primary.sh'))],
    'SIGTERM',
    {
      REPLICATION_PASSWORD,
      SERVICE_PASSWORD: password,
      POSTGRES_PASSWORD: password,
      POSTGRES_USER: 'postgres',
      POSTGRES_DB: 'postgres',
      PGDATA: server.data,
      PGHOST: '127.0.0.1',
      PGPORT: String(server.port),
    },
  )
  await primary.ended
  expect([primary.child.exitCode, primary.said()]).toEqual([0, expect.not.stringContaining('ERROR')])
  const rights = ['rolsuper', 'rolcreaterole', 'rolcreatedb', 'rolreplication', 'rolbypassrls']
  expect(await ask(`select ${rights.join(' or ')} as has_more from pg_roles where rolname = 'svc'`)).toEqual([
    { has_more: false },
  ])
  expect(await ask(`select datdba::regrole::text as owner from pg_database where datname = 'svc'`)).toEqual([
    { owner: 'svc' },
  ])
  expect(await ask(`select rolpassword from pg_authid where rolname = 'postgres'`)).toEqual([{ rolpassword: null }])
  // The usual rules of the test let everybody in without a password; those of the image do not.
  const rules = (await readFile(join(server.data, 'pg_hba.conf'), 'utf8')).replace(/^host.*trust$/gm, '')
  await writeFile(join(server.data, 'pg_hba.conf'), `${rules}\nhost all all all scram-sha-256\n`)
  await ask('select pg_reload_conf()')

  const port = await freePort()
  const replica = startProgram('bash', [await place(directory, 'replica.sh', await deployed('replica.sh'))], 'SIGINT', {
    REPLICATION_PASSWORD,
    PRIMARY_HOST: '127.0.0.1',
    PRIMARY_PORT: String(server.port),
    PGDATA: join(directory, 'replica'),
    PGPORT: String(port),
    PGHOST: '127.0.0.1',
  })
  const follows = async () => (await ask(`select state from pg_stat_replication`))[0]?.state === 'streaming'
  await replica.until(follows)

  const pooled = await freePort()
  const users = await place(directory, 'userlist.txt', `"svc" "${password}"\n`)
  const file = replaced(await deployed('pgbouncer.ini'), [
    ['host=postgres port=5432', `host=127.0.0.1 port=${server.port}`],
    ['listen_addr = 0.0.0.0', 'listen_addr = 127.0.0.1'],
    ['listen_port = 6432', `listen_port = ${pooled}`],
    ['/etc/pgbouncer-users/userlist.txt', users],
    ...(isNewer('pgbouncer') ? [] : [['max_prepared_statements = 500', ''] as const]),
  ])
  const pooler = startProgram('pgbouncer', [await place(directory, 'pgbouncer.ini', file)])
  const through = `postgres://svc:${password}@127.0.0.1:${pooled}/svc`
  await pooler.until(async () => {
    const client = new pg.Client(through)
    client.on('error', () => {})
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  })

  const PORT = String(await freePort())
  const direct = `postgres://svc:${password}@127.0.0.1:${server.port}/svc`
  const environment = {
    DATABASE_URL: through,
    DATABASE_DIRECT_URL: direct,
    DATABASE_POOLER: 'transaction',
    DATABASE_READ_URL: `postgres://svc:${password}@127.0.0.1:${port}/svc`,
  }
  const service = runMain(['serve'], { PORT, RATE_LIMIT_FACTOR: '0', ...environment })
  await untilReady(service)
  const client = await makeClient(direct, `http://localhost:${PORT}`)
  const load = startLoad(`http://localhost:${PORT}`, client, 5)
  await until(() => load.succeeded() > 100 || load.faults.length > 0)
  await load.stop()
  expect(load.faults).toEqual([])

  const copy = new pg.Client({ host: '127.0.0.1', port, user: 'svc', password, database: 'svc' })
  await copy.connect()
  const query = (text: string) => copy.query(text)
  await until(async () => (await missingOf(load.acknowledged, client, query)).length === 0)
  await expect(query('create table refused (n int)')).rejects.toThrow('read-only')
  await copy.end()
  await admin.end()
})
