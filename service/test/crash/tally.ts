import { type KeyStory, storiesOf, type Trial } from './trial.ts'

export type Victim = 'service' | 'postgres'

export interface Tally {
  readonly victim: Victim
  rounds: number
  kills: number
  /** Tokens whose exchange was under way when the kill came. */
  inFlight: number
  /** Exchanges that were sent while the load ran. */
  requests: number
  /** Keys that were answered with a session while the load ran. */
  acknowledged: number
  /** Keys that were left open, and were sent again: `found` had been made, `made` were made then. */
  retried: number
  found: number
  made: number
  /** Keys whose token another key had spent. */
  refused: number
  /** Answers that repeat a first one. */
  replayed: number
  slowestRetryMs: number
  violations: number
}

export interface Round {
  readonly trials: readonly Trial[]
  /** Keys without an answer that decides. */
  readonly open: readonly KeyStory[]
  readonly inFlight: number
  readonly slowestRetryMs: number
  readonly violations: readonly string[]
}

export function emptyTally(victim: Victim): Tally {
  const before = { rounds: 0, kills: 0, inFlight: 0, requests: 0, acknowledged: 0, retried: 0, found: 0, made: 0 }
  return { victim, ...before, refused: 0, replayed: 0, slowestRetryMs: 0, violations: 0 }
}

export function addRound(tally: Tally, { trials, open, inFlight, slowestRetryMs, violations }: Round): void {
  const stories = storiesOf(trials)
  const answers = stories.flatMap(({ seen, settled }) => [...seen, settled])
  const accepted = open.filter(({ settled }) => settled.status === 201)
  tally.rounds += 1
  tally.kills += 1
  tally.inFlight += inFlight
  tally.requests += stories.flatMap(({ seen }) => seen).length
  tally.acknowledged += stories.filter(({ seen }) => seen.some(({ status }) => status === 201)).length
  tally.retried += open.length
  tally.found += accepted.filter(({ settled }) => settled.replayed).length
  tally.made += accepted.filter(({ settled }) => !settled.replayed).length
  tally.refused += stories.filter(({ settled }) => settled.code === 'token_replayed').length
  tally.replayed += answers.filter(({ replayed }) => replayed).length
  tally.slowestRetryMs = Math.max(tally.slowestRetryMs, Math.round(slowestRetryMs))
  tally.violations += violations.length
}

export function tableOf(tallies: readonly Tally[]): string {
  const names = Object.keys(emptyTally('service')) as (keyof Tally)[] // a tally has no other members
  const rows = [names, ...tallies.map((tally) => names.map((name) => String(tally[name])))]
  const widths = names.map((_, place) => Math.max(...rows.map((row) => row[place]?.length ?? 0)))
  return rows.map((row) => row.map((cell, place) => cell.padStart(widths[place] ?? 0)).join('  ')).join('\n')
}
