import { expect, test } from 'vitest'
import { startProject } from '../harness/project.ts'

test('a POST without members may be sent without a body', async () => {
  const { server, app, signIn } = await startProject()
  const { session, userId } = await signIn()
  expect.soft((await app('POST', '/v1/board_codes', { session })).status).toBe(201)
  expect.soft((await server('POST', `/v1/users/${userId}/ban`)).status).toBe(200)
  expect.soft((await server('POST', `/v1/users/${userId}/unban`)).status).toBe(200)
  expect.soft((await server('POST', `/v1/users/${userId}/erase`)).status).toBe(200)
})

test('unknown members of the body of a PUT are refused', async () => {
  const { server, app, signIn } = await startProject()
  const { session } = await signIn()
  const { body } = await server('POST', '/v1/posts', { title: 'A topic' })
  expect((await app('PUT', `/v1/posts/${body.id}/vote`, { session, body: { weight: 100 } })).status).toBe(400)
})

test('a user as a server reads them has all that they see of themselves', async () => {
  const { server, app, signIn } = await startProject()
  const { session, userId } = await signIn()
  const { body: me } = await app('GET', '/v1/me', { session })
  const { body: user } = await server('GET', `/v1/users/${userId}`)
  expect(Object.keys(user)).toEqual(expect.arrayContaining(Object.keys(me)))
})

test('a change without members is refused or changes nothing', async () => {
  const { server, app, signIn } = await startProject()
  const { session } = await signIn()
  const before = (await app('GET', '/v1/me', { session })).headers.get('etag')
  const { status } = await app('PATCH', '/v1/me', { session, body: {} })
  const after = (await app('GET', '/v1/me', { session })).headers.get('etag')
  expect(status === 400 || before === after).toBe(true)
  const project = (await server('GET', '/v1/project')).headers.get('etag')
  const changed = await server('PATCH', '/v1/project', {})
  expect(changed.status === 400 || changed.headers.get('etag') === project).toBe(true)
})
