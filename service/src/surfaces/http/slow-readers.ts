import { pipeline, type Readable, Transform } from 'node:stream'

export interface Pace {
  /** What a reader must take in each turn, as long as something waits for it. */
  readonly bytes: number
  readonly everyMs: number
}

/** About 4 KB a second, which every connection has. */
const PACE: Pace = { bytes: 262_144, everyMs: 60_000 }

/** The same stream, which ends if its reader takes less. `watchConnections` ends those that take nothing at all; one byte a second would get past it for days. */
export function paced(source: Readable, { bytes, everyMs }: Pace = PACE): Readable {
  let passed = 0
  let takenBefore = 0
  const meter = new Transform({
    transform(chunk: Buffer, _, done) {
      passed += chunk.length
      done(null, chunk)
    },
  })
  const watch = setInterval(() => {
    const taken = passed - meter.readableLength
    const isSlow = meter.readableLength > 0 && taken - takenBefore < bytes
    takenBefore = taken
    if (isSlow) meter.destroy(new Error('The reader was too slow'))
  }, everyMs)
  watch.unref()
  pipeline(source, meter, () => clearInterval(watch)) // a failure reaches the reader of the meter
  return meter
}
