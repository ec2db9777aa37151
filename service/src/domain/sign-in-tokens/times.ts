import { tokenClaimInvalid, tokenExpired, tokenLifetimeTooLong, tokenNotYetValid, tokenTooOld } from './problems.ts'
import { rule, verdict } from './rule.ts'
import { isoSeconds, measure, showTime } from './wording.ts'

/** How far a signer's clock may be off. */
export const TOLERANCE_MS = 60_000
const LONGEST_LIFE_SECONDS = 600
const OLDEST_MS = 600_000 + TOLERANCE_MS
/** The year 5138. A larger number is a time in milliseconds, as `Date.now()` gives it. */
const LATEST_SECONDS = 1e11

export const readableTimes = rule(
  'times',
  'claims',
  'iat and exp, and nbf if it is there, as numbers of seconds since 1970',
  ({ iat, exp, nbf }) => {
    if (isTime(iat) && isTime(exp) && (nbf === undefined || isTime(nbf))) {
      const vouched = { issuedAt: new Date(iat * 1000), expiresAt: new Date(exp * 1000) }
      return { found: () => `iat ${iat}, exp ${exp}`, learned: { times: { iat, exp, nbf } }, vouched }
    }
    const wrong = Object.entries({ iat, exp, ...(nbf !== undefined && { nbf }) }).filter(([, value]) => !isTime(value))
    const found = () => wrong.map(([claim, value]) => `${claim} is ${describeWrongTime(value)}`).join(', ')
    return { fault: tokenClaimInvalid, found }
  },
)

export const shortLife = rule(
  'lifetime',
  'times',
  `exp after iat, by at most ${LONGEST_LIFE_SECONDS} s`,
  ({ iat, exp }) =>
    verdict(iat < exp && exp <= iat + LONGEST_LIFE_SECONDS, tokenLifetimeTooLong, () => `${exp - iat} s`),
)

export const notFromTheFuture = rule(
  'iat',
  'times',
  ({ now }) => `at most 60 s ahead of our clock, ${clock(now)}`,
  ({ iat }, { check: { now } }) =>
    verdict(iat * 1000 <= now.getTime() + TOLERANCE_MS, tokenNotYetValid, () => showTime(iat, now)),
)

export const notExpired = rule(
  'exp',
  'times',
  ({ now }) => `less than 60 s behind our clock, ${clock(now)}`,
  ({ iat, exp }, { check: { now } }) => {
    const holds = now.getTime() < exp * 1000 + TOLERANCE_MS
    return verdict(holds, tokenExpired, () => showTime(exp, now) + (holds ? '' : blameClock(iat, now)))
  },
)

export const notTooOld = rule(
  'age',
  'times',
  `issued at most ${OLDEST_MS / 1000} s ago`,
  ({ iat }, { check: { now } }) => {
    const holds = now.getTime() - iat * 1000 <= OLDEST_MS
    return verdict(holds, tokenTooOld, () => showTime(iat, now) + (holds ? '' : blameClock(iat, now)))
  },
)

export const alreadyValid = rule(
  'nbf',
  'times',
  ({ now }) => `nothing, or at most 60 s ahead of our clock, ${clock(now)}`,
  ({ nbf }, { check: { now } }) =>
    verdict(nbf === undefined || nbf * 1000 <= now.getTime() + TOLERANCE_MS, tokenNotYetValid, () =>
      nbf === undefined ? 'nothing' : showTime(nbf, now),
    ),
)

/** An old token and a slow clock look the same here; only the developer knows when the token was made. */
function blameClock(iat: number, now: Date): string {
  const age = Math.round(now.getTime() / 1000 - iat)
  return age > 0 ? `; its iat is ${age} s ago: if your server just made it, its clock is ${age} s slow` : ''
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= LATEST_SECONDS
}

function describeWrongTime(value: unknown): string {
  const inMilliseconds = typeof value === 'number' && Number.isFinite(value) && value > LATEST_SECONDS
  return inMilliseconds ? `${value}, which looks like milliseconds; divide by 1000` : measure(value)
}

function clock(now: Date): string {
  return isoSeconds(now.getTime())
}
