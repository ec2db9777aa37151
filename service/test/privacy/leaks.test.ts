import { expect, test } from 'vitest'
import { startProject } from '../harness/project.ts'

test('an internal comment in the name of a user is in no export of an app', async () => {
  const { server, app, signIn } = await startProject()
  const { session, userId } = await signIn()
  const { body: post } = await server('POST', '/v1/posts', { title: 'A topic' })
  await server('POST', `/v1/posts/${post.id}/comments`, { body: 'INTERNAL', is_internal: true, user_id: userId })
  const { body } = await app('GET', '/v1/me/export', { session })
  expect(JSON.stringify(body)).not.toContain('INTERNAL')
})

test('the place of a hidden comment does not say to others that it is pending or rejected', async () => {
  const { server, app, signIn } = await startProject()
  const { body: post } = await server('POST', '/v1/posts', { title: 'A topic' })
  const { session } = await signIn()
  const { body: hidden } = await app('POST', `/v1/posts/${post.id}/comments`, { session, body: { body: 'x' } })
  await server('POST', `/v1/posts/${post.id}/comments`, { body: 'answer', parent_id: hidden.id })
  await server('POST', `/v1/moderation/${hidden.id}/reject`, {})
  const { body } = await app('GET', `/v1/posts/${post.id}/comments`)
  expect(body.data.map((c: { moderation_state: string }) => c.moderation_state)).not.toContain('rejected')
})

test('answers to a session or a secret key are kept by no cache', async () => {
  const { server, app, signIn } = await startProject({ draft: { isPrivate: true } })
  const { session, userId } = await signIn({ email: 'a@example.com' })
  const { body: post } = await app('POST', '/v1/posts', { session, body: { title: 'Mine' } })
  for (const path of [
    '/me/posts',
    '/me/votes',
    '/me/follows',
    '/posts',
    `/posts/${post.id}`,
    '/posts/similar?title=mine',
    '/comments',
    '/roadmap',
    '/changelog',
    '/project',
  ])
    expect.soft((await app('GET', `/v1${path}`, { session })).headers.get('cache-control'), path).toMatch(/no-store/)
  for (const path of [
    '/users',
    `/users/${userId}`,
    `/posts/${post.id}/votes`,
    `/posts/${post.id}/activity`,
    '/moderation',
    '/audit_log',
  ])
    expect.soft((await server('GET', `/v1${path}`)).headers.get('cache-control'), path).toMatch(/no-store/)
})
