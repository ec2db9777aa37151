import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { effort } from '../harness/effort.ts'
import { MAIN } from '../harness/paths.ts'
import { copyPreparedData, until } from '../harness/process.ts'
import { startReceiver } from '../webhooks/stage.ts'
import { endLeases, endPauses } from './rebuild/judge.ts'
import { patientClient } from './rebuild/patient-client.ts'
import { rebuildUnderFire } from './rebuild/rebuild.ts'
import { openSite, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite(MAIN, copyPreparedData)
})
afterAll(() => site.close())

// Guarantees that events carry enough to keep a copy, and that none is lost. `npm run test:crash` does the same with 10,000 operations.
test('a copy of posts and votes, made of events, equals the database after kill -9 on both sides', async () => {
  const seed = randomInt(1_000_000)
  const lines = [`seed ${seed}`]
  const print = (line: string) => void lines.push(line)
  expect(await rebuildUnderFire(site, { operations: effort(100), kills: 3, seed, print }), lines.join('\n')).toEqual([])
})

const POSTS = 60
/** Requests that one webhook has under way, and those whose result is being written. */
const MOST_IN_FLIGHT = 30

// Guarantees "at least once" where the database dies and not the sender: results that it could not write are not taken for written.
test('after kill -9 of PostgreSQL in the middle of deliveries every event arrives, and only those under way twice', async () => {
  const client = patientClient(site)
  const posted = Promise.withResolvers<void>()
  const { url, received } = await startReceiver(async (_, response) => {
    await posted.promise // or all might be delivered before the last post is made
    setTimeout(() => response.end(), 100)
  })
  const { webhook } = await client.webhooks.create({ url, events: ['post.created'] })
  const titles = Array.from({ length: POSTS }, (_, place) => `Before the fall ${place}`)
  await Promise.all(titles.map((title) => client.posts.create({ title })))
  posted.resolve()
  let atFall = 0
  const fallenAt = await site.killServer(
    until(() => received.length >= 5).then(() => {
      atFall = received.length
    }),
  )
  await endLeases(site, fallenAt)
  const deliveries = () =>
    site.query<{ state: string; attempts: number }>(
      'select state, jsonb_array_length(attempts) as attempts from webhook_deliveries where webhook_id = $1',
      [webhook.id],
    )
  await until(async () => {
    await endPauses(site) // on a busy machine an answer may come too late, and is asked for again
    return (await deliveries()).filter(({ state }) => state === 'delivered').length === POSTS
  })
  const written = (await deliveries()).reduce((sum, { attempts }) => sum + attempts, 0)
  const sent = received.map(({ body }) => body.data.title)
  expect(new Set(sent)).toEqual(new Set(titles))
  expect(atFall).toBeLessThan(POSTS)
  expect(sent.length - written).toBeLessThanOrEqual(MOST_IN_FLIGHT)
})
