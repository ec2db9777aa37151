import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const BUSY_MOMENT = fileURLToPath(new URL('busy-moment.ts', import.meta.url))

/** What the process holds after its busy moment, and each tenth of a second from then on. */
async function* residentSizes(word: string) {
  const child = spawn(process.execPath, [BUSY_MOMENT, word], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  for await (const line of createInterface(child.stdout)) yield Number(line)
}

test('a process that was busy gives the memory back when it is quiet', async () => {
  let busy: number | undefined
  let least = Number.POSITIVE_INFINITY
  for await (const resident of residentSizes('give-back')) {
    busy ??= resident
    least = Math.min(least, resident)
    if (least < busy / 2) break // without it the sizes stay, and the test ends at its limit
  }
  expect(busy).toBeGreaterThan(150_000_000)
  expect(least).toBeLessThan((busy ?? 0) / 2)
})
