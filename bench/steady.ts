import { Agent, request } from 'node:http'
import type { Site } from './site.ts'
import { spreadPairs } from './votes.ts'
import { type Measured, percentile, smallerIsBetter } from './workload.ts'

const VOTERS = 4_000
const LOOK_EVERY_MS = 5
/** The time of a request that was told to come back later. */
const REFUSED = Number.POSITIVE_INFINITY

export interface Times {
  readonly reads: number[]
  readonly votes: number[]
}

export interface Rates {
  readonly readsASecond: number
  readonly votesASecond: number
}

export function emptyTimes(): Times {
  return { reads: [], votes: [] }
}

export function addTimes(all: Times, { reads, votes }: Times): void {
  all.reads.push(...reads)
  all.votes.push(...votes)
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

const HAPPENS_WITHIN_MS = 300_000

/** Asks again and again, and ends the run if it does not happen. */
export async function untilHappens(what: string, happened: () => Promise<boolean>, pauseMs = 100): Promise<void> {
  const limit = performance.now() + HAPPENS_WITHIN_MS
  while (!(await happened())) {
    if (performance.now() > limit) throw new Error(`Not within ${HAPPENS_WITHIN_MS / 1000} s: ${what}`)
    await wait(pauseMs)
  }
}

/** The 99th percentile of reads and of votes, quiet and busy. The worse of the two counts; all are printed. */
export function worseOf(quiet: Times, busy: Times, during: string): Measured {
  const compared = (['reads', 'votes'] as const).map((kind): Measured => {
    process.stderr.write(`${kind}: quiet ${shares(quiet[kind])}; during ${during} ${shares(busy[kind])}\n`)
    if (percentile(quiet[kind], 0.99) === REFUSED)
      throw new Error('This machine cannot answer so many requests a second')
    return smallerIsBetter(percentile(busy[kind], 0.99), percentile(quiet[kind], 0.99))
  })
  return compared.reduce((worst, other) => (other.ratio < worst.ratio ? other : worst))
}

function shares(times: readonly number[]): string {
  const [half, most, all] = [0.5, 0.99, 1].map((share) => percentile(times, share).toFixed(1))
  const refused = times.filter((time) => time === REFUSED).length
  return `p50 ${half} ms, p99 ${most} ms, longest ${all} ms of ${times.length}, ${refused} refused`
}

/** Reads and votes at a fixed rate, however long each takes: a request that waits does not keep others from being sent. */
export async function openLoad(site: Site, { readsASecond, votesASecond }: Rates) {
  const agent = new Agent({ keepAlive: true })
  const pairs = spreadPairs(await site.signIn(VOTERS), site.openPosts)
  const timed = (method: string, path: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const began = performance.now()
      request(`${site.origin}${path}`, { method, agent, headers: { ...site.headers, ...headers } }, (answer) => {
        const { statusCode = 0 } = answer
        if (statusCode >= 300 && statusCode !== 503) reject(new Error(`${path}: ${statusCode}`))
        answer.resume().on('end', () => resolve(statusCode === 503 ? REFUSED : performance.now() - began))
      })
        .on('error', reject)
        .end()
    })
  const read = (turn: number) =>
    timed('GET', turn % 2 === 0 ? '/v1/posts?limit=20' : `/v1/posts/${site.openPosts[turn % 500]}`, {})
  const vote = () => {
    const { token, post } = pairs.next()
    return timed('PUT', `/v1/posts/${post}/vote`, { authorization: `Bearer ${token}` })
  }
  return {
    close: () => agent.destroy(),
    /** How long requests took as long as the work went on. */
    during: async (work: Promise<void>): Promise<Times> => {
      const times = emptyTimes()
      const waiting: Promise<unknown>[] = []
      const failures: unknown[] = []
      const add = (asked: Promise<number>, to: number[]) =>
        waiting.push(
          asked.then(
            (ms) => to.push(ms),
            (error) => failures.push(error),
          ),
        )
      const began = performance.now()
      const isDue = (sent: number, rate: number) => sent < ((performance.now() - began) / 1_000) * rate
      let [reads, votes] = [0, 0]
      const timer = setInterval(() => {
        for (; isDue(reads, readsASecond); reads += 1) add(read(reads), times.reads)
        for (; isDue(votes, votesASecond); votes += 1) add(vote(), times.votes)
      }, LOOK_EVERY_MS)
      await work.finally(() => clearInterval(timer))
      await Promise.all(waiting)
      if (failures.length > 0) throw failures[0]
      return times
    },
  }
}
