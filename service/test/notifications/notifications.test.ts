import { expect, test } from 'vitest'
import { systemCall } from '../../src/domain/call/index.ts'
import { announceDue } from '../../src/domain/changelog/index.ts'
import { NOTIFICATION_TYPES } from '../../src/domain/notification-types.ts'
import { startProject } from '../harness/project.ts'
import { type NotifiedProject, startNotified } from './told.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Ada wrote "Dark mode", Bob follows it, Cleo voted for it. */
async function startDarkMode(draft: Parameters<typeof startNotified>[0] = {}) {
  const project = await startNotified(draft)
  const { app, signIn, tell } = project
  const [ada, bob, cleo] = [await signIn({ sub: 'ada' }), await signIn({ sub: 'bob' }), await signIn({ sub: 'cleo' })]
  const post = await postOf(project, ada.session, 'Dark mode')
  await app('PUT', `/v1/posts/${post}/follow`, { session: bob.session })
  await app('PUT', `/v1/posts/${post}/vote`, { session: cleo.session })
  await tell()
  return { ...project, ada, bob, cleo, post }
}

async function postOf({ app }: Pick<NotifiedProject, 'app'>, session: string, title: string): Promise<string> {
  return (await app('POST', '/v1/posts', { session, body: { title, body: '' } })).body.id
}

async function statusNamed({ server }: Pick<NotifiedProject, 'server'>, name: string): Promise<string> {
  const { body } = await server('GET', '/v1/statuses')
  return body.data.find((status: { name: string }) => status.name === name).id
}

test('followers and voters hear of a status, each once', async () => {
  const project = await startDarkMode()
  const { app, server, tell, toldTo, ada, bob, cleo, post } = project
  await app('PUT', `/v1/posts/${post}/vote`, { session: bob.session })
  await server('POST', `/v1/posts/${post}/status`, { status_id: await statusNamed(project, 'Planned') })
  await tell()
  await tell()
  for (const { session } of [ada, bob, cleo]) expect(await toldTo(session)).toEqual(['status_changed: Dark mode'])
})

test('nobody hears of a status that the team changes quietly', async () => {
  const project = await startDarkMode()
  const { server, tell, toldTo, ada, cleo, post } = project
  const planned = await statusNamed(project, 'Planned')
  await server('POST', `/v1/posts/${post}/status`, { status_id: planned, notify: false, comment: 'Soon.' })
  await tell()
  expect(await toldTo(ada.session)).toEqual([])
  expect(await toldTo(cleo.session)).toEqual([])
})

test('followers hear of comments, the person who is answered hears of the reply, and nobody hears of their own comment', async () => {
  const { app, server, tell, toldTo, ada, bob, cleo, post } = await startDarkMode()
  const path = `/v1/posts/${post}/comments`
  const { body: comment } = await app('POST', path, { session: bob.session, body: { body: 'Me too' } })
  await app('POST', path, { session: ada.session, body: { body: 'Thanks', parent_id: comment.id } })
  await server('POST', path, { body: 'We are on it', is_official: true })
  await server('POST', path, { body: 'For us alone', is_internal: true })
  await tell()
  expect(await toldTo(ada.session)).toEqual(['answered: Dark mode', 'commented: Dark mode'])
  expect(await toldTo(bob.session)).toEqual(['answered: Dark mode', 'replied: Dark mode'])
  expect(await toldTo(cleo.session)).toEqual([])
})

test('a comment that a server writes for a user counts as written by that user', async () => {
  const { app, server, tell, toldTo, ada, bob, post } = await startDarkMode()
  await server('POST', `/v1/posts/${post}/comments`, { body: 'By mail', user_id: bob.userId })
  await tell()
  expect(await toldTo(bob.session)).toEqual([])
  const { body } = await app('GET', '/v1/me/notifications', { session: ada.session })
  expect(body.data).toMatchObject([{ type: 'commented', actor: { id: bob.userId }, comment: { excerpt: 'By mail' } }])
})

