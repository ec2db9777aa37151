import type { World } from '../access/samples.ts'

const ID = /\b([a-z]{2,4})_([0-7][0-9abcdefghjkmnpqrstvwxyz]{25})\b/g
const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g
const SECONDS = /\b1[789]\d{8}\b/g
const FIRST_TIME = Date.UTC(2026, 4, 4, 9, 30)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const STEP_MS = 7 * MINUTE_MS
/** The times are those of the database. */
const CLOCKS_DIFFER_MS = 5_000
const ENDS_OF_IDS = ['ab', 'cd', 'ef', 'gh', 'jk', 'mn', 'pq', 'rs', 'tv', 'wx', 'yz']
/** What is random, and what stands for it. */
const RANDOM: readonly (readonly [RegExp, string])[] = [
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJhbGciOiJFUzI1NiIsImtpZCI6Im15LWtleS0xIn0.eyJzdWIiOiJ1c2VyLTEwNDIifQ.c2lnbmF0dXJl'],
  [/svc_ses_[\w-]+/g, 'svc_ses_7f3kq9x2v8m4'],
  [/svc_pk_live_\w+/g, 'svc_pk_live_2m4q9t7x5y0z'],
  [/whsec_[\w+/=]+/g, 'whsec_c2VjcmV0IHRoYXQgb25seSB5b3Uga25vdw=='],
  [/k-[0-9a-f]{8}-[0-9a-f-]{27}/g, 'my-key-2'],
  [/\bs\d+@example\.com/g, 's1@example.com'], // counted over all tests of a process
  [/"sequence":\d+/g, '"sequence":1042'],
  // The version of a vote or a follow is its place in the log, too.
  [/(?<kept>"is_team":false\},"version":)\d+/g, '$<kept>1042'],
  [/"(next_cursor)":"[^"]+"/g, '"$1":"3fQ8nN2h"'],
  [/svc_cod_\w+/g, 'svc_cod_5y0z1ab8w2e6'],
  [/"[\w-]{43}"/g, '"9t7x5y0z1ab8w2e6m4q9t7x5y0z1ab8w2e6m4q9t7x5"'],
  [/"[0-9a-f]{64}"/g, '"4f1c9a70b2d85e364f1c9a70b2d85e364f1c9a70b2d85e364f1c9a70b2d85e36"'],
  [/"duration_ms":\d+/g, '"duration_ms":87'],
  [/[\d.]+ s ago/g, '0.4 s ago'],
  [/[\d.]+ s from now/g, '299.6 s from now'],
  // It may be the second of the token, or the next one.
  [/(?<=our clock, )[\d:.T-]+Z/g, new Date(FIRST_TIME).toISOString()],
  // A service remembers for a moment at which of its two addresses a board is.
  [/http:\/\/(?:acme\.localhost|feedback\.acme\.example):\d+/g, 'https://feedback.acme.example'],
]

/** The same example with ids, times and secrets that do not change from run to run. */
export function sameEveryTime<Value>(value: Value, { service, project }: World, webhookUrl: string): Value {
  let text = JSON.stringify(value)
    .replaceAll(`${project.slug}.acme.example`, 'feedback.acme.example')
    .replaceAll(project.slug, 'acme')
    .replaceAll(service.origin, 'https://api.example.com')
    .replaceAll(webhookUrl, 'https://hooks.acme.example/feedback')
  for (const [random, fixed] of RANDOM) text = text.replaceAll(random, fixed)
  return JSON.parse(withFixedSeconds(withFixedTimes(withFixedIds(text))))
}

function withFixedIds(text: string): string {
  const known = new Map<string, string>()
  const counts = new Map<string, number>()
  return text.replaceAll(ID, (id, prefix: string) => {
    const place = counts.get(prefix) ?? 0
    const fixed = known.get(id) ?? `${prefix}_01jbk3v8w2e6m4q9t7x5y0z1${ENDS_OF_IDS[place] ?? place + 10}`
    if (!known.has(id)) counts.set(prefix, place + 1)
    known.set(id, fixed)
    return fixed
  })
}

/** The times of what was just done, in their order, some minutes apart; times that were computed from them keep their distance. */
function withFixedTimes(text: string): string {
  const times = [...new Set(text.match(TIME))].sort()
  const now = Date.now()
  const recent = times.filter((time) => isBetween(Date.parse(time), now - HOUR_MS, now + CLOCKS_DIFFER_MS))
  const latest = recent.length === 0 ? now : Date.parse(recent.at(-1) ?? '')
  const last = FIRST_TIME + Math.max(0, recent.length - 1) * STEP_MS
  const fixedOf = (time: string): string => {
    const place = recent.indexOf(time)
    if (place >= 0) return new Date(FIRST_TIME + place * STEP_MS).toISOString()
    const minutes = Math.round((Date.parse(time) - latest) / MINUTE_MS)
    return minutes < 0 ? time : new Date(last + minutes * MINUTE_MS).toISOString() // long ago: as the sample says it
  }
  return text.replaceAll(TIME, fixedOf)
}

function isBetween(value: number, least: number, most: number): boolean {
  return value >= least && value <= most
}

/** Times in seconds, as tokens have them. */
function withFixedSeconds(text: string): string {
  const first = Math.min(...(text.match(SECONDS) ?? []).map(Number))
  return text.replaceAll(SECONDS, (seconds) => String(FIRST_TIME / 1000 + Number(seconds) - first))
}
