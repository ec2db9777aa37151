import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../service/test/harness/ports.ts'
import serviceOptions from '../tools/service-options.json' with { type: 'json' }

const MAIN = fileURLToPath(new URL('../service/dist/main.js', import.meta.url))

const START_WITHIN_MS = 300_000
/** Each look takes processor time, which the server that starts has too little of. With 5 ms, starts took an eighth longer. */
const LOOK_EVERY_MS = 20

export interface RunningServer {
  readonly child: ChildProcess
  readonly origin: string
  /** From the start of the process to its first good answer. */
  readonly readyMs: number
  stop(): Promise<void>
}

/** Our service as it is deployed, one process, with nothing but errors in its log. */
export function startOurs(dataDir: string, environment: Record<string, string> = {}): Promise<RunningServer> {
  return start([MAIN, 'serve'], '/readyz', {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    RATE_LIMIT_FACTOR: '0',
    ...environment,
  })
}

/** The bare side of a workload: a file in bare/. */
export function startBare(name: string, environment: Record<string, string> = {}): Promise<RunningServer> {
  return start([fileURLToPath(new URL(`bare/${name}.ts`, import.meta.url))], '/ready', environment)
}

export function temporaryDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'svc-bench-'))
}

export async function withDirectory<Result>(work: (directory: string) => Promise<Result>): Promise<Result> {
  const directory = await temporaryDirectory()
  return work(directory).finally(() => rm(directory, { recursive: true, force: true }))
}

/** The bare side uses the database of ours, so it stops first: a server whose database stops under it fails. */
export async function stopBoth(ours: RunningServer, bare: RunningServer): Promise<void> {
  await bare.stop()
  await ours.stop()
}

/** Both sides run with the options of Node that the service has. */
async function start(words: string[], readyPath: string, environment: Record<string, string>): Promise<RunningServer> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, [...serviceOptions, ...words], {
    env: { PATH: process.env.PATH ?? '', PORT: String(port), ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true, // a session of its own, as a service manager gives it: the kernel shares the processors among sessions
  })
  child.stderr.pipe(process.stderr, { end: false })
  process.once('exit', () => child.kill('SIGTERM')) // a run that is broken off leaves no server behind
  const origin = `http://localhost:${port}`
  while (!(await answers(origin + readyPath))) {
    if (performance.now() - began > START_WITHIN_MS) child.kill('SIGKILL')
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${words.join(' ')} ended with ${child.exitCode}`)
    await new Promise((wake) => setTimeout(wake, LOOK_EVERY_MS))
  }
  const readyMs = performance.now() - began
  const stop = async () => {
    if (child.exitCode !== null) return
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGTERM')
    await ended
  }
  return { child, origin, readyMs, stop }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    async (answer) => {
      await answer.body?.cancel()
      return answer.ok
    },
    () => false,
  )
}
