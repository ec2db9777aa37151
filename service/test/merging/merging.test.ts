import { expect, test } from 'vitest'
import { startDiscussion } from '../comments/discussion.ts'
import { startProject } from '../harness/project.ts'

/** Three posts of the team, three users, and what can be done and seen. */
async function startMerging() {
  const discussion = await startDiscussion()
  const { app, server, signIn, service, project, newPost, postId: a } = discussion
  const [b, c] = [await newPost(), await newPost()]
  const [ada, bob, cid] = [await signIn({ sub: 'ada' }), await signIn({ sub: 'bob' }), await signIn({ sub: 'cid' })]
  const numbers = async (id: string) => {
    const { body } = await server('GET', `/v1/posts/${id}`)
    return [body.vote_count, body.comment_count, body.merged_into_id]
  }
  return {
    ...discussion,
    a,
    b,
    c,
    ada,
    bob,
    cid,
    numbers,
    vote: (id: string, { session }: { session: string }) => app('PUT', `/v1/posts/${id}/vote`, { session }),
    unvote: (id: string, { session }: { session: string }) => app('DELETE', `/v1/posts/${id}/vote`, { session }),
    merge: (id: string, into: string) => server('POST', `/v1/posts/${id}/merge`, { into_post_id: into }),
    unmerge: (id: string) => server('POST', `/v1/posts/${id}/unmerge`),
    voters: async (id: string) =>
      (await server('GET', `/v1/posts/${id}/votes`)).body.data.map(({ user }: { user: { id: string } }) => user.id),
    followers: async (id: string) => {
      const rows = await service.database.sql<{ user_id: string }[]>`
        select user_id from follows where project_id = ${project.id} and post_id = ${id} order by user_id`
      return rows.map(({ user_id }) => user_id)
    },
  }
}

test('a merge sends votes, comments and followers to the other post, each person once, and leaves a sign-post', async () => {
  const { app, merge, vote, say, texts, voters, followers, numbers, a, b, ada, bob, cid } = await startMerging()
  for (const user of [ada, bob]) await vote(a, user)
  for (const user of [bob, cid]) await vote(b, user)
  await say({ body: 'First', created_at: '2024-01-01T00:00:00Z' }, undefined, a)
  await say({ body: 'Second', created_at: '2024-01-02T00:00:00Z' }, undefined, b)
  await say('Third', ada.session, a)
  await say({ body: 'Secret', is_internal: true }, undefined, a)
  const { status, body: target, headers } = await merge(a, b)
  expect(status, JSON.stringify(target)).toBe(200)
  expect(headers.get('etag')).toMatch(/^"\d+"$/)
  expect(target).toMatchObject({ id: b, vote_count: 3, comment_count: 3, merged_into_id: null })
  expect(await voters(b)).toEqual([ada.userId, bob.userId, cid.userId])
  expect(await texts(undefined, b)).toEqual(['First', 'Second', 'Third'])
  expect(await texts(undefined, a)).toEqual([])
  expect(await followers(b)).toEqual([ada.userId])
  expect(await numbers(a)).toEqual([2, 0, b])
  const list = await app('GET', '/v1/posts')
  expect(list.body.data.map(({ id }: { id: string }) => id)).not.toContain(a)
  const seen = await app('GET', `/v1/posts/${b}`, { session: ada.session })
  expect(seen.body).toMatchObject({ has_voted: true, is_following: true })

  const { session } = cid
  const refused = [
    await vote(a, cid),
    await app('PUT', `/v1/posts/${a}/follow`, { session }),
    await say('Here?', session, a),
    await say('Here?', undefined, a),
  ]
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [409, 'post_merged']))
})

test('unmerging gives both back what was theirs, and leaves what came since where it came', async () => {
  const { merge, unmerge, vote, say, texts, voters, followers, numbers, a, b, ada, bob, cid } = await startMerging()
  for (const user of [ada, bob]) await vote(a, user)
  await vote(b, bob)
  const old = (await say('Before', ada.session, a)).body
  await merge(a, b)
  await vote(b, cid)
  await say('Since', bob.session, b)
  await say({ body: 'An answer since', parent_id: old.id }, cid.session, b)
  expect(await numbers(b)).toEqual([3, 3, null])
  const { status, body } = await unmerge(a)
  expect([status, body.id, body.merged_into_id]).toEqual([200, a, null])
  expect([await numbers(a), await numbers(b)]).toEqual([
    [2, 2, null],
    [2, 1, null],
  ])
  expect([await voters(a), await voters(b)]).toEqual([
    [ada.userId, bob.userId],
    [bob.userId, cid.userId],
  ])
  expect([await texts(undefined, a), await texts(undefined, b)]).toEqual([['Before', 'An answer since'], ['Since']])
  expect([await followers(a), await followers(b)]).toEqual([[ada.userId], [bob.userId, cid.userId]])
})

