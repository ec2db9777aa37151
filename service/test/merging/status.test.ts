import { expect, test } from 'vitest'
import { startDiscussion } from '../comments/discussion.ts'
import { startProject } from '../harness/project.ts'

async function startStatus() {
  const discussion = await startDiscussion()
  const { server, service, project, postId } = discussion
  const statusOf = async (category: string) => {
    const [row] = await service.database.sql<{ id: string }[]>`
      select id from statuses where project_id = ${project.id} and category = ${category}`
    return row?.id ?? ''
  }
  return {
    ...discussion,
    statusOf,
    change: (body: object, id = postId) => server('POST', `/v1/posts/${id}/status`, body),
    activity: async () => (await server('GET', `/v1/posts/${postId}/activity`)).body.data,
  }
}

test('a change of status can say why: an official comment of the team, told of once', async () => {
  const { app, signIn, change, statusOf, activity, postId } = await startStatus()
  const { session } = await signIn()
  await app('PUT', `/v1/posts/${postId}/follow`, { session })
  const [open, planned] = [await statusOf('open'), await statusOf('planned')]
  const { status, body: post, headers } = await change({ status_id: planned, comment: 'Next **month**.' })
  expect(status, JSON.stringify(post)).toBe(200)
  expect(post).toMatchObject({ id: postId, status: { id: planned, category: 'planned' }, comment_count: 1 })
  expect(headers.get('etag')).toBe('"2"')
  const { body: comments } = await app('GET', `/v1/posts/${postId}/comments`)
  expect(comments.data).toMatchObject([
    { body: 'Next **month**.', is_official: true, is_internal: false, author: { id: null, is_team: true } },
  ])
  expect(await activity()).toMatchObject([
    {
      type: 'post.status_changed',
      subject_id: postId,
      data: { from_status_id: open, to_status_id: planned, notify: true, comment_id: comments.data[0].id },
    },
    { type: 'comment.created', subject_id: comments.data[0].id, data: { is_official: true, notify: false } },
    { type: 'post.created' },
  ])
})

test('a change may be silent, and the status that is there changes nothing but may be commented on', async () => {
  const { server, change, statusOf, activity, count, postId } = await startStatus()
  const done = await statusOf('done')
  await server('PATCH', `/v1/posts/${postId}`, { comments_locked: true })
  await change({ status_id: done, notify: false })
  expect((await activity())[0]).toMatchObject({ type: 'post.status_changed', data: { notify: false } })
  const before = (await activity()).length
  expect((await change({ status_id: done })).status).toBe(200)
  expect(await activity()).toHaveLength(before)
  await change({ status_id: done, comment: 'Still done.' })
  expect((await activity())[0]).toMatchObject({ type: 'comment.created', data: { notify: true } })
  expect(await count()).toBe(1)
})

test('a post that is not there, merged, or of another project gets no status', async () => {
  const { server, change, statusOf, newPost, count, postId, service } = await startStatus()
  const other = await startDiscussion({ project: await startProject({ service }) })
  const planned = await statusOf('planned')
  const foreign = (await other.server('GET', `/v1/posts/${other.postId}`)).body.status.id
  for (const id of [foreign, 'sts_00000000000000000000000000', 'planned', '']) {
    expect((await change({ status_id: id, comment: 'Soon' })).status).toBe(404)
  }
  expect((await change({ status_id: planned }, other.postId)).status).toBe(404)
  expect((await change({ status_id: planned }, 'pst_x')).status).toBe(404)
  for (const [body, pointer] of [
    [{}, '/status_id'],
    [{ status_id: planned, comment: '' }, '/comment'],
    [{ status_id: planned, comment: ' ' }, '/comment'],
    [{ status_id: planned, comment: 'x'.repeat(5_001) }, '/comment'],
    [{ status_id: planned, notify: 'no' }, '/notify'],
    [{ status_id: planned, silent: true }, '/silent'],
  ] as const) {
    const refused = await change(body)
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, pointer])
  }
  expect(await count()).toBe(0)
  await server('POST', `/v1/posts/${postId}/merge`, { into_post_id: await newPost() })
  expect((await change({ status_id: planned })).body.code).toBe('post_merged')
})

test('the activity of a post shows what it said before, page by page, without votes and follows', async () => {
  const { app, server, signIn, newPost, service, postId } = await startStatus()
  const ada = await signIn({ sub: 'ada' })
  const { id } = (await app('POST', '/v1/posts', { session: ada.session, body: { title: 'Dark mod', body: 'Eyes' } }))
    .body
  await app('PATCH', `/v1/posts/${id}`, { session: ada.session, body: { title: 'Dark mode' } })
  await app('PUT', `/v1/posts/${id}/vote`, { session: (await signIn({ sub: 'bob' })).session })
  await server('PATCH', `/v1/posts/${id}`, { is_pinned: true })
  await server('PATCH', `/v1/posts/${id}`, { body: 'My eyes' })
  const duplicate = await newPost()
  await server('POST', `/v1/posts/${duplicate}/merge`, { into_post_id: id })
  const first = await server('GET', `/v1/posts/${id}/activity?limit=3`)
  const second = await server('GET', `/v1/posts/${id}/activity?limit=3&cursor=${first.body.next_cursor}`)
  expect(second.body.next_cursor).toBeNull()
  const all = [...first.body.data, ...second.body.data]
  expect(all).toMatchObject([
    { type: 'post.updated', data: { merged_post_id: duplicate }, previous: null },
    { type: 'post.updated', data: { members: ['body'] }, previous: { title: 'Dark mode', body: 'Eyes' } },
    { type: 'post.updated', data: { members: ['is_pinned'] }, previous: null },
    { type: 'post.updated', data: { members: ['title'] }, previous: { title: 'Dark mod', body: 'Eyes' } },
    { type: 'post.created', previous: null },
  ])
  expect(all[4].actor).toEqual({ kind: 'user', id: ada.userId, display_name: 'Acme user' })
  expect(all[1].actor).toMatchObject({ kind: 'secret_key', display_name: 'First key' })
  expect(all.every((event) => /^evt_/.test(event.id) && event.subject_id === id)).toBe(true)
  expect((await server('GET', `/v1/posts/${duplicate}/activity`)).body.data[0].type).toBe('post.merged')

  await server('POST', `/v1/users/${ada.userId}/erase`, {})
  const { body: later } = await server('GET', `/v1/posts/${id}/activity`)
  expect(later.data.at(-1).actor).toEqual({ kind: 'user', id: ada.userId, display_name: 'deleted user' })
  expect((await app('GET', `/v1/posts/${id}/activity`, { session: ada.session })).status).toBe(401)
  const other = await startProject({ service })
  expect((await other.server('GET', `/v1/posts/${postId}/activity`)).status).toBe(404)
  expect((await server('GET', '/v1/posts/nonsense/activity')).status).toBe(404)
})
