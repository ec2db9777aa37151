import { differences, type Outcome } from './judge.ts'
import type { Json } from './vectors.ts'

/** The values that a walk on a live service has collected so far, by the names that its steps give them. */
export type Learnt = Record<string, string>

/** The same value, with every {name} in its texts replaced by the learnt value. */
export function filled(value: Json, learnt: Learnt): Json {
  if (typeof value === 'string') return value.replace(/\{(\w+)\}/g, (whole, name: string) => learnt[name] ?? whole)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => filled(item, learnt))
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member, learnt)]))
}

/** Stores the values that a step keeps: members of the answer, or its version. */
export function keep({ keep = {} }: Json, value: Json, etag: string | null | undefined, learnt: Learnt): void {
  for (const [name, member] of Object.entries(keep as Record<string, string>)) {
    learnt[name] = member === 'ETag' ? (etag ?? '') : value?.[member]
  }
}

/** The differences between the outcome of a call and what a kit should make of the service's answer. */
export function judgeStep({ call, answer, value = answer.body }: Json, outcome: Outcome): string[] {
  const place = `${call} (${answer.status})`
  if (answer.status >= 400) return differences(place, { error: { status: answer.status, ...answer.body } }, outcome)
  if ('error' in outcome) return [`${place}: ${JSON.stringify(outcome.error)}`]
  return value === undefined ? [] : differences(place, value, outcome.value)
}
