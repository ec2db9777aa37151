import { expect, test } from 'vitest'
import { systemCall, systemCallIn } from '../../src/domain/call/index.ts'
import { issueSecretKey } from '../../src/domain/caller-keys/index.ts'
import type { Rule, Rules, TraitValue } from '../../src/domain/segments/index.ts'
import { newId } from '../../src/foundation/ids/index.ts'
import { startProject, type TestProject } from '../harness/project.ts'

const PRO = { all: [{ trait: 'plan', op: 'is', value: 'pro' }] }
const TRAITS = ['plan', 'seats', 'beta', 'roles']

const start = () => startProject({ draft: { allowedTraits: TRAITS } })

async function segmentOf({ server }: TestProject, rules: object, name = `Segment ${newId('segment')}`.slice(0, 40)) {
  const { status, body } = await server('POST', '/v1/segments', { name, rules })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as { id: string; name: string }
}

test('a segment is added, read, changed and deleted, and each is an event', async () => {
  const { server, service, project } = await start()
  const made = await server('POST', '/v1/segments', { name: ' Paying  customers ', rules: PRO })
  expect([made.status, made.body.name, made.body.rules]).toEqual([201, 'Paying customers', PRO])
  const path = `/v1/segments/${made.body.id}`
  expect([made.headers.get('location'), made.headers.get('etag')]).toEqual([path, '"1"'])
  expect((await server('GET', path)).body).toEqual(made.body)
  const rules = { any: [...PRO.all, { trait: 'seats', op: 'at_least', value: 50 }] }
  const changed = await server('PATCH', path, { rules }, { 'if-match': '"1"' })
  expect([changed.status, changed.body]).toEqual([200, { ...made.body, rules }])
  const stale = await server('PATCH', path, { name: 'Others' }, { 'if-match': '"1"' })
  expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict'])
  const taken = await server('POST', '/v1/segments', { name: 'paying CUSTOMERS', rules: PRO })
  expect([taken.status, taken.body.code]).toEqual([409, 'name_taken'])
  expect((await server('GET', '/v1/segments')).body.data).toEqual([changed.body])
  expect((await server('DELETE', path)).status).toBe(204)
  expect([(await server('GET', path)).status, (await server('DELETE', path)).status]).toEqual([404, 404])
  const events = await service.database.sql<{ type: string }[]>`
    select type from events where project_id = ${project.id} and type like 'segment.%' order by id`
  expect(events.map(({ type }) => type)).toEqual(['segment.created', 'segment.updated', 'segment.deleted'])
})

test('rules that say nothing, or too much, are refused with the place of the fault', async () => {
  const { server } = await start()
  const one = (rule: object) => ({ all: [{ trait: 'plan', ...rule }] })
  const refused: [rules: unknown, pointer: string][] = [
    [{}, '/rules'],
    [{ all: PRO.all, any: PRO.all }, '/rules'],
    [{ all: [] }, '/rules/all'],
    [{ all: Array.from({ length: 21 }, () => PRO.all[0]) }, '/rules/all'],
    [{ all: [{ all: PRO.all }] }, '/rules/all/0'],
    [{ any: [PRO.all[0], { trait: '', op: 'is', value: 1 }] }, '/rules/any/1/trait'],
    [{ all: [{ trait: 'a\nb', op: 'is', value: 1 }] }, '/rules/all/0/trait'],
    [one({ op: 'like', value: 'p%' }), '/rules/all/0/op'],
    [one({ op: 'is' }), '/rules/all/0/value'],
    [one({ op: 'is', value: null }), '/rules/all/0/value'],
    [one({ op: 'is', value: ['pro'] }), '/rules/all/0/value'],
    [one({ op: 'is_not', value: 'x'.repeat(201) }), '/rules/all/0/value'],
    [one({ op: 'in', value: 'pro' }), '/rules/all/0/value'],
    [one({ op: 'in', value: [] }), '/rules/all/0/value'],
    [one({ op: 'in', value: ['pro', {}] }), '/rules/all/0/value/1'],
    [one({ op: 'at_least', value: '10' }), '/rules/all/0/value'],
    [
      { any: Array.from({ length: 5 }, () => ({ trait: 'plan', op: 'in', value: Array(41).fill('pro') })) },
      '/rules/any',
    ],
    [one({ op: 'exists', value: 'yes' }), '/rules/all/0/value'],
  ]
  for (const [rules, pointer] of refused) {
    for (const path of ['/v1/segments', '/v1/segments/count']) {
      const body = path === '/v1/segments' ? { name: 'Some', rules } : { rules }
      const answer = await server('POST', path, body)
      const found = [answer.status, answer.body.errors?.[0]?.pointer?.startsWith(pointer)]
      expect(found, JSON.stringify([rules, answer.body])).toEqual([400, true])
    }
  }
  expect((await server('GET', '/v1/segments')).body.data).toEqual([])
})

