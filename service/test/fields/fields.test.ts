import { beforeEach, describe, expect, test } from 'vitest'
import { startBoard } from '../board/stage.ts'
import { startProject, type TestProject } from '../harness/project.ts'

let board: TestProject
let session: string
beforeEach(async () => {
  board ??= await startProject() // one for all tests that do not count fields
  session ??= (await board.signIn({ sub: 'ada' })).session
})

const add = async (body: object) => {
  const made = await board.server('POST', '/v1/fields', body)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body
}
const write = (fields: object, more: object = {}) =>
  board.server('POST', '/v1/posts', { title: 'With fields', fields, ...more })
const faultsOf = ({ status, body }: { status: number; body: { errors?: { pointer: string }[] } }) => [
  status,
  ...(body.errors ?? []).map(({ pointer }) => pointer),
]

test('a field is added, changed, ordered and deleted, and each is an event of the audit log', async () => {
  const { server, service, project } = await startProject()
  const made = await server('POST', '/v1/fields', { label: ' Where  was it? ', kind: 'text' })
  expect(made.body).toMatchObject({
    id: expect.stringMatching(/^fld_/),
    key: 'where_was_it',
    label: 'Where was it?',
    kind: 'text',
    options: [],
    required: false,
    visible_to: 'everyone',
    categories: null,
    position: 1,
  })
  const path = `/v1/fields/${made.body.id}`
  expect([made.status, made.headers.get('location'), made.headers.get('etag')]).toEqual([201, path, '"1"'])
  const changed = await server('PATCH', path, { label: 'Place', required: true }, { 'if-match': '"1"' })
  expect(changed.body).toEqual({ ...made.body, label: 'Place', required: true })
  expect((await server('PATCH', path, { label: 'Spot' }, { 'if-match': '"1"' })).body.code).toBe('version_conflict')
  const second = await server('POST', '/v1/fields', { label: 'Where was it', kind: 'date', position: 0 })
  expect(second.body.key).toBe('where_was_it_2')
  const listed = await server('GET', '/v1/fields')
  expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([second.body.id, made.body.id])
  expect((await server('PATCH', path, { key: 'where_was_it_2' })).body.code).toBe('field_key_taken')
  expect((await server('DELETE', path)).status).toBe(204)
  expect((await server('GET', path)).status).toBe(404)
  const rows = await service.database.sql`
    select type, subject_id, data from events where project_id = ${project.id} and type like 'field.%' order by id`
  expect(rows).toEqual([
    { type: 'field.created', subject_id: made.body.id, data: {} },
    { type: 'field.updated', subject_id: made.body.id, data: { members: ['label', 'required'] } },
    { type: 'field.created', subject_id: second.body.id, data: {} },
    { type: 'field.deleted', subject_id: made.body.id, data: {} },
  ])
})

test.each([
  [{ label: '', kind: 'text' }, '/label'],
  [{ label: 'x', kind: 'money' }, '/kind'],
  [{ label: 'x', kind: 'text', key: 'With Capitals' }, '/key'],
  [{ label: 'x', kind: 'text', key: 'constructor' }, '/key'],
  [{ label: 'x', kind: 'text', options: [{ label: 'a' }] }, '/options'],
  [{ label: 'x', kind: 'select' }, '/options'],
  [{ label: 'x', kind: 'select', options: [{ label: 'a', value: 'B C' }] }, '/options/0/value'],
  [
    {
      label: 'x',
      kind: 'select',
      options: [
        { label: 'a', value: 'a' },
        { label: 'b', value: 'a' },
      ],
    },
    '/options/1/value',
  ],
  [{ label: 'x', kind: 'select', options: [{ label: 'Pro' }, { label: ' PRO' }] }, '/options/1/label'],
  [{ label: 'x', kind: 'text', required: true, visible_to: 'team' }, '/required'],
  [{ label: 'x', kind: 'text', categories: [] }, '/categories'],
])('a definition that cannot work is refused: %j', async (body, pointer) => {
  expect(faultsOf(await board.server('POST', '/v1/fields', body))).toEqual([400, pointer])
})

