import assert from 'node:assert/strict'

export interface Answer {
  readonly status: number
  /** All of them, without those that are different each time. */
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string | null
  readonly body: unknown
}

export async function answerOf(url: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(url, { ...init, headers: { ...init.headers, 'accept-encoding': 'identity' } })
  const text = await answer.text()
  const { date, etag, 'content-length': length, 'request-id': name, ...headers } = Object.fromEntries(answer.headers)
  assert.ok(name, 'Each answer names its request')
  return { status: answer.status, headers, etag: etag ?? null, body: text && JSON.parse(text) }
}

/** A comparison is worth nothing if the answers of the two sides differ. `comparable` leaves out what is different each time. */
export async function assertSame(
  sides: readonly { readonly origin: string }[],
  ask: (origin: string) => Promise<Answer>,
  comparable: (answer: Answer) => unknown = (answer) => answer,
): Promise<void> {
  const [ours, bare] = await Promise.all(sides.map(async ({ origin }) => comparable(await ask(origin))))
  assert.deepEqual(bare, ours)
}
