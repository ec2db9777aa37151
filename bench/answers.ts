import assert from 'node:assert/strict'

/** What a client relies on. The other headers of the service are its own cost, which bare sides leave out. */
export interface Answer {
  readonly status: number
  readonly type: string | null
  readonly caching: string | null
  readonly etag: string | null
  readonly body: unknown
}

export async function answerOf(url: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(url, init)
  const text = await answer.text()
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    caching: answer.headers.get('cache-control'),
    etag: answer.headers.get('etag'),
    body: text && JSON.parse(text),
  }
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
