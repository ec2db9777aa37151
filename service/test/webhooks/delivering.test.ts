import { Webhook as Standard } from 'standardwebhooks'
import { Webhook as Svix } from 'svix'
import { expect, test } from 'vitest'
import { systemCall, systemCallIn } from '../../src/domain/call/index.ts'
import { openEgress } from '../../src/foundation/egress/index.ts'
import { sendTest } from '../../src/webhook-desk.ts'
import { until } from '../harness/process.ts'
import { type Received, startReceiver, startWebhookStage } from './stage.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const POSTS = { events: ['post.created'] }

const signed = ({ headers }: Received) => ({
  'webhook-id': String(headers['webhook-id']),
  'webhook-timestamp': String(headers['webhook-timestamp']),
  'webhook-signature': String(headers['webhook-signature']),
})

test('an event arrives as Standard Webhooks says, and the public libraries accept its signature', async () => {
  const stage = await startWebhookStage()
  const { url, received } = await startReceiver()
  await stage.startDeliverer()
  const { id, secret } = await stage.webhook(url, POSTS)
  const postId = await stage.post('Dark mode')
  const [delivery] = await stage.settledAs(id, 'delivered')
  const [one] = received
  if (!one) throw new Error('Nothing arrived')
  expect(one.body).toMatchObject({
    id: delivery?.event_id,
    type: 'post.created',
    project_id: stage.project.id,
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: { id: postId, title: 'Dark mode', version: 1, change: { number: 1 } },
  })
  expect(one.headers).toMatchObject({ 'webhook-id': delivery?.event_id, 'content-type': 'application/json' })
  expect(new Standard(secret).verify(one.text, signed(one))).toEqual(one.body)
  expect(() => new Svix(secret).verify(one.text, signed(one))).not.toThrow()
  const other = await stage.webhook(url, POSTS)
  expect(() => new Standard(other.secret).verify(one.text, signed(one))).toThrow()
  expect(() => new Standard(secret).verify(one.text.replace('Dark', 'Bark'), signed(one))).toThrow()
})

test('for a day after a rotation both secrets fit, then the new one alone', async () => {
  const stage = await startWebhookStage()
  const { url, received } = await startReceiver()
  await stage.startDeliverer()
  const { id, secret: first } = await stage.webhook(url, POSTS)
  const rotate = async () => (await stage.server('POST', `/v1/webhooks/${id}/rotate_secret`)).body.secret as string
  const second = await rotate()
  expect(second).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const fitting = async (...secrets: string[]) => {
    const count = received.length
    await stage.post(`Post ${count}`)
    await until(() => received.length > count)
    const one = received[count] as Received // it just came
    const { 'webhook-signature': signatures } = signed(one)
    // The libraries check the time as well, by the clock of this machine.
    return secrets.map((secret) =>
      signatures.split(' ').some((signature) => {
        const at = new Date(Number(one.headers['webhook-timestamp']) * 1000)
        return new Standard(secret).sign(String(one.headers['webhook-id']), at, one.text) === signature
      }),
    )
  }
  expect(await fitting(first, second)).toEqual([true, true])
  stage.clock.forward(DAY_MS - 60_000)
  expect(await fitting(first, second)).toEqual([true, true])
  stage.clock.forward(60_000)
  expect(await fitting(first, second)).toEqual([false, true])
  const third = await rotate()
  const fourth = await rotate()
  expect(await fitting(second, third, fourth)).toEqual([false, true, true])
})

