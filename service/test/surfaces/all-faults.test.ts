import { expect, test } from 'vitest'
import { compileLazily } from '../../src/surfaces/http/compilers.ts'
import { startProject } from '../harness/project.ts'

const pointersOf = (body: { errors?: { pointer: string }[] }) => body.errors?.map(({ pointer }) => pointer)

test('a body with several faults is refused with all of them', async () => {
  const { server } = await startProject()
  const { status, body } = await server('POST', '/v1/posts', {
    title: 'No',
    is_pinned: 'yes',
    tag_ids: [1, 'a', 'a'],
    unknown: true,
    another: 1,
  })
  expect([status, body.code]).toEqual([400, 'invalid_request'])
  expect(pointersOf(body)?.sort()).toEqual(['/another', '/is_pinned', '/tag_ids', '/tag_ids/0', '/title', '/unknown'])
})

test('members that are missing are all named', async () => {
  const { server } = await startProject()
  const { body } = await server('POST', '/v1/statuses', { position: -1 })
  expect(pointersOf(body)?.sort()).toEqual(['/category', '/color', '/name', '/position'])
})

test('a query with several faults is refused with all of them', async () => {
  const { server } = await startProject()
  const { status, body } = await server('GET', '/v1/posts?limit=0&sort=best&is_pinned=perhaps&colour=red')
  expect(status).toBe(400)
  expect(pointersOf(body)?.sort()).toEqual([
    '/querystring/colour',
    '/querystring/is_pinned',
    '/querystring/limit',
    '/querystring/sort',
  ])
})

test('texts that only the rules of the domain refuse are refused together', async () => {
  const { server } = await startProject()
  const { body } = await server('POST', '/v1/changelog', {
    title: ' \u200b\u200b\u200b ',
    body: 'x',
    state: 'scheduled',
    publish_at: '2001-01-01T00:00:00Z',
  })
  expect(pointersOf(body)?.sort()).toEqual(['/publish_at', '/title'])
})

test('a time that cannot be is named beside the texts that cannot be', async () => {
  const { server } = await startProject()
  const wrong = { created_at: '2999-01-01T00:00:00Z' }
  const post = await server('POST', '/v1/posts', { title: ' \u200b\u200b\u200b ', body: '', ...wrong })
  expect(pointersOf(post.body)?.sort()).toEqual(['/created_at', '/title'])
  const { body } = await server('POST', '/v1/posts', { title: 'Dark mode' })
  const comment = await server('POST', `/v1/posts/${body.id}/comments`, { body: '\u200b', ...wrong })
  expect(pointersOf(comment.body)?.sort()).toEqual(['/body', '/created_at'])
})

// Guarantees that detailed errors are cheap: neither the answer nor the work grows with the request.
test('at most twenty faults are listed, and a body of thousands is not searched for more than its first', async () => {
  const { server } = await startProject()
  const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, place) => [`m${place}`, 0]))
  const several = await server('POST', '/v1/posts', { title: 'Dark mode', ...members(60) })
  expect(several.body.errors).toHaveLength(20)
  const hostile = [
    await server('POST', '/v1/posts', { title: 'Dark mode', ...members(5_000) }),
    await server('POST', '/v1/posts', { title: 'Dark mode', tag_ids: Array.from({ length: 20_000 }, () => 0) }),
    await server('POST', '/v1/posts', {
      title: 'Dark mode',
      tag_ids: Array.from({ length: 900 }, () => ({ a: [{}] })),
    }),
    await server('PATCH', '/v1/project', { allowed_origins: Array.from({ length: 20_000 }, () => 0) }),
  ]
  for (const { status, body } of hostile) {
    expect([status, body.code]).toEqual([400, 'invalid_request'])
    expect(body.errors).toHaveLength(1)
  }
})

test('the thorough validator is asked only about small bodies that are wrong', () => {
  const asked: unknown[] = []
  const first = Object.assign((data: unknown) => typeof data === 'string', { errors: ['first'] })
  const all = Object.assign((data: unknown) => void asked.push(data), { errors: ['first', 'second'] })
  const validate = compileLazily(
    () => first,
    () => all,
  )
  const judge = (data: unknown) => [validate(data), validate.errors]
  expect(judge('fits')).toEqual([true, ['first']])
  expect(judge({ small: true })).toEqual([false, ['first', 'second']])
  expect(judge(Array.from({ length: 101 }, () => 0))).toEqual([false, ['first']])
  expect(judge(Array.from({ length: 30 }, () => [0, 0, 0]))).toEqual([false, ['first']])
  expect(asked).toEqual([{ small: true }])
})
