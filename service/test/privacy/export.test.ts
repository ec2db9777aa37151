import { expect, test } from 'vitest'
import { newId } from '../../src/foundation/ids/index.ts'
import { startProject } from '../harness/project.ts'

const CLAIMS = {
  sub: 'ada',
  email: 'ada@example.com',
  email_verified: true,
  given_name: 'Ada',
  family_name: 'Lovelace',
  locale: 'en-GB',
  traits: { plan: 'pro' },
}

test('an export holds everything about the person, as one document that is never cached', async () => {
  let now = new Date('2091-11-15T10:00:00Z')
  const { app, server, signIn, service, project } = await startProject({
    now: () => now,
    draft: { requiresApproval: true },
  })
  const { session, userId } = await signIn(CLAIMS)
  const write = (path: string, body: unknown) => app('POST', path, { session, body })
  await app('PATCH', '/v1/me', { session, body: { name_choice: 'custom', custom_name: 'Countess' } })
  const post = (await write('/v1/posts', { title: 'It waits', body: 'First' })).body
  await app('PATCH', `/v1/posts/${post.id}`, { session, body: { body: 'Second' } })
  const deleted = (await write('/v1/posts', { title: 'It is deleted' })).body
  await app('DELETE', `/v1/posts/${deleted.id}`, { session })
  const { body: topic } = await server('POST', '/v1/posts', { title: 'A topic' })
  const comment = (await write(`/v1/posts/${topic.id}/comments`, { body: 'It waits too.' })).body
  await app('PUT', `/v1/posts/${topic.id}/vote`, { session })
  await app('PUT', `/v1/posts/${topic.id}/follow`, { session })
  await write('/v1/reports', { post_id: topic.id, reason: 'Spam.' })
  await write('/v1/board_codes', {})
  const mail = newId('mail')
  const told = newId('event')
  const { sql } = service.database
  await sql`
    insert into notifications (project_id, user_id, event_id, type, post_id, actor_kind, created_at)
    values (${project.id}, ${userId}, ${told}, 'status_changed', ${topic.id}, 'system', ${now})`
  await sql`
    insert into mails (project_id, id, user_id, about, event_ids, state, answer, due_at, created_at, settled_at)
    values (${project.id}, ${mail}, ${userId}, ${topic.id}, ${[told]}, 'sent', 'ANSWER', ${now}, ${now}, ${now})`
  await sql`
    insert into mail_mutes (project_id, user_id, post_id, created_at) values (${project.id}, ${userId}, ${topic.id}, ${now})`
  await server('POST', '/v1/mail_suppressions', { email: 'ADA@example.com', reason: 'Bounced.' })
  await server('POST', '/v1/mail_suppressions', { email: 'bob@example.com', reason: 'Complained.' })
  now = new Date('2091-11-15T10:00:05Z')
  const { status, headers, body } = await app('GET', '/v1/me/export', { session })
  expect([status, headers.get('cache-control'), headers.get('content-type')]).toEqual([
    200,
    'no-store',
    'application/json; charset=utf-8',
  ])
  const at = '2091-11-15T10:00:00.000Z'
  expect(body).toEqual({
    exported_at: '2091-11-15T10:00:05.000Z',
    project: { id: project.id, name: 'Acme' },
    user: {
      id: userId,
      ...CLAIMS,
      state: 'active',
      display_name: 'Countess',
      name_choice: 'custom',
      custom_name: 'Countess',
      name_locked: false,
      notifications: { email: true, frequency: 'instant', status_changes: true, comments: true, changelog: true },
      created_at: at,
      last_seen_at: at,
    },
    sessions: [{ created_at: at, expires_at: '2091-11-16T10:00:00.000Z', ended_at: null }],
    board_codes: [{ created_at: at, expires_at: '2091-11-15T10:01:00.000Z', used_at: null }],
    posts: [
      expect.objectContaining({ id: deleted.id, title: 'It is deleted', deleted_at: at }),
      {
        id: post.id,
        number: 1,
        title: 'It waits',
        body: 'Second',
        status_id: post.status.id,
        category_id: post.category.id,
        fields: {},
        tag_ids: [],
        is_pinned: false,
        comments_locked: false,
        moderation_state: 'pending',
        merged_into_id: null,
        created_at: at,
        edited_at: at,
        deleted_at: null,
      },
    ],
    post_edits: [{ post_id: post.id, version: 1, title: 'It waits', body: 'First', edited_at: at, edited_by: 'user' }],
    comments: [
      {
        id: comment.id,
        post_id: topic.id,
        parent_id: null,
        body: 'It waits too.',
        moderation_state: 'pending',
        created_at: at,
        edited_at: null,
        deleted_at: null,
      },
    ],
    votes: [topic.id, deleted.id, post.id].map((id) => ({
      post_id: id,
      voted_at: at,
      merged_from_post_id: null,
      note: null,
    })),
    notifications: [
      {
        id: told.replace('evt_', 'ntf_'),
        type: 'status_changed',
        post_id: topic.id,
        comment_id: null,
        changelog_entry_id: null,
        created_at: at,
        read_at: null,
      },
    ],
    mails: [{ id: mail, post_id: topic.id, state: 'sent', created_at: at, settled_at: at }],
    mail_mutes: [{ post_id: topic.id, created_at: at }],
    mail_suppressions: [{ reason: 'Bounced.', created_at: at }],
    follows: [topic.id, deleted.id, post.id].map((id) => ({ post_id: id, followed_at: at, merged_from_post_id: null })),
    reports: [{ subject_id: topic.id, reason: 'Spam.', created_at: at }],
    files: [],
    events: expect.arrayContaining([
      { id: expect.stringMatching(/^evt_/), type: 'post.created', at, subject_id: post.id, post_id: post.id },
      { id: expect.stringMatching(/^evt_/), type: 'user.updated', at, subject_id: userId, post_id: null },
    ]),
  })
  expect(documented(service.openapi())).toEqual(Object.keys(body))
})