// Guarantees the schedule of the contract: ten attempts, each pause within a fifth of what it should be.
test('a delivery that fails is tried ten times, with pauses that grow, and can then be sent again', async () => {
  const stage = await startWebhookStage()
  let status = 500
  const { url, received } = await startReceiver((_, response) => response.writeHead(status).end('No \u0000 today'))
  const counted: string[] = []
  await stage.startDeliverer({ count: (result) => counted.push(result) })
  const { id } = await stage.webhook(url, POSTS)
  await stage.post('Dark mode')
  const minutes = [5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440]
  const pauses: number[] = []
  for (const [place, pause] of minutes.entries()) {
    await until(async () => (await stage.deliveries(id))[0]?.attempts.length === place + 1)
    const [one] = await stage.deliveries(id)
    const wait = Date.parse(one?.next_attempt_at ?? '') - Date.parse(one?.attempts.at(-1)?.at ?? '')
    pauses.push(wait / 60_000 / pause)
    expect([one?.state, received.length]).toEqual(['waiting', place + 1])
    stage.clock.forward(wait)
  }
  const [failed] = await stage.settledAs(id, 'failed')
  expect(failed?.attempts.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 500))
  expect(failed?.attempts[0]).toMatchObject({ response_excerpt: 'No  today', error: null })
  expect(failed?.next_attempt_at).toBeNull()
  // The pause begins when the attempt is written, a moment after it began.
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(0.8)
  expect(Math.max(...pauses.slice(1))).toBeLessThanOrEqual(1.2 + 0.2)
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)

  status = 204
  const { status: answered, body } = await stage.server('POST', `/v1/deliveries/${failed?.id}/redeliver`)
  expect([answered, body.state]).toEqual([200, 'waiting'])
  const [delivered] = await stage.settledAs(id, 'delivered')
  expect(delivered?.attempts).toHaveLength(11)
  expect(counted).toEqual([...Array.from({ length: 10 }, () => 'failed'), 'delivered'])
})

test('Retry-After is honoured up to a day; a redirect is a failure', async () => {
  const stage = await startWebhookStage()
  const answers = [
    { 'retry-after': '3600' },
    { 'retry-after': new Date(stage.clock.now().getTime() + 2 * 3_600_000 + 30 * DAY_MS).toUTCString() },
    { location: 'http://127.0.0.1:9/' },
  ]
  const { url } = await startReceiver((_, response, count) => response.writeHead(302, answers[count - 1] ?? {}).end())
  await stage.startDeliverer()
  const { id } = await stage.webhook(url, POSTS)
  await stage.post('Dark mode')
  const hours: number[] = []
  for (const place of answers.keys()) {
    await until(async () => (await stage.deliveries(id))[0]?.attempts.length === place + 1)
    const [one] = await stage.deliveries(id)
    const wait = Date.parse(one?.next_attempt_at ?? '') - Date.parse(one?.attempts.at(-1)?.at ?? '')
    hours.push(Math.round(wait / 360_000) / 10)
    stage.clock.forward(wait)
  }
  expect(hours.slice(0, 2)).toEqual([1, 24])
  expect(hours[2]).toBeLessThan(1)
})

// Guarantees that a chat that asks for a pause is not asked again for every delivery that waits: it would block this service.
test('a receiver that asks for a pause is left alone with all its deliveries, until the pause is over', async () => {
  const stage = await startWebhookStage()
  let status = 429
  const { url, received } = await startReceiver((_, response) =>
    response.writeHead(status, status === 429 ? { 'retry-after': '3600' } : {}).end(),
  )
  const { id } = await stage.webhook(url, POSTS)
  await stage.startDeliverer()
  await stage.post('First')
  await until(async () => (await stage.deliveries(id))[0]?.attempts.length === 1)
  await stage.post('Second')
  await until(async () => (await stage.deliveries(id)).length === 2)
  stage.clock.forward(3_500_000)
  const other = await startReceiver() // other webhooks are served meanwhile
  const { id: otherId } = await stage.webhook(other.url, POSTS)
  await stage.post('Third')
  await stage.settledAs(otherId, 'delivered')
  expect(received).toHaveLength(1)
  status = 204
  stage.clock.forward(200_000)
  await stage.settledAs(id, 'delivered', 'delivered', 'delivered')
})

