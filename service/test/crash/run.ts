// npm run test:crash [-- --rounds N] [--service N] [--postgres N] [--operations N] [--seed N] [--main FILE]
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { MAIN } from '../harness/paths.ts'
import { crash } from './crash.ts'
import { rebuildUnderFire } from './rebuild/rebuild.ts'
import { openSite } from './site.ts'
import { tableOf } from './tally.ts'

const MOST_ROUNDS = 99
const MOST_OPERATIONS = 100_000
/** Something is killed after so many operations. */
const OPERATIONS_PER_KILL = 400

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    service: { type: 'string' },
    postgres: { type: 'string' },
    operations: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    main: { type: 'string', default: MAIN },
  },
})
const seed = wholeNumber('seed', values.seed, 999_999)
const rounds = {
  service: wholeNumber('service', values.service ?? values.rounds, MOST_ROUNDS),
  postgres: wholeNumber('postgres', values.postgres ?? values.rounds, MOST_ROUNDS),
}
const operations = wholeNumber('operations', values.operations, MOST_OPERATIONS)
const print = (line: string) => void process.stdout.write(`${line}\n`)
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stop.abort(new Error(`Stopped by ${signal}.`)))
}

print(`kill -9 under load: the service ${rounds.service} times, PostgreSQL ${rounds.postgres} times; --seed ${seed}`)
const began = performance.now()
try {
  const { tallies, violations: broken } = await crash({ main: values.main, rounds, seed, print, signal: stop.signal })
  print(`\n${tableOf(tallies)}\n`)
  const violations = [...broken, ...(await rebuilt())]
  print(`${violations.length} violations in ${Math.round((performance.now() - began) / 1000)} s; --seed ${seed}`)
  process.exitCode = violations.length > 0 ? 1 : 0
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}

/** The promises of the event stream and of webhooks. */
async function rebuilt(): Promise<readonly string[]> {
  if (operations === 0) return []
  print(`copies of posts and votes, made of events, through ${operations} operations`)
  const site = await openSite(values.main)
  try {
    const kills = Math.ceil(operations / OPERATIONS_PER_KILL)
    const violations = await rebuildUnderFire(site, { operations, kills, seed, print, signal: stop.signal })
    for (const violation of violations) print(`  VIOLATION ${violation}`)
    return violations
  } catch (error) {
    print(await site.tail())
    throw error
  } finally {
    await site.close()
  }
}

function wholeNumber(name: string, text: string, most: number): number {
  if (/^\d{1,6}$/.test(text) && Number(text) <= most) return Number(text)
  process.stderr.write(`--${name} is a whole number from 0 to ${most}, not "${text}"\n`)
  process.exit(2)
}
