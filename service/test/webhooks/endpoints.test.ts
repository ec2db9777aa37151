import { expect, test } from 'vitest'
import { newId } from '../../src/foundation/ids/index.ts'
import { startProject } from '../harness/project.ts'
import { startReceiver } from './stage.ts'

const UNHEARD = 'http://127.0.0.1:9/hook'

test('a webhook is added, read, changed, switched off and on, and deleted', async () => {
  const { server } = await startProject()
  const made = await server('POST', '/v1/webhooks', {
    url: UNHEARD,
    events: ['vote.cast', 'post.created', 'vote.cast'],
    description: ' For the chat ',
  })
  expect([made.status, made.body.secret]).toEqual([201, expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)])
  const { id } = made.body.webhook
  expect(made.body.webhook).toEqual({
    id: expect.stringMatching(/^whk_/),
    url: UNHEARD,
    events: ['post.created', 'vote.cast'],
    format: 'standard',
    description: 'For the chat',
    conditions: { status_categories: [], tag_ids: [], category_ids: [], reached_votes: null },
    state: 'enabled',
    disabled_reason: null,
    disabled_at: null,
    failing_since: null,
    is_replaying: false,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    version: 1,
  })
  const read = await server('GET', `/v1/webhooks/${id}`)
  expect([read.body, read.headers.get('etag')]).toEqual([made.body.webhook, '"1"'])
  const off = await server('PATCH', `/v1/webhooks/${id}`, { state: 'disabled', events: ['*', 'post.created'] })
  expect(off.body).toMatchObject({
    state: 'disabled',
    disabled_reason: 'switched_off',
    disabled_at: expect.any(String),
    events: ['*'],
    version: 2,
  })
  const stale = await server('PATCH', `/v1/webhooks/${id}`, { state: 'enabled' }, { 'if-match': '"1"' })
  expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict'])
  const on = await server('PATCH', `/v1/webhooks/${id}`, { state: 'enabled' })
  expect(on.body).toMatchObject({ state: 'enabled', disabled_reason: null, disabled_at: null })
  expect((await server('GET', '/v1/webhooks')).body.data).toEqual([on.body])
  expect((await server('DELETE', `/v1/webhooks/${id}`)).status).toBe(204)
  expect((await server('GET', `/v1/webhooks/${id}`)).status).toBe(404)
  const { body: log } = await server('GET', '/v1/audit_log?limit=4')
  expect(log.data.map(({ action }: { action: string }) => action)).toEqual([
    'webhook.deleted',
    'webhook.updated',
    'webhook.updated',
    'webhook.created',
  ])
})

test('a webhook whose tag was deleted keeps its condition and can still be changed; an unknown tag cannot be added', async () => {
  const { server } = await startProject()
  const [gone, kept] = await Promise.all(
    ['Mobile', 'Web'].map(async (name) => (await server('POST', '/v1/tags', { name })).body.id as string),
  )
  const { body } = await server('POST', '/v1/webhooks', {
    url: UNHEARD,
    events: ['*'],
    conditions: { tag_ids: [gone, kept, kept] },
  })
  const change = (members: object) => server('PATCH', `/v1/webhooks/${body.webhook.id}`, members)
  await server('DELETE', `/v1/tags/${gone}`)
  const off = await change({ state: 'disabled' })
  expect([off.status, off.body.state, off.body.conditions.tag_ids]).toEqual([200, 'disabled', [gone, kept]])
  expect((await change({ conditions: off.body.conditions })).status).toBe(200)
  expect((await change({ conditions: { tag_ids: [kept, newId('tag')] } })).status).toBe(404)
  expect((await change({ conditions: { tag_ids: [kept] } })).body.conditions.tag_ids).toEqual([kept])
  expect((await change({ conditions: { tag_ids: [gone] } })).status).toBe(404)
})

test('an address that must not be called is refused when it is saved, with what is wrong', async () => {
  const { server } = await startProject()
  const refusal = async (url: string) => {
    const { status, body } = await server('POST', '/v1/webhooks', { url, events: ['*'] })
    return [status, body.code, body.errors?.[0]?.pointer]
  }
  for (const url of [
    'http://169.254.169.254/',
    'http://[::1]/',
    'ftp://example.com/',
    'http://a:b@127.0.0.1/',
    '/x',
    `${UNHEARD}#x`,
  ])
    expect(await refusal(url)).toEqual([400, 'url_not_allowed', '/url'])
  const { body } = await server('POST', '/v1/webhooks', { url: UNHEARD, events: ['*'] })
  const changed = await server('PATCH', `/v1/webhooks/${body.webhook.id}`, { url: 'http://10.0.0.1/' })
  expect([changed.status, changed.body.code]).toEqual([400, 'url_not_allowed'])
})

test('a board with https sends to https alone', async () => {
  const { server } = await startProject({ environment: { BOARD_ORIGIN: 'https://{slug}.boards.example' } })
  const plain = await server('POST', '/v1/webhooks', { url: UNHEARD, events: ['*'] })
  expect([plain.status, plain.body.code]).toEqual([400, 'url_not_allowed'])
  expect((await server('POST', '/v1/webhooks', { url: UNHEARD.replace('http', 'https'), events: ['*'] })).status).toBe(
    201,
  )
})

test('a project has at most 20 webhooks, also for requests that race', async () => {
  const { server } = await startProject()
  const add = () => server('POST', '/v1/webhooks', { url: UNHEARD, events: ['*'] })
  const answers = await Promise.all(Array.from({ length: 24 }, add))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('limit_reached')
})

// Guarantees that a secret is shown once and is nowhere else: not in the log, in the audit log, or in another answer.
test('a secret is in no other answer, in no log and in no audit log', async () => {
  const { server, service } = await startProject()
  const { body } = await server('POST', '/v1/webhooks', { url: UNHEARD, events: ['*'] })
  const { id } = body.webhook
  const { body: rotated } = await server('POST', `/v1/webhooks/${id}/rotate_secret`)
  const answers = await Promise.all(
    ['/v1/webhooks', `/v1/webhooks/${id}`, '/v1/audit_log', '/v1/events', `/v1/webhooks/${id}/deliveries`].map((path) =>
      server('GET', path),
    ),
  )
  const seen = JSON.stringify([answers.map((answer) => answer.body), service.logged])
  for (const secret of [body.secret, rotated.secret]) expect(seen).not.toContain(secret.slice('whsec_'.length, -1))
  expect(body.secret).not.toBe(rotated.secret)
})

test('a test event is sent at once, signed, and its result is the answer; also to a disabled webhook', async () => {
  const { server, project } = await startProject()
  const { url, received } = await startReceiver((_, response) => response.writeHead(202).end('Thanks'))
  const { body } = await server('POST', '/v1/webhooks', { url, events: ['*'] })
  const { id } = body.webhook
  await server('PATCH', `/v1/webhooks/${id}`, { state: 'disabled' })
  const { status, body: attempt } = await server('POST', `/v1/webhooks/${id}/test`)
  expect([status, attempt]).toEqual([
    200,
    { at: expect.any(String), status: 202, duration_ms: expect.any(Number), error: null, response_excerpt: 'Thanks' },
  ])
  expect(received[0]?.body).toMatchObject({ type: 'webhook.test', project_id: project.id, data: { webhook_id: id } })
  expect(received[0]?.headers).toHaveProperty('webhook-signature')
  await server('PATCH', `/v1/webhooks/${id}`, { url: UNHEARD })
  expect((await server('POST', `/v1/webhooks/${id}/test`)).body).toMatchObject({ status: null, error: 'refused' })
})
