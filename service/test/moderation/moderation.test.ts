import { expect, test } from 'vitest'
import { inParallel, startDiscussion } from '../comments/discussion.ts'
import { startProject } from '../harness/project.ts'

type Item = { id: string; kind: string }
const ids = (answer: { body: { data: Item[] } }) => answer.body.data.map(({ id }) => id)

test('a report brings a post or comment before the team, with who said what', async () => {
  const { app, server, signIn, say, postId } = await startDiscussion()
  const ada = await signIn({ sub: 'ada', given_name: 'Ada', email: 'ada@canary.example' })
  const { id } = (await say('Buy pills')).body
  const about = { comment_id: id, reason: '  Spam\u202e. ' }
  const { status, body } = await app('POST', '/v1/reports', { session: ada.session, body: about })
  expect([status, body]).toEqual([
    201,
    { post_id: null, comment_id: id, reason: 'Spam.', created_at: expect.stringMatching(/Z$/) },
  ])
  await app('POST', '/v1/reports', { session: ada.session, body: { post_id: postId, reason: 'A duplicate.' } })
  const { body: queue } = await server('GET', '/v1/moderation')
  expect(queue.data).toEqual([
    {
      id,
      kind: 'comment',
      is_pending: false,
      report_count: 1,
      reports: [
        {
          reason: 'Spam.',
          reported_at: body.created_at,
          user: { id: ada.userId, display_name: 'Acme user', is_team: false },
        },
      ],
      post: expect.objectContaining({ id: postId, title: 'Dark mode' }),
      comment: expect.objectContaining({ id, body: 'Buy pills', moderation_state: 'approved' }),
      opened_at: body.created_at,
      closed_at: null,
    },
    expect.objectContaining({ id: postId, kind: 'post', comment: null, report_count: 1 }),
  ])
  expect(JSON.stringify(queue)).not.toContain('@')
  const { body: activity } = await server('GET', `/v1/posts/${postId}/activity`)
  expect(activity.data.slice(0, 2)).toMatchObject([
    { type: 'post.reported', subject_id: postId, data: {} },
    { type: 'comment.reported', subject_id: id, actor: { kind: 'user', id: ada.userId }, data: {} },
  ])
  expect(JSON.stringify(activity)).not.toMatch(/spam|duplicate/i)
})

test.each([
  [{ reason: 'x' }, '/post_id'],
  [{ post_id: 'pst_x', comment_id: 'cmt_x', reason: 'x' }, '/post_id'],
  [{ post_id: 'pst_x' }, '/reason'],
  [{ post_id: 'pst_x', reason: '' }, '/reason'],
  [{ post_id: 'pst_x', reason: ' \n' }, '/reason'],
  [{ post_id: 'pst_x', reason: 5 }, '/reason'],
  [{ post_id: 'pst_x', reason: 'x', user_id: 'usr_x' }, '/user_id'],
])('the report %j is refused', async (body, pointer) => {
  const { app, signIn } = await startDiscussion()
  const { session } = await signIn()
  const refused = await app('POST', '/v1/reports', { session, body })
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, pointer])
})

test('a reason has a thousand characters at most', async () => {
  const { app, signIn, postId } = await startDiscussion()
  const { session } = await signIn()
  const send = (reason: string) => app('POST', '/v1/reports', { session, body: { post_id: postId, reason } })
  expect((await send('x'.repeat(1_001))).status).toBe(400)
  expect((await send('x'.repeat(1_000))).status).toBe(201)
})

test('users can report only what they can see', async () => {
  const { app, server, signIn, say, newPost, postId } = await startDiscussion()
  const other = await startDiscussion()
  const { session } = await signIn()
  const internal = (await say({ body: 'Internal', is_internal: true })).body.id
  const deleted = (await say('Deleted')).body.id
  await server('DELETE', `/v1/comments/${deleted}`)
  const rejected = (await say('Rejected')).body.id
  await server('POST', `/v1/moderation/${rejected}/reject`)
  const merged = await newPost()
  await server('POST', `/v1/posts/${merged}/merge`, { into_post_id: postId })
  const foreign = (await other.say('Foreign')).body.id
  const send = (body: object) => app('POST', '/v1/reports', { session, body: { ...body, reason: 'x' } })
  for (const comment of [internal, deleted, rejected, foreign, 'cmt_x', postId, '']) {
    expect((await send({ comment_id: comment })).status, comment).toBe(404)
  }
  for (const post of [other.postId, 'pst_x', foreign, '']) expect((await send({ post_id: post })).status).toBe(404)
  expect((await send({ post_id: merged })).body.code).toBe('post_merged')
  expect((await server('GET', '/v1/moderation')).body.data).toEqual([])
})

