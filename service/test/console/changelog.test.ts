import { expect, test } from 'vitest'
import { formWith, png, upload } from '../files/pictures.ts'
import { type Desk, startDesk } from './desk.ts'

async function openDesk() {
  const desk = await startDesk()
  const cookie = await desk.enter('admin@acme.example', 'admin')
  const list = `/${desk.project.slug}/changelog`
  const send = (path: string, form: Record<string, string | readonly string[]>) =>
    desk.ask('POST', `${list}${path}`, { cookie, form })
  const show = async (path = '') => desk.ask('GET', `${list}${path}`, { cookie })
  return { desk, cookie, list, send, show }
}

const idIn = (location: string | undefined) => /chg_\w+/.exec(location ?? '')?.[0] ?? ''
const versionIn = (page: string) => /name="version" value="(\d+)"/.exec(page)?.[1] ?? ''
const entryOf = async ({ server }: Desk, id: string) => (await server('GET', `/v1/changelog/${id}`)).body

test('an entry is written, saved, published, taken back and deleted', async () => {
  const { desk, send, show } = await openDesk()
  const { body: post } = await desk.server('POST', '/v1/posts', { title: 'Dark mode', body: '' })
  const made = await send('/new', { act: 'save', title: 'It is dark', body: 'We **did** it.', post_ids: [post.id] })
  const id = idIn(made.headers.location)
  expect(made.headers.location).toContain('?done=saved')
  expect(await entryOf(desk, id)).toMatchObject({ state: 'draft', title: 'It is dark', posts: [{ id: post.id }] })
  const version = versionIn((await show(`/${id}`)).text)
  const texts = { title: 'It is dark now', body: 'Done.', version }
  expect((await send(`/${id}`, { ...texts, act: 'publish' })).headers.location).toContain('done=entry_published')
  expect(await entryOf(desk, id)).toMatchObject({ state: 'published', title: 'It is dark now', posts: [] })
  await send(`/${id}`, { ...texts, act: 'draft', version: versionIn((await show(`/${id}`)).text) })
  expect((await entryOf(desk, id)).state).toBe('draft')
  expect((await send(`/${id}/delete`, {})).status).toBe(303)
  expect((await show(`/${id}`)).status).toBe(404)
})

test('the preview and the search for posts keep what was typed and save nothing', async () => {
  const { desk, send, show } = await openDesk()
  const { body: post } = await desk.server('POST', '/v1/posts', { title: 'Dark mode', body: '' })
  const typed = { title: 'It is dark', body: 'We **did** it <script>alert(1)</script>', publish_at: '2030-01-01T10:00' }
  const preview = await send('/new', { ...typed, act: 'preview' })
  expect(preview.text).toContain('We <strong>did</strong> it &lt;script&gt;')
  expect(preview.text).toContain('value="It is dark"')
  const found = await send('/new', { ...typed, act: 'find', find: 'dark' })
  expect(found.text).toContain(`value="${post.id}"`)
  expect(found.text).toContain('value="2030-01-01T10:00"')
  expect(found.text).toMatch(/<input(?=[^>]* name="find")[^>]* value="dark"/)
  expect((await send('/new', { ...typed, act: 'find', find: 'zebra' })).text).toContain('No other post matches')
  expect((await show()).text).toContain('No entries yet')
})

test('the preview shows the pictures that the team sent, and those of nobody else', async () => {
  const { desk, cookie, send } = await openDesk()
  const { session } = await desk.signIn({ sub: 'painter' })
  const theirs = await upload(desk, session, Uint8Array.from(await png()))
  const { body: ours } = await desk.server('POST', '/v1/files', formWith(Uint8Array.from(await png())))
  const body = `![Our chart](${ours.url})\n\n![Their chart](${theirs.url})`
  const { text } = await send('/new', { title: 'It is dark', body, act: 'preview' })
  const source = `/console/${desk.project.slug}/files/${ours.id}`
  expect(text).toContain(`<img src="${source}?size=small"`)
  expect(text).not.toMatch(/<img[^>]*alt="Their chart"/)
  const { status, headers } = await desk.ask('GET', `${source.replace('/console', '')}?size=small`, { cookie })
  expect([status, headers['content-type']]).toEqual([200, 'image/webp'])
})

