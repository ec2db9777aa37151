const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'
const PAIRS = Array.from({ length: 1_024 }, (_, bits) => `${CROCKFORD[bits >> 5]}${CROCKFORD[bits & 31]}`)

/** Numbers that look random and are the same in every run: from 0 up to 1. */
export type Random = () => number

/** Mulberry32: small, fast, and good enough to spread rows. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** An id as the service makes them, but of another time: ids sort by the creation of their rows. */
export function idAt(prefix: string, ms: number, random: Random): string {
  let time = ''
  for (let rest = Math.floor(ms), pair = 0; pair < 5; pair += 1, rest = Math.floor(rest / 1_024)) {
    time = PAIRS[rest % 1_024] + time
  }
  let rest = ''
  for (let pair = 0; pair < 6; pair += 1) rest += PAIRS[Math.floor(random() * 1_024)]
  return `${prefix}_${time}e${CROCKFORD[Math.floor(random() * 32)]}${PAIRS[Math.floor(random() * 1_024)]}${rest}`
}

/** Counts with this total, spread by rank like popularity: a few are very large, most are small. */
export function shares(total: number, among: number, steepness: number, atLeast: number, atMost: number): Int32Array {
  const weights = Float64Array.from({ length: among }, (_, rank) => 1 / (rank + 10) ** steepness)
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const counts = Int32Array.from(weights, (weight) =>
    Math.min(atMost, Math.max(atLeast, Math.floor((weight / sum) * total))),
  )
  let left = total - counts.reduce((all, count) => all + count, 0)
  for (let rank = 0; left !== 0; rank = (rank + 1) % among) {
    const step = Math.sign(left)
    const next = (counts[rank] ?? 0) + step
    if (next < atLeast || next > atMost) {
      if (rank === among - 1 && !counts.some((count) => count + step >= atLeast && count + step <= atMost)) {
        throw new Error(`${total} cannot be spread over ${among} with ${atLeast} to ${atMost} each`)
      }
      continue
    }
    counts[rank] = next
    left -= step
  }
  return counts
}

/** Every place once, in an order that looks random. */
export function scattered(length: number): (place: number) => number {
  const step = coprime(Math.floor(length * 0.618), length)
  return (place) => (place * step) % length
}

/** The next number that shares no divisor with the length: steps of that size reach every place once. */
export function coprime(number: number, length: number): number {
  let found = Math.max(1, number)
  while (divisor(found, length) !== 1) found += 1
  return found
}

function divisor(one: number, other: number): number {
  return other === 0 ? one : divisor(other, one % other)
}
