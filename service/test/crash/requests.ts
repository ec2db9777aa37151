import { type Answer, type Client, type KeyStory, NO_ANSWER, type Trial } from './trial.ts'

const ANSWER_WITHIN_MS = 120_000

/** Sends the token as its kind asks, with everything under way at once, and notes what came back. */
export async function sendTrial(client: Client, trial: Trial): Promise<Answer[]> {
  const sends = trial.kind === 'twice' ? [...trial.keys, ...trial.keys] : trial.keys
  return Promise.all(
    sends.map(async (story) => {
      const answer = await exchange(client, trial, story, trial.hangsUpAfterMs)
      story.seen.push(answer)
      return answer
    }),
  )
}

export async function exchange(
  { origin, publishableKey }: Client,
  { body }: Trial,
  { key }: KeyStory,
  withinMs = ANSWER_WITHIN_MS,
): Promise<Answer> {
  try {
    const answer = await fetch(`${origin}/v1/sessions/sso`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-project-key': publishableKey, 'idempotency-key': key },
      body,
      signal: AbortSignal.timeout(withinMs),
    })
    const { code, session_token, user } = JSON.parse(await answer.text())
    return {
      status: answer.status,
      replayed: answer.headers.get('idempotent-replayed') === 'true',
      ...(code && { code }),
      ...(session_token && { session: session_token, userId: user.id }),
    }
  } catch {
    return NO_ANSWER // refused, cut off in the middle, or given up
  }
}

/** Whether the session is good, and whose it is. */
export async function userOf({ origin, publishableKey }: Client, session: string): Promise<string | undefined> {
  const answer = await fetch(`${origin}/v1/me`, {
    headers: { 'x-project-key': publishableKey, authorization: `Bearer ${session}` },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  })
  const { id } = JSON.parse(await answer.text())
  return answer.status === 200 ? id : undefined
}

/** Works through a list, so many at a time. */
export async function eachOf<Item>(items: readonly Item[], atOnce: number, work: (item: Item) => Promise<void>) {
  const rest = items.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of rest) await work(item)
    }),
  )
}