const PEOPLE: Readonly<Record<string, Record<string, unknown>>> = {
  none: {},
  pro: { plan: 'pro', seats: 10, beta: true },
  large: { plan: 'pro', seats: 250.5 },
  free: { plan: 'free', seats: 0, beta: false },
  texts: { plan: '10', seats: '10', beta: 'true' },
  list: { plan: ['pro'], seats: [10], roles: ['admin', 'pro'] },
  deep: { plan: { pro: 'pro' }, beta: null },
  odd: { plan: 'it\'s "quoted" \\ $1 %_', seats: -3 },
}

/** What the guide promises, said once more without a database. */
function holds(traits: Record<string, unknown>, { trait, op, value }: Rule): boolean {
  const own = traits[trait]
  const isThere = own !== undefined && own !== null
  if (op === 'exists') return isThere === value
  if (op === 'is_not') return isThere && own !== value
  if (op === 'is') return own === value
  if (op === 'in') return value.includes(own as TraitValue)
  return typeof own === 'number' && (op === 'at_least' ? own >= Number(value) : own <= Number(value))
}

const belongs = (traits: Record<string, unknown>, rules: Rules) =>
  'all' in rules ? rules.all.every((rule) => holds(traits, rule)) : rules.any.some((rule) => holds(traits, rule))

const EACH: readonly Rule[] = [
  ...(['pro', 'free', '10', 10, true, 'true', '', 'it\'s "quoted" \\ $1 %_'] as const).flatMap((value) =>
    ['plan', 'seats', 'beta'].flatMap((trait) => [
      { trait, op: 'is', value } as const,
      { trait, op: 'is_not', value } as const,
      { trait, op: 'in', value: [value, 'free', 250.5] } as const,
    ]),
  ),
  ...[-3, 0, 10, 10.5, 1e300].flatMap((value) => [
    { trait: 'seats', op: 'at_least', value } as const,
    { trait: 'seats', op: 'at_most', value } as const,
  ]),
  ...[...TRAITS, 'other'].flatMap((trait) => [
    { trait, op: 'exists', value: true } as const,
    { trait, op: 'exists', value: false } as const,
  ]),
]

// Guarantees that rules mean the same when they are counted, listed, and asked about one person for a category.
test('every kind of rule finds exactly the people that it describes, alone and with others', async () => {
  const made = await start()
  const { server, signIn, service, project } = made
  const ids = new Map<string, string>()
  for (const [sub, traits] of Object.entries(PEOPLE)) ids.set((await signIn({ sub, traits })).userId, sub)
  const gone = await signIn({ sub: 'gone', traits: { plan: 'pro', seats: 10 } })
  await server('POST', `/v1/users/${gone.userId}/erase`)
  const pairs = EACH.filter((_, place) => place % 5 === 0).flatMap((rule, place) => {
    const other = EACH[(place * 7 + 3) % EACH.length] ?? rule
    return [{ all: [rule, other] }, { any: [rule, other] }]
  })
  const { sql } = service.database
  const segment = await segmentOf(made, PRO)
  for (const rules of [...EACH.map((rule) => ({ all: [rule] })), ...pairs] satisfies Rules[]) {
    const expected = Object.keys(PEOPLE).filter((sub) => belongs(PEOPLE[sub] ?? {}, rules))
    await sql`update segments set rules = ${JSON.stringify(rules)} where id = ${segment.id}`
    const stored = await sql<{ id: string }[]>`
      select id from users where project_id = ${project.id} and in_segment(${project.id}, ${segment.id}, id)`
    const { body } = await server('GET', `/v1/segments/${segment.id}/users?limit=100`)
    const names = (found: readonly { id: string }[]) => found.map(({ id }) => ids.get(id) ?? 'somebody').sort()
    expect([rules, names(stored), names(body.data)]).toEqual([rules, expected.sort(), expected.sort()])
  }
  const counted = await server('POST', '/v1/segments/count', { rules: { all: [{ trait: 'plan', op: 'exists' }] } })
  expect(counted.body).toMatchObject({ kind: 'exact', count: 7, is_exact: true })
})

