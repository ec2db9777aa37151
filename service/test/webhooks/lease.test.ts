import { expect, test } from 'vitest'
import { until } from '../harness/process.ts'
import { startReceiver, startWebhookStage } from './stage.ts'

const POSTS = 60
const delivered = Array.from({ length: POSTS }, () => 'delivered' as const)

async function startBusy(answer: Parameters<typeof startReceiver>[0]) {
  const stage = await startWebhookStage()
  const receiver = await startReceiver(answer)
  const { id } = await stage.webhook(receiver.url, { events: ['post.created'] })
  const post = () => Promise.all(Array.from({ length: POSTS }, (_, place) => stage.post(`Post ${place}`)))
  return { stage, ...receiver, id, post, sql: stage.running.database.sql }
}

// Guarantees what "no more often than needed" means where several processes run, and that they do not press one receiver together.
test('two processes send each event once, and one of them at a time sends to a webhook', async () => {
  let underWay = 0
  let most = 0
  const { stage, received, id, post } = await startBusy((_, response) => {
    underWay += 1
    most = Math.max(most, underWay)
    setTimeout(() => {
      underWay -= 1
      response.end()
    }, 20)
  })
  await stage.startDeliverer()
  await stage.startDeliverer()
  await post()
  await stage.settledAs(id, ...delivered)
  expect(new Set(received.map(({ body }) => body.id)).size).toBe(POSTS)
  expect(received).toHaveLength(POSTS)
  expect(most).toBeLessThanOrEqual(10)
})

// Guarantees that a process that was stopped for minutes does not go on beside the one that took over.
test('a lane whose webhook was taken by somebody else ends, and leaves it to them', async () => {
  const answers: (() => void)[] = []
  let isOpen = false
  const { stage, received, id, post, sql } = await startBusy((_, response) => {
    if (isOpen) response.end()
    else answers.push(() => response.end())
  })
  const waiting = async () => (await sql`select 1 from webhook_deliveries where state = 'waiting'`).length
  const first = await stage.startDeliverer()
  await first.stop() // so that all are waiting when it begins again
  await post()
  await stage.startDeliverer()
  await until(() => answers.length === 10)
  await until(async () => (await waiting()) === POSTS)
  const theirs = new Date(stage.clock.now().getTime() + 60_000)
  await sql`update webhooks set taken_until = ${theirs}`
  isOpen = true
  for (const answer of answers) answer()
  // Its first portion, and no more, although it has read the next one.
  await until(async () => (await waiting()) === POSTS - 20)
  const { id: otherId } = await stage.webhook((await startReceiver()).url, { events: ['post.created'] })
  await stage.post('Later')
  await stage.settledAs(otherId, 'delivered') // the deliverer looked for work again
  expect(received).toHaveLength(20)
  expect(await sql`select taken_until from webhooks where id = ${id}`).toEqual([{ taken_until: theirs }])
  stage.clock.forward(60_000)
  await stage.settledAs(id, ...delivered, 'delivered')
  expect(received).toHaveLength(POSTS + 1)
})
