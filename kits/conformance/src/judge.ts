import { isDeepStrictEqual } from 'node:util'
import type { SeenRequest } from './player.ts'
import { type Case, type ExpectedRequest, type Json, PROJECT_KEY, type Step } from './vectors.ts'

/** The result of a case, as the runner of a kit reports it. */
export interface Report {
  /** The result or error of each call, in the order of the case; calls during pauses are left out. */
  readonly outcomes: readonly Outcome[]
  readonly pauses: readonly number[]
  readonly tokens_asked: number
  readonly told: readonly (string | null)[]
  /** The error of making the client. */
  readonly refused?: Json
}

export type Outcome = { readonly value: Json } | { readonly error: Json }

/** All differences between what a kit did and what the case asks for. */
export function judge(asked: Case, seen: readonly SeenRequest[], report: Report): string[] {
  if (asked.refused) return differences('refusal', asked.refused, report.refused)
  const steps = asked.steps.flatMap((step) => step.together ?? [step])
  const expected = asked.requests.flat()
  return [
    ...differences('refusal', undefined, report.refused),
    ...(report.outcomes.length === steps.length ? [] : [`${report.outcomes.length} outcomes of ${steps.length} calls`]),
    ...steps.flatMap((step, place) => outcomeOf(step, report.outcomes[place])),
    ...(seen.length === expected.length ? [] : [`${seen.length} requests instead of ${expected.length}`]),
    ...seen.flatMap((request) => (request.expected ? requestOf(request.expected, request, asked) : [])),
    ...keysOf(seen),
    ...pausesOf(asked, report),
    ...(asked.tokens_asked === undefined
      ? []
      : differences('tokens asked for', asked.tokens_asked, report.tokens_asked)),
    ...(asked.told ? differences('told', asked.told, report.told) : []),
  ]
}

function outcomeOf({ call, gives, fails }: Step, outcome: Outcome | undefined): string[] {
  const place = `outcome of ${call}`
  if (!outcome) return []
  if ('error' in outcome) {
    return fails ? differences(place, fails, outcome.error) : [`${place}: ${JSON.stringify(outcome.error)}`]
  }
  if (fails) return [`${place}: ${JSON.stringify(outcome.value)} instead of the error ${fails.code}`]
  return gives === undefined ? [] : differences(place, gives, outcome.value)
}

function requestOf(expected: ExpectedRequest, { method, path, headers, body }: SeenRequest, { options }: Case) {
  const place = `${expected.method} ${expected.path}`
  const bearer = expected.session && `Bearer ${expected.session}`
  const projectKey = 'secret_key' in options ? undefined : (options.project_key ?? PROJECT_KEY)
  return [
    ...differences(place, sorted(place), sorted(`${method} ${path}`)),
    ...differences(`${place} X-Project-Key`, projectKey, headers['x-project-key']),
    ...differences(`${place} Authorization`, bearer, headers.authorization),
    ...differences(`${place} If-Match`, expected.if_match, headers['if-match']),
    ...differences(`${place} Cookie`, undefined, headers.cookie),
    ...(expected.key_is ? differences(`${place} Idempotency-Key`, expected.key_is, headers['idempotency-key']) : []),
    ...(body && !/^application\/json\b/.test(String(headers['content-type'])) ? [`${place}: not sent as JSON`] : []),
    ...(isDeepStrictEqual(body && JSON.parse(body), expected.body ?? '') ? [] : [`${place} body: ${body}`]),
  ]
}

/** A query means the same in any order. */
function sorted(address: string): string {
  const [path, query] = address.split('?')
  return query === undefined ? address : `${path}?${query.split('&').toSorted().join('&')}`
}

/** The requests of one label have the same key, those without a label have none, and no two labels share one. */
function keysOf(seen: readonly SeenRequest[]): string[] {
  const keys = new Map<string, unknown>()
  const wrong: string[] = []
  for (const { expected, headers } of seen) {
    const key = headers['idempotency-key']
    if (!expected || expected.key_is) continue
    if (expected.key === undefined) {
      if (key !== undefined) wrong.push(`${expected.method} ${expected.path}: a key`)
      continue
    }
    if (!/^[\x20-\x7e]{1,255}$/.test(String(key ?? ''))) wrong.push(`${expected.key}: ${key} is no key`)
    if (keys.has(expected.key) && keys.get(expected.key) !== key) wrong.push(`${expected.key}: another key`)
    keys.set(expected.key, key)
  }
  if (new Set(keys.values()).size !== keys.size) wrong.push('different calls with the same key')
  return wrong
}

function pausesOf({ pauses }: Case, report: Report): string[] {
  const isAsExpected =
    pauses.length === report.pauses.length &&
    pauses.every(({ from, to }, place) => Number(report.pauses[place]) >= from && Number(report.pauses[place]) <= to)
  return isAsExpected ? [] : [`pauses: ${report.pauses} instead of ${pauses.map(({ from, to }) => `${from}–${to}`)}`]
}

/** The places where the actual value differs from the expected one; additional members are allowed. A list has exactly the expected items. */
export function differences(place: string, expected: Json, actual: Json): string[] {
  if (typeof expected !== 'object' || expected === null) {
    return (actual ?? undefined) === (expected ?? undefined)
      ? []
      : [`${place}: ${JSON.stringify(actual)}, not ${expected}`]
  }
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual) !== Array.isArray(expected)) {
    return [`${place}: ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`]
  }
  const lengths =
    Array.isArray(expected) && expected.length !== actual.length ? [`${place}: ${actual.length} items`] : []
  const members = Object.entries(expected).flatMap(([name, value]) =>
    differences(`${place}.${name}`, value, actual[name]),
  )
  return [...lengths, ...members]
}
