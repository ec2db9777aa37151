import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createFeedbackClient, type FeedbackClientOptions, FeedbackError } from '../src/index.ts'
import { type Play, playService, problem } from './played-service.ts'

const HTML = '<!doctype html><title>Welcome to the hotel</title>'

describe('an error', () => {
  test('says what the service said', async () => {
    const { client } = await playService(() => ({
      status: 400,
      headers: { 'content-type': 'application/problem+json' },
      body: {
        type: 'https://api.example.com/docs/errors#invalid_request',
        title: 'The request has the wrong shape.',
        status: 400,
        detail: 'Compare it with the reference.',
        code: 'invalid_request',
        request_id: 'req_7',
        errors: [{ pointer: '/title', detail: 'must have 3 characters' }],
      },
    }))
    const failure = await client()
      .posts.create({ title: '' })
      .catch((error) => error)
    expect(failure).toBeInstanceOf(FeedbackError)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).toMatchObject({
      name: 'FeedbackError',
      code: 'invalid_request',
      status: 400,
      title: 'The request has the wrong shape.',
      detail: 'Compare it with the reference.',
      requestId: 'req_7',
      errors: [{ pointer: '/title', detail: 'must have 3 characters' }],
      message: 'invalid_request: The request has the wrong shape. Compare it with the reference.',
    })
  })

  test.each<[string, Play]>([
    ['a proxy’s page', { status: 500, headers: { 'content-type': 'text/html' }, body: HTML }],
    ['the page of a hotel’s network', { status: 200, headers: { 'content-type': 'text/html' }, body: HTML }],
    ['JSON of somebody else', { status: 404, body: { error: 'no such route' } }],
    ['a list as a problem', { status: 400, body: [] }],
    ['null', { status: 200, body: 'null' }],
    ['half an answer', { status: 200, body: '{"data":[{"id":"pst' }],
    ['nothing at all', { status: 200 }],
    ['a problem of the wrong types', { status: 418, body: { code: 7, title: {}, errors: 'x' } }],
  ])('is clear about %s', async (_name, play) => {
    const { client } = await playService(() => play)
    const failure = await client({ tries: 1 })
      .posts.list()
      .page()
      .catch((error) => error)
    expect(failure).toMatchObject({ code: 'unexpected_answer', status: typeof play === 'object' ? play.status : 0 })
    expect(failure.message).toContain('apiOrigin')
    expect(failure.message).not.toContain('hotel')
  })

  test('of a strange problem still has every member', async () => {
    const { client } = await playService(() => ({ status: 400, body: { code: 'new_code', errors: 'x', title: 5 } }))
    const failure = await client()
      .posts.list()
      .page()
      .catch((error) => error)
    expect(failure).toMatchObject({ code: 'new_code', title: '', detail: '', errors: [] })
  })

  test('of the network has the code network_error and its cause', async () => {
    const client = createFeedbackClient({
      apiOrigin: 'http://127.0.0.1:9',
      projectKey: 'svc_pk_live_test',
      tries: 1,
    })
    const failure = await client.project().catch((error) => error)
    expect(failure).toMatchObject({ name: 'FeedbackError', code: 'network_error', status: 0 })
    expect(failure.cause).toBeInstanceOf(TypeError)
  })

  test('of an exchange that somebody else answered is clear', async () => {
    const { client, requests } = await playService(
      () => ({ status: 204 }),
      () => ({ status: 200, body: { welcome: 'to the hotel' } }),
    )
    await expect(client().posts.vote('pst_1')).rejects.toMatchObject({ code: 'unexpected_answer' })
    expect(requests).toHaveLength(0)
  })

  test('never shows a token, a session or a key', async () => {
    const { client } = await playService(
      ({ path }, count) =>
        path.includes('cut') ? 'cut' : count === 1 ? { status: 204 } : problem(401, 'session_ended'),
      () => ({ status: 201, body: { session_token: 'svc_ses_SECRET', user: { id: 'usr_1' } } }),
    )
    const { posts } = client({ getToken: async () => 'header.SECRET.signature', projectKey: 'svc_pk_live_SECRET' })
    await posts.vote('pst_1')
    for (const id of ['pst_2', 'cut']) {
      const failure = await posts.vote(id).catch((error) => error)
      expect(failure).toBeInstanceOf(FeedbackError)
      expect(`${inspect(failure, { depth: 9 })}${JSON.stringify(failure)}${failure.stack}`).not.toContain('SECRET')
    }
  })
})

test.each<[string, Partial<Record<keyof FeedbackClientOptions, unknown>>]>([
  ['apiOrigin', { apiOrigin: undefined }],
  ['apiOrigin', { apiOrigin: 'https://api.example.com/' }],
  ['apiOrigin', { apiOrigin: 'https://api.example.com/v1' }],
  ['apiOrigin', { apiOrigin: 'api.example.com' }],
  ['projectKey', { projectKey: '' }],
  ['projectKey', { projectKey: 'svc_pk_live_abc\r\nX-Other: 1' }],
  ['secret', { projectKey: 'svc_sk_live_abc' }],
  ['getToken', { getToken: 'a.b.c' }],
  ['fetch', { fetch: 'fetch' }],
])('a wrong %s is refused when the client is made', (word, options) => {
  const right = { apiOrigin: 'https://api.example.com', projectKey: 'svc_pk_live_abc' }
  const wrong = { ...right, ...options } as FeedbackClientOptions // plain JavaScript can pass anything
  const failure = (() => {
    try {
      return createFeedbackClient(wrong)
    } catch (error) {
      return error
    }
  })()
  expect(failure).toMatchObject({ code: 'option_invalid', message: expect.stringContaining(word) })
  expect(String(failure)).not.toContain('abc')
})

test.each(['', '.', '..', undefined])('an id that would lead to another address (%j) is sent nowhere', async (id) => {
  const { client, requests } = await playService(() => ({ status: 204 }))
  const call = client().posts.delete(id as string) // plain JavaScript can pass anything
  await expect(call).rejects.toMatchObject({ code: 'argument_invalid' })
  expect(requests).toHaveLength(0)
})

test('ids and filters arrive as they are, whatever they hold', async () => {
  const { client, requests } = await playService(() => ({ body: { data: [], next_cursor: null } }))
  const { posts } = client()
  await posts.get('../me?x=1#y/ä')
  await posts.list({ q: 'a&b=c d+ä😀', limit: 5, is_pinned: true, sort: undefined }).page()
  await posts.list({ q: 'cut \ud83d' }).page()
  expect(requests.map(({ path }) => path)).toEqual([
    '/v1/posts/..%2Fme%3Fx%3D1%23y%2F%C3%A4',
    '/v1/posts?q=a%26b%3Dc%20d%2B%C3%A4%F0%9F%98%80&limit=5&is_pinned=true',
    '/v1/posts?q=cut%20%EF%BF%BD',
  ])
})
