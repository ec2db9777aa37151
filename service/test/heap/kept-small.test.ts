import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const HEAP = new URL('../../src/foundation/heap/heap.ts', import.meta.url)

/** How often V8 collects old objects, in a process that makes much garbage of which some lives for a while. */
async function collectionsAfter(before: string): Promise<number> {
  const script = `
    import { constants, PerformanceObserver } from 'node:perf_hooks'
    import { keepHeapSmall } from '${HEAP}'
    let collections = 0
    const count = (list) => {
      for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) collections += 1
    }
    new PerformanceObserver(count).observe({ entryTypes: ['gc'] })
    ${before}
    let kept = []
    for (let turn = 0; turn < 50; turn += 1) {
      kept = Array.from({ length: 600_000 }, (_, place) => ({ place }))
      await new Promise((wake) => setImmediate(wake))
    }
    console.log(kept.length && collections)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  return Number(stdout)
}

/** Two works keep it small at once, and one of them ends. */
const KEPT_SMALL = 'keepHeapSmall(); const other = keepHeapSmall(); other.stop(); other.stop()'

// Guarantees that a long import takes a little more memory than the process needs anyway, however large its file is.
test('while the heap is kept small, old objects are collected sooner, and afterwards as before', async () => {
  const usual = await collectionsAfter('')
  expect(await collectionsAfter(KEPT_SMALL)).toBeGreaterThan(1.3 * usual)
  expect(await collectionsAfter('keepHeapSmall().stop()')).toBeLessThan(1.3 * usual)
})
