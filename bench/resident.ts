import { readFileSync } from 'node:fs'

/** What a process has in memory, without its children. */
export function residentMb(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+) kB/m)?.[1] ?? 0) / 1024
}

/** What a piece of work returned, and how many MB a process had before it, and at most during it. */
export async function residentDuring<Result>(
  pid: number,
  work: () => Promise<Result>,
): Promise<{ result: Result; idle: number; most: number }> {
  const idle = residentMb(pid)
  let most = idle
  const watch = setInterval(() => {
    most = Math.max(most, residentMb(pid))
  }, 50)
  const result = await work().finally(() => clearInterval(watch))
  return { result, idle, most }
}
