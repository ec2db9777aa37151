import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { sizeFor } from '../../generator/generate.ts'
import { fire } from '../load.ts'
import { startOurs, withDirectory } from '../servers.ts'
import { openSite } from '../site.ts'
import { smallerIsBetter, type Workload } from '../workload.ts'
import { pageLoad } from './board-page.ts'
import { getLoad, listLoad } from './posts.ts'

const AT_IDLE_MB = 150
const AFTER_LOAD_MB = 200
/** Long enough for what only the start needed: unused connections end after 25 seconds, and the heap is given back when the process is quiet. */
const SETTLE_MS = 30_000
const AFTER_START_MS = 3_000
const AFTER_LOAD_MS = 60_000
const SECONDS_EACH = 20

/** All processes at idle, the embedded database with them. Pages that several processes share are counted once. */
export const memory: Workload = {
  name: 'memory',
  unit: 'MB',
  floor: 1,
  measure: () =>
    withDirectory(async (directory) => {
      const ours = await startOurs(directory)
      try {
        const used = () => usedMb(ours.child.pid ?? 0, directory)
        await wait(AFTER_START_MS)
        process.stderr.write(`Right after the start ${Math.round(used())} MB\n`)
        await wait(SETTLE_MS)
        return smallerIsBetter(used(), AT_IDLE_MB)
      } finally {
        await ours.stop()
      }
    }),
}

/** The same a minute after a minute of load: lists, single posts and board pages, as fast as they are answered. */
export const memoryAfterLoad: Workload = {
  name: 'memory_after_load',
  unit: 'MB',
  floor: 1,
  measure: async () => {
    const site = await openSite(sizeFor(1_000))
    try {
      for (const load of [listLoad(site), getLoad(site), pageLoad(site)]) await fire(load, SECONDS_EACH)
      process.stderr.write(`Right after the load ${Math.round(usedMb(site.pid, site.directory))} MB\n`)
      await wait(AFTER_LOAD_MS)
      return smallerIsBetter(usedMb(site.pid, site.directory), AFTER_LOAD_MB)
    } finally {
      await site.stop()
    }
  },
}

function wait(ms: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, ms))
}

function usedMb(service: number, directory: string): number {
  const database = Number.parseInt(readFileSync(`${directory}/postgres/cluster/postmaster.pid`, 'utf8'), 10)
  const pids = new Set([...family(service), ...family(database)]) // the one may be a child of the other
  return [...pids].reduce((sum, pid) => sum + shareOfMb(pid), 0)
}

function family(pid: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=']).toString().trim().split('\n')
  const children = rows.map((row) => row.trim().split(/\s+/).map(Number)).filter(([, parent]) => parent === pid)
  return [pid, ...children.flatMap(([child = 0]) => family(child))]
}

/** What a process has in memory, shared pages by its share of them (Linux); elsewhere the resident size, which counts shared pages again and again. */
function shareOfMb(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').match(/^Pss:\s+(\d+) kB/m)?.[1] ?? 0) / 1024
  } catch {
    const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)])
    return Number(stdout.toString()) / 1024 // nothing, if the process has ended meanwhile
  }
}
