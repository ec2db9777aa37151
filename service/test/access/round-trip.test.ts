import { beforeEach, expect, test } from 'vitest'
import { settled } from '../events/settled.ts'
import { startProject } from '../harness/project.ts'
import { type World, worldOf } from './samples.ts'

/* What the description of the API says can be set is set, read back, and found in what happened; what it says can be asked is asked. */

interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, Schema>>
}
interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
}
type Values = Readonly<Record<string, unknown>>

let world: World
let paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>

beforeEach(async () => {
  world = await worldOf(await startProject())
  paths = JSON.parse(JSON.stringify(world.service.openapi())).paths
})

function operation(method: string, path: string): Operation {
  const found = paths[path]?.[method]
  if (!found) throw new Error(`The API has no ${method} ${path}`)
  return found
}

function writable(path: string): [string, Schema][] {
  const { properties } = operation('patch', path).requestBody?.content['application/json'].schema ?? {}
  return Object.entries(properties ?? {})
}

/** Another value than there is now. */
function another(name: string, { type, enum: words, pattern }: Schema, before: unknown): unknown {
  if (words) return words.find((word) => word !== before)
  if (type === 'boolean') return before !== true
  if (type === 'integer') return Number(before) + 1
  if (pattern?.startsWith('^#')) return '#0a0b0c'
  if (type === 'string') return `Another ${name}`
  throw new Error(`Say what ${name} may be: no value follows from its schema`)
}

/** Members that name others are read back as those: `status_id` as the id of `status`. */
function readBack(body: Values, name: string): unknown {
  if (name in body) return body[name]
  const ids = (value: unknown) => (value as { id: string }).id // what is named has an id
  if (name.endsWith('_id')) return ids(body[name.slice(0, -'_id'.length)])
  return (body[`${name.slice(0, -'_ids'.length)}s`] as unknown[]).map(ids) // so lists of ids are called
}

interface Resource {
  readonly path: string
  readonly make: () => Promise<string>
  /** Where no value follows from the schema, or not every value fits. */
  readonly values?: () => Promise<Values>
  /** Where what happened is read. */
  readonly history: (id: string) => Promise<string>
}

const QUIET = { email: false, frequency: 'weekly', status_changes: false, comments: false, changelog: false }
/** Everybody belongs to the first, and nobody to the second. */
const WITHOUT = { all: [{ trait: 'nothing', op: 'exists', value: false }] }
const WITH = { any: [{ trait: 'nothing', op: 'exists', value: true }] }
const AUDIT = async () => '/v1/audit_log?limit=100'
const RESOURCES: Readonly<Record<string, Resource>> = {
  post: {
    path: '/posts/{id}',
    make: () => world.ownPost(),
    values: async () => ({
      status_id: await world.newStatus(),
      category_id: await world.newCategory(),
      tag_ids: [await world.newTag()],
      fields: await valueOfNewField(),
    }),
    history: async (id) => `/v1/posts/${id}/activity`,
  },
  comment: {
    path: '/comments/{id}',
    make: () => world.comment(),
    history: async (id) => `/v1/posts/${(await world.server('GET', `/v1/comments/${id}`)).body.post_id}/activity`,
  },
  status: { path: '/statuses/{id}', make: () => world.newStatus(), history: AUDIT },
  category: {
    path: '/categories/{id}',
    make: () => world.newCategory(),
    values: async () => ({ slug: 'another-slug', visible_to: await world.newSegment(), posting: 'team' }),
    history: AUDIT,
  },
  field: {
    path: '/fields/{id}',
    make: newSelect,
    values: async () => ({
      key: 'another_key',
      options: [{ value: 'web', label: 'Web app', is_removed: false }],
      categories: [await world.newCategory()],
      visible_to: 'everyone',
    }),
    history: AUDIT,
  },
  segment: {
    path: '/segments/{id}',
    make: () => world.newSegment(),
    values: async () => ({ rules: WITHOUT }),
    history: AUDIT,
  },
  tag: { path: '/tags/{id}', make: () => world.newTag(), history: AUDIT },
  'changelog entry': {
    path: '/changelog/{id}',
    make: () => world.entry(),
    values: async () => ({
      post_ids: [await world.post()],
      state: 'published',
      publish_at: '2020-02-02T02:02:02.000Z',
    }),
    history: AUDIT,
  },
  project: {
    path: '/project',
    make: async () => world.project.id,
    values: async () => ({
      slug: `${world.project.slug}-2`,
      sign_in_url: 'https://app.acme.example/sign-in',
      domain: 'ideas.acme.example',
      allowed_origins: ['https://other.acme.example'],
      allowed_traits: ['plan', 'seats'],
      account_trait: 'plan',
      value_trait: 'seats',
      accent_color: '#123456',
      time_zone: 'Europe/Berlin',
      notification_defaults: QUIET,
      welcome_note: 'Hello',
    }),
    history: AUDIT,
  },
}

