import { expect, test } from 'vitest'
import { furnish } from './routes.ts'
import { type Stage, startBoard } from './stage.ts'
import { visitorOf } from './visitor.ts'

async function formIdOf({ board }: Stage, path: string, cookie: string): Promise<string> {
  const { text } = await board('GET', path, { headers: { cookie } })
  return /name="form_id" value="([\w-]{22})"/.exec(text)?.[1] ?? ''
}

async function count(stage: Stage, table: 'posts' | 'comments'): Promise<number> {
  const { sql } = stage.service.database
  const { id } = stage.project
  const [row] = await (table === 'posts'
    ? sql<{ n: number }[]>`select count(*)::int as n from posts where project_id = ${id}`
    : sql<{ n: number }[]>`select count(*)::int as n from comments where project_id = ${id}`)
  return row?.n ?? 0
}

// Guarantees that a double click makes one idea, under concurrency too, and that the visitor sees the idea.
test('a form that is sent several times at once is taken once, and each leads to the same page', async () => {
  const stage = await startBoard()
  const { number, path } = await furnish(stage)
  const { signIn, form } = visitorOf(stage)
  const cookie = await signIn()
  const idea = { form_id: await formIdOf(stage, '/new', cookie), title: 'Only once', body: 'Text' }
  const ideas = await Promise.all(Array.from({ length: 6 }, () => form('/new', idea, { cookie })))
  expect(ideas.map(({ status }) => status)).toEqual(Array(6).fill(303))
  expect(new Set(ideas.map(({ headers }) => headers.location)).size).toBe(1)
  expect(await count(stage, 'posts')).toBe(2)
  const comment = { form_id: await formIdOf(stage, path, cookie), body: 'Only once' }
  const comments = await Promise.all(
    Array.from({ length: 6 }, () => form(`/posts/${number}/comments`, comment, { cookie })),
  )
  expect(new Set(comments.map(({ status, headers }) => `${status} ${headers.location}`)).size).toBe(1)
  expect(await count(stage, 'comments')).toBe(2)
  const later = await form('/new', idea, { cookie })
  expect(later.headers.location).toBe(ideas[0]?.headers.location)
})

test('another text, another page, another person or another post is another form', async () => {
  const stage = await startBoard()
  const { path } = await furnish(stage)
  const { body: second } = await stage.server('POST', '/v1/posts', { title: 'A second one' })
  const { signIn, form } = visitorOf(stage)
  const [cookie, other] = [await signIn(), await signIn({ sub: 'other' })]
  const id = await formIdOf(stage, path, cookie)
  const fresh = await formIdOf(stage, path, cookie)
  expect(id).not.toBe(fresh)
  const send = (path: string, body: string, form_id: string, cookie: string) =>
    form(path, { body, form_id }, { cookie })
  await send('/posts/1/comments', '+1', id, cookie)
  await send('/posts/1/comments', '+2', id, cookie)
  await send('/posts/1/comments', '+1', fresh, cookie)
  await send('/posts/1/comments', '+1', id, other)
  await send(`/posts/${second.number}/comments`, '+1', id, cookie)
  expect(await count(stage, 'comments')).toBe(1 + 5)
})

test('a form that was refused may be corrected and sent again', async () => {
  const stage = await startBoard()
  const { signIn, form } = visitorOf(stage)
  const cookie = await signIn()
  const form_id = await formIdOf(stage, '/new', cookie)
  const refused = await form('/new', { form_id, title: 'x', body: 'A long text' }, { cookie })
  expect([refused.status, refused.text.includes('A long text')]).toEqual([400, true])
  expect((await form('/new', { form_id, title: 'x', body: 'A long text' }, { cookie })).status).toBe(400)
  expect((await form('/new', { form_id, title: 'Long enough', body: 'A long text' }, { cookie })).status).toBe(303)
})

// Guarantees that visitors need not type a form again because one field was wrong.
test('a form that was refused comes back with all that was typed', async () => {
  const stage = await startBoard()
  const { number, path } = await furnish(stage)
  const { signIn, form } = visitorOf(stage)
  const cookie = await signIn()
  const page = await stage.board('GET', path, { headers: { cookie } })
  const parent = /name="parent_id" value="(\w+)"/.exec(page.text)?.[1] ?? ''
  const long = 'Too long <b>&'.repeat(500)
  const shown = long.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  for (const reply of [{}, { parent_id: parent }]) {
    const refused = await form(`/posts/${number}/comments`, { body: long, ...reply }, { cookie })
    expect([refused.status, refused.text.split(shown).length - 1]).toEqual([400, 1])
    expect(refused.text).toContain('A comment must have 1 to 5,000 characters.')
    expect(refused.text.includes('<details class="unfold reply" open')).toBe('parent_id' in reply)
  }
  expect((await form(`/posts/${number}/comments`, { body: ' ' }, { cookie })).status).toBe(400)
  expect(await count(stage, 'comments')).toBe(1)
  const name = { name_choice: 'custom', custom_name: 'a@b.example' }
  const me = await form('/me', name, { cookie })
  expect(me.status).toBe(400)
  expect(me.text).toContain('value="a@b.example"')
  expect(me.text).toMatch(/value="custom"[^>]* checked/)
  expect(me.text).not.toMatch(/name="mail"[^>]* checked/)
})

test('a form without an id, or with an invalid one, is accepted each time', async () => {
  const stage = await startBoard()
  const { signIn, form } = visitorOf(stage)
  const cookie = await signIn()
  for (const form_id of [undefined, '', 'x', ['a'.repeat(22), 'b'.repeat(22)], '../'.repeat(8)]) {
    const { status } = await form(
      '/new',
      { title: 'Same again', ...(form_id !== undefined && { form_id }) },
      { cookie },
    )
    expect(status).toBe(303)
  }
  expect(await count(stage, 'posts')).toBe(5)
  expect((await stage.board('GET', '/new')).text).not.toContain('form_id')
})

test('a vote or a follow that is sent twice counts once', async () => {
  const stage = await startBoard()
  const { number } = await furnish(stage)
  const { signIn, form } = visitorOf(stage)
  const cookie = await signIn()
  await Promise.all(Array.from({ length: 8 }, () => form(`/posts/${number}/vote`, { on: '1' }, { cookie })))
  await Promise.all(Array.from({ length: 8 }, () => form(`/posts/${number}/follow`, { on: '1' }, { cookie })))
  const { body } = await stage.server('GET', '/v1/posts')
  expect(body.data[0].vote_count).toBe(1)
  const json = await form(`/posts/${number}/vote`, { on: '0' }, { cookie, accept: 'application/json' })
  expect(JSON.parse(json.text)).toEqual({ count: 0, text: '0 votes' })
})

test('the kept answer of a form is removed when its author is erased', async () => {
  const stage = await startBoard()
  const { signIn, form } = visitorOf(stage)
  const cookie = await signIn()
  await form('/new', { form_id: await formIdOf(stage, '/new', cookie), title: 'Only once' }, { cookie })
  const kept = () =>
    stage.service.database.sql`
      select 1 from idempotency_records where project_id = ${stage.project.id} and caller like '%board'`
  expect(await kept()).toHaveLength(1)
  const { id } = (await stage.app('GET', '/v1/me', { session: cookie.split('=')[1] ?? '' })).body
  expect((await stage.server('POST', `/v1/users/${id}/erase`, {})).status).toBe(200)
  expect(await kept()).toHaveLength(0)
})
