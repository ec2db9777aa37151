import { expect, test } from 'vitest'
import { until } from '../harness/process.ts'
import { startReceiver, startWebhookStage } from './stage.ts'

test('a webhook gets the types it asked for, of posts that match, and one vote where it waits for a number', async () => {
  const stage = await startWebhookStage()
  const { server, signIn, app } = stage
  const { url, received } = await startReceiver()
  await stage.startDeliverer()
  const { body: tag } = await server('POST', '/v1/tags', { name: 'Mobile' })
  const { body: statuses } = await server('GET', '/v1/statuses')
  const statusOf = (category: string) =>
    statuses.data.find((status: { category: string }) => status.category === category).id
  const popular = await stage.post('Popular already')
  const people = await Promise.all(['ada', 'bob', 'cy'].map((sub) => signIn({ sub })))
  const vote = (id: string, place: number) =>
    app('PUT', `/v1/posts/${id}/vote`, { session: people[place]?.session ?? '' })
  await vote(popular, 0)
  await vote(popular, 1)

  const at = (path: string) => `${url}/${path}`
  await stage.webhook(at('done'), { events: ['post.status_changed'], conditions: { status_categories: ['done'] } })
  await stage.webhook(at('mobile'), { events: ['*'], conditions: { tag_ids: [tag.id] } })
  await stage.webhook(at('two'), { events: ['vote.cast'], conditions: { reached_votes: 2 } })
  await stage.webhook(at('comments'), { events: ['comment.created'] })

  await vote(popular, 2)
  const plain = await stage.post('Plain')
  const { body: tagged } = await server('POST', '/v1/posts', { title: 'Tagged', tag_ids: [tag.id] })
  await server('POST', `/v1/posts/${plain}/status`, { status_id: statusOf('planned') })
  await server('POST', `/v1/posts/${tagged.id}/comments`, { body: 'Soon.' })
  await vote(plain, 0)
  await vote(plain, 1)
  await app('DELETE', `/v1/posts/${plain}/vote`, { session: people[1]?.session ?? '' })
  await vote(plain, 1)
  await vote(plain, 2)
  await server('POST', `/v1/posts/${plain}/status`, { status_id: statusOf('done') })
  await server('POST', `/v1/posts/${plain}/comments`, { body: 'Shipped.' })

  const webhooks = (await server('GET', '/v1/webhooks')).body.data as { id: string; url: string }[]
  const told = async () =>
    Object.fromEntries(
      await Promise.all(
        webhooks.map(async (webhook) => [
          webhook.url.split('/').at(-1),
          (await stage.deliveries(webhook.id)).map(({ event_type }) => event_type).sort(),
        ]),
      ),
    )
  await until(async () => (await told()).comments?.length === 2)
  expect(await told()).toEqual({
    done: ['post.status_changed'],
    mobile: ['comment.created', 'post.created'],
    two: ['vote.cast'],
    comments: ['comment.created', 'comment.created'],
  })
  await until(() => received.length === 6)
})

test('a post that reaches the number of votes while the webhook is off is not sent later, and no post is sent twice', async () => {
  const stage = await startWebhookStage()
  const { server, signIn, app } = stage
  const { url } = await startReceiver()
  await stage.startDeliverer()
  const people = await Promise.all(['ada', 'bob', 'cy'].map((sub) => signIn({ sub })))
  const mark = (method: 'PUT' | 'DELETE', id: string, place: number) =>
    app(method, `/v1/posts/${id}/vote`, { session: people[place]?.session ?? '' })
  const { id } = await stage.webhook(url, { events: ['vote.cast'], conditions: { reached_votes: 2 } })
  const [told, missed, last] = [await stage.post('Told'), await stage.post('Missed'), await stage.post('Last')]
  for (const place of [0, 1]) await mark('PUT', told, place)
  await stage.settledAs(id, 'delivered')
  await server('PATCH', `/v1/webhooks/${id}`, { state: 'disabled' })
  await mark('DELETE', told, 1)
  for (const place of [0, 1]) await mark('PUT', missed, place)
  await server('PATCH', `/v1/webhooks/${id}`, { state: 'enabled' })
  await mark('PUT', told, 1)
  await mark('PUT', missed, 2)
  for (const place of [0, 1]) await mark('PUT', last, place)
  await until(async () => (await stage.deliveries(id)).length > 1)
  const { body } = await server('GET', '/v1/events?type=vote.cast&limit=100')
  const events = body.data as { readonly id: string; readonly data: { readonly post_id: string } }[]
  const postOf = (event: string) => events.find(({ id }) => id === event)?.data.post_id
  expect((await stage.deliveries(id)).map(({ event_id }) => postOf(event_id))).toEqual([told, last])
})