// Guarantees one report for each person: the constraint decides.
test('a person reports a thing once, however often they send it, and ten people are ten reports', async () => {
  const { app, server, signIn, postId } = await startDiscussion()
  const users = await inParallel(10, (n) => signIn({ sub: `user-${n}` }))
  const answers = await Promise.all(
    users.flatMap(({ session }, n) =>
      [1, 2, 3].map((turn) =>
        app('POST', '/v1/reports', { session, body: { post_id: postId, reason: `${n} ${turn}` } }),
      ),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  const reasons = answers.map(({ body }) => body.reason)
  expect(new Set(reasons).size).toBe(10) // what each said first is kept
  const { body: queue } = await server('GET', '/v1/moderation')
  expect(queue.data).toMatchObject([{ id: postId, report_count: 10 }])
  expect(queue.data[0].reports).toHaveLength(5)
})

test('approving settles the reports; somebody else may report again, the same person is not heard twice', async () => {
  const { app, server, signIn, postId } = await startDiscussion()
  const [ada, bob] = [await signIn({ sub: 'ada' }), await signIn({ sub: 'bob' })]
  const send = (session: string, reason: string) =>
    app('POST', '/v1/reports', { session, body: { post_id: postId, reason } })
  await send(ada.session, 'Rude')
  const settled = await server('POST', `/v1/moderation/${postId}/approve`)
  expect(settled.body).toMatchObject({
    id: postId,
    report_count: 0,
    reports: [],
    post: { moderation_state: 'approved' },
  })
  expect(settled.body.closed_at).not.toBeNull()
  expect((await server('GET', '/v1/moderation')).body.data).toEqual([])
  expect((await send(ada.session, 'Still rude')).body.reason).toBe('Rude')
  expect((await server('GET', '/v1/moderation')).body.data).toEqual([])
  await send(bob.session, 'Very rude')
  const { body: queue } = await server('GET', '/v1/moderation')
  expect(queue.data).toMatchObject([
    { id: postId, report_count: 1, reports: [{ reason: 'Very rude' }], closed_at: null },
  ])
  const { body: activity } = await server('GET', `/v1/posts/${postId}/activity`)
  expect(activity.data).toMatchObject([
    { type: 'post.reported' },
    { type: 'post.approved', data: { from_state: 'approved', reports: 1 } },
    { type: 'post.reported' },
    { type: 'post.created' },
  ])
})

test('a pending post is published by approval, with the name of its author locked, and hidden by rejection', async () => {
  const { app, server, signIn } = await startDiscussion({ draft: { requiresApproval: true } })
  const ada = await signIn({ sub: 'ada' })
  const { id } = (await app('POST', '/v1/posts', { session: ada.session, body: { title: 'My wish' } })).body
  const isListed = async () => ids(await app('GET', '/v1/posts?sort=new')).includes(id)
  const locked = async () => (await app('GET', '/v1/me', { session: ada.session })).body.name_locked
  expect((await server('GET', '/v1/moderation')).body.data).toMatchObject([
    { id, kind: 'post', is_pending: true, report_count: 0, post: { moderation_state: 'pending' } },
  ])
  expect([await isListed(), await locked()]).toEqual([false, false])
  const approved = await server('POST', `/v1/moderation/${id}/approve`, {})
  expect(approved.body).toMatchObject({ is_pending: false, post: { moderation_state: 'approved' } })
  expect([await isListed(), await locked()]).toEqual([true, true])
  expect((await server('POST', `/v1/moderation/${id}/approve`)).body).toEqual(approved.body)

  const rejected = await server('POST', `/v1/moderation/${id}/reject`)
  expect(rejected.body.post.moderation_state).toBe('rejected')
  expect(await isListed()).toBe(false)
  expect((await app('GET', `/v1/posts/${id}`)).status).toBe(404)
  expect((await app('GET', `/v1/posts/${id}`, { session: ada.session })).body.moderation_state).toBe('rejected')
  await server('POST', `/v1/moderation/${id}/reject`)
  await server('POST', `/v1/moderation/${id}/approve`)
  expect(await isListed()).toBe(true)
  const { body: activity } = await server('GET', `/v1/posts/${id}/activity`)
  expect(
    activity.data.map(({ type, data }: { type: string; data: { from_state?: string } }) => [type, data.from_state]),
  ).toEqual([
    ['post.approved', 'rejected'],
    ['post.rejected', 'approved'],
    ['post.approved', 'pending'],
    ['post.created', undefined],
  ])
})

test('a rejected comment is gone from every list and count until it is approved', async () => {
  const { app, server, signIn, say, texts, textsForServer, count } = await startDiscussion()
  const ada = await signIn({ sub: 'ada' })
  const { id } = (await say('Hm', ada.session)).body
  expect((await server('POST', `/v1/moderation/${id}/reject`)).body).toMatchObject({
    id,
    kind: 'comment',
    comment: { moderation_state: 'rejected' },
    post: { comment_count: 0 },
  })
  expect([await texts(), await texts(ada.session), await textsForServer(), await count()]).toEqual([[], [], [], 0])
  expect((await app('GET', `/v1/comments/${id}`, { session: ada.session })).status).toBe(404)
  expect((await server('GET', `/v1/comments/${id}`)).body.moderation_state).toBe('rejected')
  await server('POST', `/v1/moderation/${id}/approve`)
  expect([await texts(), await count()]).toEqual([['Hm'], 1])
})

test('the queue is paged, oldest first, and filtered by kind and reason', async () => {
  const { app, server, signIn, say, newPost } = await startDiscussion({ draft: { requiresApproval: true } })
  const ada = await signIn({ sub: 'ada' })
  const expected: string[] = []
  for (let n = 0; n < 3; n += 1) {
    const post = (await app('POST', '/v1/posts', { session: ada.session, body: { title: `Wish ${n}` } })).body.id
    const comment = (await say(`Comment ${n}`, ada.session)).body.id
    const reported = await newPost()
    await app('POST', '/v1/reports', { session: ada.session, body: { post_id: reported, reason: 'x' } })
    expected.push(post, comment, reported)
  }
  const seen: string[] = []
  let cursor = ''
  do {
    const page = await server('GET', `/v1/moderation?limit=2${cursor}`)
    seen.push(...ids(page))
    cursor = page.body.next_cursor ? `&cursor=${page.body.next_cursor}` : ''
  } while (cursor)
  expect(seen).toEqual(expected)
  const some = async (query: string) => ids(await server('GET', `/v1/moderation?${query}`))
  expect(await some('kind=comment')).toEqual(expected.filter((id) => id.startsWith('cmt_')))
  expect(await some('kind=post&reason=pending')).toEqual(expected.filter((_, n) => n % 3 === 0))
  expect(await some('reason=reported')).toEqual(expected.filter((_, n) => n % 3 === 2))
  for (const query of ['kind=user', 'reason=x', 'state=open', 'cursor=x']) {
    expect((await server('GET', `/v1/moderation?${query}`)).status).toBe(400)
  }
})

test('deleted items leave the queue, and a post takes its comments along', async () => {
  const { app, server, signIn, say, newPost } = await startDiscussion({ draft: { requiresApproval: true } })
  const { session } = await signIn()
  const post = await newPost()
  await say('On a post that goes', session, post)
  const own = (await say('On one that stays', session)).body.id
  await app('POST', '/v1/reports', { session, body: { post_id: post, reason: 'x' } })
  expect((await server('GET', '/v1/moderation')).body.data).toHaveLength(3)
  await server('DELETE', `/v1/posts/${post}`)
  expect(ids(await server('GET', '/v1/moderation'))).toEqual([own])
  await app('DELETE', `/v1/comments/${own}`, { session })
  expect((await server('GET', '/v1/moderation')).body.data).toEqual([])
  for (const id of [post, own]) expect((await server('POST', `/v1/moderation/${id}/approve`)).status).toBe(404)
})

test('nothing of another project can be decided', async () => {
  const one = await startDiscussion({ draft: { requiresApproval: true } })
  const two = await startProject({ service: one.service })
  const { session } = await one.signIn()
  const { id } = (await one.say('Ours', session)).body
  for (const thing of [id, one.postId, 'cmt_x', 'pst_00000000000000000000000000', 'usr_x', '%00']) {
    for (const verb of ['approve', 'reject']) {
      expect((await two.server('POST', `/v1/moderation/${thing}/${verb}`)).status).toBe(404)
    }
  }
  expect((await two.server('GET', '/v1/moderation')).body.data).toEqual([])
  expect(await one.texts(session)).toEqual(['Ours'])
  const refused = await one.server('POST', `/v1/moderation/${id}/approve`, { reason: 'x' })
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/reason'])
})
