import { expect, test } from 'vitest'
import { startProject } from '../harness/project.ts'
import { startDiscussion } from './discussion.ts'

test('a user comments: it is shown to everybody, counted, and they follow the post under a name that is locked', async () => {
  const { app, signIn, say, texts, count, postId } = await startDiscussion()
  const ada = await signIn({ sub: 'ada', email: 'ada@canary.example', email_verified: true })
  const before = await app('GET', `/v1/posts/${postId}`)
  const { status, body: comment, headers } = await say({ body: ' Yes, **please**\r\n' }, ada.session)
  expect(status, JSON.stringify(comment)).toBe(201)
  expect(headers.get('etag')).toBe('"1"')
  expect(comment).toEqual({
    id: expect.stringMatching(/^cmt_/),
    post_id: postId,
    parent_id: null,
    body: 'Yes, **please**',
    body_html: '<p>Yes, <strong>please</strong></p>\n',
    author: { id: ada.userId, display_name: 'Acme user', is_team: false },
    is_official: false,
    is_internal: false,
    moderation_state: 'approved',
    is_deleted: false,
    created_at: expect.any(String),
    edited_at: null,
  })
  expect(await texts()).toEqual(['Yes, **please**'])
  expect(await count()).toBe(1)
  expect((await app('GET', `/v1/comments/${comment.id}`)).body).toEqual(comment)
  const after = await app('GET', `/v1/posts/${postId}`, { session: ada.session })
  expect(after.body.is_following).toBe(true)
  expect(after.body.updated_at > before.body.updated_at).toBe(true)
  expect((await app('GET', '/v1/me', { session: ada.session })).body.name_locked).toBe(true)
})

test('a server comments for its team, for a user by id or sub, officially, internally, and in the past', async () => {
  const { server, signIn, say, postId } = await startDiscussion()
  const ada = await signIn({ sub: 'ada' })
  const team = await say({ body: 'We are on it.', is_official: true })
  expect(team.body).toMatchObject({ author: { id: null, display_name: 'Acme', is_team: true }, is_official: true })
  const byId = await say({ body: 'By id', user_id: ada.userId, created_at: '2020-01-02T03:04:05Z' })
  expect(byId.body).toMatchObject({ author: { id: ada.userId }, created_at: '2020-01-02T03:04:05.000Z' })
  const bySub = await say({ body: 'By sub', sub: 'ada' })
  expect(bySub.body.author.id).toBe(ada.userId)
  expect(
    (await server('GET', `/v1/posts/${postId}/comments`)).body.data.map(({ body }: { body: string }) => body),
  ).toEqual(['By id', 'We are on it.', 'By sub'])
  const future = await say({ body: 'Later', created_at: '2999-01-01T00:00:00Z' })
  expect([future.status, future.body.errors[0].pointer]).toEqual([400, '/created_at'])
  const both = await say({ body: 'Who?', sub: 'ada', user_id: ada.userId })
  expect([both.status, both.body.errors[0].pointer]).toEqual([400, '/sub'])
  expect((await say({ body: 'Who?', sub: 'nobody' })).status).toBe(404)
  expect((await say({ body: 'Who?', user_id: 'usr_nobody' })).status).toBe(404)
})

test.each([
  [{}, '/body'],
  [{ body: '' }, '/body'],
  [{ body: ' \n\t ' }, '/body'],
  [{ body: '\u202e' }, '/body'],
  [{ body: 7 }, '/body'],
  [{ body: 'x', likes: 3 }, '/likes'],
  [{ body: 'x', parent_id: null }, '/parent_id'],
  [{ body: 'x', is_official: true }, '/is_official'],
  [{ body: 'x', is_internal: false }, '/is_internal'],
  [{ body: 'x', user_id: 'usr_x' }, '/user_id'],
  [{ body: 'x', sub: 'ada' }, '/sub'],
  [{ body: 'x', created_at: '2020-01-01T00:00:00Z' }, '/created_at'],
])('a user may not send %j', async (body, pointer) => {
  const { signIn, say, count } = await startDiscussion()
  const { session } = await signIn()
  const refused = await say(body, session)
  expect([refused.status, refused.body.code, refused.body.errors[0].pointer]).toEqual([400, 'invalid_request', pointer])
  expect(await count()).toBe(0)
})

