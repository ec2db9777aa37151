import { expect, test } from 'vitest'
import { startProject } from '../harness/project.ts'

// Guarantees that deleting a status while a post gets it refuses one of the two, and never causes a 500.
test('a status is deleted while posts are given it', async () => {
  const { server } = await startProject()
  const { body } = await server('GET', '/v1/statuses')
  const { body: post } = await server('POST', '/v1/posts', { title: 'To change' })
  for (let round = 0; round < 15; round += 1) {
    const status = { name: `Status ${round}`, category: 'open', color: '#000000', position: 0 }
    const { id } = (await server('POST', '/v1/statuses', status)).body
    await server('PATCH', `/v1/posts/${post.id}`, { status_id: body.data[1].id })
    const answers = await Promise.all([
      server('POST', '/v1/posts', { title: 'In the first open one' }),
      server('POST', '/v1/posts', { title: 'In this one', status_id: id }),
      server('PATCH', `/v1/posts/${post.id}`, { status_id: id }),
      server('DELETE', `/v1/statuses/${id}`),
    ])
    for (const { status } of answers) expect([200, 201, 204, 404, 409]).toContain(status)
    expect(answers[0]?.status).toBe(201)
  }
})
