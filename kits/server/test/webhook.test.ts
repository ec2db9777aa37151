import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { until } from '../../../service/test/harness/process.ts'
import { startProject } from '../../../service/test/harness/project.ts'
import { startReceiver } from '../../../service/test/webhooks/stage.ts'
import { eventStream } from '../src/event-stream.ts'
import { createServerClient, FeedbackError, verifyWebhook } from '../src/index.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const NOW = new Date('2026-11-16T08:00:00Z')
const BODY = '{"id":"evt_1","type":"post.created","data":{"title":"Größe"}}'

function signed(changes: Record<string, string | undefined> = {}, secret = SECRET) {
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(NOW.getTime() / 1000),
    'webhook-signature': new Webhook(secret).sign('evt_1', NOW, BODY),
    ...changes,
  }
}

test('what the public library signed is accepted, as a text, as bytes, and with headers of either kind', async () => {
  const event = JSON.parse(BODY)
  expect(await verifyWebhook(SECRET, signed(), BODY, { now: NOW })).toEqual(event)
  expect(await verifyWebhook(SECRET, new Headers(signed()), Buffer.from(BODY), { now: NOW })).toEqual(event)
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
  const both = `${signed({}, other)['webhook-signature']} ${signed()['webhook-signature']}`
  expect(await verifyWebhook(SECRET, signed({ 'webhook-signature': both }), BODY, { now: NOW })).toEqual(event)
})

test('another secret is refused, and no message holds one', async () => {
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
  const error = await verifyWebhook(other, signed(), BODY, { now: NOW }).catch(String)
  expect(error).toMatch(/^WebhookError: signature_invalid/)
  expect(error).not.toContain(other.slice(6))
})

test('what the service sends is accepted', async () => {
  const { service, secretKey } = await startProject()
  const { webhooks } = createServerClient({ apiOrigin: service.origin, secretKey })
  const { url, received } = await startReceiver()
  const { webhook, secret } = await webhooks.create({ url, events: ['*'] })
  expect(await webhooks.test(webhook.id)).toMatchObject({ status: 200 })
  const [one] = received
  expect(await verifyWebhook(secret, one?.headers ?? {}, one?.text ?? '')).toMatchObject({ type: 'webhook.test' })
})

// Guarantees that a consumer which keeps the id of the last event that it handled misses none and gets none twice.
test('events are read without an end, and again from the last one that was handled', async () => {
  const { service, secretKey } = await startProject()
  const client = createServerClient({ apiOrigin: service.origin, secretKey })
  const titles: string[] = []
  let after: string | undefined
  const readUntil = async (count: number) => {
    const stop = new AbortController()
    for await (const event of client.events({ after, type: ['post.created'] }, { signal: stop.signal })) {
      titles.push(String(event.data.title))
      after = event.id
      if (titles.length === count) break
    }
  }
  await client.posts.create({ title: 'First' })
  await client.posts.create({ title: 'Second' })
  await readUntil(1)
  const reading = readUntil(3)
  await until(() => titles.length === 2)
  await client.posts.create({ title: 'Third' })
  await reading
  expect(titles).toEqual(['First', 'Second', 'Third'])
  const page = await client.events({ type: ['post.created'], limit: 2 })
  expect(page.data).toHaveLength(2)
  for await (const event of client.events({ type: ['post.created'], limit: 1, cursor: page.next_cursor ?? '' })) {
    expect(event.data.title).toBe('Third')
    break
  }
})

test('a stream asks with everything that it was given, and always waits for events', async () => {
  const asked: object[] = []
  const stop = new AbortController()
  const ask = async (query: object) => {
    if (asked.push(query) === 2) stop.abort()
    return { data: [], next_cursor: 'second' }
  }
  const query = { since: '2026-11-16T08:00:00Z', limit: 7, type: ['vote.cast'] } as const
  const stream = eventStream(
    { ...query, cursor: 'first', wait: 0 },
    { ask, sleep: async () => {}, signal: stop.signal },
  )
  await stream.next()
  expect(asked).toEqual(['first', 'second'].map((cursor) => ({ ...query, wait: 25, cursor })))
})

// Guarantees that a process can stop while the service cannot be reached.
test('a stream that waits out a failure ends when it is stopped', async () => {
  const stop = new AbortController()
  const stream = eventStream(
    {},
    {
      ask: () => Promise.reject(new FeedbackError('network_error', 'There was no answer.')),
      sleep: () => {
        stop.abort()
        return new Promise(() => {})
      },
      signal: stop.signal,
    },
  )
  expect(await stream.next()).toEqual({ done: true, value: undefined })
})
