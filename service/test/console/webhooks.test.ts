import { Webhook as Standard } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { idAt, newId } from '../../src/foundation/ids/index.ts'
import { settled } from '../events/settled.ts'
import { startReceiver } from '../webhooks/stage.ts'
import { startDesk } from './desk.ts'

const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

/** By the names of the fields. */
const faultsIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<p id="(\w+)-fault"[^>]*>([^<]*)</g)].map(([, name = '', fault = '']) => [name, fault]),
  )

async function openWebhooks() {
  const desk = await startDesk()
  const cookie = await desk.enter()
  const base = `/${desk.project.slug}/webhooks`
  return {
    ...desk,
    page: async (path = '') => (await desk.ask('GET', `${base}${path}`, { cookie })).text,
    send: (path: string, form: Record<string, string | readonly string[]> = {}) =>
      desk.ask('POST', `${base}${path}`, { cookie, form }),
  }
}

test('a webhook is added in the console: its secret is shown once, and wrong addresses come back with what was typed', async () => {
  const { page, send, server } = await openWebhooks()
  expect(textOf(await page())).toContain('No webhooks yet')
  const wrong = await send('/add', { url: 'http://10.0.0.1/', event: 'post.created', description: 'Chat' })
  expect([wrong.status, textOf(wrong.text)]).toEqual([400, expect.stringContaining('not on the public internet')])
  expect(faultsIn(wrong.text)).toEqual({ url: 'It leads to a machine that is not on the public internet.' })
  expect(wrong.text).toContain('value="Chat"')
  expect((await send('/add', { url: 'http://127.0.0.1:9/' })).status).toBe(400)
  const faults = await send('/add', {
    url: 'http://127.0.0.1:9/hook',
    event: '*',
    description: 'Long'.repeat(51),
    reached_votes: '0',
  })
  expect([faults.status, faultsIn(faults.text)]).toEqual([
    400,
    {
      description: expect.stringContaining('200 characters'),
      reached_votes: 'It must be a whole number from 1 to 1000000.',
    },
  ])
  const made = await send('/add', {
    url: 'http://127.0.0.1:9/hook',
    event: ['post.created', 'vote.cast'],
    category: 'done',
    reached_votes: '10',
    form_id: 'a-form-of-this-test-1',
  })
  const secret = /whsec_[A-Za-z0-9+/]{43}=/.exec(made.text)?.[0] ?? ''
  expect([made.status, secret]).toEqual([200, expect.stringMatching(/^whsec_/)])
  const { body } = await server('GET', '/v1/webhooks')
  expect(body.data).toEqual([
    expect.objectContaining({
      events: ['post.created', 'vote.cast'],
      conditions: { status_categories: ['done'], tag_ids: [], category_ids: [], reached_votes: 10 },
    }),
  ])
  const { id } = body.data[0]
  expect(await page()).toContain(id)
  expect(await page(`/${id}`)).not.toContain('whsec_')
  const rotated = await send(`/${id}/rotate`, { form_id: 'a-form-of-this-test-2' })
  expect(rotated.text).toMatch(/whsec_/)
  expect(rotated.text).not.toContain(secret)
  await send(`/${id}/switch`, { state: 'disabled' })
  expect(textOf(await page(`/${id}`))).toContain('Somebody switched it off.')
  expect((await send(`/${id}/redeliver`, { delivery: newId('delivery') })).status).toBe(404)
  await send(`/${id}/delete`)
  expect(textOf(await page())).toContain('No webhooks yet')
})

