import { Agent, request } from 'node:http'

/**
 * What is read at a fixed rate, however long each read takes. The reader is a process in a session of its own: it waits for nothing else that a bench does, and the
 * kernel gives it its own part of the processors.
 */
export interface SteadyReads {
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
  /** Asked one after the other, again and again. */
  readonly paths: readonly string[]
  readonly readsASecond: number
}

const { origin, headers, paths, readsASecond } = JSON.parse(process.argv[2] ?? '') as SteadyReads
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

process.once('disconnect', () => process.exit())
process.on('message', async (message: 'begin' | 'end') => {
  if (message === 'begin') {
    waiting = []
    timer = setInterval(send, 1_000 / readsASecond)
  } else {
    clearInterval(timer)
    process.send?.(await Promise.all(waiting))
  }
})
