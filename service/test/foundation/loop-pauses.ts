/** A program: prints how many more promises live after many pauses of a loop than before them. By itself, because counting looks at the whole heap. */
import { queryObjects } from 'node:v8'
import { startLoop } from '../../src/foundation/jobs/loop.ts'
import { createLog } from '../../src/foundation/log/index.ts'

const promises = () => queryObjects(Promise, { format: 'count' })
const pauses = Number(process.argv[2])
const { promise: reached, resolve } = Promise.withResolvers<void>()
let runs = 0
let before = 0
const loop = startLoop(
  {
    name: 'idle',
    pauseMs: 0,
    run: async () => {
      runs += 1
      if (runs === 1) before = promises()
      if (runs > pauses) resolve()
      return false
    },
  },
  { log: createLog('silent', () => {}) },
)
await reached
process.stdout.write(String(promises() - before))
await loop.stop()
