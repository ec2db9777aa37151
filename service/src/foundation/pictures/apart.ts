import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem, unavailable } from '../problems/index.ts'

const WITHIN_MS = 20_000

/** The answer of a script, or the reason why there is none. */
export type Outcome<Answer> = { readonly answer: Answer } | { readonly fault: 'late' | 'ended' }

/**
 * Sends one message to a script beside this file, which runs in its own process, and takes its one answer. There is an outcome however the process
 * ends; the process does not get our environment.
 */
export function runApart<Answer>(
  script: 'decode-picture' | 'draw-picture',
  message: object,
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome<Answer>> {
  return new Promise((resolve) => {
    const child = fork(pathOf(script), [], {
      serialization: 'advanced',
      env: { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2', ...env },
      execArgv: ['--max-old-space-size=128'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const timer = setTimeout(() => {
      resolve({ fault: 'late' })
      child.kill('SIGKILL')
    }, WITHIN_MS)
    child.once('message', (answer) => resolve({ answer: answer as Answer })) // the script sends nothing else
    child.once('error', () => resolve({ fault: 'ended' }))
    child.once('exit', () => {
      clearTimeout(timer)
      resolve({ fault: 'ended' })
    })
    child.send(message, () => {}) // if it cannot be sent, the process has ended
  })
}

/** The path of a script, in the sources and in the build. */
function pathOf(script: string): string {
  return fileURLToPath(new URL(`./${script}${extname(fileURLToPath(import.meta.url))}`, import.meta.url))
}

/** Such work is expensive: only a few run at once, and only some wait. */
export function openQueue({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
  let running = 0
  const waiting: (() => void)[] = []
  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw new Problem(unavailable, { headers: { 'retry-after': '10' } })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
