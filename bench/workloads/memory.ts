import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { startOurs, withDirectory } from '../servers.ts'
import { smallerIsBetter, type Workload } from '../workload.ts'

const BUDGET_MB = 200
const SETTLE_MS = 3_000

/** All processes at idle, the embedded database with them. Pages that several processes share are counted once. */
export const memory: Workload = {
  name: 'memory',
  unit: 'MB',
  floor: 1,
  measure: () =>
    withDirectory(async (directory) => {
      const ours = await startOurs(directory)
      try {
        await new Promise((wake) => setTimeout(wake, SETTLE_MS))
        const database = Number.parseInt(readFileSync(`${directory}/postgres/cluster/postmaster.pid`, 'utf8'), 10)
        const pids = [...new Set([...family(ours.child.pid ?? 0), ...family(database)])] // the one may be a child of the other
        return smallerIsBetter(
          pids.reduce((sum, pid) => sum + residentMb(pid), 0),
          BUDGET_MB,
        )
      } finally {
        await ours.stop()
      }
    }),
}

function family(pid: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=']).toString().trim().split('\n')
  const children = rows.map((row) => row.trim().split(/\s+/).map(Number)).filter(([, parent]) => parent === pid)
  return [pid, ...children.flatMap(([child = 0]) => family(child))]
}

/** Proportional set size on Linux; elsewhere the resident size, which counts shared pages again and again. */
function residentMb(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').match(/^Pss:\s+(\d+) kB/m)?.[1] ?? 0) / 1024
  } catch {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024
  }
}
