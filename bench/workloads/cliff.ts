import { connect, type Socket } from 'node:net'
import { sizeFor } from '../../generator/generate.ts'
import { fire, get, type Load, latencies } from '../load.ts'
import { residentDuring, residentMb } from '../resident.ts'
import { openSite, type Site } from '../site.ts'
import { compareThroughput } from '../throughput.ts'
import { type Measured, percentile, type Workload } from '../workload.ts'
import { listLoad } from './posts.ts'

const USUAL = 32
const MANY = 256
const AT_ONCE = Number(process.env.BENCH_CROWD ?? 10_000)
/** Fewer than the system keeps in its own queue of new connections. */
const OPENED_TOGETHER = 200
/** An answer, and too many at once. */
const EXPECTED = ['200', '503']
const CROWDS = 8
/** By then V8 has let the heap grow as far as it does for crowds of this size. */
const CROWDS_TO_SETTLE = 4
/** What later crowds may add to that. */
const MOST_ADDED = 1.1
const SETTLE_MS = 3_000
/** A crowd may grow the process by so much for each request of it. */
const MOST_KB_EACH = 60

/** Requests a second over 256 connections against those over 32: more callers than the service can serve make it no slower. */
export const cliff: Workload = {
  name: 'cliff',
  unit: 'requests/s',
  floor: 0.9,
  measure: () =>
    withSite(async (site) => {
      const load = (connections: number): Load => ({ ...listLoad(site), connections })
      const measured = await compareThroughput(load(MANY), load(USUAL))
      for (const connections of [USUAL, MANY]) {
        const times = await latencies(load(connections), 5_000)
        process.stderr.write(
          `${connections} connections: p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms\n`,
        )
      }
      return measured
    }),
}

/**
 * Ten thousand requests at once, again and again: each ends in an answer or in 503, and the process grows by a bounded amount, to which later crowds add next
 * to nothing.
 */
export const crowdMemory: Workload = {
  name: 'crowd_memory',
  unit: 'MB',
  floor: 1,
  measure: () =>
    withSite(async (site): Promise<Measured> => {
      await fire(listLoad(site), 5)
      const idle = residentMb(site.pid)
      const grown: number[] = []
      for (let crowd = 0; crowd < CROWDS; crowd += 1) {
        const { result, most } = await residentDuring(site.pid, () => allAtOnce(site))
        const { statuses, ms } = result
        grown.push(most - idle)
        process.stderr.write(
          `${JSON.stringify(statuses)} in ${Math.round(ms)} ms; the process grew by ${Math.round(most - idle)} MB\n`,
        )
        await new Promise((wake) => setTimeout(wake, SETTLE_MS))
        process.stderr.write(`${Math.round(residentMb(site.pid) - idle)} MB of it are left after ${SETTLE_MS} ms\n`)
      }
      const limit = (AT_ONCE * MOST_KB_EACH) / 1024
      const ours = Math.max(...grown)
      const settled = Math.max(...grown.slice(0, CROWDS_TO_SETTLE))
      if (ours > settled * MOST_ADDED)
        throw new Error(`It grew from ${settled} to ${ours} MB after it should have settled`)
      return { ours, limit, ratio: limit / ours }
    }),
}

async function withSite(work: (site: Site) => Promise<Measured>): Promise<Measured> {
  const site = await openSite(sizeFor(1_000))
  return work(site).finally(site.stop)
}

/**
 * Opens all connections first, and then sends a request on each of them. Each has asked for the version before: the service closes a new connection that
 * sends nothing for ten seconds, with 408, and a slow machine takes longer to open them all.
 */
async function allAtOnce(site: Site): Promise<{ statuses: Record<string, number>; ms: number }> {
  const load = listLoad(site)
  const { hostname, port } = new URL(load.origin)
  const open = () =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(get(load.origin, '/v1/version').next()))
      socket.on('error', reject)
      socket.once('data', () => resolve(socket))
    })
  const sockets: Socket[] = []
  while (sockets.length < AT_ONCE) sockets.push(...(await Promise.all(Array.from({ length: OPENED_TOGETHER }, open))))
  const began = performance.now()
  const statuses: Record<string, number> = {}
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve) => {
          const end = (status: string) => {
            statuses[status] = (statuses[status] ?? 0) + 1
            socket.removeAllListeners('close')
            socket.destroy()
            resolve()
          }
          socket.once('close', () => end('closed without an answer'))
          socket.once('data', (chunk) => end(chunk.toString('latin1', 9, 12)))
          socket.write(load.next())
        }),
    ),
  )
  const unexpected = Object.keys(statuses).filter((status) => !EXPECTED.includes(status))
  if (unexpected.length > 0) throw new Error(`Answers with ${unexpected.join(', ')}`)
  return { statuses, ms: performance.now() - began }
}