async function newSelect(): Promise<string> {
  await world.newField() // makes room
  const options = [{ value: 'web', label: 'Web' }]
  const { body } = await world.server('POST', '/v1/fields', { label: 'Where', kind: 'select', options })
  return body.id
}

async function valueOfNewField(): Promise<Values> {
  const { body } = await world.server('GET', `/v1/fields/${await world.newField()}`)
  return { [body.key]: 'A value' }
}

const SETS = Object.keys(RESOURCES)

test.each(SETS)(
  'every member of a %s that can be changed is changed, read back, and in what happened',
  async (kind) => {
    const { path, make, values, history } = RESOURCES[kind] as Resource // its own key
    const id = await make()
    const address = `/v1${path.replace('{id}', id)}`
    const given = (await values?.()) ?? {}
    const members = writable(path)
    expect(members.length).toBeGreaterThan(1)
    for (const [name, schema] of members) {
      const { body: before } = await world.server('GET', address)
      const value = name in given ? given[name] : another(name, schema, before[name])
      const changed = await world.server('PATCH', address, { [name]: value })
      expect.soft([name, changed.status, changed.body.errors]).toEqual([name, 200, undefined])
      const { body } = await world.server('GET', address)
      expect.soft([name, readBack(body, name)]).toEqual([name, value])
      const { body: log } = await world.server('GET', await history(id))
      const said = log.data.filter(({ subject_id }: Values) => subject_id === id)
      // An entry that is published already stays so: nothing happened.
      if (readBack(before, name) === value) continue
      expect
        .soft([name, said.some(({ data }: { data: { members?: string[] } }) => data.members?.includes(name))])
        .toEqual([name, true])
    }
  },
)

test('every member that a post can have at once is there when it is made, and in the export of its author', async () => {
  const given: Values = {
    ...(await RESOURCES.post?.values?.()),
    sub: 'ada',
    created_at: '2020-02-02T02:02:02.000Z',
  }
  const { properties = {} } = operation('post', '/posts').requestBody?.content['application/json'].schema ?? {}
  const draft = Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => name !== 'user_id') // says the same as sub
      .map(([name, schema]) => [name, name in given ? given[name] : another(name, schema, undefined)]),
  )
  const made = await world.server('POST', '/v1/posts', draft)
  expect([made.status, made.body.errors]).toEqual([201, undefined])
  const { body: exported } = await world.app('GET', '/v1/me/export', { session: world.session })
  const own = exported.posts.find(({ id }: Values) => id === made.body.id)
  for (const name of Object.keys(draft).filter((name) => name !== 'sub')) {
    expect.soft([name, readBack(made.body, name)]).toEqual([name, draft[name]])
    expect.soft([name, own[name]]).toEqual([name, draft[name]])
  }
})