test('a person who voted for two posts that are merged into a third keeps one vote until both are unmerged', async () => {
  const { merge, unmerge, vote, voters, numbers, followers, app, a, b, c, ada } = await startMerging()
  for (const id of [a, b]) {
    await vote(id, ada)
    await app('PUT', `/v1/posts/${id}/follow`, { session: ada.session })
  }
  await merge(a, c)
  await merge(b, c)
  expect(await numbers(c)).toEqual([1, 0, null])
  await unmerge(a)
  expect([await voters(c), await numbers(c), await followers(c)]).toEqual([[ada.userId], [1, 0, null], [ada.userId]])
  await unmerge(b)
  expect([await voters(c), await numbers(c), await followers(c)]).toEqual([[], [0, 0, null], []])
  expect([await numbers(a), await numbers(b)]).toEqual([
    [1, 0, null],
    [1, 0, null],
  ])
})

test('a vote that came by a merge becomes an own one when it is cast again, and stays withdrawn when it was', async () => {
  const { app, merge, unmerge, vote, unvote, voters, numbers, say, followers, a, b, ada, bob } = await startMerging()
  for (const user of [ada, bob]) {
    await vote(a, user)
    await app('PUT', `/v1/posts/${a}/follow`, { session: user.session })
  }
  await merge(a, b)
  await vote(b, ada)
  await say('I am here', ada.session, b)
  await unvote(b, bob)
  expect(await numbers(b)).toEqual([1, 1, null])
  await unmerge(a)
  expect([await voters(b), await numbers(b), await followers(b)]).toEqual([[ada.userId], [1, 1, null], [ada.userId]])
  expect(await voters(a)).toEqual([ada.userId, bob.userId])
})

test('merges in a row carry everything along and are undone from the last one', async () => {
  const { merge, unmerge, vote, say, texts, numbers, a, b, c, ada, bob, cid } = await startMerging()
  await vote(a, ada)
  await vote(b, bob)
  await vote(c, cid)
  await vote(c, ada)
  const first = (await say('On a', ada.session, a)).body
  await say('On b', bob.session, b)
  await merge(a, b)
  await merge(b, c)
  expect([await numbers(a), await numbers(b), await numbers(c)]).toEqual([
    [1, 0, b],
    [2, 0, c],
    [3, 2, null],
  ])
  await say({ body: 'Answer to a', parent_id: first.id }, cid.session, c)
  const early = await unmerge(a)
  expect([early.status, early.body.code]).toEqual([409, 'post_merged'])
  for (const [from, to] of [
    [a, c],
    [b, a],
    [c, a],
    [c, b],
  ] as const) {
    expect((await merge(from, to)).body.code).toBe('post_merged')
  }
  await unmerge(b)
  expect([await numbers(b), await numbers(c)]).toEqual([
    [2, 3, null],
    [2, 0, null],
  ])
  await unmerge(a)
  expect([await texts(undefined, a), await texts(undefined, b)]).toEqual([['On a', 'Answer to a'], ['On b']])
  expect([await numbers(a), await numbers(b)]).toEqual([
    [1, 2, null],
    [1, 1, null],
  ])
  expect((await unmerge(a)).status).toBe(404)
})

test('a merge into a post that is deleted later can still be undone', async () => {
  const { server, merge, unmerge, vote, say, texts, numbers, a, b, ada } = await startMerging()
  await vote(a, ada)
  await say('Stay', undefined, a)
  await merge(a, b)
  await server('DELETE', `/v1/posts/${b}`)
  expect((await unmerge(a)).status).toBe(200)
  expect([await numbers(a), await texts(undefined, a)]).toEqual([[1, 1, null], ['Stay']])
})

test('a pending duplicate can be merged away, and comes back as pending; nothing is merged into what is not public', async () => {
  const { app, server, signIn, newPost } = await startDiscussion({ draft: { requiresApproval: true } })
  const { session } = await signIn()
  const { id } = (await app('POST', '/v1/posts', { session, body: { title: 'A duplicate' } })).body
  const target = await newPost()
  const wrong = await server('POST', `/v1/posts/${target}/merge`, { into_post_id: id })
  expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([400, '/into_post_id'])
  expect((await server('POST', `/v1/posts/${id}/merge`, { into_post_id: target })).body.vote_count).toBe(1)
  await server('POST', `/v1/posts/${id}/unmerge`)
  expect((await app('GET', `/v1/posts/${id}`)).status).toBe(404)
  expect((await server('GET', `/v1/posts/${target}`)).body.vote_count).toBe(0)
  await server('POST', `/v1/posts/${id}/merge`, { into_post_id: target })
  await server('POST', `/v1/moderation/${id}/approve`)
  expect((await app('GET', '/v1/posts')).body.data.map((post: { id: string }) => post.id)).not.toContain(id)
  await server('POST', `/v1/posts/${id}/unmerge`)
  expect((await app('GET', `/v1/posts/${id}`)).body.moderation_state).toBe('approved')
})

