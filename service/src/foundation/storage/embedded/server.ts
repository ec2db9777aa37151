import { spawn } from 'node:child_process'
import { readdirSync, statfsSync, statSync } from 'node:fs'
import { open, readFile, rm, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { type Cluster, isAlive } from './cluster.ts'

/**
 * The reasons for these settings: nothing listens on the network; each unused feature would cost a process
 * (I/O workers, logical replication); error lines carry neither values nor statements, which may hold addresses.
 */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  max_logical_replication_workers: '0',
  jit: 'off',
  wal_init_zero: 'off', // otherwise the vote that needs a new file of the log waits until its 16 MB are written
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/**
 * Buffers for all the data there is, from 128 MB, the default, to 4 GB; and at most a quarter of the memory of the machine, or of the container if it may have
 * less, as PostgreSQL advises. More would cost memory for nothing: PostgreSQL notes something about each buffer from the start, though the system only
 * provides the buffers that are used.
 */
export function sharedMegabytes(
  data: number,
  machine = totalmem(),
  container = process.constrainedMemory() || machine, // 0: no limit
): number {
  const wanted = Math.max(128, Math.min(4_096, Math.ceil(data / MB)))
  return Math.max(64, Math.min(wanted, Math.floor(Math.min(machine, container) / 4 / MB)))
}

const MB = 1_048_576

/**
 * How much log there may be between two checkpoints. After each, the first change of a page writes the whole page to the log, so a large database writes
 * several times as much if checkpoints come often. Half of the data, from 1 GB, PostgreSQL's default, to 4 GB, because the start after a crash reads as much;
 * and beyond that default at most a tenth of what is free on the disk.
 */
export function logMegabytes(data: number, free: number): number {
  const wanted = Math.min(4_096, Math.ceil(data / 2 / MB), Math.floor(free / 10 / MB))
  return Math.max(1_024, wanted)
}

/** The size of all databases; 0 if it cannot be read. A thousand files take some milliseconds. */
export function bytesOfData({ directory }: Pick<Cluster, 'directory'>): number {
  try {
    const base = join(directory, 'base')
    const files = readdirSync(base).flatMap((database) => {
      const folder = join(base, database)
      return readdirSync(folder).map((name) => `${folder}/${name}`)
    })
    return files.reduce((bytes, file) => bytes + sizeOf(file), 0)
  } catch {
    return 0 // the last sessions of an old server still remove folders
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** What is free on the disk of the database; 0 if that cannot be read. */
function bytesFree({ directory }: Pick<Cluster, 'directory'>): number {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize
  } catch {
    return 0
  }
}

/** A younger pid file may still be incomplete. */
const BEING_WRITTEN_MS = 5_000

/** Starts the server in its own session, so that Ctrl-C reaches only the service, which then stops the server properly. */
export async function startServer(
  cluster: Cluster,
  others: Readonly<Record<string, string>> = {},
): Promise<{ exited: Promise<void> }> {
  await removeStalePidFile(cluster)
  const log = await open(cluster.logFile, 'a', 0o600)
  const data = bytesOfData(cluster)
  const own = {
    ...SETTINGS,
    shared_buffers: `${sharedMegabytes(data)}MB`,
    max_wal_size: `${logMegabytes(data, bytesFree(cluster))}MB`,
    ...(cluster.binaries.major >= 18 && { io_method: 'sync' }), // earlier ones have no I/O workers
  }
  const settings = Object.entries({ ...own, ...others }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
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

/** Stops the server: it ends all sessions, and all committed data is on disk. */
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

/** After a crash the file may be incomplete, or another process may have its number; PostgreSQL would then refuse to start. */
async function removeStalePidFile(cluster: Cluster): Promise<void> {
  const file = join(cluster.directory, 'postmaster.pid')
  const found = await stat(file).catch(() => undefined)
  if (!found) return
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
  const unreadable = !(pid > 0) && Date.now() - found.mtimeMs > BEING_WRITTEN_MS
  if (unreadable || (pid > 0 && isAlive(pid) && !(await isServer(pid, cluster)))) await rm(file, { force: true })
}

/** If the system does not say what a process is, we assume that it is the server, which is the safe mistake. */
async function isServer(pid: number, cluster: Cluster): Promise<boolean> {
  if (process.platform !== 'linux') return true
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0').includes(cluster.directory)
}

/** The server's own reason for not starting. */
export async function lastComplaint(cluster: Cluster): Promise<string> {
  const lines = (await readFile(cluster.logFile, 'utf8').catch(() => '')).trim().split('\n')
  return lines.findLast((line) => line.includes('FATAL')) ?? lines.at(-1) ?? ''
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // it has already ended
  }
}
