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