test('a category for a segment is seen and written in by its people, and follows their traits at once', async () => {
  const made = await start()
  const { app, server, signIn } = made
  const segment = await segmentOf(made, PRO)
  const draft = { name: 'Beta', visible_to: segment.id, posting: segment.id }
  const { body: category } = await server('POST', '/v1/categories', draft)
  expect(category).toMatchObject(draft)
  const { body: post } = await server('POST', '/v1/posts', { title: 'Dark mode', category_id: category.id })
  const reads = async (session?: string) =>
    (await app('GET', `/v1/posts/${post.id}`, session ? { session } : {})).status
  const free = await signIn({ sub: 'ada', traits: { plan: 'free' } })
  expect([await reads(), await reads(free.session)]).toEqual([404, 404])
  const writes = (session: string) =>
    app('POST', '/v1/posts', { session, body: { title: 'Light mode', category_id: category.id } })
  expect((await writes(free.session)).status).toBe(404)
  const pro = await signIn({ sub: 'ada', traits: { plan: 'pro' } })
  expect([await reads(pro.session), await reads(free.session)]).toEqual([200, 200]) // the same person
  expect((await writes(pro.session)).status).toBe(201)
  // People learn that they belong, and nothing of the segment.
  const { body: seen } = await app('GET', `/v1/categories/${category.id}`, { session: pro.session })
  expect(seen).toEqual({ ...category, visible_to: 'users', posting: 'users' })
  await server('PATCH', `/v1/categories/${category.id}`, { visible_to: 'users' })
  const other = await signIn({ sub: 'eve', traits: { plan: 'free' } })
  expect((await app('GET', `/v1/categories/${category.id}`, { session: other.session })).body.posting).toBe('team')
  const closed = await writes(other.session)
  expect([closed.status, closed.body.code]).toEqual([403, 'posting_closed'])
  await server('PATCH', `/v1/categories/${category.id}`, { visible_to: segment.id })
  await server('PATCH', `/v1/segments/${segment.id}`, { rules: { all: [{ trait: 'plan', op: 'is', value: 'free' }] } })
  expect([await reads(pro.session), await reads(other.session)]).toEqual([404, 200])
})

test('a segment that a category uses cannot be deleted, and a category names only segments that are there', async () => {
  const made = await start()
  const { server } = made
  const segment = await segmentOf(made, PRO)
  const { body: category } = await server('POST', '/v1/categories', { name: 'Beta', posting: segment.id })
  const used = await server('DELETE', `/v1/segments/${segment.id}`)
  expect([used.status, used.body.code, used.body.detail]).toEqual([
    409,
    'segment_in_use',
    'It is used by the category “Beta”.',
  ])
  expect((await server('PATCH', `/v1/categories/${category.id}`, { posting: 'users' })).status).toBe(200)
  expect((await server('DELETE', `/v1/segments/${segment.id}`)).status).toBe(204)
  const foreign = await segmentOf(await start(), PRO)
  for (const id of [segment.id, foreign.id]) {
    expect((await server('PATCH', `/v1/categories/${category.id}`, { visible_to: id })).status).toBe(404)
    expect((await server('POST', '/v1/categories', { name: 'Other', posting: id })).status).toBe(404)
  }
  expect((await server('POST', '/v1/categories', { name: 'Other', visible_to: 'seg_x' })).status).toBe(400)
})

test('posts are filtered by the segment of their voters for the team alone', async () => {
  const made = await start()
  const { app, server, signIn } = made
  const segment = await segmentOf(made, PRO)
  const pro = await signIn({ sub: 'ada', traits: { plan: 'pro' } })
  const free = await signIn({ sub: 'eve', traits: { plan: 'free' } })
  const posts = await Promise.all(
    ['Dark mode', 'Light mode'].map(async (title) => (await server('POST', '/v1/posts', { title })).body),
  )
  await app('PUT', `/v1/posts/${posts[0].id}/vote`, { session: pro.session })
  for (const { id } of posts) await app('PUT', `/v1/posts/${id}/vote`, { session: free.session })
  for (const more of ['', '&sort=new', '&q=mode', '&q=mode&sort=top']) {
    const { body } = await server('GET', `/v1/posts?segment=${segment.id}${more}`)
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['Dark mode'])
  }
  const path = `/v1/posts?segment=${segment.id}`
  expect((await app('GET', path)).status).toBe(401)
  expect((await app('GET', path, { session: pro.session })).status).toBe(403)
  await server('POST', `/v1/users/${pro.userId}/erase`)
  expect((await server('GET', path)).body.data).toEqual([])
})

test('a key that may not read segments learns no rules by changing a name', async () => {
  const made = await start()
  const { service, project } = made
  const segment = await segmentOf(made, PRO)
  const { database, config } = service
  const call = systemCallIn(systemCall(database, config, database.clock.now()), project)
  const { secret } = await issueSecretKey(call, { name: 'Fields', scopes: ['fields:write'] })
  const change = async (body: object) => {
    const answer = await fetch(`${service.origin}/v1/segments/${segment.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return [answer.status, (await answer.json()).code]
  }
  expect(await change({ name: 'Others' })).toEqual([403, 'scope_missing'])
  expect(await change({ name: 'Others', rules: PRO })).toEqual([200, undefined])
})
