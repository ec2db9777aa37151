import { expect, test } from 'vitest'
import { startDesk } from './desk.ts'

interface Label {
  id: string
  name: string
  color: string
  category: string
  on_roadmap: boolean
}

async function openDesk() {
  const desk = await startDesk()
  const cookie = await desk.enter('admin@acme.example', 'admin')
  const base = `/${desk.project.slug}`
  const send = (path: string, form: Record<string, string | readonly string[]>) =>
    desk.ask('POST', `${base}${path}`, { cookie, form })
  const show = async () => (await desk.ask('GET', `${base}/statuses`, { cookie })).text
  const list = async (what: 'statuses' | 'tags'): Promise<Label[]> =>
    (await desk.server('GET', `/v1/${what}`)).body.data
  /** The version in the form that changes it. */
  const versionOf = async (id: string) =>
    new RegExp(`name="id" value="${id}"/><input type="hidden" name="version" value="(\\d+)"`).exec(await show())?.[1] ??
    ''
  return { desk, base, send, show, list, versionOf }
}

const DRAFT = { name: 'Research', color: '#AA00bb', category: 'planned', on_roadmap: 'yes' }

test('the category of a status is shown only where its name does not say it', async () => {
  const { send, show } = await openDesk()
  await send('/statuses/add', DRAFT)
  const badges = [...(await show()).matchAll(/<b dir="auto">([^<]*)<\/b> (?:<span class="badge">([^<]*)<)?/g)]
  const shown = badges.map(([, name, category]) => [name, category])
  expect(shown).toContainEqual(['Planned', undefined])
  expect(shown).toContainEqual(['Research', 'planned'])
})

test('statuses are added, changed, ordered and deleted', async () => {
  const { send, list, versionOf } = await openDesk()
  expect((await send('/statuses/add', DRAFT)).headers.location).toContain('done=status_added')
  const added = (await list('statuses')).at(-1)
  expect(added).toMatchObject({ name: 'Research', color: '#aa00bb', category: 'planned', on_roadmap: true })
  const id = added?.id ?? ''
  for (let step = 0; step < 5; step += 1) await send('/statuses/move', { id, by: 'up' })
  expect((await list('statuses')).map(({ name }) => name)[0]).toBe('Research')
  expect((await send('/statuses/move', { id, by: 'up' })).status).toBe(303)
  await send('/statuses/move', { id, by: 'down' })
  expect((await list('statuses')).map(({ name }) => name).slice(0, 2)).toEqual(['Open', 'Research'])
  const version = await versionOf(id)
  await send('/statuses/change', { id, version, name: 'Thinking', color: '#000000', category: 'open' })
  expect((await list('statuses'))[1]).toMatchObject({ name: 'Thinking', category: 'open', on_roadmap: false })
  expect((await send('/statuses/delete', { id })).status).toBe(303)
  expect((await list('statuses')).some((status) => status.id === id)).toBe(false)
})

test('a status that posts have stays, and the page says how many and which', async () => {
  const { desk, send, list } = await openDesk()
  await desk.server('POST', '/v1/posts', { title: 'Dark mode', body: '' })
  const planned = (await list('statuses')).find(({ name }) => name === 'Planned')?.id ?? ''
  for (const title of ['Webhooks', 'Exports'])
    await desk.server('POST', '/v1/posts', { title, body: '', status_id: planned })
  const refused = await send('/statuses/delete', { id: planned })
  expect([refused.status, refused.text.includes('2 posts have this status.')]).toEqual([409, true])
  expect(refused.text).toContain(`/posts?status=${planned}`)
  const open = (await list('statuses')).find(({ category }) => category === 'open')?.id ?? ''
  expect((await send('/statuses/delete', { id: open })).text).toContain('only status of the category open')
})

test('tags are added, changed and deleted, with the number of posts that have them', async () => {
  const { desk, send, show, list, versionOf } = await openDesk()
  await send('/tags/add', { name: 'Mobile', color: '#112233' })
  const id = (await list('tags'))[0]?.id ?? ''
  await desk.server('POST', '/v1/posts', { title: 'Dark mode', body: '', tag_ids: [id] })
  expect(await show()).toContain(`/posts?tag=${id}">1 post`)
  await send('/tags/change', { id, version: await versionOf(id), name: 'Phones', color: '#445566' })
  expect((await list('tags'))[0]).toMatchObject({ name: 'Phones', color: '#445566' })
  expect((await send('/tags/delete', { id })).headers.location).toContain('done=tag_deleted')
  expect(await list('tags')).toEqual([])
})

test('an invalid form is refused with an explanation and shown again', async () => {
  const { send, list, versionOf } = await openDesk()
  const taken = await send('/statuses/add', { ...DRAFT, name: 'planned' })
  expect([
    taken.status,
    taken.text.includes('already in use in this project'),
    taken.text.includes('value="planned"'),
  ]).toEqual([409, true, true])
  const wrong = [
    { ...DRAFT, name: '' },
    { ...DRAFT, name: 'x'.repeat(41) },
    { ...DRAFT, name: ['a', 'b'] },
    { ...DRAFT, color: 'red' },
    { ...DRAFT, color: '\0' },
    { ...DRAFT, category: 'later' },
    {},
  ]
  for (const form of wrong) expect([form, (await send('/statuses/add', form)).status]).toEqual([form, 400])
  const id = (await list('statuses'))[1]?.id ?? ''
  const version = await versionOf(id)
  await send('/statuses/change', { ...DRAFT, id, version, name: 'First' })
  const stale = await send('/statuses/change', { ...DRAFT, id, version, name: 'Second' })
  expect([stale.status, stale.text.includes('value="Second"')]).toEqual([409, true])
  expect((await send('/statuses/change', { ...DRAFT, id, version: 'x' })).status).toBe(409)
})

test('labels of another project do not exist, and moderators change none', async () => {
  const { desk, send } = await openDesk()
  const other = await startDesk({ service: desk.service })
  const status = (await other.server('GET', '/v1/statuses')).body.data[1].id
  const tag = (await other.server('POST', '/v1/tags', { name: 'Theirs' })).body.id
  for (const id of [status, 'sts_1', '\0', '']) {
    expect((await send('/statuses/change', { ...DRAFT, id, version: '1' })).status).toBe(404)
    expect((await send('/statuses/move', { id, by: 'up' })).status).toBe(404)
    expect((await send('/statuses/delete', { id })).status).toBe(404)
  }
  for (const id of [tag, 'tag_1', '\0']) {
    expect((await send('/tags/change', { ...DRAFT, id, version: '1' })).status).toBe(404)
    expect((await send('/tags/delete', { id })).status).toBe(404)
  }
  const cookie = await desk.enter('moderator@acme.example', 'moderator')
  expect((await desk.ask('GET', `/${desk.project.slug}/statuses`, { cookie })).status).toBe(403)
  expect((await desk.ask('POST', `/${desk.project.slug}/tags/add`, { cookie, form: DRAFT })).status).toBe(403)
})