test('what is told of a comment names those whom it mentions, as they are called now', async () => {
  const { app, server, tell, ada, bob, post } = await startDarkMode()
  const body = `${'So '.repeat(80)}**thanks** [@](mention:${ada.userId}), and [@](mention:team)`
  await app('POST', `/v1/posts/${post}/comments`, { session: bob.session, body: { body } })
  await tell()
  const excerpt = async () =>
    (await app('GET', '/v1/me/notifications', { session: ada.session })).body.data[0].comment.excerpt as string
  expect(await excerpt()).toMatch(/So thanks @Acme user, and @Acme$/)
  await server('PUT', '/v1/users/by_sub/ada', { given_name: 'Ada' })
  await server('PATCH', '/v1/project', { name: 'Umbrella' })
  await expect.poll(excerpt).toMatch(/So thanks @Umbrella user, and @Umbrella$/)
})

test('nobody is told of an imported comment', async () => {
  const { server, tell, toldTo, ada, post } = await startDarkMode()
  const comment = { body: 'Long ago', created_at: '2020-01-01T00:00:00Z' }
  expect((await server('POST', `/v1/posts/${post}/comments`, comment)).status).toBe(201)
  await tell()
  expect(await toldTo(ada.session)).toEqual([])
})

test('the author hears whether a text was approved, and others hear of a comment when it appears, once', async () => {
  const { app, server, tell, toldTo, ada, bob, post } = await startDarkMode({ draft: { requiresApproval: true } })
  await server('POST', `/v1/moderation/${post}/approve`)
  await app('PUT', `/v1/posts/${post}/follow`, { session: bob.session })
  await tell()
  expect(await toldTo(ada.session)).toEqual(['approved: Dark mode'])
  const path = `/v1/posts/${post}/comments`
  const { body: comment } = await app('POST', path, { session: bob.session, body: { body: 'Me too' } })
  const { body: spam } = await app('POST', path, { session: bob.session, body: { body: 'Buy now' } })
  await tell()
  expect(await toldTo(ada.session)).toEqual(['approved: Dark mode'])
  await server('POST', `/v1/moderation/${comment.id}/approve`)
  await server('POST', `/v1/moderation/${spam.id}/reject`)
  await tell()
  expect(await toldTo(ada.session)).toEqual(['commented: Dark mode', 'approved: Dark mode'])
  expect(await toldTo(bob.session)).toEqual(['rejected: Dark mode', 'approved: Dark mode'])
  await app('PATCH', `/v1/comments/${comment.id}`, { session: bob.session, body: { body: 'Me too!' } })
  await tell()
  expect(await toldTo(ada.session)).toEqual(['approved: Dark mode'])
  await server('POST', `/v1/moderation/${comment.id}/approve`)
  await tell()
  expect(await toldTo(ada.session)).toEqual(['commented: Dark mode', 'approved: Dark mode'])
})

test('others hear of a comment that waited for approval for days', async () => {
  let late = -3 * DAY_MS
  const now = () => new Date(Date.now() + late)
  const project = await startDarkMode({ draft: { requiresApproval: true }, now })
  const { app, server, signIn, tell, toldTo, bob, post } = project
  await server('POST', `/v1/moderation/${post}/approve`)
  const path = `/v1/posts/${post}/comments`
  const { body: comment } = await app('POST', path, { session: bob.session, body: { body: 'Me too' } })
  late = 0
  await server('POST', `/v1/moderation/${comment.id}/approve`)
  await tell()
  const { session } = await signIn({ sub: 'ada' })
  expect(await toldTo(session)).toEqual(['commented: Dark mode', 'approved: Dark mode'])
})

test('followers hear of a note for the team when it is shown to everybody, once', async () => {
  const { server, tell, toldTo, ada, post } = await startDarkMode()
  const { body: note } = await server('POST', `/v1/posts/${post}/comments`, { body: 'Soon', is_internal: true })
  await server('PATCH', `/v1/comments/${note.id}`, { body: 'Very soon' })
  await tell()
  expect(await toldTo(ada.session)).toEqual([])
  await server('PATCH', `/v1/comments/${note.id}`, { is_internal: false })
  await tell()
  expect(await toldTo(ada.session)).toEqual(['commented: Dark mode'])
  await server('PATCH', `/v1/comments/${note.id}`, { is_internal: true })
  await server('PATCH', `/v1/comments/${note.id}`, { is_internal: false })
  await tell()
  expect(await toldTo(ada.session)).toEqual(['commented: Dark mode'])
})