describe('values', () => {
  const KINDS: Readonly<Record<string, { readonly good: readonly unknown[]; readonly bad: readonly unknown[] }>> = {
    text: { good: ['Firefox 140'], bad: [1, true, ['a'], { a: 1 }, 'x'.repeat(501), '\u200b'] },
    number: { good: [0, -2.5, 9007199254740991, 1e-7, 0.1 + 0.2, 5e-324], bad: ['1', true, 1e300] },
    checkbox: { good: [true, false], bad: ['true', 1] },
    url: {
      good: ['https://example.com/a?b=c'],
      bad: ['javascript:alert(1)', 'example.com', 'https://a:b@example.com/', 7],
    },
    date: { good: ['2026-02-28'], bad: ['2026-02-30', '28.2.2026', 20260228, '2026-02-28T00:00:00Z'] },
    select: { good: ['web'], bad: ['Web', 'fax', 1, ['web']] },
    multi_select: { good: [['web'], ['phone', 'web']], bad: ['web', ['web', 'web'], ['fax'], [1]] },
  }
  const keys = new Map<string, string>()
  beforeEach(async () => {
    for (const kind of Object.keys(KINDS)) {
      if (keys.has(kind)) continue
      const options = kind.includes('select') ? { options: [{ label: 'Web' }, { label: 'Phone' }] } : {}
      keys.set(kind, (await add({ label: `A ${kind}`, kind, ...options })).key)
    }
  })

  test.each(Object.keys(KINDS))(
    'a value of the kind %s is kept as it was sent, found by its filter, and removed by null',
    async (kind) => {
      const { good, bad } = KINDS[kind] as (typeof KINDS)[string] // its own key
      const key = keys.get(kind) ?? ''
      for (const value of good) {
        const { body: post } = await write({ [key]: value })
        expect(post.fields).toEqual({ [key]: value })
        const asked = encodeURIComponent(String(Array.isArray(value) ? value[0] : value))
        const found = await board.app('GET', `/v1/posts?limit=100&field.${key}=${asked}`)
        expect(found.body.data.map(({ id }: { id: string }) => id)).toContain(post.id)
        const searched = await board.server('GET', `/v1/posts?q=fields&field.${key}=${asked}`)
        expect(searched.body.data.map(({ id }: { id: string }) => id)).toContain(post.id)
        const cleared = await board.server('PATCH', `/v1/posts/${post.id}`, { fields: { [key]: null } })
        expect(cleared.body.fields).toEqual({})
        const after = await board.app('GET', `/v1/posts?limit=100&field.${key}=${asked}`)
        expect(after.body.data.map(({ id }: { id: string }) => id)).not.toContain(post.id)
      }
      for (const value of bad) {
        expect(faultsOf(await write({ [key]: value })), JSON.stringify(value)).toEqual([400, `/fields/${key}`])
      }
    },
  )

  test('a filter by an unknown field or for a value that cannot be is refused', async () => {
    for (const query of [
      'field.nothing=1',
      `field.${keys.get('number')}=many`,
      `field.${keys.get('number')}=1e400`,
      'field.__proto__=1',
      'field.=1',
    ])
      expect((await board.app('GET', `/v1/posts?${query}`)).status, query).toBe(400)
    expect((await write({ nothing: 1 })).status).toBe(400)
    expect((await write({ ['__proto__']: 1, 'a/b~c': 1 })).status).toBe(400)
  })

  test('values of a post are bounded in all', async () => {
    const long = []
    for (let n = 0; n < 6; n++) long.push((await add({ label: `Long ${n}`, kind: 'text' })).key)
    const given = Object.fromEntries(long.map((key) => [key, 'ü'.repeat(500)]))
    expect((await write(given)).status).toBe(201)
    const more = Object.fromEntries(long.map((key) => [key, '漢'.repeat(500)]))
    expect(faultsOf(await write(more))).toEqual([400, '/fields'])
  })

  // Guarantees that values which do not exist for a user refuse nothing that they send.
  test('what the team fills in takes no room from what everyone sees', async () => {
    const { server, app, signIn } = await startProject()
    const { session } = await signIn({ sub: 'ada' })
    const addFive = async (visible_to: string) => {
      const keys: string[] = []
      for (let n = 0; n < 5; n += 1) {
        const draft = { label: `${visible_to} ${n}`, kind: 'text', visible_to }
        keys.push((await server('POST', '/v1/fields', draft)).body.key)
      }
      return keys
    }
    const filled = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, '漢'.repeat(500)]))
    const [seen, hidden] = [await addFive('everyone'), await addFive('team')]
    const { body: post } = await app('POST', '/v1/posts', { session, body: { title: 'Long' } })
    const path = `/v1/posts/${post.id}`
    expect((await server('PATCH', path, { fields: filled(hidden) })).status).toBe(200)
    expect((await app('PATCH', path, { session, body: { fields: filled(seen) } })).status).toBe(200)
    const more = (await server('POST', '/v1/fields', { label: 'More', kind: 'text', visible_to: 'team' })).body.key
    expect(faultsOf(await server('PATCH', path, { fields: filled([more]) }))).toEqual([400, '/fields'])
  })

  test('the table of posts has a column for each field, with the labels of choices', async () => {
    await write({ [keys.get('multi_select') ?? '']: ['phone', 'web'], [keys.get('number') ?? '']: 7 })
    const headers = { authorization: `Bearer ${board.secretKey}` }
    const answer = await fetch(`${board.service.origin}/v1/posts.csv?sort=new`, { headers })
    const [names = '', first = ''] = (await answer.text()).split('\r\n')
    expect(names).toContain(`field.${keys.get('multi_select')}`)
    expect(first).toContain('"Phone, Web"')
  })
})

