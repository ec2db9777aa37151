import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const KEEP_TICK = new URL('../../src/foundation/heap/keep-tick.ts', import.meta.url)

/** How many objects of `process.nextTick`, of those made around the call of `keepTick`, are alive after all garbage was collected. */
const SCRIPT = `
  import { createHook } from 'node:async_hooks'
  import { keepTick } from '${KEEP_TICK}'
  const ticks = []
  const hook = createHook({ trackPromises: false, init: (_, type, __, tick) => type === 'TickObject' && ticks.push(new WeakRef(tick)) })
  hook.enable()
  process.nextTick(() => {})
  keepTick()
  hook.disable()
  setTimeout(() => {
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    console.log('made and alive', ticks.length, ticks.filter((tick) => tick.deref()).length)
  }, 10)`

const run = () =>
  promisify(execFile)(process.execPath, [
    '--expose-gc',
    '--trace-protector-invalidation',
    '--input-type=module',
    '-e',
    SCRIPT,
  ])

// Guarantees that a process answers as fast after a collection of all garbage as before: without such an object, Node makes all later ones by a slow way.
test('one object of nextTick stays alive when all garbage is collected, and promises stay fast', async () => {
  const { stdout } = await run()
  const [, made, alive] = /made and alive (\d+) (\d+)/.exec(stdout)?.map(Number) ?? []
  expect(made).toBeGreaterThan(0)
  expect(alive).toBe(1)
  expect(stdout).not.toContain('PromiseHook')
})
