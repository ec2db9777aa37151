import pg from 'pg'
import { type Cluster, prepareCluster } from '../../src/foundation/storage/embedded/cluster.ts'
import { serverPid, startServer, stopServer } from '../../src/foundation/storage/embedded/server.ts'
import { follow } from './follow.ts'
import { copyPreparedData, dataDirectory, until } from './process.ts'

export interface TestServer {
  readonly connection: Cluster['connection']
  query(text: string): Promise<pg.QueryResult>
  start(): Promise<void>
  /** As a power cut would: nothing is written, and no client is told. */
  kill(): Promise<void>
  /** It stands still, and its connections stay open. */
  freeze(): Promise<void>
  thaw(): Promise<void>
}

export interface TestReplica extends TestServer {
  /** From now on it applies nothing more. */
  pause(): Promise<void>
  resume(): Promise<void>
  promote(): Promise<void>
  /** Has everything that the primary has. */
  untilCaughtUp(): Promise<void>
}

export interface Pair {
  readonly primary: TestServer
  readonly replica: TestReplica
}

type WhenDone = (end: () => Promise<void>) => void

const SETTINGS = { fsync: 'off', full_page_writes: 'off', shared_buffers: '32MB', wal_writer_delay: '10ms' }

/** Two servers of the embedded PostgreSQL, migrated: a primary, and one that follows it. */
export async function startPair(whenDone: WhenDone): Promise<Pair> {
  const directories = await Promise.all([dataDirectory(whenDone), dataDirectory(whenDone)])
  for (const directory of directories) await copyPreparedData(directory)
  const [primary, follower] = await Promise.all(directories.map(clusterIn))
  if (!primary || !follower) throw new Error('There are two.')
  const first = serverOf(primary, whenDone)
  await first.start()
  await follow(follower, primary)
  const second = serverOf(follower, whenDone)
  await second.start()
  return { primary: first, replica: replicaOf(second, first) }
}

const clusterIn = (dataDir: string) => prepareCluster({ dataDir, onProgress: () => {} })

function serverOf(cluster: Cluster, whenDone: WhenDone): TestServer {
  const { connection } = cluster
  const signal = async (name: NodeJS.Signals) => {
    const pid = await serverPid(cluster)
    if (pid !== undefined) process.kill(pid, name)
  }
  const query = async (text: string) => {
    const client = new pg.Client(connection)
    client.on('error', () => {})
    await client.connect()
    return client.query(text).finally(() => client.end())
  }
  whenDone(async () => {
    await signal('SIGCONT')
    await stopServer(cluster)
  })
  /** The processes of its connections stand still with it. */
  const everyProcess = async (name: NodeJS.Signals) => {
    for (const pid of frozen) process.kill(pid, name)
  }
  let frozen: number[] = []
  return {
    connection,
    query,
    start: async () => {
      await startServer(cluster, SETTINGS)
      await until(() =>
        query('select 1').then(
          () => true,
          () => false,
        ),
      )
    },
    kill: async () => {
      const pid = await serverPid(cluster)
      await signal('SIGKILL')
      await until(async () => pid === undefined || (await serverPid(cluster)) === undefined)
    },
    freeze: async () => {
      const { rows } = await query(
        `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      )
      frozen = [...rows.map(({ pid }) => pid), (await serverPid(cluster)) ?? process.pid]
      await everyProcess('SIGSTOP')
    },
    thaw: () => everyProcess('SIGCONT'),
  }
}

function replicaOf(server: TestServer, primary: TestServer): TestReplica {
  return {
    ...server,
    pause: async () => void (await server.query('select pg_wal_replay_pause()')),
    resume: async () => void (await server.query('select pg_wal_replay_resume()')),
    promote: async () => void (await server.query('select pg_promote()')),
    untilCaughtUp: async () => {
      const { rows } = await primary.query('select pg_current_wal_flush_lsn() as lsn')
      await until(async () => {
        const { rows: found } = await server.query(`select pg_last_wal_replay_lsn() >= '${rows[0].lsn}' as is_there`)
        return found[0].is_there
      })
    },
  }
}
