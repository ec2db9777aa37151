import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const HEAP = new URL('../../src/foundation/heap/heap.ts', import.meta.url)

/** With these V8 decides by sizes alone when it collects; otherwise the speed of the machine has a part in it too. */
const BY_SIZE_ALONE = ['--single-threaded-gc', '--no-incremental-marking', '--no-memory-reducer']

/** How many times as large as what lives in it a heap that is kept small becomes, while garbage is made. */
async function growthWhenKeptSmall(): Promise<number> {
  const script = `
    import { getHeapStatistics } from 'node:v8'
    import { keepHeapSmall } from '${HEAP}'
    keepHeapSmall()
    const used = () => getHeapStatistics().used_heap_size
    const objects = (length) => Array.from({ length }, (_, place) => ({ place }))
    const living = Array.from({ length: 40 }, () => objects(50_000))
    gc()
    const least = used()
    let most = 0
    const recent = []
    for (let turn = 0; turn < 800; turn += 1) {
      recent[turn % 40] = objects(10_000)
      most = Math.max(most, used())
    }
    console.log(living.length && most / least)`
  const flags = [...BY_SIZE_ALONE, '--expose-gc', '--input-type=module', '-e', script]
  const { stdout } = await promisify(execFile)(process.execPath, flags)
  return Number(stdout)
}

// Guarantees that a long import takes a little more memory than the process needs anyway, however large its file is.
test('while the heap is kept small, it is at most three times as large as what lives in it', async () => {
  const growth = await growthWhenKeptSmall() // four times without it
  expect(growth).toBeGreaterThan(1)
  expect(growth).toBeLessThan(3.3)
})

/** The flags that V8 was given while one of two works had ended, and in the end. */
const STEPS = `
  import module from 'node:module'
  import v8 from 'node:v8'
  const flags = []
  v8.setFlagsFromString = (flag) => flags.push(flag)
  module.syncBuiltinESMExports()
  const { keepHeapSmall } = await import('${HEAP}')
  const one = keepHeapSmall()
  const other = keepHeapSmall()
  other.stop()
  other.stop()
  const whileOneWorks = [...flags]
  one.stop()
  console.log(JSON.stringify([whileOneWorks, flags]))`

test('the heap is kept small until the last of several works ends, and each of them counts once', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', STEPS])
  const small = '--heap-growing-percent=100'
  expect(JSON.parse(stdout)).toEqual([[small], [small, '--heap-growing-percent=0']])
})