test('five thousand characters fit, whatever they are', async () => {
  const { signIn, say } = await startDiscussion()
  const { session } = await signIn()
  expect((await say('🙂'.repeat(5_000), session)).status).toBe(201)
  expect((await say('🙂'.repeat(5_001), session)).status).toBe(400)
  expect((await say({ body: 'a\u0000b' }, session)).body.code).toBe('invalid_json')
  expect((await say({ body: 'a\ud800b' }, session)).body.code).toBe('invalid_json')
})

test('answers have one level', async () => {
  const { signIn, say, newPost } = await startDiscussion()
  const { session } = await signIn()
  const parent = (await say('Question', session)).body
  const reply = (await say({ body: 'Answer', parent_id: parent.id }, session)).body
  expect(reply.parent_id).toBe(parent.id)
  const deeper = await say({ body: 'Deeper', parent_id: reply.id }, session)
  expect([deeper.status, deeper.body.code, deeper.body.errors[0].pointer]).toEqual([
    400,
    'invalid_request',
    '/parent_id',
  ])
  const other = await newPost()
  expect((await say({ body: 'Elsewhere', parent_id: parent.id }, session, other)).status).toBe(404)
  for (const id of ['', 'cmt_', 'nonsense', 'cmt_00000000000000000000000000', other]) {
    expect((await say({ body: 'To nobody', parent_id: id }, session)).status, id).toBe(404)
  }
})

test('users change and delete their own comments, servers any', async () => {
  const { app, server, signIn, say, count, postId } = await startDiscussion()
  const [ada, bob] = [await signIn({ sub: 'ada' }), await signIn({ sub: 'bob' })]
  const { id } = (await say('Frist', ada.session)).body
  const path = `/v1/comments/${id}`
  const foreign = await app('PATCH', path, { session: bob.session, body: { body: 'Hacked' } })
  expect([foreign.status, foreign.body.code]).toEqual([403, 'not_author'])
  expect((await app('DELETE', path, { session: bob.session })).body.code).toBe('not_author')
  const official = await app('PATCH', path, { session: ada.session, body: { is_official: true } })
  expect([official.status, official.body.errors[0].pointer]).toEqual([400, '/is_official'])
  expect((await app('PATCH', path, { session: ada.session, body: {} })).status).toBe(400)

  const edited = await app('PATCH', path, {
    session: ada.session,
    body: { body: 'First' },
    headers: { 'if-match': '"1"' },
  })
  expect(edited.body, JSON.stringify(edited.body)).toMatchObject({ body: 'First', body_html: '<p>First</p>\n' })
  expect(edited.body.edited_at).not.toBeNull()
  expect(edited.headers.get('etag')).toBe('"2"')
  const stale = await app('PATCH', path, {
    session: ada.session,
    body: { body: 'Second' },
    headers: { 'if-match': '"1"' },
  })
  expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict'])
  const marked = await server('PATCH', path, { is_official: true })
  expect(marked.body).toMatchObject({ body: 'First', is_official: true, edited_at: edited.body.edited_at })

  expect((await app('DELETE', path, { session: ada.session })).status).toBe(204)
  expect((await app('DELETE', path, { session: ada.session })).status).toBe(404)
  expect((await app('PATCH', path, { session: ada.session, body: { body: 'Again' } })).status).toBe(404)
  expect((await app('GET', path)).status).toBe(404)
  expect(await count()).toBe(0)
  const second = (await say('Second', ada.session)).body
  expect((await server('DELETE', `/v1/comments/${second.id}`)).status).toBe(204)
  expect(await count()).toBe(0)
  const { body: activity } = await server('GET', `/v1/posts/${postId}/activity`)
  expect(activity.data.map(({ type }: { type: string }) => type)).toEqual([
    'comment.deleted',
    'comment.created',
    'comment.deleted',
    'comment.updated',
    'comment.updated',
    'comment.created',
    'post.created',
  ])
  expect(JSON.stringify(activity.data.map(({ data }: { data: object }) => data))).not.toMatch(/first|second/i)
})

test('a locked post is open to servers alone, and what was said can still be taken back', async () => {
  const { app, server, signIn, say, texts, postId } = await startDiscussion()
  const { session } = await signIn()
  const [kept, taken] = [(await say('Kept', session)).body, (await say('Taken back', session)).body]
  await server('PATCH', `/v1/posts/${postId}`, { comments_locked: true })
  const refused = await say('Too late', session)
  expect([refused.status, refused.body.code]).toEqual([409, 'comments_locked'])
  const edit = await app('PATCH', `/v1/comments/${kept.id}`, { session, body: { body: 'Changed' } })
  expect([edit.status, edit.body.code]).toEqual([409, 'comments_locked'])
  expect((await app('DELETE', `/v1/comments/${taken.id}`, { session })).status).toBe(204)
  expect((await say('We closed this.')).status).toBe(201)
  expect(await texts()).toEqual(['Kept', 'We closed this.'])
})