/** The members that the reference promises, in its order. */
function documented(openapi: object): string[] {
  const { paths } = JSON.parse(JSON.stringify(openapi))
  const { schema } = paths['/me/export'].get.responses['200'].content['application/json']
  return Object.keys(schema.properties)
}

test('an export is of one person, in one project, and holds no secret', async () => {
  const one = await startProject()
  const other = await startProject({ service: one.service })
  const ada = await one.signIn(CLAIMS)
  const bob = await one.signIn({ sub: 'bob', email: 'bob@example.com' })
  const elsewhere = await other.signIn({ ...CLAIMS, email: 'elsewhere@example.com' })
  for (const { session } of [ada, bob]) await one.app('POST', '/v1/posts', { session, body: { title: 'A post' } })
  await other.app('POST', '/v1/posts', { session: elsewhere.session, body: { title: 'A post elsewhere' } })
  const { body } = await one.app('GET', '/v1/me/export', { session: ada.session })
  const text = JSON.stringify(body)
  for (const stranger of ['bob', 'elsewhere', bob.userId, elsewhere.userId, 'hash', 'svc_']) {
    expect(text).not.toContain(stranger)
  }
  expect([body.posts.length, body.votes.length, body.sessions.length]).toEqual([1, 1, 1])
  expect((await one.app('GET', '/v1/me/export')).body.code).toBe('session_required')
  expect((await one.server('GET', '/v1/me/export')).body.code).toBe('project_key_required')
})

// Guarantees that an export can have any size: many portions of each kind, each row once.
test('the export of a user with thousands of items has every item once', async () => {
  const { app, signIn, service, project, server } = await startProject()
  const { session, userId } = await signIn()
  const { body: topic } = await server('POST', '/v1/posts', { title: 'A topic' })
  const { sql } = service.database
  const ids = <Kind extends 'post' | 'comment' | 'event'>(kind: Kind, count: number) =>
    Array.from({ length: count }, () => newId(kind))
  const [posts, comments, events] = [ids('post', 250), ids('comment', 1_001), ids('event', 3_000)]
  const now = new Date()
  await sql`
    insert into posts (project_id, id, number, title, body, body_html, author_id, moderation_state, created_at, search)
    select ${project.id}, id, 1000 + place, 'Post', repeat('x', 10000), '', ${userId}, 'approved', ${now}, ''
    from unnest(${posts}::text[]) with ordinality as p (id, place)`
  await sql`
    insert into post_standings (project_id, post_id, status_id, is_listed, vote_count, trend, created_at, updated_at)
    select ${project.id}, id, ${topic.status.id}, true, 0, 0, ${now}, ${now} from unnest(${posts}::text[]) as p (id)`
  await sql`
    insert into post_edits (project_id, post_id, version, title, body, edited_at, editor_kind, editor_id)
    select ${project.id}, id, version, 'Before', 'x', ${now}, 'user', ${userId}
    from unnest(${posts}::text[]) as p (id), generate_series(1, 3) as version`
  await sql`
    insert into comments (project_id, id, post_id, author_id, body, body_html, moderation_state, created_at)
    select ${project.id}, id, ${topic.id}, ${userId}, 'Me too', '', 'approved', ${now} from unnest(${comments}::text[]) as c (id)`
  for (const table of ['votes', 'follows']) {
    await service.database.pool.query(
      `insert into ${table} (project_id, post_id, user_id, created_at) select $1, id, $2, $3 from unnest($4::text[]) as p (id)`,
      [project.id, userId, now, posts],
    )
  }
  await sql`
    insert into reports (project_id, subject_id, user_id, reason, created_at)
    select ${project.id}, id, ${userId}, 'Spam', ${now} from unnest(${posts}::text[]) as p (id)`
  await sql`
    insert into events (project_id, id, type, at, actor_kind, actor_id, subject_id)
    select ${project.id}, id, 'vote.cast', ${now}, 'user', ${userId}, id from unnest(${events}::text[]) as e (id)`
  const { status, body } = await app('GET', '/v1/me/export', { session })
  expect(status).toBe(200)
  const setOf = (rows: Record<string, string>[], member: string) => new Set(rows.map((row) => row[member]))
  expect([body.posts.length, setOf(body.posts, 'id').size]).toEqual([250, 250])
  expect([body.post_edits.length, setOf(body.post_edits, 'post_id').size]).toEqual([750, 250])
  expect(setOf(body.comments, 'id')).toEqual(new Set(comments))
  expect([body.comments.length, body.votes.length, body.follows.length, body.reports.length]).toEqual([
    1_001, 250, 250, 250,
  ])
  expect(setOf(body.reports, 'subject_id')).toEqual(new Set(posts))
  const votes = body.events.filter(({ type }: { type: string }) => type === 'vote.cast')
  expect([votes.length, setOf(votes, 'id')]).toEqual([3_000, new Set(events)])
})

