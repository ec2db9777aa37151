import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chown, lstat, mkdir, open, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { codeOf, StartError } from '../failures.ts'
import { type Account, accountFor } from './account.ts'
import { type Binaries, binariesIn, findBinaries } from './binaries.ts'
import { noteBinaries, refuseOtherMajor } from './other-major.ts'

const run = promisify(execFile)
const USER = 'svc'
/** A socket's path has room for 107 characters, its file name included. */
const LONGEST_SOCKET_DIR = 85

/** The files of one embedded PostgreSQL, ready for a server. */
export interface Cluster {
  readonly dataDir: string
  readonly directory: string
  readonly socketDir: string
  readonly logFile: string
  readonly binaries: Binaries
  readonly account: Account
  readonly connection: {
    readonly host: string
    readonly port: number
    readonly user: string
    readonly password: string
    readonly database: string
  }
}

export interface ClusterOptions {
  readonly dataDir: string
  /** The directory of the programs of another PostgreSQL, which made the data. */
  readonly programs?: string | undefined
  readonly onProgress: (text: string) => void
}

export async function prepareCluster({
  dataDir: dataDirectory,
  programs,
  onProgress,
}: ClusterOptions): Promise<Cluster> {
  await refuseUnwritable(resolve(dataDirectory))
  const dataDir = await realpath(dataDirectory) // one directory has one name, however it was spelled
  const binaries = programs === undefined ? findBinaries() : await binariesIn(programs)
  const home = join(dataDir, 'postgres')
  const account = accountFor(join(home, 'cluster'), [binaries.postgres, dataDir])
  await sweepUnfinished(dataDir)
  if (!(await exists(join(home, 'password')))) {
    if (programs !== undefined)
      throw new StartError(`There is no database in ${home}. Set DATA_DIR to the directory that has one.`)
    onProgress('Making the database (once)')
    await makeCluster(home, binaries, account)
  }
  await refuseOtherMajor(home, binaries)
  await noteBinaries(home, binaries, account)
  const password = await readFile(join(home, 'password'), 'utf8')
  const socketDir = await makeSocketDir(home, account)
  return {
    dataDir,
    directory: join(home, 'cluster'),
    socketDir,
    logFile: join(dataDir, 'postgres.log'),
    binaries,
    account,
    connection: { host: socketDir, port: 5432, user: USER, password, database: 'postgres' },
  }
}

/** Made in another directory and then renamed, so that a crash or a race leaves one complete cluster or none. */
async function makeCluster(home: string, binaries: Binaries, account: Account): Promise<void> {
  const aside = `${home}.new-${process.pid}`
  const cluster = join(aside, 'cluster')
  await mkdir(cluster, { recursive: true, mode: 0o755 })
  const password = randomBytes(24).toString('base64url')
  await writeFile(join(aside, 'password'), password, { mode: 0o600 })
  await giveTo(account, cluster)
  await mkdir(join(aside, 'hand-over'))
  const handOver = join(aside, 'hand-over', 'password')
  await writeFile(handOver, password, { mode: 0o600 })
  await giveTo(account, handOver)
  const options = [
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ]
  const [command, args] = account.wrap(binaries.initdb, [
    `--pgdata=${cluster}`,
    `--username=${USER}`,
    `--pwfile=${handOver}`,
    '--auth=scram-sha-256',
    ...options,
  ])
  try {
    await run(command, args, { ...account.spawnAs, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } })
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    throw new StartError(`The embedded database could not be made in ${home}: ${lastLines(error)}`)
  }
  await rm(join(aside, 'hand-over'), { recursive: true })
  await rename(aside, home).catch(async (error) => {
    await rm(aside, { recursive: true, force: true }) // another process was faster, and its cluster is as good
    if (!(await exists(join(home, 'password')))) throw error
  })
}

/** Beside the cluster; if that path is too long for a socket, in a directory that no other user can have made. */
async function makeSocketDir(home: string, account: Account): Promise<string> {
  const beside = join(home, 'socket')
  const short = `/tmp/svc-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`
  const directory = beside.length <= LONGEST_SOCKET_DIR ? beside : short
  try {
    await mkdir(directory, { mode: 0o700 })
    await giveTo(account, directory)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    const found = await lstat(directory)
    const owner = account.owner?.uid ?? process.getuid?.()
    if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
      throw new StartError(
        `${directory} stands where the database's socket has to be, and is not ours. Remove it and start again.`,
      )
    }
  }
  return directory
}

async function refuseUnwritable(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.probe-${process.pid}`)
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o755 })
    const file = await open(probe, 'w')
    await file.writeFile('x'.repeat(8192)).finally(() => file.close())
  } catch (error) {
    const why: Record<string, string> = {
      EACCES: 'this account may not write there',
      EPERM: 'this account may not write there',
      EROFS: 'it is on a read-only file system',
      ENOSPC: 'the disk is full',
      EDQUOT: 'the disk quota is used up',
      ENOTDIR: 'a part of the path is a file',
      EEXIST: 'it is a file, not a directory',
    }
    throw new StartError(
      `DATA_DIR (${dataDir}) cannot be used: ${why[codeOf(error) ?? ''] ?? String(error)}. Set DATA_DIR to a directory that can be written.`,
    )
  } finally {
    await rm(probe, { force: true }).catch(() => {})
  }
}

/** Files of a process that was killed while it made a cluster. */
async function sweepUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = Number(name.match(/^postgres\.new-(\d+)$/)?.[1] ?? 0)
    if (pid && !isAlive(pid)) await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

async function giveTo(account: Account, path: string): Promise<void> {
  if (account.owner) await chown(path, account.owner.uid, account.owner.gid)
}

function exists(path: string): Promise<boolean> {
  return readFile(path).then(
    () => true,
    () => false,
  )
}

function lastLines(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  return text.trim().split('\n').slice(-3).join(' ')
}
