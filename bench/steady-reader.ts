import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** What is read at a fixed rate, however long each read takes. The reader is a thread of its own, so it waits for nothing else that a bench does. */
export interface SteadyReads {
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
  /** Asked one after the other, again and again. */
  readonly paths: readonly string[]
  readonly readsASecond: number
}

const { origin, headers, paths, readsASecond } = workerData as SteadyReads
const agent = new Agent({ keepAlive: true })
let asked = 0
let timer: NodeJS.Timeout | undefined
let waiting: Promise<number>[] = []

function timed(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    request(origin + path, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${path}: ${answer.statusCode}`))
      answer.resume().on('end', () => resolve(performance.now() - began))
    })
      .on('error', reject)
      .end()
  })
}

function send(): void {
  const one = timed(paths[asked % paths.length] ?? '')
  one.catch(() => {}) // it is thrown at the end
  waiting.push(one)
  asked += 1
}

parentPort?.on('message', async (message: 'begin' | 'end') => {
  if (message === 'begin') {
    waiting = []
    timer = setInterval(send, 1_000 / readsASecond)
  } else {
    clearInterval(timer)
    parentPort?.postMessage(await Promise.all(waiting))
  }
})
