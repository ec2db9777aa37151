import { isDecided, judge } from './judge.ts'
import { startLoad } from './load.ts'
import { pause } from './processes.ts'
import { type Random, randomFrom } from './random.ts'
import { eachOf, exchange, userOf } from './requests.ts'
import { type Counts, openSite, type Site } from './site.ts'
import { addRound, emptyTally, type Round, type Tally, type Victim } from './tally.ts'
import { type Client, storiesOf, type Trial } from './trial.ts'

const WORKERS = 16
const KILL_WITHIN_MS = 500
/** A key that is not decided by then counts as stuck. */
const SETTLE_WITHIN_MS = 120_000

export interface CrashOptions {
  /** The built service. */
  readonly main: string
  /** Puts a database into the directory of the service. */
  readonly prepare?: (directory: string) => Promise<void>
  readonly rounds: Readonly<Record<Victim, number>>
  readonly seed: number
  readonly print: (line: string) => void
  /** Ends the run after the round that is under way. */
  readonly signal?: AbortSignal
}

export interface CrashReport {
  readonly tallies: readonly Tally[]
  readonly violations: readonly string[]
}

/** Kills the service and its PostgreSQL under load, and looks after each kill whether every promise was kept. */
export async function crash({ main, prepare, rounds, seed, print, signal }: CrashOptions): Promise<CrashReport> {
  const tallies: Tally[] = []
  const trials: Trial[] = []
  const violations: string[] = []
  const blame = (found: readonly string[]) => {
    violations.push(...found)
    for (const violation of found) print(`  VIOLATION ${violation}`)
  }
  const site = await openSite(main, prepare)
  try {
    for (const [place, victim] of (['service', 'postgres'] as const).entries()) {
      const tally = emptyTally(victim)
      tallies.push(tally)
      while (tally.rounds < rounds[victim]) {
        signal?.throwIfAborted()
        const round = await runRound(site, tally, randomFrom(seed * 1_000 + place * 100 + tally.rounds), print)
        trials.push(...round.trials)
        blame(round.violations)
      }
    }
    blame(wrongCounts(await site.count(trials), trials))
    if (violations.length > 0) print(await site.tail())
    return { tallies, violations }
  } catch (error) {
    print(await site.tail())
    throw error
  } finally {
    await site.close()
  }
}

/** Load, a kill in the middle of it, and then every request of the round once more until it is decided. */
async function runRound(site: Site, tally: Tally, random: Random, print: CrashOptions['print']): Promise<Round> {
  const { client } = site
  const killAfterMs = random.below(KILL_WITHIN_MS)
  const load = startLoad(client, WORKERS, random)
  const moment = load.underWay.then(() => pause(killAfterMs)).then(load.noteKill)
  moment.catch(() => {}) // a caller that awaits it gets the error; none does if the set-up of the kill fails first
  const killed = await killOne(site, tally, moment, random)
  const backMs = Math.round(load.msSinceKill())
  const trials = await load.ended
  const inFlight = load.inFlightAtKill()
  const open = storiesOf(trials).filter(({ seen }) => !seen.some(isDecided))
  const slowestRetryMs = await settleAll(client, trials)
  const violations = [...trials.flatMap(judge), ...(await badSessions(client, trials))]
  if (inFlight === 0) violations.push('The kill met nothing under way.')
  const round = { trials, open, inFlight, slowestRetryMs, violations }
  addRound(tally, round)
  print(
    `${tally.victim} ${tally.rounds}: kill -9 of ${killed} ${killAfterMs} ms into the load, with ${inFlight} of ${trials.length} tokens under way; ready again after ${backMs} ms; ${open.length} keys retried`,
  )
  return round
}

/** PostgreSQL loses its first process and one of its backends by turns. */
async function killOne(site: Site, { victim, rounds }: Tally, moment: Promise<void>, random: Random): Promise<string> {
  if (victim === 'service') return site.killService(moment).then(() => 'the service')
  if (rounds % 2 === 0) return site.killServer(moment).then(() => 'the postmaster')
  return site.killBackend(moment, random).then(() => 'a backend')
}

/** Every key of the round, the acknowledged too: theirs must be the same answer again. Answers with the longest wait. */
async function settleAll(client: Client, trials: readonly Trial[]): Promise<number> {
  let slowestMs = 0
  const pairs = trials.flatMap((trial) => trial.keys.map((story) => ({ trial, story })))
  await eachOf(pairs, WORKERS, async ({ trial, story }) => {
    const began = performance.now()
    for (;;) {
      story.settled = await exchange(client, trial, story)
      const tookMs = performance.now() - began
      slowestMs = Math.max(slowestMs, tookMs)
      if (isDecided(story.settled) || tookMs > SETTLE_WITHIN_MS) return
      await pause(30)
    }
  })
  return slowestMs
}

/** Sessions that were acknowledged, during the crash or after it, and do not work. */
async function badSessions(client: Client, trials: readonly Trial[]): Promise<string[]> {
  const owners = new Map<string, string>()
  for (const { seen, settled } of storiesOf(trials)) {
    for (const { session, userId } of [...seen, settled]) if (session && userId) owners.set(session, userId)
  }
  const bad: string[] = []
  await eachOf([...owners], WORKERS, async ([session, userId]) => {
    const found = await userOf(client, session)
    if (found !== userId) bad.push(`An acknowledged session ${found ? 'is another user’s' : 'does not work'}.`)
  })
  return bad
}

/** Every token has one row of each kind, and every key its kept answer. */
function wrongCounts({ records, ...perToken }: Counts, trials: readonly Trial[]): string[] {
  const keys = storiesOf(trials).length
  const wrong = Object.entries(perToken).filter(([, value]) => value !== trials.length)
  return [
    ...wrong.map(([name, value]) => `${trials.length} tokens were traded, but ${name} is ${value}.`),
    ...(records === keys ? [] : [`${keys} keys were decided, but ${records} answers are kept.`]),
  ]
}
