import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readVotesByTrait } from '../../src/domain/numbers/index.ts'
import { forgetGoneWords } from '../../src/domain/search/index.ts'
import { newId } from '../../src/foundation/ids/index.ts'
import { emptiedService } from '../harness/emptied-database.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import { holdUser } from '../idempotency/held-user.ts'
import { traces } from './traces.ts'

const newCanary = () => `c4nary${randomBytes(6).toString('hex')}`

/** A person who leaves the canary wherever a person can leave something that is not public. */
async function livingCanary(project: TestProject, canary: string) {
  const { app, server, signIn } = project
  const claims = {
    sub: `sub/${canary}`,
    email: `${canary}@example.com`,
    email_verified: true,
    given_name: `Given ${canary}`,
    family_name: `Family ${canary}`,
    traits: { plan: canary },
  }
  const { session, userId } = await signIn(claims)
  const post = async (title: string, body = '') =>
    (await app('POST', '/v1/posts', { session, body: { title, body } })).body.id as string
  await app('PATCH', '/v1/me', { session, body: { name_choice: 'custom', custom_name: `I ${canary}` } })
  const shown = await post('Dark mode for all', 'Please.')
  const { body: topic } = await server('POST', '/v1/posts', { title: 'A topic' })
  const { body: comment } = await app('POST', `/v1/posts/${topic.id}/comments`, { session, body: { body: 'Me too.' } })
  await app('PUT', `/v1/posts/${topic.id}/vote`, { session })
  // What is not public, or not any more
  const edited = await post(`Call ${canary}`, `at ${canary}`)
  await app('PATCH', `/v1/posts/${edited}`, { session, body: { title: 'Call me', body: 'at home' } })
  const deleted = await post(`Delete ${canary}`, canary)
  await app('DELETE', `/v1/posts/${deleted}`, { session })
  const rejected = await post(`Reject ${canary}`, canary)
  await server('POST', `/v1/moderation/${rejected}/reject`, {})
  const gone: string[] = []
  for (const verb of ['delete', 'reject']) {
    const { body } = await app('POST', `/v1/posts/${topic.id}/comments`, {
      session,
      body: { body: `${verb} ${canary}` },
    })
    if (verb === 'delete') await app('DELETE', `/v1/comments/${body.id}`, { session })
    else await server('POST', `/v1/moderation/${body.id}/reject`, {})
    gone.push(body.id)
  }
  await app('POST', '/v1/reports', { session, body: { post_id: topic.id, reason: `I, ${canary}, am hurt.` } })
  await app('POST', '/v1/board_codes', { session, body: {} })
  // Internal comments in their name, their texts that only the team can read, and counts that include their votes.
  const note = { body: `${canary} called`, is_internal: true, user_id: userId }
  gone.push((await server('POST', `/v1/posts/${topic.id}/comments`, note)).body.id)
  for (const end of ['DELETE', 'reject']) {
    const { body: closed } = await server('POST', '/v1/posts', { title: 'A closed topic' })
    const said = await app('POST', `/v1/posts/${closed.id}/comments`, { session, body: { body: `closed ${canary}` } })
    gone.push(said.body.id)
    if (end === 'DELETE') await server('DELETE', `/v1/posts/${closed.id}`)
    else await server('POST', `/v1/moderation/${closed.id}/reject`, {})
  }
  // What they are told, and what they and others said about mail.
  await server('POST', '/v1/mail_suppressions', { email: claims.email, reason: `${canary} bounced` })
  const { sql } = project.service.database
  await sql`
    insert into notifications (project_id, user_id, event_id, type, post_id, actor_kind, created_at)
    values (${project.project.id}, ${userId}, ${newId('event')}, 'status_changed', ${topic.id}, 'system', now())`
  await sql`
    insert into mails (project_id, id, user_id, about, event_ids, state, due_at, created_at)
    values (${project.project.id}, ${newId('mail')}, ${userId}, ${topic.id}, '{}', 'sent', now(), now())`
  await sql`
    insert into mail_mutes (project_id, user_id, post_id, created_at) values (${project.project.id}, ${userId}, ${topic.id}, now())`
  await readVotesByTrait(project.call(), 'plan')
  await server('POST', `/v1/users/${userId}/ban`, { reason: `because ${canary}` })
  return { claims, session, userId, shown, topic, comment, edited, gone }
}

