import { expect, test } from 'vitest'
import { sharedMegabytes } from '../../src/foundation/storage/embedded/server.ts'

const MB = 1_048_576

// Guarantees that the embedded database leaves memory to the service in a small container on a large machine.
test('the buffers are a quarter of what the machine or the container has, within bounds', () => {
  expect(sharedMegabytes(65_536 * MB, 0)).toBe(256)
  expect(sharedMegabytes(65_536 * MB, 512 * MB)).toBe(128)
  expect(sharedMegabytes(512 * MB, 2 ** 63)).toBe(128)
  expect(sharedMegabytes(65_536 * MB, 128 * MB)).toBe(64)
  expect(sharedMegabytes()).toBeLessThanOrEqual(256)
})
