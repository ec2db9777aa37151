import { expect, test } from 'vitest'
import { newId } from '../../src/foundation/ids/index.ts'
import type { Sql } from '../../src/foundation/storage/index.ts'
import { housekeeping, STEPS } from '../../src/housekeeping.ts'
import { emptiedService } from '../harness/emptied-database.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { startProject } from '../harness/project.ts'
import { type SharedService, startService } from '../harness/service.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A project on a database without others, whose housekeeping runs by a clock of the test. */
async function startTidy(given?: SharedService) {
  const service = given ?? (await emptiedService())
  const { database, config } = service
  return {
    ...(await startProject({ service })),
    sql: database.sql,
    tidyAt: (step: string, at: Date) => {
      const clock = { ...database.clock, now: () => at }
      const steps = STEPS.filter(({ name }) => name === step)
      return housekeeping({ ...database, clock }, config, undefined, steps).run({})
    },
  }
}

test('a secret that no longer signs is removed, and one that still does stays', async () => {
  const { server, sql, tidyAt, service } = await startTidy()
  const { body } = await server('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] })
  await server('POST', `/v1/webhooks/${body.webhook.id}/rotate_secret`)
  const rotated = service.database.clock.now().getTime()
  const kept = async () =>
    (await sql<{ is_kept: boolean }[]>`select former_secret is not null as is_kept from webhook_secrets`)[0]?.is_kept
  await tidyAt('former_secrets', new Date(rotated + DAY_MS - 60_000))
  expect(await kept()).toBe(true)
  await tidyAt('former_secrets', new Date(rotated + DAY_MS))
  expect(await kept()).toBe(false)
})

// Guarantees that a vote that waits for a receiver can still be sent at its last attempt.
test('an event stays for 14 days after its month, even if events can be read for one day alone', async () => {
  const { connection } = await ownDatabase() // it loses the table of a month
  const service = await startService({ EVENTS_KEPT_DAYS: '1' }, undefined, connection)
  const { server, app, signIn, sql, tidyAt } = await startTidy(service)
  const { session } = await signIn()
  const { body: post } = await server('POST', '/v1/posts', { title: 'Dark mode' })
  await app('PUT', `/v1/posts/${post.id}/vote`, { session })
  const [month] = await sql<{ over: Date }[]>`
    select (max(month) + interval '1 month') at time zone 'UTC' as over from events where type = 'vote.cast'`
  if (!month) throw new Error('There is a vote')
  const votes = async () => (await sql`select 1 from events where type = 'vote.cast'`).length
  await tidyAt('old_events', new Date(month.over.getTime() + 14 * DAY_MS - 1))
  expect(await votes()).toBe(1)
  await tidyAt('old_events', new Date(month.over.getTime() + 14 * DAY_MS))
  expect(await votes()).toBe(0)
})

/** A delivery that waits. */
async function addWaiting(sql: Sql, projectId: string, webhookId: string): Promise<void> {
  await sql`
    insert into webhook_deliveries (project_id, id, webhook_id, event_id, event_type, state, due_at, created_at)
    values (${projectId}, ${newId('delivery')}, ${webhookId}, ${newId('event')}, 'post.created', 'waiting', now(), now())`
}

// Guarantees that whoever makes and deletes webhooks all day does not slow down the search for what is due.
test('what waits for a webhook is deleted with it, and what was written meanwhile soon after', async () => {
  const { server, sql, tidyAt, project } = await startTidy()
  const { body } = await server('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] })
  const { body: other } = await server('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] })
  for (const { webhook } of [body, body, other]) await addWaiting(sql, project.id, webhook.id)
  const waiting = async () => (await sql`select 1 from webhook_deliveries`).length
  expect((await server('DELETE', `/v1/webhooks/${body.webhook.id}`)).status).toBe(204)
  expect(await waiting()).toBe(1)
  await addWaiting(sql, project.id, body.webhook.id)
  await tidyAt('left_deliveries', new Date())
  expect(await waiting()).toBe(1)
})

test('a webhook without one success for five days is disabled, also if nothing was sent lately', async () => {
  const { server, sql, tidyAt, service } = await startTidy()
  const { body } = await server('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] })
  const now = service.database.clock.now().getTime()
  await sql`update webhooks set failing_since = ${new Date(now)}`
  const read = async () => (await server('GET', `/v1/webhooks/${body.webhook.id}`)).body
  await tidyAt('failing_webhooks', new Date(now + 5 * DAY_MS - 1))
  expect(await read()).toMatchObject({ state: 'enabled' })
  await tidyAt('failing_webhooks', new Date(now + 5 * DAY_MS))
  expect(await read()).toMatchObject({ state: 'disabled', disabled_reason: 'failing' })
  expect((await sql`select 1 from events where type = 'webhook.disabled'`).length).toBe(1)
})
