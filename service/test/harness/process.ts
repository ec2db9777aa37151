import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject, onTestFinished } from 'vitest'
import { MAIN } from './paths.ts'
import { roomInMemory } from './room-in-memory.ts'

export interface Run {
  readonly child: ChildProcess
  readonly pid: number
  out(): string
  err(): string
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** The built service as a process of its own, as an operator runs it. It ends with the test. */
export function runMain(words: string[], environment: Record<string, string> = {}): Run {
  const run = startMain(words, environment)
  onTestFinished(() => stopMain(run))
  return run
}

export async function stopMain({ child, ended }: Run): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  await ended
}

/** The same; whoever starts it ends it. */
export function startMain(words: string[], environment: Record<string, string>): Run {
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  // All that it said is there once its outputs are closed. A database that it left behind may hold them open: that is not waited for long.
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.on('exit', (code, signal) => {
      const late = new Promise<void>((given) => setTimeout(given, 1_000).unref())
      void Promise.race([closed, late]).then(() => resolve({ code, signal }))
    }),
  )
  return { child, pid: child.pid ?? 0, out: () => out, err: () => err, ended }
}

export async function runToEnd(words: string[], environment: Record<string, string> = {}) {
  const run = runMain(words, environment)
  const { code } = await run.ended
  return { code, out: run.out(), err: run.err() }
}

/** Waits until the service says that it is ready, or fails with what it said instead. */
export async function untilReady(run: Run, withinMs = 300_000): Promise<void> {
  await until(() => run.out().includes('is ready.') || run.child.exitCode !== null, withinMs)
  if (!run.out().includes('is ready.')) throw new Error(`The service did not start:\n${run.out()}${run.err()}`)
}

/** Asks less and less often, so that waiting leaves the machine to what is waited for. */
export async function until(condition: () => boolean | Promise<boolean>, withinMs = 300_000): Promise<void> {
  const limit = performance.now() + withinMs
  for (let pauseMs = 10; !(await condition()); pauseMs = Math.min(100, pauseMs * 1.5)) {
    if (performance.now() > limit) throw new Error(`Not within ${withinMs} ms: ${condition}`)
    await new Promise((wake) => setTimeout(wake, pauseMs))
  }
}

type WhenDone = (end: () => Promise<void>) => void

/** A directory that is gone after the test. Asked for first, so that it outlives the processes that use it. */
export async function temporaryDirectory(parent = tmpdir(), whenDone: WhenDone = onTestFinished): Promise<string> {
  const directory = await mkdtemp(join(parent, 'svc-test-'))
  whenDone(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** The file of a program that was imported with `?program`. */
export async function programFile(text: string): Promise<string> {
  const file = join(await temporaryDirectory(), 'program.mjs')
  await writeFile(file, text)
  return file
}

/** One for an embedded database: in memory where there is room, so that no test waits for a disk that need not survive the machine. */
export async function dataDirectory(whenDone?: WhenDone): Promise<string> {
  return temporaryDirectory(roomInMemory(), whenDone)
}

let prepared: Promise<string> | undefined

/** One whose database is made already, as after the first start. A copy of it takes a tenth of the time. */
export async function preparedDataDirectory(whenDone?: WhenDone): Promise<string> {
  const directory = await dataDirectory(whenDone)
  await copyPreparedData(directory)
  return directory
}

export async function copyPreparedData(directory: string): Promise<void> {
  prepared ??= prepare()
  await promisify(execFile)('cp', ['-a', `${await prepared}/.`, directory])
}

/** Made once in a run, by the process of tests that needs it first. */
async function prepare(): Promise<string> {
  const directory = join(inject('directory'), 'prepared')
  const [aside, failed] = [`${directory}.new`, `${directory}.failed`]
  const isFirst = await mkdir(`${directory}.lock`).then(
    () => true,
    (error) => {
      if (error.code !== 'EEXIST') throw error
      return false
    },
  )
  if (isFirst) {
    const env = { PATH: process.env.PATH, DATA_DIR: aside }
    try {
      await promisify(execFile)(process.execPath, [MAIN, 'migrate'], { env })
      await rename(aside, directory)
    } catch (error) {
      await writeFile(failed, String(error))
      throw error
    }
  } else {
    await until(() => existsSync(directory) || existsSync(failed))
    if (existsSync(failed)) throw new Error(`Another process could not make it: ${await readFile(failed, 'utf8')}`)
  }
  return directory
}

/** The process of the embedded database in a data directory. */
export async function databasePid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10)
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