// Guarantees that no stored value identifies the person: every column of every table is searched, and the same search finds them before.
test('erasing leaves nothing of the person in any column of any table, nor in the log', async () => {
  const project = await startProject({ service: await emptiedService() })
  const { server, service } = project
  const canary = newCanary()
  const { userId, gone } = await livingCanary(project, canary)
  await forgetGoneWords(project.call())
  expect(Object.keys(await traces(service, canary)).toSorted()).toEqual([
    'comments.body',
    'comments.body_html',
    'mail_suppressions.email',
    'mail_suppressions.reason',
    'post_edits.body',
    'post_edits.title',
    'posts.body',
    'posts.body_html',
    'posts.search',
    'posts.title',
    'project_segments.counts',
    'reports.reason',
    'users.ban_reason',
    'users.custom_name',
    'users.email',
    'users.family_name',
    'users.given_name',
    'users.sub',
    'users.traits',
  ])
  const erased = await server('POST', `/v1/users/${userId}/erase`, {})
  expect([erased.status, erased.body]).toEqual([200, { id: userId, state: 'erased' }])
  await forgetGoneWords(project.call()) // the job that runs every minute
  expect(await traces(service, canary)).toEqual({})
  expect(service.logged.join('')).not.toContain(canary)
  const { sql } = service.database
  const blank = await sql`select id from comments where body = '' and deleted_at is not null and id = any (${gone})`
  expect(blank).toHaveLength(gone.length)
  for (const rows of [
    await sql`select 1 from follows where project_id = ${project.project.id} and user_id = ${userId}`,
    await sql`select 1 from notifications where project_id = ${project.project.id} and user_id = ${userId}`,
    await sql`select 1 from mails where project_id = ${project.project.id} and user_id = ${userId}`,
    await sql`select 1 from mail_mutes where project_id = ${project.project.id} and user_id = ${userId}`,
    await sql`select 1 from board_codes where project_id = ${project.project.id} and user_id = ${userId}`,
    await sql`select 1 from idempotency_records where project_id = ${project.project.id} and user_id = ${userId}`,
  ]) {
    expect(rows).toEqual([])
  }
})

test('a suppressed address of any script is forgotten with its person', async () => {
  const { server, signIn } = await startProject()
  const { userId } = await signIn({ sub: 'ada', email: 'ÄDA@Пример.example', email_verified: true })
  await server('POST', '/v1/mail_suppressions', { email: 'äda@пример.example', reason: 'bounced' })
  await server('POST', `/v1/users/${userId}/erase`, {})
  expect((await server('GET', '/v1/mail_suppressions')).body.data).toEqual([])
})

test('public texts stay readable, by a deleted user, and every number stays', async () => {
  const project = await startProject()
  const { app, server, signIn } = project
  const bob = await signIn({ sub: 'bob' })
  const { userId, shown, topic, comment, edited } = await livingCanary(project, newCanary())
  await app('POST', `/v1/posts/${shown}/comments`, { session: bob.session, body: { body: 'I agree.' } })
  const before = (await app('GET', '/v1/posts?limit=100')).body.data
  await server('POST', `/v1/users/${userId}/erase`, {})
  const after = (await app('GET', '/v1/posts?limit=100')).body.data
  const author = { id: userId, display_name: 'deleted user', is_team: false }
  const byThem = new Set([shown, edited])
  expect(after).toEqual(before.map((post: { id: string }) => (byThem.has(post.id) ? { ...post, author } : post)))
  expect((await app('GET', `/v1/posts/${shown}`)).body).toMatchObject({ title: 'Dark mode for all', author })
  const comments = (await app('GET', `/v1/posts/${topic.id}/comments`)).body.data
  expect(comments.find(({ id }: { id: string }) => id === comment.id)).toMatchObject({ body: 'Me too.', author })
  expect((await server('GET', `/v1/posts/${topic.id}/votes`)).body.data).toMatchObject([{ user: author }])
  const found = (await app('GET', '/v1/posts?q=dark+mode')).body.data
  expect(found.map(({ id }: { id: string }) => id)).toEqual([shown])
})

