import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const HEAP = new URL('../../src/foundation/heap/', import.meta.url)

/** How many MB of 64 that came and went are among the old objects afterwards, if only young objects were collected meanwhile. */
async function keptOf64(opened: string, enter: string, leave: string): Promise<number> {
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8'
    import { ShortLivedMap } from '${new URL('short-lived-map.ts', HEAP)}'
    import { WaitingList } from '${new URL('waiting-list.ts', HEAP)}'
    const here = ${opened}
    const enter = (name, item) => ${enter}
    const leave = (name, entered) => ${leave}
    const answer = () => new Array(1_000).fill(0.5) // 8 kB
    function pass(times) {
      const inside = []
      for (let name = 0; name < times; name += 1) {
        inside.push([name, enter(name, answer())])
        if (inside.length > 3) leave(...inside.shift())
        if (name % 100 === 99) gc({ type: 'minor' })
      }
      for (const one of inside) leave(...one)
    }
    const old = () => getHeapSpaceStatistics().find((space) => space.space_name === 'old_space').space_used_size
    pass(1_000)
    gc()
    const before = old()
    pass(8_000)
    console.log((old() - before) / 1e6)`
  // So many young objects fit in that V8 collects them only when it is asked to.
  const flags = [
    '--single-threaded-gc',
    '--min-semi-space-size=64',
    '--max-semi-space-size=64',
    '--expose-gc',
    '--input-type=module',
    '-e',
    script,
  ]
  const { stdout } = await promisify(execFile)(process.execPath, flags)
  return Number(stdout)
}

const asMap = ['here.set(name, item)', 'here.delete(name)'] as const

// Guarantees that answers to requests do not become old objects, which only a long pause removes.
test('what stood in a map of short lives or in a waiting list is collected with the young objects', async () => {
  expect(await keptOf64('new ShortLivedMap()', ...asMap)).toBeLessThan(8)
  expect(await keptOf64('new WaitingList()', 'here.add(item)', 'here.remove(entered)')).toBeLessThan(8)
})

test('a plain Map and a plain Set keep it; when they no longer do, they can be used again', async () => {
  expect(await keptOf64('new Map()', ...asMap)).toBeGreaterThan(16)
  expect(await keptOf64('new Set()', '(here.add(item), item)', 'here.delete(entered)')).toBeGreaterThan(16)
})