test('every member that a comment can have at once is there when it is made; what it says, also later, is in the export of its author', async () => {
  const post = await world.post()
  const { body: parent } = await world.server('POST', `/v1/posts/${post}/comments`, { body: 'The first' })
  const given: Values = { parent_id: parent.id, sub: 'ada', created_at: '2020-02-02T02:02:02.000Z', is_official: false }
  const { properties = {} } =
    operation('post', '/posts/{id}/comments').requestBody?.content['application/json'].schema ?? {}
  const draft = Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => name !== 'user_id' && name !== 'is_internal') // the first says the same as sub; a note is never a user's
      .map(([name, schema]) => [name, name in given ? given[name] : another(name, schema, undefined)]),
  )
  const made = await world.server('POST', `/v1/posts/${post}/comments`, draft)
  expect([made.status, made.body.errors]).toEqual([201, undefined])
  const exported = async () => {
    const { body } = await world.app('GET', '/v1/me/export', { session: world.session })
    return body.comments.find(({ id }: Values) => id === made.body.id)
  }
  const first = await exported()
  for (const name of Object.keys(draft).filter((name) => name !== 'sub')) {
    expect.soft([name, made.body[name]]).toEqual([name, draft[name]])
    if (name !== 'is_official') expect.soft([name, first[name]]).toEqual([name, draft[name]]) // of the team alone
  }
  await world.server('PATCH', `/v1/comments/${made.body.id}`, { body: 'Another text' })
  expect((await exported()).body).toBe('Another text')
})

test('every claim that a server can set about a user is read back, and in their export', async () => {
  const { session, userId } = await world.signIn({ sub: 'grace' })
  const claims: Values = {
    email: 'grace@acme.example',
    email_verified: true,
    given_name: 'Grace',
    family_name: 'Hopper',
    locale: 'de',
    traits: { plan: 'pro' },
  }
  const { properties = {} } =
    operation('put', '/users/by_sub/{sub}').requestBody?.content['application/json'].schema ?? {}
  expect(Object.keys(properties).sort()).toEqual(Object.keys(claims).sort())
  await world.server('PATCH', '/v1/project', { allowed_traits: ['plan'] })
  expect((await world.server('PUT', '/v1/users/by_sub/grace', claims)).status).toBeLessThan(300)
  expect((await world.server('GET', `/v1/users/${userId}`)).body).toMatchObject(claims)
  expect((await world.app('GET', '/v1/me/export', { session })).body.user).toMatchObject(claims)
})

test('every member of the signed-in user that can be changed is changed, read back, and in their export', async () => {
  const { session } = await world.signIn({ sub: 'eve' })
  const given: Values = { custom_name: 'Evelyn', name_choice: 'custom', notifications: QUIET }
  // The name comes before the choice of it.
  const members = writable('/me')
    .map(([name]) => name)
    .sort()
  expect(members).toEqual(Object.keys(given).sort())
  for (const name of members) {
    const { status } = await world.app('PATCH', '/v1/me', { session, body: { [name]: given[name] } })
    expect.soft([name, status]).toEqual([name, 200])
  }
  const { body: me } = await world.app('GET', '/v1/me', { session })
  const { body: exported } = await world.app('GET', '/v1/me/export', { session })
  expect(exported.user).toMatchObject(given)
  expect(me).toMatchObject({ name_choice: 'custom', display_name: 'Evelyn', notifications: QUIET })
  expect(exported.events).toContainEqual(expect.objectContaining({ type: 'user.updated' }))
})