test('the team has nothing left to decide about what is gone, and keeps the report without its words', async () => {
  const project = await startProject({ draft: { requiresApproval: true } })
  const { app, server, signIn } = project
  const [ada, bob] = [await signIn({ sub: 'ada' }), await signIn({ sub: 'bob' })]
  const waiting = (await app('POST', '/v1/posts', { session: ada.session, body: { title: 'It waits' } })).body.id
  const { body: topic } = await server('POST', '/v1/posts', { title: 'A topic' })
  await app('POST', `/v1/posts/${topic.id}/comments`, { session: ada.session, body: { body: 'It waits too.' } })
  await app('POST', '/v1/reports', { session: ada.session, body: { post_id: topic.id, reason: 'I am Ada.' } })
  expect((await server('GET', '/v1/moderation')).body.data).toHaveLength(3)
  await server('POST', `/v1/users/${ada.userId}/erase`, {})
  const { data } = (await server('GET', '/v1/moderation')).body
  expect(data).toHaveLength(1)
  expect(JSON.stringify(data)).toContain(topic.id)
  expect(JSON.stringify(data)).not.toContain('I am Ada')
  expect((await server('GET', `/v1/posts/${waiting}`)).status).toBe(404)
  expect((await server('POST', `/v1/moderation/${waiting}/approve`, {})).status).toBe(404)
  const next = await app('POST', '/v1/posts', { session: bob.session, body: { title: 'Of Bob' } })
  expect(next.body.number).toBe(3)
})

test('an erasure is an event, cannot be repeated, and lets the same person come as somebody new', async () => {
  let now = new Date('2091-11-15T10:00:00Z')
  const { app, server, signIn, service, project } = await startProject({ now: () => now })
  const { session, userId } = await signIn({ sub: 'ada' })
  now = new Date('2091-11-15T10:00:10Z')
  expect((await server('POST', `/v1/users/${userId}/erase`, {})).status).toBe(200)
  expect((await server('POST', `/v1/users/${userId}/erase`, {})).status).toBe(404)
  expect((await app('GET', '/v1/me', { session })).body.code).toBe('session_ended')
  now = new Date('2091-11-15T10:01:11Z')
  expect((await signIn({ sub: 'ada' })).userId).not.toBe(userId)
  const events = await service.database.sql`
    select type, actor_kind, subject_id, data from events where project_id = ${project.id} and type like 'user.%' and type <> 'user.created'`
  expect(events).toEqual([{ type: 'user.erased', actor_kind: 'secret_key', subject_id: userId, data: {} }])
})

test('words that others wrote too are still found by a slip of the finger', async () => {
  const { app, call, server, signIn } = await startProject()
  const { session, userId } = await signIn()
  const write = async (title: string) => (await app('POST', '/v1/posts', { session, body: { title } })).body.id
  const mine = await write('Dashboards and zeppelins')
  await app('DELETE', `/v1/posts/${mine}`, { session })
  await server('POST', '/v1/posts', { title: 'Dashboards for all' })
  await server('POST', `/v1/users/${userId}/erase`, {})
  await forgetGoneWords(call())
  expect((await app('GET', '/v1/posts?q=dahsboards')).body.data).toHaveLength(1)
})

// Guarantees that actions of the person at that moment are either undone or no longer show them.
test('an erasure that races with everything a person can do leaves nothing behind', async () => {
  const project = await startProject({ service: await emptiedService() })
  const { app, server, signIn, service } = project
  const { body: topic } = await server('POST', '/v1/posts', { title: 'A topic' })
  const canaries: string[] = []
  const statuses = new Map<number, number>()
  for (let round = 0; round < 25; round += 1) {
    const canary = newCanary()
    canaries.push(canary)
    const { session, userId } = await signIn({ sub: canary, given_name: canary, email: `${canary}@example.com` })
    const post = (path: string, body: unknown) => app('POST', path, { session, body })
    const answers = await Promise.all([
      app('PATCH', '/v1/me', { session, body: { name_choice: 'custom', custom_name: canary } }),
      post('/v1/posts', { title: 'Dark mode for me' }),
      post(`/v1/posts/${topic.id}/comments`, { body: 'Me too.' }),
      post('/v1/reports', { post_id: topic.id, reason: canary }),
      post('/v1/board_codes', {}),
      app('PUT', `/v1/posts/${topic.id}/follow`, { session }),
      app('PUT', `/v1/posts/${topic.id}/vote`, { session }),
      server('POST', `/v1/users/${userId}/erase`, {}),
    ])
    for (const { status, body } of answers) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status >= 400) expect(['session_ended', 'name_locked']).toContain(body.code)
    }
    const { sql } = service.database
    const left = await sql`
      select 1 from follows where user_id = ${userId} union all select 1 from board_codes where user_id = ${userId}
      union all select 1 from idempotency_records where user_id = ${userId}`
    expect(left).toEqual([])
    expect((await server('GET', `/v1/users/${userId}`)).body).toMatchObject({
      state: 'erased',
      display_name: 'deleted user',
    })
  }
  expect(await traces(service, ...canaries)).toEqual({})
  // Both orders really happened, or the race proved nothing.
  expect(statuses.get(401)).toBeGreaterThan(0)
  expect(statuses.get(201)).toBeGreaterThan(0)
})

