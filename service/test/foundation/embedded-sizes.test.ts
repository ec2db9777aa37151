import { expect, test } from 'vitest'
import { bytesOfData, logMegabytes, sharedMegabytes } from '../../src/foundation/storage/embedded/server.ts'

const MB = 1_048_576
const LARGE = 65_536 * MB

// Guarantees that a small board costs little memory, and that a large one is read from memory.
test('the buffers have room for the data, within bounds', () => {
  expect(sharedMegabytes(40 * MB, LARGE)).toBe(128)
  expect(sharedMegabytes(300 * MB, LARGE)).toBe(300)
  expect(sharedMegabytes(3_000 * MB, LARGE)).toBe(3_000)
  expect(sharedMegabytes(20_000 * MB, LARGE)).toBe(4_096)
})

// Guarantees that the embedded database leaves memory to the service in a small container on a large machine.
test('the buffers are at most a quarter of what the machine or the container has', () => {
  expect(sharedMegabytes(20_000 * MB, 8_192 * MB)).toBe(2_048)
  expect(sharedMegabytes(20_000 * MB, LARGE, 512 * MB)).toBe(128)
  expect(sharedMegabytes(20_000 * MB, 512 * MB, 2 ** 63)).toBe(128)
  expect(sharedMegabytes(20_000 * MB, LARGE, 128 * MB)).toBe(64)
})

// Guarantees that a large board does not write most pages anew every half minute, and that the log fills no disk.
test('there may be as much log between two checkpoints as half of the data, within bounds', () => {
  const free = 100_000 * MB
  expect(logMegabytes(40 * MB, free)).toBe(1_024)
  expect(logMegabytes(5_000 * MB, free)).toBe(2_500)
  expect(logMegabytes(20_000 * MB, free)).toBe(4_096)
  expect(logMegabytes(20_000 * MB, 30_000 * MB)).toBe(3_000)
  expect(logMegabytes(20_000 * MB, 0)).toBe(1_024)
})

// Guarantees that a database whose size cannot be read starts all the same.
test('a folder that is gone has no size', () => {
  expect(bytesOfData({ directory: '/nowhere' })).toBe(0)
})
