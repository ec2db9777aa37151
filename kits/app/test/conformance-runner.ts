import type { Outcome, Report } from '../../conformance/src/judge.ts'
import { type Case, DEFAULT_TOKEN, type Json, PROJECT_KEY, type Step } from '../../conformance/src/vectors.ts'
import { createFeedbackClient, etagOf, type FeedbackClient, FeedbackError } from '../src/index.ts'

/** Does with this kit what a case says, and tells what became of it. */
export async function runCase({ options, tokens, steps, pauses }: Case, origin: string): Promise<Report> {
  const report = { outcomes: [] as Outcome[], pauses: [] as number[], tokens_asked: 0, told: [] as (string | null)[] }
  const getToken = () => {
    const token = tokens?.[report.tokens_asked++] ?? DEFAULT_TOKEN
    if (token.fails) return Promise.reject(new Error('The backend is out of reach.'))
    return token.hangs ? new Promise<string>(() => {}) : Promise.resolve(token)
  }
  let run: (step: Step) => Promise<Outcome>
  const sleep = async (milliseconds: number) => {
    const { meanwhile = [] } = pauses[report.pauses.length] ?? {}
    report.pauses.push(milliseconds)
    for (const step of meanwhile) await run(step)
  }
  let client: FeedbackClient
  try {
    client = createFeedbackClient({
      apiOrigin: options.api_origin ?? origin,
      projectKey: options.project_key ?? PROJECT_KEY,
      getToken: tokens ? getToken : undefined,
      onSessionChange: (user) => void report.told.push(user?.id ?? null),
      sleep,
      ...(options.tries && { tries: options.tries }),
      ...(options.longest_wait_ms && { longestWaitMs: options.longest_wait_ms }),
      ...(options.token_timeout_ms && { tokenTimeoutMs: options.token_timeout_ms }),
      ...(options.request_timeout_ms && { requestTimeoutMs: options.request_timeout_ms }),
    })
  } catch (error) {
    return { ...report, refused: described(error) }
  }
  run = (step) => outcomeOf(client, step, report.outcomes)
  for (const step of steps) report.outcomes.push(...(await Promise.all((step.together ?? [step]).map(run))))
  return report
}

/** What one call gives or fails with. */
export async function outcomeOf(
  client: FeedbackClient,
  step: Step,
  earlier: readonly Outcome[] = [],
): Promise<Outcome> {
  try {
    return { value: await call(client, step, earlier) }
  } catch (error) {
    return { error: described(error) }
  }
}

function described(error: unknown): Json {
  if (!(error instanceof FeedbackError)) throw error
  const { code, status, title, detail, requestId, errors, retryAfterMs } = error
  return { code, status, title, detail, request_id: requestId, errors, retry_after_ms: retryAfterMs }
}

async function call(
  client: FeedbackClient,
  { call, args = {}, read }: Step,
  earlier: readonly Outcome[],
): Promise<Json> {
  if (call === 'sign_in') return client.signIn()
  if (call === 'sign_out') return client.signOut()
  const { id, body, query, cursor, operation, path, idempotency_key: idempotencyKey, if_match_of: readBy } = args
  if (call === 'request') return client.request(operation, { path })
  const before = readBy === undefined ? undefined : (earlier[readBy] as { value: object }) // a call that gave something
  const ifMatch = args.if_match ?? (before && etagOf(before.value))
  const names = (call ?? '').replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()).split('.')
  /* biome-ignore lint/suspicious/noExplicitAny: the words of the vectors are the names of the client's methods */
  const method = names.reduce((at: any, name) => at[name], client)
  const given = [id, body ?? query].filter((argument) => argument !== undefined)
  const isListed = /list|similar|me\.(posts|votes|follows|notifications)/.test(call ?? '')
  if (isListed && body === undefined && query === undefined) given.push({})
  const result = method(...given, { ...(idempotencyKey && { idempotencyKey }), ...(ifMatch && { ifMatch }) })
  if (!isListed) return result
  if (read === undefined) return result.page(cursor)
  const items: unknown[] = []
  for await (const item of result) if (items.push(item) === read) break
  return items
}
