import { expect, test } from 'vitest'
import { type Desk, startDesk } from './desk.ts'

async function statusesOf({ server }: Desk): Promise<Record<string, string>> {
  const { body } = await server('GET', '/v1/statuses')
  return Object.fromEntries(body.data.map(({ name, id }: { name: string; id: string }) => [name, id]))
}

const makePost = async ({ server }: Desk, title: string, more = {}) =>
  (await server('POST', '/v1/posts', { title, body: '', ...more })).body

test('a moderator moves a post to another column, with a form and with the script’s call', async () => {
  const desk = await startDesk()
  const { ask, project, server } = desk
  const cookie = await desk.enter('moderator@acme.example', 'moderator')
  const { Planned = '', Done = '' } = await statusesOf(desk)
  const post = await makePost(desk, 'Dark mode')
  const other = await makePost(desk, 'Webhooks', { status_id: Planned })
  const page = (await ask('GET', `/${project.slug}/roadmap`, { cookie })).text
  expect(page.indexOf('Dark mode')).toBeLessThan(page.indexOf('Webhooks'))
  const form = { post: post.id, [`to_${post.id}`]: Planned, [`to_${other.id}`]: Done, notify: 'yes' }
  const moved = await ask('POST', `/${project.slug}/roadmap/move`, { cookie, form })
  expect(moved.headers.location).toBe(`/console/${project.slug}/roadmap?done=post_moved`)
  const statusOf = async (id: string) => (await server('GET', `/v1/posts/${id}`)).body.status.name
  expect([await statusOf(post.id), await statusOf(other.id)]).toEqual(['Planned', 'Planned'])
  const json = { post: post.id, status: Done, notify: 'no' }
  const answer = await ask('POST', `/${project.slug}/roadmap/move`, { cookie, json })
  expect(JSON.parse(answer.text)).toEqual({ post: post.id, status: 'Done' })
  const { data } = (await server('GET', `/v1/posts/${post.id}/activity`)).body
  const notified = data.filter(({ type }: { type: string }) => type === 'post.status_changed')
  expect(notified).toHaveLength(2)
})

test('an impossible move is refused with an explanation, and is never a 500', async () => {
  const desk = await startDesk()
  const { ask, project, server } = desk
  const cookie = await desk.enter()
  const { Planned = '' } = await statusesOf(desk)
  const [post, target] = [await makePost(desk, 'Night theme'), await makePost(desk, 'Dark mode')]
  await server('POST', `/v1/posts/${post.id}/merge`, { into_post_id: target.id })
  const merged = await ask('POST', `/${project.slug}/roadmap/move`, {
    cookie,
    form: { post: post.id, status: Planned },
  })
  expect([merged.status, merged.text.includes('role="alert"')]).toEqual([409, true])
  const foreign = await startDesk({ service: desk.service })
  const theirs = await makePost(foreign, 'Theirs')
  const { Planned: theirStatus = '' } = await statusesOf(foreign)
  for (const form of [
    { post: theirs.id, status: Planned },
    { post: target.id, status: theirStatus },
    { post: target.id, status: '\0' },
    { post: '__proto__', status: Planned },
    { post: [target.id, target.id], status: Planned },
    {},
  ]) {
    expect((await ask('POST', `/${project.slug}/roadmap/move`, { cookie, form })).status).toBe(404)
  }
  for (const json of [null, [], { post: { a: 1 } }, { post: target.id, status: 7 }]) {
    expect((await ask('POST', `/${project.slug}/roadmap/move`, { cookie, json })).status).toBe(404)
  }
  expect((await server('GET', `/v1/posts/${target.id}`)).body.status.name).toBe('Open')
})

test('a roadmap without columns says how to get some', async () => {
  const desk = await startDesk()
  const cookie = await desk.enter('moderator@acme.example', 'moderator')
  for (const id of Object.values(await statusesOf(desk)))
    await desk.server('PATCH', `/v1/statuses/${id}`, { on_roadmap: false })
  expect((await desk.ask('GET', `/${desk.project.slug}/roadmap`, { cookie })).text).toContain('An admin chooses them')
})