// Guarantees that nothing is sent twice because a team changed its mind: about the number, about a merge, about the webhook itself.
test('a post is sent once for each number of votes, also if the number, a merge or the webhook was changed and changed back', async () => {
  const stage = await startWebhookStage()
  const { server, signIn, app } = stage
  const { url } = await startReceiver()
  await stage.startDeliverer()
  const people = await Promise.all(['ada', 'bob', 'cy'].map((sub) => signIn({ sub })))
  const mark = (method: 'PUT' | 'DELETE', id: string, place: number) =>
    app(method, `/v1/posts/${id}/vote`, { session: people[place]?.session ?? '' })
  const { id } = await stage.webhook(url, { events: ['vote.cast'], conditions: { reached_votes: 2 } })
  const change = (body: object) => server('PATCH', `/v1/webhooks/${id}`, body)
  const [told, other, last] = [await stage.post('Told'), await stage.post('Other'), await stage.post('Last')]
  for (const place of [0, 1]) await mark('PUT', told, place)
  await stage.settledAs(id, 'delivered')

  await mark('DELETE', told, 1)
  await change({ conditions: { reached_votes: 3 } })
  await change({ conditions: { reached_votes: 2 } })
  await mark('PUT', told, 1)
  await mark('DELETE', told, 1)
  await change({ state: 'disabled' })
  await change({ state: 'enabled' })
  await mark('PUT', told, 1)
  await mark('DELETE', told, 1)
  await mark('PUT', other, 2)
  await server('POST', `/v1/posts/${other}/merge`, { into_post_id: told })
  await server('POST', `/v1/posts/${other}/unmerge`)
  await mark('PUT', told, 1)
  for (const place of [0, 1]) await mark('PUT', last, place)
  await stage.settledAs(id, 'delivered', 'delivered')

  await change({ conditions: { reached_votes: 3 } })
  await mark('PUT', told, 2)
  await stage.settledAs(id, 'delivered', 'delivered', 'delivered')
  const { body } = await server('GET', '/v1/events?type=vote.cast&limit=100')
  const events = body.data as { readonly id: string; readonly data: { readonly post_id: string } }[]
  const postOf = (event: string) => events.find(({ id }) => id === event)?.data.post_id
  expect((await stage.deliveries(id)).map(({ event_id }) => postOf(event_id))).toEqual([told, last, told])
})