// Guarantees that nobody makes the service ask DNS servers of others without end.
test('a project saves 30 addresses a minute, by API and console together, and no more', async () => {
  const { server, ask, enter, project } = await startDesk({ environment: { RATE_LIMIT_FACTOR: '1' } })
  const cookie = await enter()
  const { body } = await server('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] })
  const path = `/v1/webhooks/${body.webhook.id}`
  const save = async () => (await server('PATCH', path, { url: 'http://127.0.0.1:9/' })).status
  const saveForm = async () => {
    const form = { url: 'http://127.0.0.1:9/', event: '*' }
    return (await ask('POST', `/${project.slug}/webhooks/${body.webhook.id}/update`, { cookie, form })).status
  }
  for (let n = 1; n < 29; n += 1) expect(await save()).toBe(200)
  expect(await saveForm()).toBe(303)
  expect([await saveForm(), await save()]).toEqual([429, 429])
  expect((await server('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] })).status).toBe(429)
  expect((await server('PATCH', path, { state: 'disabled' })).status).toBe(200)
})

test('a delivery shows its attempts and the exact request as curl, which the libraries accept', async () => {
  const { page, send, server, service, project } = await openWebhooks()
  const { url } = await startReceiver((_, response) => response.writeHead(503).end('Not <b>now</b>'))
  const { body } = await server('POST', '/v1/webhooks', { url, events: ['*'] })
  const { id } = body.webhook
  const { body: post } = await server('POST', '/v1/posts', { title: "It's dark" })
  const { sql } = service.database
  const [event] = await sql<{ id: string }[]>`
    select id from events where project_id = ${project.id} and subject_id = ${post.id} and type = 'post.created'`
  const delivery = newId('delivery')
  const attempts = [{ at: '2026-01-01T00:00:00.000Z', status: 503, ms: 12, error: null, excerpt: 'Not <b>now</b>' }]
  await sql`
    insert into webhook_deliveries (project_id, id, webhook_id, event_id, event_type, state, due_at, created_at, attempts)
    values (${project.id}, ${delivery}, ${id}, ${event?.id}, 'post.created', 'failed', now(), now(), ${JSON.stringify(attempts)})`
  const list = textOf(await page(`/${id}?state=failed&type=post.created`))
  expect(list).toMatch(/post\.created Failed 503/)
  expect(textOf(await page(`/${id}?state=delivered`))).toContain('Nothing here')

  const html = await page(`/${id}/deliveries/${delivery}`)
  expect(html).toContain('Not &lt;b>now&lt;/b>')
  const curl = unescaped(/<textarea id="curl"[^>]*>([\s\S]*?)<\/textarea>/.exec(html)?.[1] ?? '')
  expect(curl).toContain(`'${url}'`)
  expect(curl).toMatch(/^curl -gsS /) // brackets in an address are no range
  const headers = Object.fromEntries(
    [...curl.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name = '', value = '']) => [name, value]),
  )
  const sent = /--data-raw '([\s\S]*)' \\\n/.exec(curl)?.[1]?.replaceAll("'\\''", "'") ?? ''
  expect(new Standard(body.secret).verify(sent, headers)).toMatchObject({ id: event?.id, data: { title: "It's dark" } })

  await sql`update events set at = 'infinity' where project_id = ${project.id} and id = ${event?.id}`
  const unmade = await page(`/${id}/deliveries/${delivery}`)
  expect(textOf(unmade)).toContain('The service cannot make a message from this event')
  await sql`delete from events where project_id = ${project.id} and id = ${event?.id}`
  expect(textOf(await page(`/${id}/deliveries/${delivery}`))).toContain('The event is no longer in the log')

  const tried = await send(`/${id}/test`)
  expect(textOf(tried.text)).toContain('The test was answered with 503')
  expect((await send(`/${id}/redeliver`, { delivery })).status).toBe(303)
  expect((await server('GET', `/v1/deliveries/${delivery}`)).body.state).toBe('waiting')
  for (const [path, form] of [
    ['replay', { after: 'yesterday' }],
    ['redeliver-failed', { since: '2026-02-31T00:00' }],
  ] as const) {
    const refused = await send(`/${id}/${path}`, form)
    expect([refused.status, textOf(refused.text)]).toEqual([400, expect.stringContaining('must be a date and a time')])
  }
  expect((await send(`/${id}/replay`, { after: '2026-01-01T00:00' })).status).toBe(303)
  expect(textOf(await page(`/${id}`))).toContain('Earlier events are being sent again.')
})

test('a condition on any of 200 tags stays when the form is saved, also one on a deleted tag', async () => {
  const { page, send, server, service, project } = await openWebhooks()
  const { body } = await server('POST', '/v1/tags', { name: 'Zulu' })
  const { body: gone } = await server('POST', '/v1/tags', { name: 'Gone' })
  const { sql } = service.database
  await sql`
    insert into tags (project_id, id, name, color, created_at)
    select project_id, left(id, -3) || n, 'Alpha ' || n, color, created_at from tags, generate_series(100, 249) as n
    where project_id = ${project.id} and id = ${body.id}`
  const chosen = { url: 'http://127.0.0.1:9/hook', events: ['*'], conditions: { tag_ids: [body.id, gone.id] } }
  const { id } = (await server('POST', '/v1/webhooks', chosen)).body.webhook
  await server('DELETE', `/v1/tags/${gone.id}`)
  const html = await page(`/${id}`)
  const tag = [...html.matchAll(/<input [^>]*name="tag"[^>]*>/g)].flatMap(([box]) =>
    box.includes('checked') ? [/value="([^"]*)"/.exec(box)?.[1] ?? ''] : [],
  )
  expect(textOf(html)).toContain(' Zulu A deleted tag ')
  expect(tag).toHaveLength(2)
  await send(`/${id}/update`, { url: chosen.url, event: '*', tag })
  const { conditions } = (await server('GET', `/v1/webhooks/${id}`)).body
  expect(conditions.tag_ids).toEqual([body.id, gone.id])
})

test('a replay of the console begins where one of the API does: not before the time that events are kept', async () => {
  const { send, server, service, project } = await openWebhooks()
  const { id } = (await server('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['*'] })).body.webhook
  const { sql } = service.database
  const old = idAt('event', new Date('2020-01-01T00:00:00Z'))
  await sql`update events set id = left(${old}, 14) || substr(id, 15) where project_id = ${project.id}`
  await server('POST', '/v1/posts', { title: 'New' })
  await settled(service.database) // a transaction of another test would hold back where a replay begins
  const beginning = async () => sql`select replay_tx, replay_seq from webhooks where id = ${id}`
  await server('POST', `/v1/webhooks/${id}/replay`, { after: '2019-01-01T00:00:00Z' })
  const wanted = await beginning()
  await send(`/${id}/replay`, { after: '2019-01-01T00:00' })
  expect(await beginning()).toEqual(wanted)
})

function unescaped(html: string): string {
  return html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