// Guarantees that a person who is impatient makes nothing arrive twice.
test('a delivery that is sent again while it is being sent arrives once; while it waits for its next attempt, it is sent at once', async () => {
  const stage = await startWebhookStage()
  const answers: (() => void)[] = []
  let status = 500
  const { url, received } = await startReceiver((_, response) => {
    const answer = () => response.writeHead(status).end()
    if (status === 500) answers.push(answer)
    else answer()
  })
  await stage.startDeliverer()
  const { id } = await stage.webhook(url, POSTS)
  await stage.post('Dark mode')
  await until(() => answers.length === 1)
  const [sent] = await stage.deliveries(id)
  const again = () => stage.server('POST', `/v1/deliveries/${sent?.id}/redeliver`)
  expect(await again()).toMatchObject({ status: 200, body: { state: 'waiting' } })
  const other = await startReceiver() // the deliverer looks for work again
  const { id: otherId } = await stage.webhook(other.url, POSTS)
  await stage.post('Meanwhile')
  await stage.settledAs(otherId, 'delivered')
  expect(received).toHaveLength(1)
  answers.shift()?.()
  await until(async () => (await stage.deliveries(id))[0]?.attempts.length === 1)
  status = 204
  for (const answer of answers) answer()
  expect(await again()).toMatchObject({ status: 200, body: { state: 'waiting' } })
  await stage.settledAs(id, 'delivered', 'delivered')
  expect(received.map(({ body }) => body.data.title).sort()).toEqual(['Dark mode', 'Dark mode', 'Meanwhile'])
})

// Guarantees that nothing leaves in clear text once the installation uses https, whatever was saved before.
test('where the board uses https, a receiver without it is not called', async () => {
  const stage = await startWebhookStage()
  const { url, received } = await startReceiver()
  const { id } = await stage.webhook(url, POSTS)
  const { config, database } = stage.running
  const call = systemCall(database, { ...config, boardOrigin: 'https://{slug}.boards.example' }, stage.clock.now())
  const inside = systemCallIn(call, stage.project)
  const egress = openEgress({ allow: config.egressAllow, dnsServers: config.dnsServers })
  expect(await sendTest(egress, inside, id)).toMatchObject({ error: 'not_allowed' })
  expect(received).toEqual([])
})

test('410 disables a webhook at once; what waits then is sent when it is enabled again', async () => {
  const stage = await startWebhookStage()
  let status = 410
  const { url, received } = await startReceiver((_, response) => response.writeHead(status).end())
  await stage.startDeliverer()
  const { id } = await stage.webhook(url, POSTS)
  await stage.post('Dark mode')
  const read = async () => (await stage.server('GET', `/v1/webhooks/${id}`)).body
  await until(async () => (await read()).state === 'disabled')
  expect(await read()).toMatchObject({ disabled_reason: 'gone', disabled_at: expect.any(String) })
  const { body: log } = await stage.server('GET', '/v1/audit_log?limit=5')
  expect(log.data[0]).toMatchObject({ action: 'webhook.disabled', data: { reason: 'gone' } })
  await stage.post('Meanwhile')
  stage.clock.forward(60_000)
  status = 200
  expect((await stage.server('PATCH', `/v1/webhooks/${id}`, { state: 'enabled' })).status).toBe(200)
  await stage.settledAs(id, 'delivered')
  expect(received.map(({ body }) => body.data.title)).toEqual(['Dark mode', 'Dark mode'])
})

test('five days without one success disable a webhook; one success in between does not', async () => {
  const stage = await startWebhookStage()
  let status = 500
  const { url } = await startReceiver((_, response) => response.writeHead(status).end())
  await stage.startDeliverer()
  const { id } = await stage.webhook(url, POSTS)
  const read = async () => (await stage.server('GET', `/v1/webhooks/${id}`)).body
  const tryOne = async (title: string) => {
    await stage.post(title)
    await until(async () => {
      const one = (await stage.deliveries(id)).at(-1)
      return (one?.attempts.length ?? 0) > 0
    })
  }
  await tryOne('First')
  await until(async () => (await read()).failing_since !== null)
  stage.clock.forward(4 * DAY_MS)
  status = 200
  await tryOne('Second')
  await until(async () => (await read()).failing_since === null)
  status = 500
  await tryOne('Third')
  await until(async () => (await read()).failing_since !== null)
  stage.clock.forward(5 * DAY_MS - 60_000)
  await tryOne('Fourth')
  expect((await read()).state).toBe('enabled')
  stage.clock.forward(61_000)
  await stage.post('Fifth') // an earlier one may be tried again first, and disable the webhook
  await until(async () => (await read()).state === 'disabled')
  expect(await read()).toMatchObject({ disabled_reason: 'failing' })
})

