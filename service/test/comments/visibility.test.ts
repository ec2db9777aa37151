import { expect, test } from 'vitest'
import { startDiscussion } from './discussion.ts'

const ids = (answer: { body: { data: { id: string }[] } }) => answer.body.data.map(({ id }) => id)

test('no app sees an internal comment, in lists, counts, by id or as what it answers', async () => {
  const { app, server, signIn, say, texts, textsForServer, count, postId } = await startDiscussion()
  const ada = await signIn({ sub: 'ada' })
  const before = (await app('GET', `/v1/posts/${postId}`)).body
  const { id } = (await say({ body: 'They pay well', is_internal: true, sub: 'ada' })).body
  const reply = await say({ body: 'Indeed', parent_id: id })
  expect(reply.body).toMatchObject({ is_internal: true, parent_id: id })
  expect(await textsForServer()).toEqual(['They pay well', 'Indeed'])
  expect([await texts(), await texts(ada.session), await count()]).toEqual([[], [], 0])
  expect((await app('GET', `/v1/posts/${postId}`)).body).toEqual(before)
  expect((await app('GET', '/v1/comments', { session: ada.session })).body.data).toEqual([])
  expect((await app('GET', '/v1/me', { session: ada.session })).body.name_locked).toBe(false)

  const path = `/v1/comments/${id}`
  const { session } = ada // who is said to have written it
  const answers = [
    await app('GET', path, { session }),
    await app('PATCH', path, { session, body: { body: 'Hm' } }),
    await app('DELETE', path, { session }),
    await say({ body: 'Hm', parent_id: id }, session),
    await app('POST', '/v1/reports', { session, body: { comment_id: id, reason: 'Hm' } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  await server('DELETE', path)
  expect([await texts(session), await textsForServer()]).toEqual([[], ['-', 'Indeed']])
})

test('an internal comment does not keep its post’s author from changing the post', async () => {
  const { app, signIn, say } = await startDiscussion()
  const { session } = await signIn()
  const { id } = (await app('POST', '/v1/posts', { session, body: { title: 'My wish' } })).body
  await say({ body: 'Between us', is_internal: true }, undefined, id)
  expect((await app('PATCH', `/v1/posts/${id}`, { session, body: { title: 'My wishes' } })).status).toBe(200)
  await say('In public', undefined, id)
  const refused = await app('PATCH', `/v1/posts/${id}`, { session, body: { title: 'My old wish' } })
  expect(refused.body.code).toBe('post_in_discussion')
})

test('a public answer never hangs on an internal comment', async () => {
  const { app, server, signIn, say, count } = await startDiscussion()
  const ada = await signIn({ sub: 'ada' })
  const secret = (await say({ body: 'Secret', is_internal: true })).body
  const leak = await say({ body: 'Leak', parent_id: secret.id, is_internal: false })
  expect([leak.status, leak.body.errors[0].pointer]).toEqual([400, '/is_internal'])
  const reply = (await say({ body: 'Also secret', parent_id: secret.id, sub: 'ada' })).body
  const shown = await server('PATCH', `/v1/comments/${reply.id}`, { is_internal: false })
  expect([shown.status, shown.body.errors[0].pointer]).toEqual([400, '/is_internal'])

  expect((await app('GET', '/v1/me', { session: ada.session })).body.name_locked).toBe(false)
  await server('PATCH', `/v1/comments/${secret.id}`, { is_internal: false })
  await server('PATCH', `/v1/comments/${reply.id}`, { is_internal: false })
  expect(await count()).toBe(2)
  expect((await app('GET', '/v1/me', { session: ada.session })).body.name_locked).toBe(true)
  const hidden = await server('PATCH', `/v1/comments/${secret.id}`, { is_internal: true })
  expect([hidden.status, hidden.body.errors[0].pointer]).toEqual([400, '/is_internal'])
  await server('PATCH', `/v1/comments/${reply.id}`, { is_internal: true })
  await server('PATCH', `/v1/comments/${secret.id}`, { is_internal: true })
  expect(await count()).toBe(0)

  await server('DELETE', `/v1/comments/${secret.id}`)
  const orphan = await server('PATCH', `/v1/comments/${reply.id}`, { is_internal: false })
  expect(orphan.status).toBe(400)
})

test('where approval is asked for, a comment is there for its author and servers alone until it is approved', async () => {
  const { app, server, signIn, say, texts, textsForServer, count, postId } = await startDiscussion({
    draft: { requiresApproval: true },
  })
  const [ada, bob] = [await signIn({ sub: 'ada' }), await signIn({ sub: 'bob' })]
  const { status, body: comment } = await say('May I?', ada.session)
  expect([status, comment.moderation_state]).toEqual([201, 'pending'])
  expect((await say('We may.')).body.moderation_state).toBe('approved')
  expect(await texts()).toEqual(['We may.'])
  expect(await texts(bob.session)).toEqual(['We may.'])
  expect(await texts(ada.session)).toEqual(['May I?', 'We may.'])
  expect(await textsForServer()).toEqual(['May I?', 'We may.'])
  expect(ids(await app('GET', '/v1/comments'))).not.toContain(comment.id)
  expect(ids(await app('GET', '/v1/comments', { session: ada.session }))).toContain(comment.id)
  expect(await count()).toBe(1)
  expect((await app('GET', '/v1/me', { session: ada.session })).body.name_locked).toBe(false)
  expect((await app('GET', `/v1/comments/${comment.id}`, { session: bob.session })).status).toBe(404)
  expect((await say({ body: 'To what?', parent_id: comment.id }, bob.session)).status).toBe(404)

  const item = await server('POST', `/v1/moderation/${comment.id}/approve`)
  expect(item.status, JSON.stringify(item.body)).toBe(200)
  expect(await texts()).toEqual(['May I?', 'We may.'])
  expect(await count()).toBe(2)
  expect((await app('GET', '/v1/me', { session: ada.session })).body.name_locked).toBe(true)

  const edited = await app('PATCH', `/v1/comments/${comment.id}`, { session: ada.session, body: { body: 'Buy this' } })
  expect(edited.body.moderation_state).toBe('pending')
  expect([await texts(), await count()]).toEqual([['We may.'], 1])
  const { body: queue } = await server('GET', '/v1/moderation')
  expect(queue.data).toMatchObject([{ id: comment.id, is_pending: true, comment: { body: 'Buy this' } }])
  const mended = await server('PATCH', `/v1/comments/${comment.id}`, { body: 'Bye' })
  expect(mended.body.moderation_state).toBe('pending')
  await server('POST', `/v1/moderation/${comment.id}/reject`)
  expect([await texts(ada.session), await count()]).toEqual([['We may.'], 1])
  expect((await server('GET', `/v1/posts/${postId}`)).body.comment_count).toBe(1)
})

test('a comment that is hidden again keeps its place while it has answers', async () => {
  const { app, server, signIn, say, texts } = await startDiscussion()
  const ada = await signIn({ sub: 'ada' })
  const { id } = (await say('Spam', ada.session)).body
  await say({ body: 'Please stop', parent_id: id })
  await server('POST', `/v1/moderation/${id}/reject`)
  expect(await texts()).toEqual(['-', 'Please stop'])
  const { body } = await app('GET', `/v1/comments/${id}`)
  expect(body.status).toBe(404)
})

test('only the team can see a post that is not public and comment on it', async () => {
  const { app, server, signIn, say, texts, textsForServer } = await startDiscussion({
    draft: { requiresApproval: true },
  })
  const [ada, bob] = [await signIn({ sub: 'ada' }), await signIn({ sub: 'bob' })]
  const { id } = (await app('POST', '/v1/posts', { session: ada.session, body: { title: 'My wish' } })).body
  const own = await say('Anybody?', ada.session, id)
  expect([own.status, own.body.code]).toEqual([409, 'comments_locked'])
  expect((await say('Hello', bob.session, id)).status).toBe(404)
  const comment = (await say('We look at it.', undefined, id)).body
  expect((await app('GET', `/v1/posts/${id}/comments`, { session: bob.session })).status).toBe(404)
  expect((await app('GET', `/v1/comments/${comment.id}`, { session: bob.session })).status).toBe(404)
  expect((await app('GET', `/v1/comments?post=${id}`)).status).toBe(404)
  expect(ids(await app('GET', '/v1/comments'))).toEqual([])
  expect(ids(await app('GET', '/v1/comments', { session: ada.session }))).toEqual([comment.id])
  expect(await texts(ada.session, id)).toEqual(['We look at it.'])

  await server('DELETE', `/v1/posts/${id}`)
  expect((await server('GET', `/v1/posts/${id}/comments`)).status).toBe(404)
  expect((await server('GET', `/v1/comments/${comment.id}`)).status).toBe(404)
  expect(ids(await server('GET', '/v1/comments'))).toEqual([])
  expect(await textsForServer()).toEqual([])
})

test('on a private board comments are read with a session', async () => {
  const { app, signIn, say, texts, postId } = await startDiscussion({ draft: { isPrivate: true } })
  const { id } = (await say('Between us')).body
  for (const path of [`/v1/posts/${postId}/comments`, '/v1/comments', `/v1/comments/${id}`]) {
    expect((await app('GET', path)).body.code).toBe('session_required')
  }
  const { session } = await signIn()
  expect(await texts(session)).toEqual(['Between us'])
})