test('every filter of posts finds the post that fits, and not the one that does not', async () => {
  const { server } = world
  const { userId } = await world.signIn({ sub: 'filters' })
  const { userId: other } = await world.signIn({ sub: 'others' })
  const [status, category, tag] = [await world.newStatus(), await world.newCategory(), await world.newTag()]
  const flags = operation('get', '/posts').parameters?.filter(({ schema }) => schema.type === 'boolean') ?? []
  const { body: post } = await server('POST', '/v1/posts', {
    title: 'Zebra crossing',
    sub: 'filters',
    status_id: status,
    category_id: category,
    tag_ids: [tag],
    ...Object.fromEntries(flags.map(({ name }) => [name, true])),
  })
  await server('PUT', `/v1/posts/${post.id}/votes/by_sub/filters`)
  /** What fits the post, and what does not. */
  const examples: Readonly<Record<string, readonly [string, string | undefined]>> = {
    status: [status, await world.newStatus()],
    status_category: ['planned', 'closed'],
    category: [category, await world.newCategory()],
    tag: [tag, await world.newTag()],
    segment: await segmentsFor(),
    q: ['zebra', 'giraffe'],
    author: [userId, other],
    created_after: ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'],
    updated_after: ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'],
    ...Object.fromEntries(flags.map(({ name }) => [name, ['true', 'false'] as const])),
  }
  const asked = operation('get', '/posts').parameters?.map(({ name }) => name) ?? []
  const filters = asked.filter((name) => !['limit', 'cursor', 'sort'].includes(name))
  expect(filters.sort()).toEqual(Object.keys(examples).sort())
  const finds = async (query: string) => {
    const { status, body } = await server('GET', `/v1/posts?limit=100&${query}`)
    return [status, body.data?.some(({ id }: Values) => id === post.id)]
  }
  /** The file of posts takes the same filters. */
  const holds = async (query: string) => {
    const headers = { authorization: `Bearer ${world.secretKey}` }
    const answer = await fetch(`${world.service.origin}/v1/posts.csv?${query}`, { headers })
    return [answer.status, (await answer.text()).includes(post.id)]
  }
  const inFile = operation('get', '/posts.csv').parameters?.map(({ name }) => name) ?? []
  expect(inFile.filter((name) => name !== 'sort').sort()).toEqual(filters)
  for (const name of filters) {
    const [fits, doesNot] = examples[name] ?? []
    expect.soft([name, await finds(`${name}=${fits}`)]).toEqual([name, [200, true]])
    expect.soft([name, await finds(`${name}=${doesNot}`)]).toEqual([name, [200, false]])
    expect
      .soft([name, await finds(`${name}=${fits}${name === 'q' ? '' : '&q=zebra'}&sort=new`)])
      .toEqual([name, [200, true]])
    expect.soft([name, await holds(`${name}=${fits}`)]).toEqual([name, [200, true]])
    expect.soft([name, await holds(`${name}=${doesNot}`)]).toEqual([name, [200, false]])
  }
})

/** One to which everybody belongs, and one to which nobody does. */
async function segmentsFor(): Promise<[string, string]> {
  const made = async (rules: object) => {
    const id = await world.newSegment()
    await world.server('PATCH', `/v1/segments/${id}`, { rules })
    return id
  }
  return [await made(WITHOUT), await made(WITH)]
}

/** Of each other list: what it should find, and for each of its filters what fits that and what does not. */
async function listsWithFilters(): Promise<
  Record<string, { id: string; at?: string; filters: Record<string, [string, string]> }>
> {
  const { server } = world
  const since = ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'] satisfies [string, string]
  const post = await world.post()
  const { userId } = await world.signIn({ sub: 'filters' })
  const { userId: other } = await world.signIn({ sub: 'others' })
  const { body: comment } = await server('POST', `/v1/posts/${post}/comments`, { body: 'Of them', sub: 'filters' })
  const { body: entry } = await server('POST', '/v1/changelog', { title: 'It is there', body: '', state: 'published' })
  const { session: reporter } = await world.signIn({ sub: 'reporters' })
  await world.app('POST', '/v1/reports', { session: reporter, body: { comment_id: comment.id, reason: 'Spam' } })
  const { body: reported } = await server('GET', '/v1/moderation?kind=comment&limit=100')
  const { body: suppression } = await server('POST', '/v1/mail_suppressions', {
    email: 'gone@example.com',
    reason: 'bounced',
  })
  const delivery = await world.delivery()
  const { body: sent } = await server('GET', `/v1/deliveries/${delivery}`)
  await settled(world.service.database)
  const { body: happened } = await server('GET', '/v1/events?type=comment.created&limit=100')
  return {
    '/comments': {
      id: comment.id,
      filters: { post: [post, await world.post()], author: [userId, other], created_after: since },
    },
    '/changelog': { id: entry.id, filters: { state: ['published', 'draft'], published_after: since } },
    '/moderation': {
      id: reported.data[0].id,
      filters: { kind: ['comment', 'post'], reason: ['reported', 'pending'] },
    },
    '/mail_suppressions': {
      id: suppression.id,
      filters: { email: ['Gone@Example.com', 'other@example.com'] },
    },
    '/users': {
      id: userId,
      filters: { state: ['active', 'banned'], sub: ['filters', 'others'], segment: await segmentsFor() },
    },
    '/webhooks/{id}/deliveries': {
      id: delivery,
      at: `/webhooks/${sent.webhook_id}/deliveries`,
      filters: { state: ['failed', 'delivered'], type: ['post.created', 'vote.cast'] },
    },
    '/events': { id: happened.data[0].id, filters: { type: ['comment.created', 'post.created'], since } },
  }
}