// Guarantees that a receiver that hangs holds up nobody else, in its own project or another.
test('receivers that hang delay no others', async () => {
  const stage = await startWebhookStage()
  const other = await stage.another()
  const hanging = await startReceiver(() => {})
  const { url, received } = await startReceiver()
  await stage.startDeliverer({ withinMs: 5_000 })
  const hung = await Promise.all(Array.from({ length: 5 }, () => stage.webhook(hanging.url, POSTS)))
  const { id } = await stage.webhook(url, POSTS)
  const far = await other.webhook(url, POSTS)
  await Promise.all(Array.from({ length: 30 }, (_, place) => stage.post(`Post ${place}`)))
  await until(() => hanging.received.length >= 5)
  await other.post('Elsewhere')
  await other.settledAs(far.id, 'delivered')
  await stage.settledAs(id, ...Array.from({ length: 30 }, () => 'delivered' as const))
  expect(received).toHaveLength(31)
  expect(hanging.received.length).toBeLessThanOrEqual(5 * 10)
  const [waiting] = await stage.deliveries(hung[0]?.id ?? '')
  expect(waiting).toMatchObject({ state: 'waiting', attempts: [] })
  await Promise.all(hung.map((one) => stage.server('DELETE', `/v1/webhooks/${one.id}`)))
})

test('a body stays under 20 KB: a text that is too long is cut, and says so', async () => {
  const stage = await startWebhookStage()
  const { url, received } = await startReceiver()
  await stage.startDeliverer()
  const { id } = await stage.webhook(url, POSTS)
  await stage.server('POST', '/v1/posts', { title: 'Long', body: '😀"'.repeat(5_000) })
  await stage.server('POST', '/v1/posts', { title: 'Short', body: 'Hello' })
  await stage.settledAs(id, 'delivered', 'delivered')
  const [long, short] = ['Long', 'Short'].map((title) => received.find(({ body }) => body.data.title === title))
  expect(Buffer.byteLength(long?.text ?? '')).toBeLessThan(20_000)
  expect(long?.body.data).toMatchObject({ is_shortened: true, body_html: '' })
  expect(long?.body.data.body).toMatch(/^(?:😀")+😀?$/u)
  expect(short?.body.data).toMatchObject({ body: 'Hello', body_html: '<p>Hello</p>\n' })
  expect(short?.body.data).not.toHaveProperty('is_shortened')
})

// Guarantees that deliveries hold no texts of people, and that nobody finds a signature there.
test('an answer that repeats the request is not kept, and an erasure removes answers to what the person did', async () => {
  const stage = await startWebhookStage()
  const echoes: ((one: Received) => string)[] = [
    ({ text }) => text,
    ({ text }) => JSON.stringify({ got: JSON.stringify(JSON.parse(text), null, 2) }),
    ({ headers }) => `Not ours: ${headers['webhook-signature']}`,
    ({ body }) => JSON.stringify({ stored: body.id }),
  ]
  let answer = (_: Received) => 'Thanks, Ada Lovelace'
  const { url } = await startReceiver((one, response) => response.end(answer(one)))
  await stage.startDeliverer()
  const { id } = await stage.webhook(url, { events: ['post.created', 'vote.cast'] })
  const { session, userId } = await stage.signIn({ sub: 'ada' })
  const post = await stage.post('A title that is long enough to be found again in what a receiver answers')
  await stage.settledAs(id, 'delivered')
  const excerpts = async () => (await stage.deliveries(id)).map(({ attempts }) => attempts[0]?.response_excerpt)
  await stage.app('PUT', `/v1/posts/${post}/vote`, { session })
  await stage.settledAs(id, 'delivered', 'delivered')
  expect(await excerpts()).toEqual(['Thanks, Ada Lovelace', 'Thanks, Ada Lovelace'])
  expect((await stage.server('POST', `/v1/users/${userId}/erase`, {})).status).toBe(200)
  expect(await excerpts()).toEqual(['Thanks, Ada Lovelace', ''])
  for (const [place, echo] of echoes.entries()) {
    answer = echo
    await stage.post(`Title ${place} that is long enough to be found again in what a receiver answers`)
    await stage.settledAs(id, ...Array.from({ length: 3 + place }, () => 'delivered' as const))
  }
  const left = '(The answer repeats what was sent, so it is not kept.)'
  expect((await excerpts()).slice(2)).toEqual([left, left, left, expect.stringMatching(/^\{"stored":"evt_\w+"\}$/)])
})