test('a client that stops reading an export blocks nothing', async () => {
  const { app, signIn, service, project } = await startProject()
  const { session, userId } = await signIn()
  await service.database.sql`
    insert into posts (project_id, id, number, title, body, body_html, author_id, moderation_state, created_at, search)
    select ${project.id}, 'pst_' || lpad(n::text, 26, '0'), n, 'Post', repeat('x', 10000), '', ${userId}, 'approved', now(), ''
    from generate_series(1, 1500) as n`
  // More at once than there are connections to the database.
  const aborts = Array.from({ length: 15 }, () => new AbortController())
  const begun = await Promise.all(
    aborts.map(({ signal }) =>
      fetch(`${service.origin}/v1/me/export`, {
        signal,
        headers: { 'x-project-key': project.publishableKey, authorization: `Bearer ${session}` },
      }),
    ),
  )
  expect(begun.map(({ status }) => status)).toEqual(Array(15).fill(200))
  expect((await app('GET', '/v1/me', { session })).status).toBe(200)
  for (const abort of aborts) abort.abort()
  expect((await app('GET', '/v1/me', { session })).status).toBe(200)
})

test('exports are counted for themselves', async () => {
  const { app, signIn } = await startProject({ environment: { RATE_LIMIT_FACTOR: '1' } })
  const { session } = await signIn()
  const statuses: number[] = []
  for (let n = 0; n < 11; n += 1) statuses.push((await app('GET', '/v1/me/export', { session })).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
  expect((await app('GET', '/v1/me', { session })).status).toBe(200)
})

test('an export of somebody who is banned meanwhile is refused like everything else', async () => {
  const { app, server, signIn } = await startProject()
  const { session, userId } = await signIn()
  await server('POST', `/v1/users/${userId}/ban`, {})
  expect((await app('GET', '/v1/me/export', { session })).body.code).toBe('session_ended')
})

// Guarantees that a merge tells nobody of a post that they do not see.
test('an export does not name a hidden post into which a post of theirs, a vote, a follow or a comment was merged', async () => {
  const { app, server, signIn } = await startProject()
  const { session } = await signIn(CLAIMS)
  const { body: category } = await server('POST', '/v1/categories', { name: 'Inside', visible_to: 'team' })
  const { body: own } = await app('POST', '/v1/posts', { session, body: { title: 'Their own' } })
  const make = async (draft: object) => (await server('POST', '/v1/posts', draft)).body.id as string
  const [topic, open] = [await make({ title: 'A topic' }), await make({ title: 'Open' })]
  const hidden = await make({ title: 'Hidden', category_id: category.id })
  for (const id of [own.id, topic]) {
    await app('PUT', `/v1/posts/${id}/vote`, { session })
    await app('PUT', `/v1/posts/${id}/follow`, { session })
    await app('POST', `/v1/posts/${id}/comments`, { session, body: { body: 'Me too' } })
    await server('POST', `/v1/posts/${id}/merge`, { into_post_id: open })
  }
  const said = async () => (await app('GET', '/v1/me/export', { session })).body
  const before = await said()
  expect(JSON.stringify(before)).toContain(`"merged_into_id":"${open}"`)
  const posts = (list: { post_id: string }[]) => list.map(({ post_id }) => post_id).sort()
  expect(posts(before.comments)).toEqual([open, open])
  expect(posts(before.votes)).toEqual([own.id, topic, open].sort())
  await server('POST', `/v1/posts/${open}/merge`, { into_post_id: hidden })
  const after = await said()
  expect(JSON.stringify(after)).not.toContain(hidden)
  for (const list of [after.comments, after.votes, after.follows]) expect(posts(list)).toEqual([own.id, topic].sort())
  expect(after.comments.map(({ body }: { body: string }) => body)).toEqual(['Me too', 'Me too'])
})
