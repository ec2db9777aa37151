import { randomFillSync } from 'node:crypto'

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'
/** Ten bits at a time. */
const PAIRS = Array.from({ length: 1_024 }, (_, bits) => `${CROCKFORD[bits >> 5]}${CROCKFORD[bits & 31]}`)
const LONGEST_SEQUENCE = 0xfff

/** Random bytes are drawn in bulk: a call into the generator for each id costs more than the id. */
const pool = new Uint16Array(4_096)
let drawn = pool.length
let lastMs = 0
let lastTime = ''
let sequence = 0

/**
 * A UUIDv7 (RFC 9562) in 26 characters of Crockford base32: 48 bits of time, then version, a counter that keeps ids of
 * one millisecond in order, variant, and 62 bits of randomness. Two zero bits in front make 130, so time ends with the
 * tenth character and is written once for all ids of a millisecond.
 */
export function sortableId(): string {
  if (drawn + 5 > pool.length) {
    randomFillSync(pool)
    drawn = 0
  }
  tick(draw() & 0x7ff)
  const counter = 0x7000 | sequence
  const [a, b, c, d] = [0x8000 | (draw() & 0x3fff), draw(), draw(), draw()]
  // 16 + 64 bits in eight groups of ten.
  return (
    lastTime +
    PAIRS[counter >> 6] +
    PAIRS[((counter & 0x3f) << 4) | (a >> 12)] +
    PAIRS[(a >> 2) & 0x3ff] +
    PAIRS[((a & 3) << 8) | (b >> 8)] +
    PAIRS[((b & 0xff) << 2) | (c >> 14)] +
    PAIRS[(c >> 4) & 0x3ff] +
    PAIRS[((c & 0xf) << 6) | (d >> 10)] +
    PAIRS[d & 0x3ff]
  )
}

/** The counter starts at a random place in its lower half; when it runs over, the time is a millisecond ahead. */
function tick(start: number): void {
  const now = Date.now()
  if (now <= lastMs && sequence < LONGEST_SEQUENCE) {
    sequence += 1
    return
  }
  lastMs = Math.max(now, lastMs + 1)
  lastTime = timePart(lastMs)
  sequence = start
}

function timePart(ms: number): string {
  let text = ''
  for (let rest = ms, pair = 0; pair < 5; pair += 1, rest = Math.floor(rest / 1_024)) {
    text = PAIRS[rest % 1_024] + text
  }
  return text
}

/** Sorts before every id of that millisecond and after those of the one before it. */
export function leastIdAt(ms: number): string {
  return timePart(ms).padEnd(26, '0')
}

function draw(): number {
  return pool[drawn++] ?? 0
}
