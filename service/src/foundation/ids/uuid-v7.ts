import { randomFillSync } from 'node:crypto'

/** Random bytes are drawn in bulk: a call into the generator for each id costs more than the id. */
const pool = new Uint8Array(4_096)
let drawn = pool.length
let lastMs = 0
let sequence = 0

/** RFC 9562: 48 bits of time, 12 of a counter that keeps ids of one millisecond in order, 62 of randomness. */
export function uuidV7(): Uint8Array {
  if (drawn + 16 > pool.length) {
    randomFillSync(pool)
    drawn = 0
  }
  const bytes = pool.slice(drawn, drawn + 16)
  drawn += 16
  const ms = tick((((bytes[6] ?? 0) & 7) << 8) | (bytes[7] ?? 0))
  const view = new DataView(bytes.buffer)
  view.setUint32(0, Math.floor(ms / 65_536))
  view.setUint16(4, ms % 65_536)
  view.setUint16(6, 0x7000 | sequence)
  view.setUint8(8, 0x80 | ((bytes[8] ?? 0) & 0x3f))
  return bytes
}

/** The counter starts at a random place in its lower half; when it runs over, the time is a millisecond ahead. */
function tick(start: number): number {
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    sequence = start
  } else if (sequence === 0xfff) {
    lastMs += 1
    sequence = start
  } else sequence += 1
  return lastMs
}
