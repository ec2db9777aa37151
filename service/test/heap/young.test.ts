import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import serviceOptions from '../../../tools/service-options.json' with { type: 'json' }
import { ROOT } from '../harness/paths.ts'

/** The part of the heap for young objects in MB: right after a rest, after a few objects outlived collections, and after very many did. */
const SCRIPT = `
  import { getHeapSpaceStatistics } from 'node:v8'
  const size = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 1_048_576
  const living = []
  const outlive = (megabytes) => {
    for (let made = 0; made < megabytes * 64; made += 1) {
      living.push(Array.from({ length: 2_000 }, () => made))
      if (made % 16 === 0) gc({ type: 'minor' })
    }
  }
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  const sizes = [size()]
  for (const megabytes of [6, 150]) {
    outlive(megabytes)
    sizes.push(size())
  }
  console.log(JSON.stringify(sizes.map(Math.round)), living.length)`

async function sizesWith(options: readonly string[]): Promise<number[]> {
  const script = ['--expose-gc', '--single-threaded-gc', '--no-memory-reducer', '--input-type=module', '-e', SCRIPT]
  const { stdout } = await promisify(execFile)(process.execPath, [...options, ...script])
  return JSON.parse(stdout.replace(/\].*/s, ']'))
}

// Guarantees that a service that was quiet soon has room for young objects again, and that this room does not grow with the memory of the machine.
test('young objects have 32 MB of room as soon as a few of them live on, and never more', async () => {
  const [rested = 0, used, most] = await sizesWith(serviceOptions)
  expect(rested).toBeLessThanOrEqual(2)
  expect([used, most]).toEqual([32, 32])
})

test.each(['package.json', 'Dockerfile', 'deploy/systemd/feedback-board.service', 'docs/guides/operate.md'])(
  '%s starts the service with its options of Node',
  async (path) => {
    const started = (await readFile(join(ROOT, path), 'utf8')).match(
      /^.*(?:exec node|main\.js serve|tools\/start\.mjs).*$/m,
    )?.[0]
    expect(started?.match(/--[\w-]+=\d+/g)).toEqual(serviceOptions)
  },
)