test('a comment that goes with its author is not counted any more where its post comes back', async () => {
  const { app, server, signIn } = await startProject()
  const [ada, bob] = [await signIn({ sub: 'ada' }), await signIn({ sub: 'bob' })]
  const { body: post } = await server('POST', '/v1/posts', { title: 'A topic' })
  for (const { session } of [ada, bob]) {
    await app('POST', `/v1/posts/${post.id}/comments`, { session, body: { body: 'Me too.' } })
  }
  await server('POST', `/v1/moderation/${post.id}/reject`, {})
  await server('POST', `/v1/users/${ada.userId}/erase`, {})
  await server('POST', `/v1/moderation/${post.id}/approve`, {})
  const { body: comments } = await app('GET', `/v1/posts/${post.id}/comments`)
  expect(comments.data.map(({ author }: { author: { id: string } }) => author.id)).toEqual([bob.userId])
  expect((await app('GET', `/v1/posts/${post.id}`)).body.comment_count).toBe(1)
})

test('kept answers about a user are removed with the user', async () => {
  const { server, signIn } = await startProject()
  const { userId } = await signIn({ sub: 'ada', given_name: 'Ada' })
  const { body: topic } = await server('POST', '/v1/posts', { title: 'A topic' })
  const write = (path: string, body: object) =>
    server('POST', path, { ...body, user_id: userId }, { 'idempotency-key': `import ${path}` })
  const writeAll = async () => [
    await write('/v1/posts', { title: 'Dark mode' }),
    await write(`/v1/posts/${topic.id}/comments`, { body: 'Me too.' }),
  ]
  expect((await writeAll()).map(({ status }) => status)).toEqual([201, 201])
  expect((await writeAll()).map(({ headers }) => headers.get('idempotent-replayed'))).toEqual(['true', 'true'])
  await server('POST', `/v1/users/${userId}/erase`, {})
  expect((await writeAll()).map(({ status }) => status)).toEqual([404, 404])
})

// Guarantees that counting during an erasure does not store again what the erasure has just removed.
test('traits that are counted while their person is erased are not kept', async () => {
  const project = await startProject({ service: await emptiedService() })
  const { app, server, signIn, service } = project
  const { body: topic } = await server('POST', '/v1/posts', { title: 'A topic' })
  const canaries = Array.from({ length: 25 }, newCanary)
  for (const canary of canaries) {
    const { session, userId } = await signIn({ sub: canary, traits: { plan: canary } })
    await app('PUT', `/v1/posts/${topic.id}/vote`, { session })
    await Promise.all([
      ...Array.from({ length: 3 }, () => readVotesByTrait(project.call(), 'plan')),
      server('POST', `/v1/users/${userId}/erase`, {}),
      ...Array.from({ length: 3 }, () => readVotesByTrait(project.call(), 'plan')),
    ])
  }
  expect(await traces(service, ...canaries)).toEqual({})
  const [post] = await readVotesByTrait(project.call(), 'plan')
  expect(post?.byValue).toEqual(new Map([[undefined, 25]]))
})

// Guarantees that a file which is sent while an erasure waits does not bring the person back.
test('an erasure that waited for a lock has the date of its end, not of its request', async () => {
  const { server, signIn, service, project } = await startProject()
  const { sql } = service.database
  const { userId } = await signIn()
  const held = await holdUser(project.id, userId)
  const erased = server('POST', `/v1/users/${userId}/erase`, {})
  await held.untilSomeoneWaits()
  const [sent] = await sql<{ at: Date }[]>`select clock_timestamp() as at`
  await held.release()
  expect((await erased).status).toBe(200)
  const [kept] = await sql<{ erased_at: Date }[]>`select erased_at from erased_subs where project_id = ${project.id}`
  expect(kept?.erased_at.getTime()).toBeGreaterThanOrEqual(Number(sent?.at.getTime()))
})
