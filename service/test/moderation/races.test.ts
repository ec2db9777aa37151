import { expect, test } from 'vitest'
import { inParallel, startDiscussion } from '../comments/discussion.ts'

/** What the tables hold of a subject. */
async function rowsOf({ service, project }: Awaited<ReturnType<typeof startDiscussion>>, id: string) {
  const [item] = await service.database.sql<
    { open: boolean; is_pending: boolean; report_count: number; unsettled: number }[]
  >`
    select closed_at is null as open, is_pending, report_count, (
      select count(*) from reports r
      where r.project_id = i.project_id and r.subject_id = i.subject_id and r.settled_at is null) as unsettled
    from moderation_items i where project_id = ${project.id} and subject_id = ${id}`
  return item
}

// Guarantees that a decision is complete: the state, the number and the queue show the last decision.
test('approvals and rejections of one comment that race leave one of both, and a number that fits', async () => {
  const discussion = await startDiscussion({ draft: { requiresApproval: true } })
  const { server, signIn, say, count } = discussion
  const { session } = await signIn()
  for (let round = 0; round < 5; round += 1) {
    const before = await count()
    const { id } = (await say(`Round ${round}`, session)).body
    const answers = await inParallel(12, (n) =>
      server('POST', `/v1/moderation/${id}/${n % 2 === 0 ? 'approve' : 'reject'}`),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const { moderation_state: state } = (await server('GET', `/v1/comments/${id}`)).body
    expect(await count()).toBe(before + (state === 'approved' ? 1 : 0))
    expect(await rowsOf(discussion, id)).toMatchObject({ open: false, is_pending: false })
  }
})

test('approvals and rejections of one post that race leave it listed or not, as its state says', async () => {
  const discussion = await startDiscussion({ draft: { requiresApproval: true } })
  const { app, server, signIn } = discussion
  const { session } = await signIn()
  const { id } = (await app('POST', '/v1/posts', { session, body: { title: 'My wish' } })).body
  await inParallel(16, (n) => server('POST', `/v1/moderation/${id}/${n % 2 === 0 ? 'approve' : 'reject'}`))
  const { moderation_state: state } = (await server('GET', `/v1/posts/${id}`)).body
  const listed = (await app('GET', '/v1/posts')).body.data.some((post: { id: string }) => post.id === id)
  expect(listed).toBe(state === 'approved')
  expect(await rowsOf(discussion, id)).toMatchObject({ open: false })
})

test('a deletion that races with decisions and reports wins, and nothing stays in the queue', async () => {
  const discussion = await startDiscussion()
  const { app, server, signIn, say, count } = discussion
  const users = await inParallel(6, (n) => signIn({ sub: `user-${n}` }))
  for (let round = 0; round < 5; round += 1) {
    const { id } = (await say(`Round ${round}`, users[0]?.session)).body
    const answers = await Promise.all([
      ...users.map(({ session }) => app('POST', '/v1/reports', { session, body: { comment_id: id, reason: 'x' } })),
      server('POST', `/v1/moderation/${id}/approve`),
      server('DELETE', `/v1/comments/${id}`),
      server('POST', `/v1/moderation/${id}/reject`),
    ])
    expect(answers.filter(({ status }) => ![200, 201, 204, 404].includes(status))).toEqual([])
    const rows = await rowsOf(discussion, id)
    expect(rows ?? { open: false, unsettled: 0 }).toMatchObject({ open: false, unsettled: 0 })
  }
  expect(await count()).toBe(0)
  expect((await server('GET', '/v1/moderation')).body.data).toEqual([])
})

test('reports that race with a decision are settled by it or open the case again', async () => {
  const discussion = await startDiscussion()
  const { app, server, signIn, postId } = discussion
  const users = await inParallel(20, (n) => signIn({ sub: `user-${n}` }))
  await Promise.all([
    ...users.map(({ session }) => app('POST', '/v1/reports', { session, body: { post_id: postId, reason: 'x' } })),
    ...[1, 2, 3].map(() => server('POST', `/v1/moderation/${postId}/approve`)),
  ])
  const rows = await rowsOf(discussion, postId)
  expect(rows?.report_count).toBe(rows?.unsettled)
  expect(rows?.open).toBe((rows?.unsettled ?? 0) > 0)
})

// Guarantees the order of locks: a call that waited for a comment's post releases it if a merge moved the comment meanwhile.
test('comments that are changed and decided while their post is merged and unmerged again and again are all counted', async () => {
  const { server, signIn, say, newPost, count, textsForServer, postId } = await startDiscussion()
  const other = await newPost()
  const users = await inParallel(4, (n) => signIn({ sub: `user-${n}` }))
  const said = await inParallel(16, (n) => say(`Number ${n}`, users[n % 4]?.session, n % 2 === 0 ? postId : other))
  const [from, to] = [postId, other]
  const merging = async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      await Promise.all([
        server('POST', `/v1/posts/${from}/merge`, { into_post_id: to }),
        server('POST', `/v1/posts/${from}/merge`, { into_post_id: to }),
      ])
      await Promise.all([server('POST', `/v1/posts/${from}/unmerge`), server('POST', `/v1/posts/${from}/unmerge`)])
    }
  }
  const changing = said.map(async ({ body: { id } }, n) => {
    const statuses: number[] = []
    for (let turn = 0; turn < 4; turn += 1) {
      const verb = turn % 2 === 0 ? 'reject' : n % 4 === 0 ? 'reject' : 'approve'
      statuses.push(
        (await server('POST', `/v1/moderation/${id}/${verb}`, undefined, { 'idempotency-key': `${id} ${turn}` }))
          .status,
      )
      statuses.push((await server('PATCH', `/v1/comments/${id}`, { body: `Number ${n}, turn ${turn}` })).status)
    }
    return statuses
  })
  const [, ...statuses] = await Promise.all([merging(), ...changing])
  expect(new Set(statuses.flat())).toEqual(new Set([200]))
  for (const id of [from, to]) expect(await count(id)).toBe((await textsForServer(id)).length)
  expect((await count(from)) + (await count(to))).toBe(12)
})