// Guarantees that nothing is lost to a reader of the log that is late: the time of the event decides.
test('what happens while a webhook is on is sent, also if it is read when the webhook is off, or off and on again', async () => {
  const stage = await startWebhookStage()
  const { server, signIn, app } = stage
  const { url, received } = await startReceiver()
  const people = await Promise.all(['ada', 'bob'].map((sub) => signIn({ sub })))
  const titles = new Map<string, string>()
  const voteTwice = async (title: string) => {
    const post = await stage.post(title)
    titles.set(post, title)
    for (const { session } of people) await app('PUT', `/v1/posts/${post}/vote`, { session })
  }
  const { id } = await stage.webhook(url, { events: ['vote.cast', 'post.created'], conditions: { reached_votes: 2 } })
  await (await stage.startDeliverer()).stop()
  const turn = async (state: 'enabled' | 'disabled') => {
    stage.clock.forward(1_000)
    await server('PATCH', `/v1/webhooks/${id}`, { state })
    stage.clock.forward(1_000)
  }
  await voteTwice('First on')
  await turn('disabled')
  await voteTwice('First off')
  const deliverer = await stage.startDeliverer()
  await stage.settledAs(id, 'waiting', 'waiting')
  expect(received).toEqual([])
  await deliverer.stop()
  expect((await server('GET', `/v1/webhooks/${id}`)).body.disabled_at).toEqual(expect.any(String))

  await turn('enabled')
  await voteTwice('Second on')
  await turn('disabled')
  await voteTwice('Second off')
  await turn('enabled')
  expect((await server('GET', `/v1/webhooks/${id}`)).body).toMatchObject({ state: 'enabled', disabled_at: null })
  await stage.startDeliverer()
  await stage.settledAs(id, 'delivered', 'delivered', 'delivered', 'delivered')
  expect(received.map(({ body }) => `${body.type} ${titles.get(body.data.post_id ?? body.data.id)}`).sort()).toEqual([
    'post.created First on',
    'post.created Second on',
    'vote.cast First on',
    'vote.cast Second on',
  ])
})

test('what failed in a span is sent again, and a replay sends everything from a point on, once more and without the erased', async () => {
  const stage = await startWebhookStage()
  const { server, signIn, app } = stage
  let status = 500
  const { url, received } = await startReceiver((_, response) => response.writeHead(status).end())
  const { userId, session } = await signIn({ sub: 'ada', given_name: 'Ada', family_name: 'Lovelace' })
  await app('PATCH', '/v1/me', { session, body: { name_choice: 'first_name' } })
  await app('POST', '/v1/posts', { session, body: { title: 'Before the webhook' } })
  await stage.startDeliverer()
  const { id } = await stage.webhook(url, { events: ['post.created', 'user.created'] })
  const middle = await stage.post('Middle')
  await until(async () => (await stage.deliveries(id))[0]?.attempts.length === 1)
  // As if it had been the last attempt.
  await stage.running.database.sql`update webhook_deliveries set state = 'failed' where webhook_id = ${id}`
  await stage.settledAs(id, 'failed')
  await server('PATCH', `/v1/webhooks/${id}`, { state: 'disabled' })
  const refused = await server('POST', `/v1/webhooks/${id}/replay`, { after: '2026-01-01T00:00:00Z' })
  expect([refused.status, refused.body.code]).toEqual([409, 'webhook_disabled'])
  await stage.post('While it was off')
  await server('PATCH', `/v1/webhooks/${id}`, { state: 'enabled' })

  status = 200
  const span = async (since: string) => server('POST', `/v1/webhooks/${id}/redeliver_failed`, { since })
  expect((await span(stage.clock.now().toISOString())).body).toEqual({ redelivered: 0 })
  expect((await span('2026-01-01T00:00:00Z')).body).toEqual({ redelivered: 1 })
  await stage.settledAs(id, 'delivered')

  await server('POST', `/v1/users/${userId}/erase`)
  received.length = 0
  expect((await server('POST', `/v1/webhooks/${id}/replay`, { after: '2026-01-01T00:00:00Z' })).status).toBe(204)
  await until(async () => !(await server('GET', `/v1/webhooks/${id}`)).body.is_replaying)
  await until(() => received.length === 4)
  expect(received.map(({ body }) => body.data.title ?? body.type).sort()).toEqual(
    ['Before the webhook', 'Middle', 'While it was off', 'user.created'].sort(),
  )
  expect(JSON.stringify(received)).not.toContain('Ada')

  const { body: events } = await server('GET', '/v1/events?type=post.created&limit=100')
  const event = events.data.find(({ data }: { data: { id: string } }) => data.id === middle)
  received.length = 0
  await server('POST', `/v1/webhooks/${id}/replay`, { after: event.id })
  await until(() => received.length === 1)
  expect(received[0]?.body.data.title).toBe('While it was off')
  expect((await server('POST', `/v1/webhooks/${id}/replay`, { after: `evt_${'0'.repeat(26)}` })).status).toBe(404)
})

