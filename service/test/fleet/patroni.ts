import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { freePort } from '../harness/ports.ts'
import { killPostgres, POSTGRES_15, type Program, serverDirectory, startProgram, statusOf } from './programs.ts'
import { step } from './step.ts'

const PASSWORD = 'only-for-this-test'

interface Node {
  readonly name: string
  readonly port: number
  readonly dataDirectory: string
  isPrimary(): Promise<boolean>
  isSynchronousStandby(): Promise<boolean>
  start(): void
  /** Patroni and PostgreSQL, as if the machine were gone. */
  killMachine(): Promise<void>
  /** PostgreSQL alone: Patroni sees it, and gives the lead away. */
  killServer(): Promise<void>
  said(): string
}

export interface PatroniCluster {
  readonly url: string
  readonly nodes: readonly Node[]
  primary(): Promise<Node | undefined>
  /** One leads, and the other has all that was acknowledged. */
  untilWhole(): Promise<void>
  said(): string
  /** On the primary. */
  query(text: string): Promise<pg.QueryResult>
  queryOn(node: Node, text: string): Promise<pg.QueryResult>
}

/** Two servers with synchronous replication, and the etcd by which they agree who leads. */
export async function startPatroni(): Promise<PatroniCluster> {
  const directory = await serverDirectory()
  const etcd = await startEtcd(join(directory, 'etcd'))
  const nodes = [await makeNode('one', directory, etcd), await makeNode('two', directory, etcd)]
  for (const node of nodes) node.start()
  const primary = async () => {
    const leads = await Promise.all(nodes.map((node) => node.isPrimary()))
    return nodes.find((_, place) => leads[place])
  }
  const said = () => nodes.map((node) => node.said()).join('\n')
  const isWhole = async () => {
    const standbys = await Promise.all(nodes.map((node) => node.isSynchronousStandby()))
    return standbys.includes(true) && (await primary()) !== undefined
  }
  const untilWhole = async () => void (await step('one leads, and the other has everything', isWhole, said))
  await untilWhole()
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const urlOf = (port: number | undefined, database: string) =>
    `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`
  const ask = async (port: number | undefined, text: string, database = 'svc') => {
    const client = new pg.Client(urlOf(port, database))
    await client.connect()
    return client.query(text).finally(() => client.end())
  }
  const query = async (text: string, database?: string) => ask((await primary())?.port, text, database)
  await query('create database svc', 'postgres')
  return {
    url: `postgres://postgres:${PASSWORD}@${hosts}/svc?target_session_attrs=read-write`,
    nodes,
    primary,
    untilWhole,
    said,
    query,
    queryOn: (node, text) => ask(node.port, text),
  }
}

/** Kills the primary, and waits for the other one. Returns how long after it the service was ready. */
export async function failOver({ nodes, primary, untilWhole, said }: PatroniCluster, origin: string, round: number) {
  const before = await primary()
  const next = nodes.find((node) => node !== before)
  if (!before || !next) throw new Error('There is no primary.')
  const isMachine = round % 2 === 0
  const killed = isMachine ? 'machine' : 'PostgreSQL'
  await (isMachine ? before.killMachine() : before.killServer())
  await step(`round ${round + 1}, the ${killed} of ${before.name} was killed: ${next.name} leads`, next.isPrimary, said)
  const isReady = async () => (await statusOf(`${origin}/readyz`)) === 200
  const readyAfterMs = await step('the service is ready', isReady, async () =>
    (await fetch(`${origin}/readyz`)).text().catch(String),
  )
  if (isMachine) before.start()
  await untilWhole()
  return { killed, readyAfterMs }
}

async function startEtcd(directory: string): Promise<string> {
  const [client, peer] = [await freePort(), await freePort()]
  const [here, there] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`]
  const words = ['--name', 'one', '--data-dir', directory]
  const addresses = ['--listen-client-urls', here, '--advertise-client-urls', here, '--listen-peer-urls', there]
  const members = ['--initial-advertise-peer-urls', there, '--initial-cluster', `one=${there}`]
  const etcd = startProgram('etcd', [...words, ...addresses, ...members])
  await etcd.until(async () => (await statusOf(`${here}/health`)) === 200)
  return `127.0.0.1:${client}`
}

async function makeNode(name: string, directory: string, etcd: string): Promise<Node> {
  const [port, api] = [await freePort(), await freePort()]
  const dataDirectory = join(directory, name)
  const sockets = await serverDirectory()
  const file = join(sockets, 'patroni.json') // JSON is YAML
  await writeFile(file, JSON.stringify(settingsOf({ name, port, api, etcd, dataDirectory, sockets }), null, 2))
  let program: Program | undefined
  const asks = (path: string) => statusOf(`http://127.0.0.1:${api}/${path}`).then((status) => status === 200)
  onTestFinished(async () => {
    await program?.end('SIGTERM') // stops its PostgreSQL too
    await killPostgres(dataDirectory).catch(() => {}) // unless it had to be killed itself
  })
  return {
    name,
    port,
    dataDirectory,
    isPrimary: () => asks('primary'),
    isSynchronousStandby: () => asks('synchronous'),
    start: () => {
      program = startProgram('patroni', [file])
    },
    killMachine: async () => {
      program?.child.kill('SIGKILL')
      await killPostgres(dataDirectory)
    },
    killServer: () => killPostgres(dataDirectory),
    said: () => `${name}:\n${program?.said()}`,
  }
}

interface Place {
  readonly name: string
  readonly port: number
  readonly api: number
  readonly etcd: string
  readonly dataDirectory: string
  readonly sockets: string
}

function settingsOf({ name, port, api, etcd, dataDirectory, sockets }: Place): object {
  const account = (username: string) => ({ username, password: PASSWORD })
  return {
    scope: 'fleet',
    name,
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    etcd3: { hosts: etcd },
    bootstrap: {
      dcs: {
        ttl: 30,
        loop_wait: 1,
        retry_timeout: 10, // on a busy machine etcd may take seconds
        synchronous_mode: true,
        primary_start_timeout: 0, // a server that died is not waited for
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: { max_connections: 100, wal_keep_size: '512MB' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { 'lc-collate': 'C' }, { 'lc-ctype': 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: dataDirectory,
      bin_dir: POSTGRES_15,
      pgpass: join(sockets, 'pgpass'),
      authentication: {
        superuser: account('postgres'),
        replication: account('replicator'),
        rewind: account('rewinder'),
      },
      parameters: { unix_socket_directories: sockets },
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 md5', 'host replication all 127.0.0.1/32 md5'],
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  }
}
