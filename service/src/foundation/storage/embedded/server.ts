import { spawn } from 'node:child_process'
import { open, readFile, rm, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { type Cluster, isAlive } from './cluster.ts'

/**
 * Why each setting is there: nothing listens on the network; one process less for each feature that is not used
 * (I/O workers, logical replication); error lines carry neither values nor statements, which may hold addresses.
 */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: `${sharedMegabytes()}MB`,
  io_method: 'sync',
  max_logical_replication_workers: '0',
  max_wal_size: '1GB',
  jit: 'off',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/** A quarter of the machine, as PostgreSQL advises, up to a quarter of a gigabyte. Only what is used of it is ever taken from the machine. */
function sharedMegabytes(): number {
  return Math.max(64, Math.min(256, Math.floor(totalmem() / 4 / 1_048_576)))
}

/** A pid file younger than this may still be in the making. */
const BEING_WRITTEN_MS = 5_000

/** Starts the server in a session of its own, so that Ctrl-C reaches the service alone, which then ends it in order. */
export async function startServer(cluster: Cluster): Promise<{ exited: Promise<void> }> {
  await removeStalePidFile(cluster)
  const log = await open(cluster.logFile, 'a', 0o600)
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command, args] = cluster.account.wrap(cluster.binaries.postgres, [
    '-D',
    cluster.directory,
    '-k',
    cluster.socketDir,
    ...settings,
  ])
  const child = spawn(command, args, {
    ...cluster.account.spawnAs,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
  })
  const exited = new Promise<void>((done) => {
    child.once('exit', () => done())
    child.once('error', () => done())
  })
  child.unref()
  await log.close()
  return { exited }
}

/** Stops the server: sessions are cut, all committed data is on disk. */
export async function stopServer(cluster: Cluster, waitMs = 10_000): Promise<void> {
  const pid = await serverPid(cluster)
  if (!pid) return
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    signalIfThere(pid, signal)
    const until = performance.now() + waitMs
    while (performance.now() < until) {
      if (!isAlive(pid)) return
      await new Promise((wake) => setTimeout(wake, 10))
    }
  }
}

export async function serverPid(cluster: Cluster): Promise<number | undefined> {
  const text = await readFile(join(cluster.directory, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return pid > 0 && isAlive(pid) && (await isServer(pid, cluster)) ? pid : undefined
}

/** After a crash the file may be cut off, or its number may belong to somebody else; PostgreSQL would then refuse to start. */
async function removeStalePidFile(cluster: Cluster): Promise<void> {
  const file = join(cluster.directory, 'postmaster.pid')
  const found = await stat(file).catch(() => undefined)
  if (!found) return
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
  const unreadable = !(pid > 0) && Date.now() - found.mtimeMs > BEING_WRITTEN_MS
  if (unreadable || (pid > 0 && isAlive(pid) && !(await isServer(pid, cluster)))) await rm(file, { force: true })
}

/** Where the system does not tell what a process is, it is taken for the server, which is the safe mistake. */
async function isServer(pid: number, cluster: Cluster): Promise<boolean> {
  if (process.platform !== 'linux') return true
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0').includes(cluster.directory)
}

/** What the server itself says about why it does not start. */
export async function lastComplaint(cluster: Cluster): Promise<string> {
  const lines = (await readFile(cluster.logFile, 'utf8').catch(() => '')).trim().split('\n')
  return lines.findLast((line) => line.includes('FATAL')) ?? lines.at(-1) ?? ''
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // gone already, which is what was asked for
  }
}