test('voters hear of an entry that was scheduled, also if the service stood still for days', async () => {
  let late = -3 * DAY_MS
  const now = () => new Date(Date.now() + late)
  const { server, signIn, tell, toldTo, post, service } = await startDarkMode({ now })
  const publishAt = new Date(now().getTime() + 60 * 60 * 1000).toISOString()
  const entry = { title: 'It is here', body: 'Enjoy', post_ids: [post], state: 'scheduled', publish_at: publishAt }
  expect((await server('POST', '/v1/changelog', entry)).status).toBe(201)
  late = 0
  await announceDue(systemCall(service.database, service.config, now()))
  await tell()
  const { session } = await signIn({ sub: 'cleo' })
  expect(await toldTo(session)).toEqual(['changelog_published: Dark mode'])
})

test('voters hear of changelog entries about the post, but not of an old entry', async () => {
  const { server, tell, toldTo, bob, cleo, post } = await startDarkMode()
  const entry = { title: 'Dark mode is here', body: 'Enjoy', post_ids: [post], state: 'published' }
  await server('POST', '/v1/changelog', entry)
  await server('POST', '/v1/changelog', { ...entry, publish_at: '2020-01-01T00:00:00Z' })
  await tell()
  expect(await toldTo(cleo.session)).toEqual(['changelog_published: Dark mode'])
  expect(await toldTo(bob.session)).toEqual([])
})

test('followers hear that a post was merged, as long as it is merged', async () => {
  const project = await startDarkMode()
  const { server, tell, toldTo, ada, bob, cleo, post } = project
  const other = await postOf(project, cleo.session, 'Night theme')
  await server('POST', `/v1/posts/${post}/merge`, { into_post_id: other })
  await tell()
  for (const { session } of [ada, bob]) expect(await toldTo(session)).toEqual(['merged: Dark mode'])
  await server('POST', `/v1/posts/${post}/unmerge`)
  expect(await toldTo(bob.session)).toEqual([])
})

test('a notification is listed and counted while what it says is true', async () => {
  const project = await startDarkMode()
  const { app, server, tell, toldTo, ada, bob, post } = project
  const { body: comment } = await app('POST', `/v1/posts/${post}/comments`, {
    session: bob.session,
    body: { body: 'Me too' },
  })
  await server('POST', `/v1/posts/${post}/status`, { status_id: await statusNamed(project, 'Planned') })
  await tell()
  const unread = async () => (await app('GET', '/v1/me/notifications', { session: ada.session })).body.unread_count
  expect(await unread()).toBe(2)
  await server('DELETE', `/v1/comments/${comment.id}`)
  expect(await toldTo(ada.session)).toEqual(['status_changed: Dark mode'])
  await server('POST', `/v1/posts/${post}/status`, { status_id: await statusNamed(project, 'Done'), notify: false })
  expect(await toldTo(ada.session)).toEqual([])
  expect(await unread()).toBe(0)
})

test('reading marks what was seen and all that is older; doing it twice is the same as once', async () => {
  const { app, server, tell, bob, post } = await startDarkMode()
  for (const body of ['One', 'Two', 'Three']) await server('POST', `/v1/posts/${post}/comments`, { body })
  await tell()
  const list = async () => (await app('GET', '/v1/me/notifications', { session: bob.session })).body
  const { data, unread_count: before } = await list()
  expect(before).toBe(3)
  const read = () => app('POST', '/v1/me/notifications/read', { session: bob.session, body: { up_to: data[1].id } })
  expect((await read()).body).toEqual({ unread_count: 1 })
  const { data: after } = await list()
  expect((await read()).body).toEqual({ unread_count: 1 })
  expect((await list()).data).toEqual(after)
  expect(after.map(({ read_at }: { read_at: string | null }) => read_at !== null)).toEqual([false, true, true])
  const wrong = await app('POST', '/v1/me/notifications/read', { session: bob.session, body: { up_to: post } })
  expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
})

