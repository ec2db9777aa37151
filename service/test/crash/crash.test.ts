import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { effort } from '../harness/effort.ts'
import { MAIN } from '../harness/paths.ts'
import { copyPreparedData } from '../harness/process.ts'
import { crash } from './crash.ts'
import { judge } from './judge.ts'
import type { Answer, Kind } from './trial.ts'

// Guarantees that a session once acknowledged works, that a token is spent once, and that every retry is decided,
// whatever dies. `npm run test:crash` does the same twenty times each.
test('kill -9 of the service and of PostgreSQL under load breaks no promise', async () => {
  const rounds = { service: effort(1), postgres: effort(2) } // PostgreSQL loses its first process, and one of its backends
  const lines = [`seed ${randomInt(1_000_000)}`]
  const { tallies, violations } = await crash({
    main: MAIN,
    prepare: copyPreparedData,
    rounds,
    seed: Number(lines[0]?.slice(5)),
    print: (line) => void lines.push(line),
  }).catch((error) => {
    throw new Error(`${error.message}\n${lines.join('\n')}`)
  })
  expect(violations, lines.join('\n')).toEqual([])
  for (const { victim, kills, inFlight, acknowledged, retried } of tallies) {
    expect(kills).toBe(rounds[victim])
    for (const count of [inFlight, acknowledged, retried]) expect(count).toBeGreaterThan(0)
  }
})

const made = (session = 'a', replayed = true): Answer => ({ status: 201, session, userId: 'u', replayed })
const refused: Answer = { status: 401, code: 'token_replayed', replayed: true }
const busy: Answer = { status: 409, code: 'idempotency_in_progress', replayed: false }
const lost: Answer = { status: 0, replayed: false }
const failed: Answer = { status: 500, code: 'internal_error', replayed: false }

/** One list for each key: what was seen, and last what it was in the end. */
const verdict = (kind: Kind, ...keys: Answer[][]) =>
  judge({
    kind,
    jti: '',
    body: '',
    hangsUpAfterMs: undefined,
    keys: keys.map((answers) => ({ key: '', seen: answers.slice(0, -1), settled: answers.at(-1) ?? lost })),
  })

test('the judge accepts every allowed outcome', () => {
  expect(verdict('once', [made('a', false), made()])).toEqual([])
  expect(verdict('once', [lost, made('a', false)])).toEqual([])
  expect(verdict('twice', [busy, made('a', false), made()])).toEqual([])
  expect(verdict('rivals', [lost, made()], [refused, refused])).toEqual([])
})

test.each<[string, string[]]>([
  ['a session that was acknowledged and then another', verdict('once', [made('a', false), made('b')])],
  ['an acknowledged key that runs again', verdict('once', [made('a', false), made('a', false)])],
  ['a spent token without a session', verdict('once', [lost, refused])],
  ['a key that is stuck', verdict('twice', [busy, busy])],
  ['two sessions for one token', verdict('rivals', [made()], [made('b')])],
  ['no session for any key', verdict('rivals', [refused], [refused])],
  ['a failure of our own', verdict('once', [failed, made('a', false)])],
])('the judge sees %s', (_, violations) => {
  expect(violations.length).toBeGreaterThan(0)
})