test('what a user must fill in is asked of users, in its category, and not of the team', async () => {
  const { server, app, signIn } = await startProject()
  const { session } = await signIn({ sub: 'ada' })
  const { body: bugs } = await server('POST', '/v1/categories', { name: 'Bugs' })
  const { body: field } = await server('POST', '/v1/fields', {
    label: 'Browser',
    kind: 'text',
    required: true,
    categories: [bugs.id],
  })
  const draft = (more: object) => app('POST', '/v1/posts', { session, body: { title: 'It crashes', ...more } })
  expect((await draft({})).status).toBe(201)
  expect(faultsOf(await draft({ category_id: bugs.id }))).toEqual([400, `/fields/${field.key}`])
  expect(faultsOf(await draft({ fields: { [field.key]: 'Firefox' } }))).toEqual([400, `/fields/${field.key}`])
  const written = await draft({ category_id: bugs.id, fields: { [field.key]: 'Firefox' } })
  expect(written.body.fields).toEqual({ [field.key]: 'Firefox' })
  const path = `/v1/posts/${written.body.id}`
  expect((await app('PATCH', path, { session, body: { title: 'It crashes often' } })).status).toBe(200)
  const emptied = await app('PATCH', path, { session, body: { fields: { [field.key]: null } } })
  expect(faultsOf(emptied)).toEqual([400, `/fields/${field.key}`])
  expect((await server('POST', '/v1/posts', { title: 'Told by phone', category_id: bugs.id })).status).toBe(201)
  // A category that goes takes the field with it, and does not give it to all others.
  await server('DELETE', `/v1/categories/${bugs.id}?move_to=${(await server('GET', '/v1/categories')).body.data[0].id}`)
  expect((await draft({})).status).toBe(201)
  expect((await server('GET', path)).body.fields).toEqual({ [field.key]: 'Firefox' })
})

