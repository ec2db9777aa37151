import fc from 'fast-check'
import { expect } from 'vitest'
import type { Answer, TestProject } from '../harness/project.ts'
import { replayed, withKey } from './kept.ts'

const DAY_S = 24 * 60 * 60
const TOKEN_LASTS_S = 300 + 60

/** A project on a clock of the sequence, and the tokens that its backend signed at the start of it. */
export interface RealExchange {
  readonly project: TestProject
  readonly sequence: number
  readonly bodies: readonly unknown[]
  setNow(seconds: number): void
}

interface Kept {
  readonly what: number
  readonly status: number
  readonly body: unknown
  readonly at: number
}

/** In seconds from the start. The first two requests are good tokens, then comes a bad one, then none at all. */
export interface ExchangeModel {
  now: number
  used: Set<number>
  kept: Map<string, Kept>
}

export const startExchangeModel = (): ExchangeModel => ({ now: 0, used: new Set(), kept: new Map() })

const verdict = (model: ExchangeModel, what: number) => {
  if (what === 3) return { status: 400, code: 'invalid_request' }
  if (what === 2) return { status: 401, code: 'token_malformed' }
  if (model.now >= TOKEN_LASTS_S) return { status: 401, code: 'token_expired' }
  return model.used.has(what) ? { status: 401, code: 'token_replayed' } : { status: 201, code: undefined }
}

/** Holds one answer against the model, as if it had been the only one at that moment. */
function agree(model: ExchangeModel, key: string, what: number, answer: Answer): void {
  const kept = model.kept.get(key)
  if (kept && model.now - kept.at < DAY_S) {
    if (kept.what !== what) expect([answer.status, answer.body.code]).toEqual([422, 'idempotency_key_reused'])
    else expect([answer.status, answer.body, replayed(answer)]).toEqual([kept.status, kept.body, true])
    return
  }
  const { status, code } = verdict(model, what)
  expect([answer.status, answer.body.code, replayed(answer)]).toEqual([status, code, false])
  if (status === 201) model.used.add(what)
  if (status !== 400) model.kept.set(key, { what, status, body: answer.body, at: model.now })
}

type Command = fc.AsyncCommand<ExchangeModel, RealExchange>

const command = (name: string, run: Command['run']): Command => ({ check: () => true, run, toString: () => name })
const post = ({ project, sequence, bodies }: RealExchange, key: string, what: number) =>
  project.app('POST', '/v1/sessions/sso', { body: bodies[what], headers: withKey(`${sequence} ${key}`) })

const key = fc.constantFrom('a', 'b')
const what = fc.nat({ max: 3 })

const exchange = fc
  .tuple(key, what)
  .map(([key, what]) =>
    command(`exchange(${key}, ${what})`, async (model, real) => agree(model, key, what, await post(real, key, what))),
  )

/** The one that was not told to wait came first, or the other was answered from what it left. */
const twice = fc.tuple(key, what).map(([key, what]) =>
  command(`twice(${key}, ${what})`, async (model, real) => {
    const answers = await Promise.all([post(real, key, what), post(real, key, what)])
    const busy = answers.filter(({ status }) => status === 409)
    expect(busy.length).toBeLessThan(2)
    for (const { headers } of busy) expect(headers.get('retry-after')).toBe('1')
    const heard = answers.filter(({ status }) => status !== 409)
    for (const answer of heard.sort((one, other) => Number(replayed(one)) - Number(replayed(other)))) {
      agree(model, key, what, answer)
    }
  }),
)

const advance = fc.constantFrom(1, TOKEN_LASTS_S - 1, TOKEN_LASTS_S, DAY_S - 1, DAY_S).map((seconds) =>
  command(`advance(${seconds})`, async (model, real) => {
    model.now += seconds
    real.setNow(model.now)
  }),
)

export const exchangeSequences = fc.commands([exchange, exchange, exchange, twice, advance], { maxCommands: 10 })
