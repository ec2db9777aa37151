import { expect, test } from 'vitest'
import { startProject } from '../harness/project.ts'

// Guarantees that nothing becomes public unseen: neither a new text nor a new version of an approved one.
test('where approval is asked for, an approved post that its author changes waits again', async () => {
  const { app, server, signIn } = await startProject({ draft: { requiresApproval: true } })
  const { session } = await signIn()
  const { body: post } = await app('POST', '/v1/posts', { session, body: { title: 'A friendly wish' } })
  expect(post.moderation_state).toBe('pending')
  await server('POST', `/v1/moderation/${post.id}/approve`)
  expect((await app('GET', '/v1/posts')).body.data).toHaveLength(1)

  const { body: changed } = await app('PATCH', `/v1/posts/${post.id}`, { session, body: { title: 'Buy my pills' } })
  expect(changed).toMatchObject({ title: 'Buy my pills', moderation_state: 'pending' })
  expect((await app('GET', '/v1/posts')).body.data).toEqual([])
  expect((await app('GET', `/v1/posts/${post.id}`)).status).toBe(404)
  expect((await app('GET', `/v1/posts/${post.id}`, { session })).status).toBe(200)
  expect((await server('GET', '/v1/moderation')).body.data).toMatchObject([{ id: post.id, is_pending: true }])
})
