// npm run test:crash [-- --rounds N] [--service N] [--postgres N] [--seed N] [--main FILE]
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { MAIN } from '../harness/paths.ts'
import { crash } from './crash.ts'
import { tableOf } from './tally.ts'

const MOST_ROUNDS = 99

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    service: { type: 'string' },
    postgres: { type: 'string' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    main: { type: 'string', default: MAIN },
  },
})
const seed = wholeNumber('seed', values.seed, 999_999)
const rounds = {
  service: wholeNumber('service', values.service ?? values.rounds, MOST_ROUNDS),
  postgres: wholeNumber('postgres', values.postgres ?? values.rounds, MOST_ROUNDS),
}
const print = (line: string) => void process.stdout.write(`${line}\n`)
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stop.abort(new Error(`Stopped by ${signal}.`)))
}

print(`kill -9 under load: the service ${rounds.service} times, PostgreSQL ${rounds.postgres} times; --seed ${seed}`)
const began = performance.now()
try {
  const { tallies, violations } = await crash({ main: values.main, rounds, seed, print, signal: stop.signal })
  print(`\n${tableOf(tallies)}\n`)
  print(`${violations.length} violations in ${Math.round((performance.now() - began) / 1000)} s; --seed ${seed}`)
  process.exitCode = violations.length > 0 ? 1 : 0
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}

function wholeNumber(name: string, text: string, most: number): number {
  if (/^\d{1,6}$/.test(text) && Number(text) <= most) return Number(text)
  process.stderr.write(`--${name} is a whole number from 0 to ${most}, not "${text}"\n`)
  process.exit(2)
}
