import { expect, test } from 'vitest'
import { startDesk } from './desk.ts'

test('the log says in words who did what to what, with the way there', async () => {
  const desk = await startDesk()
  const { ask, project, server } = desk
  const cookie = await desk.enter('admin@acme.example', 'admin')
  const { userId } = await desk.signIn({ given_name: 'Ada', family_name: 'Lovelace' })
  const post = (await server('POST', '/v1/posts', { title: 'Dark <b>mode', body: '' })).body
  const statuses = (await server('GET', '/v1/statuses')).body.data
  await ask('POST', `/${project.slug}/users/${userId}/ban`, { cookie, form: {} })
  await ask('POST', `/${project.slug}/roadmap/move`, { cookie, form: { post: post.id, status: statuses[1].id } })
  await server('POST', '/v1/tags', { name: 'Mobile' })
  await server('POST', '/v1/changelog', { title: 'It is dark', body: '', state: 'published' })
  await server('POST', `/v1/posts/${post.id}/comments`, { body: 'Soon.' })
  const page = (await ask('GET', `/${project.slug}/audit`, { cookie })).text
  const text = page.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')
  for (const words of [
    'admin@acme.example',
    'banned Ada Lovelace',
    'changed the status of the post “Dark &lt;b>mode”',
    'from “Open” to “Planned”',
    'added the tag “Mobile”',
    'published the entry “It is dark”',
    'wrote a comment on “Dark',
    'secret key',
  ]) {
    expect(text).toContain(words)
  }
  expect(page).toContain(`href="/console/${project.slug}/users/${userId}"`)
  const users = (await ask('GET', `/${project.slug}/audit?kind=user`, { cookie })).text
  expect([users.includes('banned'), users.includes('“Mobile”')]).toEqual([true, false])
  expect((await ask('GET', `/${project.slug}/audit?kind=nonsense&cursor=x&kind=y`, { cookie })).status).toBe(200)
})

test('the log is read in pages, completely, and entries about deleted objects stay', async () => {
  const desk = await startDesk()
  const { ask, project, server } = desk
  const cookie = await desk.enter('admin@acme.example', 'admin')
  for (let n = 0; n < 45; n += 1) {
    const { id } = (await server('POST', '/v1/tags', { name: `Tag ${n}` })).body
    if (n === 44) await server('DELETE', `/v1/tags/${id}`)
  }
  const path = `/${project.slug}/audit?kind=tag`
  const first = (await ask('GET', path, { cookie })).text
  expect(first).toContain('deleted a tag that no longer exists')
  const cursor = /[?&](?:amp;)?cursor=([^"&]+)/.exec(first)?.[1] ?? ''
  const second = (await ask('GET', `${path}&cursor=${cursor}`, { cookie })).text
  expect([second.includes('“Tag 0”'), second.includes('“Tag 43”')]).toEqual([true, false])
})

test('the log of another project cannot be read, and moderators cannot read any log', async () => {
  const desk = await startDesk()
  const other = await startDesk({ service: desk.service })
  await other.server('POST', '/v1/tags', { name: 'Theirs' })
  const cookie = await desk.enter()
  expect((await desk.ask('GET', `/${other.project.slug}/audit`, { cookie })).status).toBe(404)
  expect((await desk.ask('GET', `/${desk.project.slug}/audit`, { cookie })).text).not.toContain('Theirs')
  const moderator = await desk.enter('moderator@acme.example', 'moderator')
  expect((await desk.ask('GET', `/${desk.project.slug}/audit`, { cookie: moderator })).status).toBe(403)
})

test('the log names the person of an entry: who was invited with which role, whose role changed, who was removed', async () => {
  const desk = await startDesk()
  const { ask, project } = desk
  const cookie = await desk.enter('owner@audit.example')
  const send = (path: string, form: Record<string, string>) => ask('POST', `/${project.slug}${path}`, { cookie, form })
  await send('/people/invite', { email: 'grace@audit.example', role: 'admin' })
  await desk.enter('mo@audit.example', 'moderator')
  const people = (await ask('GET', `/${project.slug}/people`, { cookie })).text
  const id = /<b>mo@audit\.example<\/b>.*?name="id" value="(opr_\w+)"/s.exec(people)?.[1] ?? ''
  await send('/people/role', { id, role: 'admin' })
  await send('/people/remove', { id })
  const page = (await ask('GET', `/${project.slug}/audit?kind=operator`, { cookie })).text
  const text = page.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  expect(text).toContain('invited someone grace@audit.example as admin')
  expect(text).toContain('changed a role mo@audit.example from moderator to admin')
  expect(text).toContain('removed someone from the project mo@audit.example who was admin')
})

// Guarantees that the log names only real changes, although a form sends all of its fields.
test('the log says what was changed about an entry of the changelog, and is silent if nothing was', async () => {
  const desk = await startDesk()
  const { ask, project, server } = desk
  const cookie = await desk.enter()
  const post = (await server('POST', '/v1/posts', { title: 'Dark mode' })).body
  const draft = { title: 'It is dark', body: 'Yes.' }
  const { id } = (await server('POST', '/v1/changelog', draft)).body
  const path = `/${project.slug}/changelog/${id}`
  const save = async (form: Record<string, string>) => {
    const version = /name="version" value="(\d+)"/.exec((await ask('GET', path, { cookie })).text)?.[1] ?? ''
    const { status } = await ask('POST', path, { cookie, form: { ...draft, version, act: 'save', ...form } })
    expect(status).toBe(303)
    const { data } = (await server('GET', '/v1/audit_log')).body
    return data
      .filter((entry: { action: string }) => entry.action === 'changelog.updated')
      .map((entry: { data: { members: string[] } }) => entry.data.members)
  }
  expect(await save({})).toEqual([])
  expect(await save({ title: 'It is night' })).toEqual([['title']])
  expect((await save({ title: 'It is night', body: 'Yes!', post_ids: post.id }))[0]).toEqual(['body', 'post_ids'])
  const later = { title: 'It is night', body: 'Yes!', post_ids: post.id, publish_at: '2035-06-01T20:00' }
  expect((await save({ ...later, act: 'schedule' }))[0]).toEqual(['state', 'publish_at'])
  const page = (await ask('GET', `/${project.slug}/audit`, { cookie })).text
  expect(page).toContain('text, posts')
})
