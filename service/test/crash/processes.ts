import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const READY_WITHIN_MS = 300_000
const STOP_WITHIN_MS = 120_000
const TAIL = 4_000

/** The built service as a process of its own, on an embedded database. */
export interface ServiceProcess {
  readonly child: ChildProcess
  readonly ended: Promise<void>
  /** The end of what it said. */
  tail(): string
}

export function startService(main: string, environment: Record<string, string>): ServiceProcess {
  const child = spawn(process.execPath, [main, 'serve'], {
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let tail = ''
  const hear = (chunk: Buffer) => {
    tail = (tail + chunk).slice(-TAIL)
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  return { child, ended, tail: () => tail }
}

export async function untilReady(service: ServiceProcess, origin: string): Promise<void> {
  await until(async () => {
    refuseEnded(service)
    const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
    await answer?.body?.cancel()
    return answer?.status === 200
  }, READY_WITHIN_MS)
}

export function refuseEnded({ child }: ServiceProcess): void {
  if (hasEnded(child)) throw new Error('The service ended by itself.')
}

export async function killService({ child, ended }: ServiceProcess): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

/** Ends the service in order, and with it the database; what does not end in time is killed. */
export async function stopService({ child, ended }: ServiceProcess, dataDir: string): Promise<void> {
  const limit = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  if (!hasEnded(child)) child.kill('SIGTERM')
  await ended
  clearTimeout(limit)
  const server = await serverPid(dataDir).catch(() => undefined)
  if (server === undefined || !isRunning(server)) return
  process.kill(server, 'SIGQUIT') // a service that was killed leaves it behind
  await until(async () => !isRunning(server), STOP_WITHIN_MS).catch(() => process.kill(server, 'SIGKILL'))
}

/** The first process of the PostgreSQL in a data directory of ours. */
export async function serverPid(dataDir: string): Promise<number> {
  const directory = join(dataDir, 'postgres/cluster')
  const [pid, place] = (await readFile(join(directory, 'postmaster.pid'), 'utf8')).split('\n')
  if (!(Number(pid) > 1) || place !== directory) throw new Error(`${directory} has no pid file of its own`)
  return Number(pid)
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export async function until(condition: () => Promise<boolean>, withinMs: number): Promise<void> {
  const limit = performance.now() + withinMs
  while (!(await condition())) {
    if (performance.now() > limit) throw new Error(`Not within ${withinMs} ms: ${condition}`)
    await pause(20)
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, ms))
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}
