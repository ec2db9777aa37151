import { expect, test } from 'vitest'
import { startDesk } from '../console/desk.ts'
import { openStream } from './streams.ts'

// Guarantees that the team sees what waits as it comes, and nobody who has left does.
test('Today is told how many items wait, and its stream ends with the session or the role', async () => {
  const desk = await startDesk({ draft: { requiresApproval: true } })
  const { host } = new URL(desk.service.origin)
  const follow = (cookie: string) =>
    openStream(desk.service.port, `/console/${desk.project.slug}/live`, { host, cookie })
  const owner = await desk.enter()
  const stream = await follow(owner)
  expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
  await stream.until(({ event, data }) => event === 'inbox' && data.waiting === 0)
  const { session } = await desk.signIn()
  await desk.app('POST', '/v1/posts', { session, body: { title: 'A secret plan' } })
  const told = await stream.until(({ data }) => data.waiting > 0)
  expect(told.at(-1)?.data).toEqual({ waiting: 1, shown: '1', text: expect.any(String) })
  const moderator = await desk.enter('moderator@acme.example', 'moderator')
  const other = await follow(moderator)
  await other.begun
  await desk.ask('POST', '/sign-out', { cookie: moderator })
  await other.ended
  expect((await follow(moderator)).status).toBe(303)
  expect((await follow(owner)).status).toBe(200)
  await desk.ask('POST', '/sign-out', { cookie: owner })
  await stream.ended
})
