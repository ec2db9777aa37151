import { readFileSync } from 'node:fs'

/** What a process has in memory, without its children. */
export function residentMb(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+) kB/m)?.[1] ?? 0) / 1024
}

/** How many MB a process had before a piece of work, and at most during it. */
export async function residentDuring(
  pid: number,
  work: () => Promise<unknown>,
): Promise<{ idle: number; most: number }> {
  const idle = residentMb(pid)
  let most = idle
  const watch = setInterval(() => {
    most = Math.max(most, residentMb(pid))
  }, 50)
  await work().finally(() => clearInterval(watch))
  return { idle, most }
}