test('only posts of this project are merged, and none into itself', async () => {
  const { server, merge, unmerge, a, service } = await startMerging()
  const other = await startDiscussion({ project: await startProject({ service }) })
  const self = await merge(a, a)
  expect([self.status, self.body.errors[0].pointer]).toEqual([400, '/into_post_id'])
  for (const id of [other.postId, 'pst_00000000000000000000000000', 'x', '']) {
    expect((await merge(a, id)).status).toBe(404)
    if (id) expect((await merge(id, a)).status).toBe(404)
    if (id) expect((await unmerge(id)).status).toBe(404)
  }
  expect((await unmerge(a)).status).toBe(404)
  for (const body of [{}, { into_post_id: 7 }, { into_post_id: a, keep: true }]) {
    expect((await server('POST', `/v1/posts/${a}/merge`, body)).status).toBe(400)
  }
  expect((await server('POST', `/v1/posts/${a}/unmerge`, { hard: true })).status).toBe(400)
})

// Guarantees that a change at the same time as a merge either comes completely before it and moves along, or is refused.
test('votes, comments and follows that race with a merge arrive at the target or are refused', async () => {
  const { app, signIn, merge, say, texts, voters, followers, numbers, a, b } = await startMerging()
  const users = await Promise.all(Array.from({ length: 12 }, (_, n) => signIn({ sub: `user-${n}` })))
  const [votes, comments, follows] = await Promise.all([
    Promise.all(users.map(({ session }) => app('PUT', `/v1/posts/${a}/vote`, { session }))),
    Promise.all(users.map(({ session }, n) => say(`Number ${n}`, session, a))),
    Promise.all(users.map(({ session }) => app('PUT', `/v1/posts/${a}/follow`, { session }))),
    merge(a, b),
  ])
  const counted = (answers: { status: number }[], status: number) =>
    answers.filter((answer) => answer.status === status).length
  for (const answers of [votes, comments, follows]) {
    expect(answers.filter(({ status }) => ![201, 204, 409].includes(status))).toEqual([])
  }
  const [voted, said] = [counted(votes, 204), counted(comments, 201)]
  expect([await numbers(b), await numbers(a)]).toEqual([
    [voted, said, null],
    [voted, 0, b],
  ])
  expect([(await voters(b)).length, (await texts(undefined, b)).length]).toEqual([voted, said])
  const following = users.filter((_, n) => follows[n]?.status === 204 || comments[n]?.status === 201)
  expect(await followers(b)).toEqual(following.map(({ userId }) => userId).toSorted())
})

test('merges that race, also against each other’s direction, leave one merge', async () => {
  const { merge, numbers, vote, a, b, c, ada } = await startMerging()
  for (const id of [a, b, c]) await vote(id, ada)
  const answers = await Promise.all([merge(a, b), merge(b, a), merge(a, b), merge(b, a)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  const [[, , ofA], [, , ofB]] = [await numbers(a), await numbers(b)]
  expect([ofA, ofB].filter((id) => id !== null)).toHaveLength(1)
  const root = ofA === null ? a : b
  const circle = await Promise.all([merge(root, c), merge(c, root)])
  expect(circle.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a list that was begun before a merge goes on without repeating or losing another post', async () => {
  const { app, merge, newPost, vote, ada, bob, cid } = await startMerging()
  const posts: string[] = []
  for (let n = 0; n < 8; n += 1) posts.push(await newPost({ title: `Post ${n}` }))
  for (const user of [ada, bob, cid]) await vote(posts[0] ?? '', user)
  const all = (await app('GET', '/v1/posts?sort=top&limit=100')).body.data.map(({ id }: { id: string }) => id)
  const { body: first } = await app('GET', '/v1/posts?sort=top&limit=3')
  const seen = first.data.map(({ id }: { id: string }) => id)
  const last = all.at(-1) // it rises from the end to the top
  await merge(posts[0] ?? '', last)
  let cursor = first.next_cursor
  while (cursor) {
    const { body } = await app('GET', `/v1/posts?sort=top&limit=3&cursor=${cursor}`)
    seen.push(...body.data.map(({ id }: { id: string }) => id))
    cursor = body.next_cursor
  }
  expect(seen).toEqual(all)
})

test('the trend goes with the votes and comes back with them', async () => {
  const { merge, unmerge, vote, service, project, a, b, ada, bob } = await startMerging()
  const trends = async () => {
    const rows = await service.database.sql<{ trend: number }[]>`
      select trend from post_standings where project_id = ${project.id} and post_id = any (${[a, b]}) order by post_id`
    return rows.map(({ trend }) => trend)
  }
  const [ofA = 0, ofB = 0] = [...(await trends())]
  await vote(a, ada)
  await vote(a, bob)
  const [withVotes = 0] = await trends()
  await merge(a, b)
  const [, merged = 0] = await trends()
  expect(merged - ofB).toBeCloseTo(withVotes - ofA, 5) // both were made at nearly the same time
  await unmerge(a)
  const after = await trends()
  expect(after[0]).toBeCloseTo(withVotes, 9)
  expect(after[1]).toBeCloseTo(ofB, 9)
})