test('a chat does not hear of a post that was merged into a hidden one', async () => {
  const stage = await startWebhookStage()
  const { server } = stage
  const { url, received } = await startReceiver()
  await stage.startDeliverer()
  const { body: secret } = await server('POST', '/v1/categories', { name: 'Secret', visible_to: 'team' })
  await stage.webhook(url, { events: ['post.merged'], format: 'slack' })
  const make = async (title: string, more = {}) => (await server('POST', '/v1/posts', { title, ...more })).body.id
  const [hidden, open] = [await make('Target one', { category_id: secret.id }), await make('Target two')]
  for (const [title, into] of [
    ['Gone idea', hidden],
    ['Open idea', open],
  ])
    await server('POST', `/v1/posts/${await make(title)}/merge`, { into_post_id: into })
  await until(() => received.some(({ text }) => text.includes('Open idea')))
  expect(received.filter(({ text }) => text.includes('Gone idea'))).toEqual([])
})

test('a webhook gets events of the categories it names; a chat hears of a hidden category only if it is named', async () => {
  const stage = await startWebhookStage()
  const { server } = stage
  const { url, received } = await startReceiver()
  await stage.startDeliverer()
  const make = async (body: object) => (await server('POST', '/v1/categories', body)).body.id as string
  const bugs = await make({ name: 'Bugs' })
  const secret = await make({ name: 'Secret', visible_to: 'team' })
  const [general] = (await server('GET', '/v1/categories')).body.data
  const at = (path: string) => `${url}/${path}`
  const only = (...category_ids: string[]) => ({ events: ['post.created'], conditions: { category_ids } })
  await stage.webhook(at('bugs'), only(bugs))
  await stage.webhook(at('general'), only(general.id))
  await stage.webhook(at('server'), { events: ['post.created'] })
  await stage.webhook(at('chat'), { events: ['post.created'], format: 'slack' })
  await stage.webhook(at('own-chat'), { ...only(secret), format: 'slack' })
  const deletions = { events: ['post.deleted', 'changelog.published'] }
  await stage.webhook(at('gone-server'), deletions)
  await stage.webhook(at('gone-chat'), { ...deletions, format: 'slack' })
  const ids: string[] = []
  for (const [title, category_id] of [
    ['General idea', general.id],
    ['A bug', bugs],
    ['A secret', secret],
  ])
    ids.push((await server('POST', '/v1/posts', { title, category_id })).body.id)
  await until(() => received.length === 8)
  const told = Map.groupBy(received, ({ path }) => path.split('/').at(-1))
  const titles = (name: string) =>
    (told.get(name) ?? []).map(({ text }) => /General idea|A bug|A secret/.exec(text)?.[0]).sort()
  expect(Object.fromEntries([...told.keys()].map((name = '') => [name, titles(name)]))).toEqual({
    bugs: ['A bug'],
    general: ['General idea'],
    server: ['A bug', 'A secret', 'General idea'],
    chat: ['A bug', 'General idea'],
    'own-chat': ['A secret'],
  })
  expect(
    (await server('POST', '/v1/webhooks', { url, events: ['*'], conditions: { category_ids: ['cat_x'] } })).status,
  ).toBe(404)
  // Nobody knows any more in which category a deleted post was, so a chat hears of none while some category is hidden.
  received.length = 0
  for (const id of ids) await server('DELETE', `/v1/posts/${id}`)
  await server('POST', '/v1/changelog', { title: 'Said last', body: 'To all', state: 'published' })
  await until(() => received.length >= 5)
  const last = received.map(({ path, text }) => `${path.split('/').at(-1)} ${text.includes('Said last')}`)
  const ofServer = ['gone-server false', 'gone-server false', 'gone-server false', 'gone-server true']
  expect(last.sort()).toEqual(['gone-chat true', ...ofServer])
})
