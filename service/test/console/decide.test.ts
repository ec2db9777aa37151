import { expect, test } from 'vitest'
import { medianOf, scaleOf } from '../../src/surfaces/console/decide/scale.ts'
import { startDeciding, withEstimates } from './decide-desk.ts'
import type { Desk } from './desk.ts'

const fieldsOf = async ({ server }: Desk, id: string) => (await server('GET', `/v1/posts/${id}`)).body.fields
const inOrder = (text: string, ...parts: string[]) => {
  const places = parts.map((part) => text.slice(text.indexOf('id="posts"')).indexOf(part))
  expect(
    places.every((place) => place > 0),
    parts.join(),
  ).toBe(true)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
}

test('a button adds effort and impact for the team, once, and rows without script save their numbers', async () => {
  const desk = await startDeciding()
  expect(await desk.page()).toContain('Add effort and impact')
  expect(await desk.page()).toContain('too few accounts to say much') // there are two
  for (const _ of [1, 2]) expect((await desk.send('estimates/add', {})).status).toBe(303)
  const { body } = await desk.server('GET', '/v1/fields')
  expect(body.data.map(({ key, kind, visible_to }: Record<string, string>) => [key, kind, visible_to])).toEqual([
    ['effort', 'number', 'team'],
    ['impact', 'number', 'team'],
  ])
  expect(await desk.page()).not.toContain('Add effort and impact')
  const { dark } = desk.posts
  const saved = await desk.send('estimate', { post: String(dark.number), 'field.effort': '2.5', 'field.impact': '' })
  expect(saved.headers.location).toMatch(/decide\?.*done=fields_saved#row-/)
  expect(await fieldsOf(desk, dark.id)).toEqual({ effort: 2.5 })
  const refused = await desk.send('estimate', {
    post: String(dark.number),
    'field.effort': 'much',
    query: 'sort=votes',
  })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('value="much"')
  expect(refused.text).toMatch(/id="estimate-\d+-effort-fault"[^>]*>[^<]*must be a number/i)
  expect(await fieldsOf(desk, dark.id)).toEqual({ effort: 2.5 })
  const asScript = await desk.ask('POST', `${desk.path}/estimate`, {
    cookie: desk.cookie,
    json: { post: String(dark.number), 'field.effort': 'much' },
  })
  expect(asScript.status).toBe(400)
  expect((await desk.send('estimate', { post: 'x', 'field.effort': '1' })).status).toBe(404)
})

test('posts are ranked by each number, the least effort first, and posts without it last', async () => {
  const desk = await startDeciding()
  await withEstimates(desk)
  const [dark, csv, api] = ['Dark &lt;b>mode', '=Export', 'Webhook retries']
  inOrder(await desk.page(), csv, api, dark)
  inOrder(await desk.page('?sort=votes'), dark, api, csv)
  inOrder(await desk.page('?sort=field.effort'), api, dark, csv)
  inOrder(await desk.page('?sort=field.impact'), dark, api, csv)
  inOrder(await desk.page('?sort=by_effort'), api, csv, dark)
  await desk.send('estimate', { post: String(desk.posts.api.number), 'field.effort': '' })
  inOrder(await desk.page('?sort=by_effort'), csv, dark, api)
  const { body } = await desk.server('GET', '/v1/statuses')
  const planned = body.data.find(({ category }: Record<string, string>) => category === 'planned').id
  await desk.server('POST', `/v1/posts/${desk.posts.dark.id}/status`, { status_id: planned })
  const narrowed = await desk.page(`?status=${planned}`)
  expect(narrowed).toContain(dark)
  expect(narrowed).not.toContain(api)
  expect(await desk.page('?status=any')).toContain(dark)
  expect(narrowed).toContain('Open → Planned')
  expect(narrowed).toContain('+2 votes, +1 account, +900 value')
  const done = body.data.find(({ category }: Record<string, string>) => category === 'done').id
  await desk.server('POST', `/v1/posts/${desk.posts.dark.id}/status`, { status_id: done })
  expect(await desk.page()).not.toContain(dark)
  expect(await desk.page('?status=any')).toContain('Open → Done')
  expect(await desk.page('?status=sts_none')).toContain('No post fits')
})

test('a field that is no number of the team is no column', async () => {
  const desk = await startDeciding()
  await withEstimates(desk)
  for (const field of [
    { label: 'Platform', kind: 'text' },
    { label: 'Seats', kind: 'number' },
  ])
    expect((await desk.server('POST', '/v1/fields', field)).status).toBe(201)
  const text = await desk.page()
  expect(text).toContain('field.effort')
  expect(text).not.toMatch(/platform|seats/i)
})

test('the plot draws posts that have both numbers, and a chosen point opens its numbers', async () => {
  const desk = await startDeciding()
  await withEstimates(desk)
  const { api, dark } = desk.posts
  await desk.send('estimate', { post: String(api.number), 'field.effort': '' })
  const text = await desk.page(`?x=field.effort&y=share&post=${dark.number}`)
  expect(text).toContain('<title>Dark &lt;b>mode&lt;/b>: Share of people 66.7%, Effort 3</title>')
  expect(text).toContain('1 post is not drawn')
  expect(text).toMatch(/id="chosen-effort"[^>]*value="3"/)
  const saved = await desk.send('estimate', {
    post: String(dark.number),
    query: `post=${dark.number}&y=votes`,
    'field.effort': '4',
  })
  expect(saved.headers.location).toMatch(/y=votes.*post=\d+.*#chosen$/)
  expect(await desk.page('?x=field.gone&y=&post=99999999999&col=none&sort=')).toContain('Choose a point')
})

test('the file has the columns and the order of the table, and runs no formula', async () => {
  const desk = await startDeciding()
  await withEstimates(desk)
  const { text } = await desk.ask('GET', `${desk.path}.csv?sort=field.effort&col=field.effort&col=votes&col=new`, {
    cookie: desk.cookie,
  })
  const [head, first, , last] = text.slice(1).split('\r\n')
  expect(head).toBe('number,title,votes,field_effort,new_votes,new_accounts,new_value,status_before,status_changed_at')
  expect(first).toContain('Webhook retries,1,1,1,1,900,,')
  expect(last).toContain("'=Export,1,10,1,1,5000,,")
})

test('posts are narrowed to a category, also to the default one, and the file names it', async () => {
  const desk = await startDeciding()
  const { body: bugs } = await desk.server('POST', '/v1/categories', { name: 'Bugs' })
  await desk.server('PATCH', `/v1/posts/${desk.posts.csv.id}`, { category_id: bugs.id })
  const shown = async (category: string) => {
    const text = await desk.page(`?category=${category}`)
    return ['Webhook retries', '=Export'].filter((title) => text.includes(title))
  }
  expect(await shown(desk.posts.api.category.id)).toEqual(['Webhook retries'])
  expect(await shown(bugs.id)).toEqual(['=Export'])
  const { text } = await desk.ask('GET', `${desk.path}.csv?sort=votes&col=category`, { cookie: desk.cookie })
  expect(text.match(/(?:General|Bugs)(?=\r\n)/g)?.sort()).toEqual(['Bugs', 'General', 'General'])
})

test('an effort that is nearly nothing breaks neither the order, the plot nor the file', async () => {
  const desk = await startDeciding()
  await withEstimates(desk)
  const { dark, csv, api } = desk.posts
  await desk.server('PATCH', `/v1/posts/${dark.id}`, { fields: { effort: 5e-324 } })
  inOrder(await desk.page('?sort=by_effort'), 'Webhook retries', '=Export', 'Dark &lt;b>mode')
  for (const { id } of [csv, api]) await desk.server('PATCH', `/v1/posts/${id}`, { fields: { effort: 1e-305 } })
  for (const [x, y] of [
    ['field.effort', 'by_effort'],
    ['by_effort', 'field.effort'],
  ])
    expect(await desk.page(`?sort=by_effort&x=${x}&y=${y}`)).not.toMatch(/NaN|Infinity|∞/)
  const file = await desk.ask('GET', `${desk.path}.csv?col=by_effort`, { cookie: desk.cookie })
  expect(file.text).not.toContain('Infinity')
})

test('a view is saved for oneself or for the team, replaced by its name, and opened by its link', async () => {
  const desk = await startDeciding()
  await withEstimates(desk)
  const query = 'sort=votes&x=votes&y=share&col=votes&col=share&days=30'
  const own = await desk.send('views/save', { name: 'Mine', query })
  expect(own.headers.location).toMatch(
    /sort=votes&days=30&x=votes&y=share&col=votes&col=share&view=viw_\w+&done=view_saved/,
  )
  const shared = await desk.send('views/save', { name: 'Quick wins', query: 'sort=by_effort', is_shared: 'yes' })
  await desk.send('views/save', { name: 'quick WINS', query: 'sort=field.impact', is_shared: 'yes' })
  const text = await desk.page()
  expect(text.match(/quick wins/gi)).toHaveLength(1)
  expect(text).toContain('sort=field.impact')
  const moderator = await desk.enter('mo@acme.example', 'moderator')
  const theirs = (await desk.ask('GET', desk.path, { cookie: moderator })).text
  expect(theirs).toContain('quick WINS')
  expect(theirs).not.toContain('>Mine<')
  const idOf = ({ headers }: { headers: { location?: string | undefined } }) =>
    /viw_\w+/.exec(headers.location ?? '')?.[0] ?? ''
  const remove = (id: string, cookie: string) => desk.ask('POST', `${desk.path}/views/delete`, { cookie, form: { id } })
  expect((await remove(idOf(own), moderator)).status).toBe(404)
  expect((await remove(idOf(shared), moderator)).status).toBe(303)
  expect(await desk.page()).not.toContain('quick WINS')
  const nameless = await desk.send('views/save', { name: ' ', query })
  expect(nameless.status).toBe(400)
  expect(nameless.text).toContain('id="name-fault"')
})

test('a view whose segment was deleted shows all people and says so', async () => {
  const desk = await startDeciding()
  const rules = { all: [{ trait: 'company', op: 'is', value: 'Beta' }] }
  const { id } = (await desk.server('POST', '/v1/segments', { name: 'Beta', rules })).body
  const saved = await desk.send('views/save', { name: 'Beta', query: `sort=votes&segment=${id}` })
  const open = async () =>
    (await desk.ask('GET', (saved.headers.location ?? '').replace('/console', ''), { cookie: desk.cookie })).text
  expect(await open()).toContain('Of 1 people')
  expect(await open()).not.toContain('segment of this view was deleted')
  expect((await desk.server('DELETE', `/v1/segments/${id}`)).status).toBe(204)
  const text = await open()
  expect(text).toContain('segment of this view was deleted')
  expect(text).toContain('Of 3 people')
  expect(text).toContain('Dark &lt;b>mode')
  expect(text).toContain('The page differs from this view')
})

test('a number that is saved without script leads back to the same page of the list', async () => {
  const desk = await startDeciding()
  await desk.send('estimates/add', {})
  const { body: user } = await desk.server('PUT', '/v1/users/by_sub/eve', { traits: {} })
  for (let n = 0; n < 25; n += 1) {
    const { body } = await desk.server('POST', '/v1/posts', { title: `Post ${n}` })
    await desk.server('PUT', `/v1/posts/${body.id}/votes/${user.id}`)
  }
  const unescaped = (text: string) => text.replaceAll('&amp;', '&')
  const next = /href="[^"]*decide(\?[^"]*cursor=[^"]*)"/.exec(await desk.page('?sort=votes&status=any'))?.[1] ?? ''
  const second = await desk.page(unescaped(next))
  const rows = (text: string) => [...text.matchAll(/name="post" value="(\d+)"/g)].map((found) => found[1])
  expect(rows(second)).toHaveLength(3)
  const query = unescaped(/name="query" value="([^"]*cursor=[^"]*)"/.exec(second)?.[1] ?? '')
  const [post = ''] = rows(second)
  const saved = await desk.send('estimate', { post, query, 'field.effort': '2' })
  const back = await desk.ask('GET', (saved.headers.location ?? '').replace('/console', ''), { cookie: desk.cookie })
  expect(rows(back.text)).toEqual(rows(second))
  expect(back.text).toContain('value="2"')
  expect(back.text).toMatch(/<option value="any" selected/)
  const refused = await desk.send('estimate', { post, query, 'field.effort': 'much' })
  expect(rows(refused.text)).toEqual(rows(second))
  const bySort = [...second.matchAll(/class="decide-sort"/g)]
  expect(bySort.length).toBeGreaterThan(0)
  expect(second).not.toMatch(/cursor=[^"]*#posts"/)
})

test('a view is replaced by its name in every script, as the database compares names', async () => {
  const desk = await startDeciding()
  for (const [name, other] of [
    ['ΣΊΣΥΦΟΣ', 'σίσυφοσ'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['İstanbul', 'istanbul'],
    ['STRASSE', 'straße'],
  ]) {
    expect((await desk.send('views/save', { name: name ?? '', query: 'sort=votes' })).status).toBe(303)
    expect((await desk.send('views/save', { name: other ?? '', query: 'sort=share' })).status, other).toBe(303)
  }
})

test('each owner has at most 50 views, and those of somebody who leaves go', async () => {
  const desk = await startDeciding()
  const { sql } = desk.service.database
  const [operator] = await sql<
    { id: string }[]
  >`select operator_id as id from operator_roles where project_id = ${desk.project.id}`
  await sql`
    insert into decision_views (project_id, id, operator_id, name, query, created_at)
    select ${desk.project.id}, 'viw_' || n, ${operator?.id}, 'View ' || n, 'sort=votes', now() from generate_series(1, 50) as n`
  const oneMore = await desk.send('views/save', { name: 'One more', query: 'sort=votes' })
  expect(oneMore.status).toBe(409)
  expect(oneMore.text).toContain('at most 50 views')
  expect((await desk.send('views/save', { name: 'view 7', query: 'sort=share' })).status).toBe(303)
  expect((await desk.send('views/save', { name: 'Shared', query: 'sort=votes', is_shared: 'yes' })).status).toBe(303)
  const owner = await desk.enter('owner@acme.example', 'owner')
  const removed = await desk.ask('POST', `/${desk.project.slug}/people/remove`, {
    cookie: owner,
    form: { id: operator?.id ?? '' },
  })
  expect(removed.status).toBe(303)
  const left = await sql<{ name: string }[]>`select name from decision_views where project_id = ${desk.project.id}`
  expect(left).toEqual([{ name: 'Shared' }])
})

test('an axis has round numbers from end to end, and every number is within it', () => {
  expect(scaleOf([1, 3, 13]).ticks).toEqual([0, 5, 10, 15])
  expect(scaleOf([0.031, 0.12]).ticks).toEqual([0, 0.05, 0.1, 0.15])
  expect(scaleOf([-4, 7]).ticks).toEqual([-5, 0, 5, 10])
  for (const numbers of [[], [0], [0.1], [5e15, -3], [1, 1e-9], [5e-324], [2, 2, 2]]) {
    const { ticks, place } = scaleOf(numbers)
    expect(ticks.length).toBeLessThan(12)
    for (const number of numbers) expect(place(number) >= 0 && place(number) <= 100, String(numbers)).toBe(true)
  }
  expect([medianOf([3, 1, 2]), medianOf([4, 1, 2, 3]), medianOf([])]).toEqual([2, 2.5, 0])
})