test('a deleted comment keeps its place while it has answers, without text and author', async () => {
  const { app, server, signIn, say, texts, count, postId } = await startDiscussion()
  const { session, userId } = await signIn({ sub: 'ada', given_name: 'Ada' })
  const parent = (await say('Sorry I said that', session)).body
  const reply = (await say({ body: 'Never mind', parent_id: parent.id })).body
  await app('DELETE', `/v1/comments/${parent.id}`, { session })
  expect(await texts()).toEqual(['-', 'Never mind'])
  expect(await count()).toBe(1)
  for (const { body } of [
    await app('GET', `/v1/posts/${postId}/comments`),
    await server('GET', `/v1/posts/${postId}/comments`),
  ]) {
    expect(body.data[0]).toMatchObject({
      id: parent.id,
      body: '',
      body_html: '',
      author: { id: null, display_name: 'deleted comment', is_team: false },
      is_deleted: true,
      edited_at: null,
    })
    expect(JSON.stringify(body.data[0])).not.toContain(userId)
  }
  expect((await app('GET', '/v1/comments')).body.data.map(({ id }: { id: string }) => id)).toEqual([reply.id])
  const path = `/v1/comments/${parent.id}`
  expect((await server('GET', path)).status).toBe(404)
  expect((await app('DELETE', path, { session })).status).toBe(404)
  expect((await say({ body: 'Too late', parent_id: parent.id }, session)).status).toBe(404)
  expect((await app('POST', '/v1/reports', { session, body: { comment_id: parent.id, reason: 'x' } })).status).toBe(404)
  await server('DELETE', `/v1/comments/${reply.id}`)
  expect(await texts()).toEqual([])
})

test('an erased user’s comments stay readable', async () => {
  const { server, app, signIn, say, postId } = await startDiscussion()
  const ada = await signIn({ sub: 'ada', given_name: 'Ada' })
  await say('Stay', ada.session)
  await server('POST', `/v1/users/${ada.userId}/erase`, {})
  const { body } = await app('GET', `/v1/posts/${postId}/comments`)
  expect(body.data).toMatchObject([
    { body: 'Stay', author: { id: ada.userId, display_name: 'deleted user', is_team: false } },
  ])
  expect((await say('More', ada.session)).status).toBe(401)
})

test('nothing of another project can be read, answered, changed or deleted', async () => {
  const one = await startDiscussion()
  const two = await startDiscussion({ project: await startProject({ service: one.service }) })
  const { session } = await two.signIn()
  const { id } = (await one.say('Ours')).body
  const path = `/v1/comments/${id}`
  const answers = [
    await two.app('GET', `/v1/posts/${one.postId}/comments`),
    await two.server('GET', `/v1/posts/${one.postId}/comments`),
    await two.server('GET', `/v1/comments?post=${one.postId}`),
    await two.say('Hello', session, one.postId),
    await two.say('Hello', undefined, one.postId),
    await two.say({ body: 'Hello', parent_id: id }, session),
    await two.say({ body: 'Hello', user_id: (await one.signIn()).userId }),
    await two.app('GET', path),
    await two.server('GET', path),
    await two.app('PATCH', path, { session, body: { body: 'Mine' } }),
    await two.server('PATCH', path, { body: 'Mine' }),
    await two.app('DELETE', path, { session }),
    await two.server('DELETE', path),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  expect((await two.app('GET', '/v1/comments')).body.data).toEqual([])
  expect(await one.texts()).toEqual(['Ours'])
})

test('a repeated request makes one comment', async () => {
  const { app, signIn, texts, postId } = await startDiscussion()
  const { session } = await signIn()
  const send = () =>
    app('POST', `/v1/posts/${postId}/comments`, {
      session,
      body: { body: 'Once' },
      headers: { 'idempotency-key': 'k' },
    })
  const [first, again] = [await send(), await send()]
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(again.body).toEqual(first.body)
  expect(await texts()).toEqual(['Once'])
})