test('what is for the team does not exist for users and visitors', async () => {
  const { server, app, signIn } = await startProject()
  const { session } = await signIn({ sub: 'ada' })
  const { body: field } = await server('POST', '/v1/fields', { label: 'Effort', kind: 'number', visible_to: 'team' })
  const { body: mine, headers } = await app('POST', '/v1/posts', { session, body: { title: 'Dark mode' } })
  const etag = headers.get('etag') ?? ''
  const changed = await server('PATCH', `/v1/posts/${mine.id}`, { fields: { effort: 3 } })
  expect(changed.body.fields).toEqual({ effort: 3 })
  expect(changed.body.updated_at).toBe(mine.updated_at)
  for (const who of [{}, { session }]) {
    expect((await app('GET', '/v1/fields', who)).body.data).toEqual([])
    expect((await app('GET', `/v1/fields/${field.id}`, who)).status).toBe(404)
    const read = await app('GET', `/v1/posts/${mine.id}`, who)
    expect([read.body.fields, read.headers.get('etag')]).toEqual([{}, etag])
    expect((await app('GET', '/v1/posts', who)).body.data[0].fields).toEqual({})
    const unknown = await app('GET', '/v1/posts?field.nothing=3', who)
    const hidden = await app('GET', '/v1/posts?field.effort=3', who)
    expect([hidden.status, hidden.body.detail]).toEqual([400, unknown.body.detail.replace('nothing', 'effort')])
  }
  const set = await app('PATCH', `/v1/posts/${mine.id}`, { session, body: { fields: { effort: 1 } } })
  expect(faultsOf(set)).toEqual([400, '/fields/effort'])
  const body = { title: 'Darker mode', fields: {} }
  const own = await app('PATCH', `/v1/posts/${mine.id}`, { session, body, headers: { 'if-match': etag } })
  expect([own.status, own.body.fields]).toEqual([200, {}])
  expect((await server('GET', `/v1/posts/${mine.id}`)).body.fields).toEqual({ effort: 3 })
  const { body: exported } = await app('GET', '/v1/me/export', { session })
  expect(exported.posts[0].fields).toEqual({})
  // Opening it shows it.
  await server('PATCH', `/v1/fields/${field.id}`, { visible_to: 'everyone' })
  expect((await app('GET', `/v1/posts/${mine.id}`)).body.fields).toEqual({ effort: 3 })
})

test('a changed definition loses no value', async () => {
  const field = await add({ label: 'Plan', kind: 'multi_select', options: [{ label: 'Pro' }, { label: 'Free' }] })
  const path = `/v1/fields/${field.id}`
  const { body: post } = await write({ plan: ['pro', 'free'] })
  const read = async () => (await board.server('GET', `/v1/posts/${post.id}`)).body.fields
  await board.server('PATCH', path, { key: 'tier', label: 'Tier' })
  expect(await read()).toEqual({ tier: ['pro', 'free'] })
  const { body: fewer } = await board.server('PATCH', path, { options: [{ value: 'pro', label: 'Professional' }] })
  expect(fewer.options).toEqual([
    { value: 'pro', label: 'Professional', is_removed: false },
    { value: 'free', label: 'Free', is_removed: true },
  ])
  expect(await read()).toEqual({ tier: ['pro', 'free'] })
  expect((await write({ tier: ['free'] })).status).toBe(400)
  // What it has already may be sent again, and is still found.
  const again = await board.server('PATCH', `/v1/posts/${post.id}`, { fields: { tier: ['free'] } })
  expect(again.body.fields).toEqual({ tier: ['free'] })
  expect((await board.server('GET', '/v1/posts?field.tier=free')).body.data).toHaveLength(1)
  const { body: back } = await board.server('PATCH', path, { options: [{ label: 'Professional' }, { label: 'Free' }] })
  expect(
    back.options.map(({ value, is_removed }: { value: string; is_removed: boolean }) => [value, is_removed]),
  ).toEqual([
    ['pro', false],
    ['free', false],
  ])
  expect((await board.server('PATCH', path, { kind: 'text' })).status).toBe(400)
  const { body: category } = await board.server('POST', '/v1/categories', { name: 'Elsewhere' })
  await board.server('PATCH', path, { categories: [category.id] })
  expect(await read()).toEqual({ tier: ['free'] })
})

