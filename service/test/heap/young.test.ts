import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const HEAP = new URL('../../src/foundation/heap/heap.ts', import.meta.url)

/** The size of the part of the heap for new objects, in a process that makes much garbage of which a little lives on. */
async function youngAfter(before: string): Promise<number> {
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8'
    import { keepHeapSmall } from '${HEAP}'
    ${before}
    let kept = []
    for (let turn = 0; turn < 3_000_000; turn += 1) {
      kept.push({ turn })
      if (kept.length === 300_000) kept = []
    }
    console.log(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  return Number(stdout)
}

/** Two works keep it small at once, and one of them ends. */
const KEPT_SMALL = 'keepHeapSmall(); const other = keepHeapSmall(); other.stop(); other.stop()'

// Guarantees that a long import takes a little more memory than the command itself, however large its file is.
test('the part of the heap for new objects stays small while it is kept small', async () => {
  expect(await youngAfter('')).toBeGreaterThan(4 * (await youngAfter(KEPT_SMALL)))
})
