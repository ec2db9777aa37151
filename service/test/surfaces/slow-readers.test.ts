import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { paced } from '../../src/surfaces/http/slow-readers.ts'

/** More than any buffer takes. */
const endless = () => Readable.from(Array(1_000).fill(Buffer.alloc(65_536)))

// Guarantees that a reader cannot hold a snapshot of the database for as long as it likes by reading a few bytes now and then.
test('a reader that takes too little is ended, and so is what it read from', async () => {
  const source = endless()
  const stream = paced(source, { bytes: 100_000, everyMs: 20 })
  stream.on('error', () => {}) // the test waits for its end
  const trickle = setInterval(() => stream.read(1), 5)
  await new Promise((closed) => stream.once('close', closed))
  clearInterval(trickle)
  expect([stream.errored?.message, source.destroyed]).toEqual(['The reader was too slow', true])
})

test('a reader that takes everything gets everything', async () => {
  let bytes = 0
  for await (const chunk of paced(endless(), { bytes: 1, everyMs: 10_000 })) bytes += chunk.length
  expect(bytes).toBe(65_536_000)
})