/** Lists whose filters are tested elsewhere. */
const OWN_TESTS = ['/posts', '/posts.csv', '/posts/similar', '/insights/posts', '/accounts', '/duplicates']

test('every filter of every other list finds what fits, and not what does not', async () => {
  const lists = await listsWithFilters()
  const said: Record<string, string[]> = {}
  for (const [path, methods] of Object.entries(paths)) {
    const names = (methods.get?.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name)
    const filters = names.filter((name) => !['limit', 'cursor', 'sort', 'wait'].includes(name))
    const isOther = filters.length > 0 && !OWN_TESTS.includes(path)
    if (isOther) said[path] = filters.sort()
  }
  expect(said).toEqual(
    Object.fromEntries(Object.entries(lists).map(([path, { filters }]) => [path, Object.keys(filters).sort()])),
  )
  for (const [path, { id, at = path, filters }] of Object.entries(lists)) {
    expect([path, id]).toEqual([path, expect.stringMatching(/^[a-z]{3}_/)])
    const finds = async (query: string) => {
      const { status, body } = await world.server('GET', `/v1${at}?limit=100&${query}`)
      return [status, body.data?.some((item: Values) => item.id === id)]
    }
    for (const [name, [fits, doesNot]] of Object.entries(filters)) {
      expect.soft([path, name, await finds(`${name}=${fits}`)]).toEqual([path, name, [200, true]])
      expect.soft([path, name, await finds(`${name}=${doesNot}`)]).toEqual([path, name, [200, false]])
    }
  }
})

test('every query of every list is read as its schema says', async () => {
  const samples: Values = {
    post: await world.post(),
    author: world.userId,
    title: 'thing',
    name: 'Acme',
    sub: 'ada',
    email: 'ada@example.com',
    status: await world.status(),
    category: await world.category(),
    segment: await world.segment(),
    tag: await world.tag(),
    q: 'thing',
    since: '2020-01-01T00:00:00Z',
    type: 'post.created',
  }
  const sampleOf = ({ type, enum: words, ...schema }: Schema & { format?: string }, name: string) => {
    if (words) return words[0]
    if (name in samples) return samples[name]
    return { boolean: true, integer: 5 }[String(type)] ?? (schema.format ? '2020-01-01T00:00:00Z' : undefined)
  }
  for (const [path, methods] of Object.entries(paths)) {
    const parameters = methods.get?.parameters?.filter((one) => one.in === 'query' && one.name !== 'cursor') ?? []
    if (path.includes('{') || path.startsWith('/me/')) continue
    for (const { name, schema } of parameters) {
      const value = sampleOf(schema, name)
      expect.soft([path, name, value]).not.toEqual([path, name, undefined])
      const needed = path === '/posts/similar' && name !== 'title' ? '&title=thing' : ''
      const ask = path === '/changes' ? world.app : world.server // it is for apps alone
      const { status } = await ask('GET', `/v1${path}?${name}=${value}${needed}`)
      expect.soft([path, name, status]).toEqual([path, name, 200])
    }
  }
})
