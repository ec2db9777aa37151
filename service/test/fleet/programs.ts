import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chown, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished, type TestContext } from 'vitest'
import { skipWithout } from '../harness/missing-tools.ts'
import { ROOT } from '../harness/paths.ts'
import { freePort } from '../harness/ports.ts'
import { temporaryDirectory, until } from '../harness/process.ts'
import { roomInMemory } from '../harness/room-in-memory.ts'

/** The directory of Debian's PostgreSQL, the oldest that is supported. */
export const POSTGRES_15 = '/usr/lib/postgresql/15/bin'
const SEARCHED = `${process.env.PATH}:/usr/sbin:${POSTGRES_15}`

/** Skips the test on a machine that lacks one of them. */
export function needPrograms(names: readonly string[], context: TestContext): void {
  for (const name of names) {
    try {
      execFileSync('sh', ['-c', `command -v ${name}`], { env: { PATH: SEARCHED } })
    } catch {
      skipWithout(name, context)
    }
  }
}

const CACHED_PGBOUNCER = join(ROOT, 'node_modules/.cache/pgbouncer/pgbouncer')

/**
 * A PgBouncer that keeps prepared statements: that of this machine if it is 1.21 or newer, or the one that tools/newer-pgbouncer.sh fetched. Skips the test
 * on a machine without.
 */
export function newerPgBouncer(context: TestContext): string {
  for (const program of ['pgbouncer', CACHED_PGBOUNCER]) if (isNewer(program)) return program
  return skipWithout('PgBouncer 1.21 or newer (tools/newer-pgbouncer.sh fetches one)', context)
}

/** Whether a PgBouncer can keep prepared statements. */
export function isNewer(program: string): boolean {
  const { stdout } = spawnSync(program, ['--version'], { env: { PATH: SEARCHED }, encoding: 'utf8' })
  const [, major, minor] = /^PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? []
  return Number(major) * 100 + Number(minor) >= 121
}

interface Account {
  readonly uid?: number
  readonly gid?: number
}

/** Neither PostgreSQL nor PgBouncer runs as root. */
function accountOfServers(): Account {
  if (process.getuid?.() !== 0) return {}
  const ask = (word: string) => Number(execFileSync('id', [word, 'postgres']).toString())
  return { uid: ask('-u'), gid: ask('-g') }
}

/** A directory that the servers may use; gone after the test. */
export async function serverDirectory(): Promise<string> {
  const directory = await temporaryDirectory(roomInMemory())
  const { uid, gid } = accountOfServers()
  if (uid !== undefined && gid !== undefined) await chown(directory, uid, gid)
  return directory
}

export interface Program {
  readonly child: ChildProcess
  said(): string
  readonly ended: Promise<void>
  /** Waits until it works, and fails with what it said if it has ended. */
  until(works: () => boolean | Promise<boolean>): Promise<void>
  end(signal: NodeJS.Signals): Promise<void>
}

/** A program of others. It ends with the test. */
export function startProgram(
  name: string,
  words: readonly string[],
  lastSignal: NodeJS.Signals = 'SIGTERM',
  environment: Record<string, string> = {},
): Program {
  const child = spawn(name, words, {
    env: { PATH: SEARCHED, LC_ALL: 'C.UTF-8', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...accountOfServers(),
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said = (said + chunk).slice(-20_000)
    })
  }
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const end = (signal: NodeJS.Signals) => endChild(child, signal, ended)
  onTestFinished(() => end(lastSignal))
  return {
    child,
    said: () => said,
    ended,
    until: (works) =>
      until(async () => {
        if (hasEnded()) throw new Error(`${name} has ended:\n${said}`)
        return works()
      }),
    end,
  }
}

const END_WITHIN_MS = 60_000

/** Asks it to end, and makes it end if it does not. */
export async function endChild(child: ChildProcess, signal: NodeJS.Signals, ended: Promise<void>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS)
  await ended
  clearTimeout(timer)
}

/** Kills a PostgreSQL as a power cut would: nothing is written, and no client is told. */
export async function killPostgres(dataDirectory: string): Promise<void> {
  const pid = Number.parseInt(await readFile(`${dataDirectory}/postmaster.pid`, 'utf8'), 10)
  process.kill(pid, 'SIGKILL')
}

/** The status of an answer; 0: there was none. */
export async function statusOf(url: string): Promise<number> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.status ?? 0
}

export interface PostgresServer {
  readonly port: number
  readonly url: string
  readonly data: string
}

/** Debian's PostgreSQL with an empty database, which its superuser is called after. Whoever asks on this machine may enter. */
export async function startPostgres(superuser = 'svc'): Promise<PostgresServer> {
  const directory = await serverDirectory()
  const data = `${directory}/data`
  const port = await freePort()
  const locale = ['--encoding=UTF8', '--lc-collate=C', '--lc-ctype=C.UTF-8']
  await startProgram('initdb', ['-D', data, '-U', superuser, '-A', 'trust', '--no-sync', ...locale]).ended
  const words = ['-D', data, '-p', String(port), '-k', directory, '-h', '127.0.0.1']
  const server = startProgram('postgres', words, 'SIGINT') // with another signal it would wait for its clients
  const ask = async (text: string) => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: superuser, database: 'postgres' })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  await server.until(() =>
    ask('select 1').then(
      () => true,
      () => false,
    ),
  )
  if (superuser !== 'postgres') await ask(`create database ${superuser}`) // one of that name is there
  return { port, url: `postgres://${superuser}@127.0.0.1:${port}/${superuser}`, data }
}
