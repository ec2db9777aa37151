import { expect, test } from 'vitest'
import { startProject } from '../harness/project.ts'

const LIST = '/v1/posts?sort=top'

// Guarantees that visitors who share an answer never get one that was read before they asked.
test('whoever voted finds the vote in the list, while others ask for the same list without end', async () => {
  const { app, signIn } = await startProject()
  const { session: author } = await signIn({ sub: 'author' })
  const post = (await app('POST', '/v1/posts', { session: author, body: { title: 'Dark mode' } })).body
  let isOver = false
  const others = Array.from({ length: 24 }, async () => {
    while (!isOver) expect((await app('GET', LIST)).status).toBe(200)
  })
  const seen: number[] = []
  for (let voter = 0; voter < 30; voter += 1) {
    const { session } = await signIn({ sub: `voter-${voter}` })
    expect((await app('PUT', `/v1/posts/${post.id}/vote`, { session })).status).toBe(204)
    seen.push((await app('GET', LIST)).body.data[0].vote_count - post.vote_count)
  }
  isOver = true
  await Promise.all(others)
  expect(seen).toEqual(Array.from({ length: 30 }, (_, voter) => voter + 1))
})

test('those who share an answer have headers of their own, and the encoding that each accepts', async () => {
  const { app, server } = await startProject()
  for (let number = 0; number < 20; number += 1)
    await server('POST', '/v1/posts', { title: `Idea ${number}`, body: 'It '.repeat(60) })
  const encodings = ['identity', 'gzip', 'zstd', 'identity', 'gzip', 'zstd']
  const answers = await Promise.all(
    encodings.map((encoding) => app('GET', LIST, { headers: { 'accept-encoding': encoding } })),
  )
  expect(answers.map(({ headers }) => headers.get('content-encoding') ?? 'identity')).toEqual(encodings)
  const [first] = answers
  for (const { body, headers } of answers) {
    expect(body.data).toEqual(first?.body.data)
    expect(headers.get('etag')?.replace(/^W\//, '')).toBe(`"${headers.get('request-id')}"`)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  }
  expect(new Set(answers.map(({ headers }) => headers.get('request-id'))).size).toBe(encodings.length)
})

test('pages of other origins, and visitors of other projects, share nothing with those who ask by the same address', async () => {
  const origins = ['https://app.acme.example', 'https://shop.acme.example']
  const { app, server } = await startProject({ draft: { allowedOrigins: origins } })
  const other = await startProject()
  await server('POST', '/v1/posts', { title: 'Dark mode' })
  await other.server('POST', '/v1/posts', { title: 'Light mode' })
  const asked = ['https://evil.example', ...origins]
  const ask = (origin: string) => app('GET', LIST, { headers: { origin } })
  const [answers, ofOther] = await Promise.all([
    Promise.all(asked.concat(asked).map(ask)),
    Promise.all(asked.map(() => other.app('GET', LIST))),
  ])
  for (const [place, { status, headers, body }] of answers.entries()) {
    const origin = asked[place % asked.length] ?? null
    const isAllowed = origins.some((allowed) => allowed === origin)
    expect(status).toBe(isAllowed ? 200 : 403)
    expect(headers.get('access-control-allow-origin')).toBe(isAllowed ? origin : null)
    expect(headers.get('vary')).toContain('Origin')
    if (isAllowed) expect(body.data[0].title).toBe('Dark mode')
  }
  for (const { body } of ofOther) expect(body.data[0].title).toBe('Light mode')
})
