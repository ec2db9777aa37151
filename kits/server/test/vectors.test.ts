import { describe, expect, test } from 'vitest'
import { judge, type Outcome, type Report } from '../../conformance/src/judge.ts'
import { play } from '../../conformance/src/player.ts'
import { type Case, type Json, loadServerCases, loadWebhookCases, type Step } from '../../conformance/src/vectors.ts'
import { BASE_INPUT, judgeSigned, type Signed, signingCases } from '../../conformance/test/signing.ts'
import { createServerClient, createSignInToken, etagOf, type FeedbackError, verifyWebhook } from '../src/index.ts'

describe('the vectors of kits/conformance', () => {
  test.each(signingCases)('signing: $name', async (one) => {
    expect(judgeSigned(one, await signed({ ...BASE_INPUT, ...one.input }))).toEqual([])
  })

  test.each(loadWebhookCases())('a webhook: $name', async ({ secret, headers, body, now, code }) => {
    const received = new Headers(headers)
    const verified = verifyWebhook(secret, received, body, { now: new Date(now * 1000) })
    if (code) await expect(verified).rejects.toMatchObject({ code })
    else expect(await verified).toEqual(JSON.parse(body))
  })

  test.each(loadServerCases().filter(({ by_path }) => !by_path))('$file: $name', async (one) => {
    const { origin, seen, close } = await play(one)
    const report = await run(one, origin).finally(close)
    expect(judge(one, seen, report)).toEqual([])
  })
})

async function signed({ now, user, ...input }: Json): Promise<Signed> {
  const given = {
    ...camelCased(input),
    user: camelCased(user),
    ...(now !== undefined && { now: new Date(now * 1000) }),
  }
  return createSignInToken(given).then(
    (token) => ({ token }),
    ({ code, message }) => ({ error: { code, message } }),
  )
}

function camelCased(members: Json): Json {
  const camel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [camel(name), value]))
}

async function run({ options, steps }: Case, origin: string): Promise<Report> {
  const report = { outcomes: [] as Outcome[], pauses: [] as number[], tokens_asked: 0, told: [] }
  try {
    const { api_origin: apiOrigin = origin, ...rest } = options
    const sleep = async (milliseconds: number) => void report.pauses.push(milliseconds)
    const client: Json = createServerClient({ ...camelCased(rest), apiOrigin, sleep }) // called by names that only the case knows
    for (const step of steps) {
      const outcome = await called(client, step, report.outcomes).then(
        (value) => ({ value }),
        (error) => ({ error: described(error) }),
      )
      report.outcomes.push(outcome)
    }
  } catch (error) {
    return { ...report, refused: described(error as FeedbackError) } // judge finds out if it is another one
  }
  return report
}

async function called(client: Json, { call, args, read }: Step, earlier: readonly Outcome[]): Promise<unknown> {
  const { if_match_of: version, if_match, idempotency_key: idempotencyKey, ...input } = args
  const before: Json = earlier[version]
  const ifMatch = before ? etagOf(before.value) : if_match
  const ask = (query: object) =>
    client.request(call, { ...input, query, ...(ifMatch && { ifMatch }), ...(idempotencyKey && { idempotencyKey }) })
  if (read === undefined) return ask(input.query)
  const items: Json[] = []
  const most = read === 'all' ? Number.POSITIVE_INFINITY : read
  for (let cursor: string | null | undefined; cursor !== null && items.length < most; ) {
    const page: Json = await ask({ ...input.query, ...(cursor && { cursor }) })
    items.push(...page.data)
    cursor = page.next_cursor
  }
  return items.slice(0, most)
}

function described({ code, status, title, detail, requestId, errors, retryAfterMs }: FeedbackError): Json {
  return { code, status, title, detail, request_id: requestId, errors, retry_after_ms: retryAfterMs }
}
