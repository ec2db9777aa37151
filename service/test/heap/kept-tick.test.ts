import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const HEAP = new URL('../../src/foundation/heap/index.ts', import.meta.url)

/** How many objects of `process.nextTick`, of those made while memory was set up to be given back, are alive after all garbage was collected. */
const SCRIPT = `
  import { createHook } from 'node:async_hooks'
  import { runInNewContext } from 'node:vm'
  import { giveMemoryBack } from '${HEAP}'
  const ticks = []
  const hook = createHook({ init: (_, type, __, tick) => type === 'TickObject' && ticks.push(new WeakRef(tick)) })
  hook.enable()
  process.nextTick(() => {})
  giveMemoryBack()
  hook.disable()
  setTimeout(() => {
    runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    console.log(ticks.length, ticks.filter((tick) => tick.deref()).length)
  }, 10)`

// Guarantees that a process that gave its memory back answers as fast as before: without such an object, Node makes all later ones by a slow way.
test('one object of nextTick stays alive when all garbage is collected', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT])
  const [made, alive] = stdout.split(' ').map(Number)
  expect(made).toBeGreaterThan(0)
  expect(alive).toBe(1)
})