test('an entry is scheduled for a time in UTC, and moved', async () => {
  const { desk, send, show } = await openDesk()
  const texts = { title: 'It is dark', body: '' }
  const made = await send('/new', { ...texts, act: 'schedule', publish_at: '2035-06-01T10:30' })
  const id = idIn(made.headers.location)
  expect(await entryOf(desk, id)).toMatchObject({ state: 'scheduled', publish_at: '2035-06-01T10:30:00.000Z' })
  const page = (await show(`/${id}`)).text
  expect(page).toContain('value="2035-06-01T10:30"')
  await send(`/${id}`, { ...texts, act: 'save', publish_at: '2036-06-01T10:30', version: versionIn(page) })
  expect((await entryOf(desk, id)).publish_at).toBe('2036-06-01T10:30:00.000Z')
  expect((await show('?state=scheduled')).text).toContain('It is dark')
  expect((await show('?state=published')).text).toContain('No entries here')
})

test('an invalid field is marked, and all that was typed stays', async () => {
  const { send, show } = await openDesk()
  for (const publish_at of ['', '2020-01-01T10:00', '2031-02-31T10:00', 'soon', '99999-01-01T10:00']) {
    const refused = await send('/new', { act: 'schedule', title: 'It is dark', body: 'Kept', publish_at })
    expect([publish_at, refused.status, refused.text.includes('id="publish_at-fault"')]).toEqual([
      publish_at,
      400,
      true,
    ])
    expect(refused.text).toContain('Kept')
  }
  for (const title of ['', 'ab', '\0\0', 'x'.repeat(141)]) {
    expect((await send('/new', { act: 'save', title, body: '' })).text).toContain('id="title-fault"')
  }
  const long = await send('/new', { act: 'preview', title: 'Long', body: 'x'.repeat(20_001) })
  expect([long.status, long.text.includes('id="body-fault"')]).toEqual([400, true])
  expect((await send('/new', { act: 'save', title: ['a', 'b'], body: ['c', 'd'] })).status).toBe(400)
  expect((await show()).text).toContain('No entries yet')
})

// Guarantees that no text is lost: neither that of the first editor nor that of the second.
test('two who edit at once: the second is told, keeps what they typed, and may then replace', async () => {
  const { desk, send, show } = await openDesk()
  const id = idIn((await send('/new', { act: 'save', title: 'It is dark', body: '' })).headers.location)
  const version = versionIn((await show(`/${id}`)).text)
  const first = await send(`/${id}`, { act: 'save', title: 'First words', body: '', version })
  const second = await send(`/${id}`, { act: 'save', title: 'Second words', body: '', version })
  expect([first.status, second.status]).toEqual([303, 409])
  expect(second.text).toContain('Somebody else changed this')
  expect(second.text).toContain('value="Second words"')
  expect((await entryOf(desk, id)).title).toBe('First words')
  await send(`/${id}`, { act: 'save', title: 'Second words', body: '', version: versionIn(second.text) })
  expect((await entryOf(desk, id)).title).toBe('Second words')
})

test('a double click writes one entry', async () => {
  const { desk, send, show } = await openDesk()
  const formId = /name="form_id" value="([^"]+)"/.exec((await show('/new')).text)?.[1] ?? ''
  const form = { act: 'save', title: 'It is dark', body: '', form_id: formId }
  const answers = await Promise.all([send('/new', form), send('/new', form)])
  expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1)
  expect((await desk.server('GET', '/v1/changelog')).body.data).toHaveLength(1)
})

test('entries and posts of another project stay theirs, and moderators write none', async () => {
  const { desk, send, show, list } = await openDesk()
  const other = await startDesk({ service: desk.service })
  const theirs = (await other.server('POST', '/v1/changelog', { title: 'Theirs', body: '' })).body.id
  const post = (await other.server('POST', '/v1/posts', { title: 'Their post', body: '' })).body.id
  for (const id of [theirs, 'chg_1', '%00']) {
    expect((await show(`/${id}`)).status).toBe(404)
    expect((await send(`/${id}`, { act: 'save', title: 'Ours now', body: '' })).status).toBe(404)
    expect((await send(`/${id}/delete`, {})).status).toBe(404)
  }
  const made = await send('/new', { act: 'save', title: 'Ours', body: '', post_ids: [post, 'pst_1', '\0'] })
  expect((await entryOf(desk, idIn(made.headers.location))).posts).toEqual([])
  const moderator = await desk.enter('moderator@acme.example', 'moderator')
  expect((await desk.ask('GET', list, { cookie: moderator })).status).toBe(403)
  expect((await desk.ask('POST', `${list}/new`, { cookie: moderator, form: { act: 'save' } })).status).toBe(403)
})