test('no two choices have the same label, also after a change, and the fault names it', async () => {
  const field = await add({ label: 'Size', kind: 'select', options: [{ label: 'Größe S' }, { label: 'M' }] })
  const options = [...field.options, { label: 'GRÖSSE s' }, { label: 'm' }]
  const refused = await board.server('PATCH', `/v1/fields/${field.id}`, { options })
  expect(faultsOf(refused)).toEqual([400, '/options/3/label'])
  expect(refused.body.detail).toContain('“m” is there twice')
  // A label of a choice that was removed is free.
  const renamed = { options: [{ value: 'm', label: 'Medium' }] }
  expect((await board.server('PATCH', `/v1/fields/${field.id}`, renamed)).status).toBe(200)
  const again = {
    options: [
      { value: 'm', label: 'Medium' },
      { value: 'other', label: 'Größe S' },
    ],
  }
  expect((await board.server('PATCH', `/v1/fields/${field.id}`, again)).status).toBe(200)
})

test('visitors see a value only while its field is for the category of the post; it is never lost', async () => {
  const { server, app, signIn, board } = await startBoard()
  const { session } = await signIn({ sub: 'ada' })
  const { body: bugs } = await server('POST', '/v1/categories', { name: 'Bugs' })
  const { body: other } = await server('POST', '/v1/categories', { name: 'Other' })
  for (const field of [
    { label: 'Browser', kind: 'text', categories: [bugs.id] },
    { label: 'Place', kind: 'text' },
  ])
    expect((await server('POST', '/v1/fields', field)).status).toBe(201)
  const fields = { browser: 'Firefox', place: 'Home' }
  const body = { title: 'Broken', category_id: bugs.id, fields }
  const { body: post } = await app('POST', '/v1/posts', { session, body })
  const [{ id: first }] = (await server('GET', '/v1/categories')).body.data
  const seen = async () => {
    const one = (await app('GET', `/v1/posts/${post.id}`)).body.fields
    const [listed] = (await app('GET', '/v1/posts')).body.data
    const [own] = (await app('GET', '/v1/posts', { session })).body.data
    expect([listed.fields, own.fields]).toEqual([one, one])
    return one
  }
  const found = async () => (await app('GET', '/v1/posts?field.browser=Firefox')).body.data.length
  expect([await seen(), await found()]).toEqual([fields, 1])
  for (const category_id of [other.id, first]) {
    await server('PATCH', `/v1/posts/${post.id}`, { category_id })
    expect([await seen(), await found()]).toEqual([{ place: 'Home' }, 0])
    const { text } = await board('GET', new URL(post.url).pathname)
    expect(text).toContain('Home')
    expect(text).not.toContain('Firefox')
    const team = await server('GET', '/v1/posts?field.browser=Firefox')
    expect(team.body.data.map(({ fields }: { fields: object }) => fields)).toEqual([fields])
    expect((await app('GET', '/v1/me/export', { session })).body.posts[0].fields).toEqual(fields)
  }
  await server('PATCH', `/v1/posts/${post.id}`, { category_id: bugs.id })
  expect([await seen(), await found()]).toEqual([fields, 1])
})

test('a post of a user with a value is theirs to change while nobody else took part', async () => {
  const field = await add({ label: 'Device', kind: 'text' })
  const { body: post } = await board.app('POST', '/v1/posts', {
    session,
    body: { title: 'Mine', fields: { device: 'A' } },
  })
  const changed = await board.app('PATCH', `/v1/posts/${post.id}`, { session, body: { fields: { device: 'B' } } })
  expect(changed.body.fields).toEqual({ [field.key]: 'B' })
})
