import { expect, test } from 'vitest'
import { databaseUrl } from '../harness/database-url.ts'
import { freePort } from '../harness/ports.ts'
import { runMain, until, untilReady } from '../harness/process.ts'
import { startReceiver, startWebhookStage } from './stage.ts'

const POSTS = 60
/** Requests that one webhook has under way, and those whose result is being written. */
const MOST_IN_FLIGHT = 30

// Guarantees the whole way, from a change to the receiver, of a process as operators run it.
test('after kill -9 every event arrives, and only those that were under way arrive twice', async () => {
  const stage = await startWebhookStage({ isAlone: true })
  const { database } = stage.running
  const { url, received } = await startReceiver((_, response) => setTimeout(() => response.end(), 20))
  const environment = async () => ({
    PORT: String(await freePort()),
    DATABASE_URL: databaseUrl({ database: stage.databaseName }),
    EGRESS_ALLOW: '127.0.0.1',
  })
  const first = runMain(['serve'], await environment())
  await untilReady(first)
  await until(async () => (await database.sql`select 1 from event_readers where name = 'webhooks'`).length > 0)
  const { id } = await stage.webhook(url, { events: ['post.created'] })
  await Promise.all(Array.from({ length: POSTS }, (_, place) => stage.post(`Post ${place}`)))
  await until(() => received.length >= 10)
  first.child.kill('SIGKILL')
  await first.ended
  expect(received.length).toBeLessThan(POSTS + MOST_IN_FLIGHT)
  await database.sql`update webhooks set taken_until = null` // as if a minute had passed: nobody has the webhook
  const second = runMain(['serve'], await environment())
  await untilReady(second)
  await stage.settledAs(id, ...Array.from({ length: POSTS }, () => 'delivered' as const))
  const ids = received.map(({ body }) => body.id)
  expect(new Set(ids).size).toBe(POSTS)
  expect(ids.length).toBeLessThanOrEqual(POSTS + MOST_IN_FLIGHT)
})