test('a page continues where the one before it ended, whatever happens meanwhile', async () => {
  const { app, server, tell, bob, post } = await startDarkMode()
  for (const body of ['One', 'Two', 'Three']) await server('POST', `/v1/posts/${post}/comments`, { body })
  await tell()
  const list = async (query: string) =>
    (await app('GET', `/v1/me/notifications?${query}`, { session: bob.session })).body
  const first = await list('limit=2')
  await server('POST', `/v1/posts/${post}/comments`, { body: 'Four' })
  await tell()
  const second = await list(`limit=2&cursor=${first.next_cursor}`)
  const excerpts = [...first.data, ...second.data].map(
    ({ comment }: { comment: { excerpt: string } }) => comment.excerpt,
  )
  expect(excerpts).toEqual(['Three', 'Two', 'One'])
  expect(second.next_cursor).toBeNull()
})

test('a choice of a person stays when the project changes its defaults', async () => {
  const { app, server, tell, toldTo, ada, bob, post } = await startDarkMode()
  await app('PATCH', '/v1/me', { session: ada.session, body: { notifications: { comments: true } } })
  const { body } = await server('PATCH', '/v1/project', {
    notification_defaults: { comments: false, frequency: 'weekly' },
  })
  expect(body.notification_defaults).toEqual({
    email: true,
    frequency: 'weekly',
    status_changes: true,
    comments: false,
    changelog: true,
  })
  const chosen = async (session: string) => (await app('GET', '/v1/me', { session })).body.notifications
  await expect.poll(() => chosen(ada.session)).toMatchObject({ comments: true, frequency: 'weekly' })
  expect(await chosen(bob.session)).toMatchObject({ comments: false, frequency: 'weekly' })
  await server('POST', `/v1/posts/${post}/comments`, { body: 'Hello' })
  await tell()
  expect(await toldTo(ada.session)).toEqual(['commented: Dark mode'])
  expect(await toldTo(bob.session)).toEqual([])
})

test('the loop queues a mail about one post with the delay, and a digest without it', async () => {
  const { app, server, service, signIn, tell } = await startNotified()
  const sender = async (sub: string) =>
    (await signIn({ sub, email: `${sub}@example.com`, email_verified: true })).session
  const [ada, daily] = [await sender('ada'), await sender('daily')]
  await app('PATCH', '/v1/me', { session: daily, body: { notifications: { frequency: 'daily' } } })
  const post = await postOf({ app }, ada, 'Dark mode')
  await app('PUT', `/v1/posts/${post}/follow`, { session: daily })
  await server('POST', `/v1/posts/${post}/comments`, { body: 'Hello' })
  await tell()
  const mails = await service.database.sql<{ is_digest: boolean; due_at: Date; created_at: Date }[]>`
    select about = 'digest' as is_digest, due_at, created_at from mails where user_id is not null order by 1`
  const [instant, digest] = mails
  if (!instant || !digest) throw new Error('There are two mails')
  expect(instant.due_at.getTime() - instant.created_at.getTime()).toBe(service.config.mailDelaySeconds * 1000)
  expect(digest.due_at.toISOString()).toMatch(/T08:00:00.000Z$/)
})

test('banned people are told nothing, and an erasure removes what somebody was told', async () => {
  const { server, service, tell, bob, cleo, post, project } = await startDarkMode()
  const rowsOf = async (user: string) =>
    (await service.database.sql`select 1 from notifications where project_id = ${project.id} and user_id = ${user}`)
      .length
  await server('POST', `/v1/users/${bob.userId}/ban`)
  await server('POST', '/v1/changelog', { title: 'It is here', body: 'Enjoy', post_ids: [post], state: 'published' })
  await server('POST', `/v1/posts/${post}/comments`, { body: 'Hello' })
  await tell()
  expect(await rowsOf(bob.userId)).toBe(0)
  expect(await rowsOf(cleo.userId)).toBe(1)
  await server('POST', `/v1/users/${cleo.userId}/erase`)
  expect(await rowsOf(cleo.userId)).toBe(0)
})

test('the table takes exactly the types that are known', async () => {
  const { service } = await startProject()
  const [check] = await service.database.sql<{ text: string }[]>`
    select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'notification_type'`
  const allowed = [...(check?.text ?? '').matchAll(/'(\w+)'/g)].map(([, type]) => type)
  expect(allowed.toSorted()).toEqual(NOTIFICATION_TYPES.toSorted())
})
