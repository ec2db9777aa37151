import { expect, test } from 'vitest'
import { inTransaction } from '../../src/domain/call/index.ts'
import { type Import, undoImport } from '../../src/domain/imports/index.ts'
import { countInsights, noteForInsights, openInsights, readInsights } from '../../src/domain/insights/index.ts'
import { sureVotesOf } from '../../src/domain/insights/intervals.ts'
import { countBeside } from '../../src/domain/insights/views.ts'
import { settled } from '../events/settled.ts'
import { emptiedService } from '../harness/emptied-database.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import { importLines, runToEnd } from '../imports/importing.ts'
import { baseOf, kept, recounted } from './recount.ts'
import { seeded } from './simulation.ts'

const NAMES = { allowedTraits: ['company', 'mrr', 'plan'], accountTrait: 'company', valueTrait: 'mrr' }

async function start(draft: object = NAMES): Promise<TestProject> {
  const project = await startProject({ service: await emptiedService(), draft })
  await openInsights(project.call())
  return project
}

/** Lets the numbers follow all that has happened. */
async function follow({ call, service }: TestProject): Promise<void> {
  await settled(service.database)
  while ((await noteForInsights(call())) > 0);
  while (await countInsights(call()));
}

async function person({ server }: TestProject, sub: string, traits: object): Promise<string> {
  const { status, body } = await server('PUT', `/v1/users/by_sub/${sub}`, { traits })
  expect([200, 201], JSON.stringify(body)).toContain(status)
  return body.id
}

async function post({ server }: TestProject, title: string): Promise<string> {
  const { body } = await server('POST', '/v1/posts', { title })
  return body.id
}

const vote = ({ server }: TestProject, id: string, user: string) => server('PUT', `/v1/posts/${id}/votes/${user}`)
const unvote = ({ server }: TestProject, id: string, user: string) => server('DELETE', `/v1/posts/${id}/votes/${user}`)

async function insights({ server }: TestProject, query = '') {
  const { status, body } = await server('GET', `/v1/insights/posts${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

test('an account counts once however many of its people vote, with its value today and when it voted', async () => {
  const project = await start()
  const [dark, csv] = [await post(project, 'Dark mode'), await post(project, 'CSV export')]
  const ada = await person(project, 'ada', { company: 'Acme', mrr: 500 })
  const bob = await person(project, 'bob', { company: 'Acme', mrr: 500 })
  const cyd = await person(project, 'cyd', { company: 42, mrr: 90.5 })
  const dan = await person(project, 'dan', {})
  for (const user of [ada, bob, dan]) await vote(project, dark, user)
  await vote(project, csv, cyd)
  await follow(project)
  const first = await insights(project)
  expect(
    first.data.map(({ id, voters, accounts, value, value_at_vote }: Record<string, unknown>) => [
      id,
      voters,
      accounts,
      value,
      value_at_vote,
    ]),
  ).toEqual([
    [dark, 3, 1, 500, 500],
    [csv, 1, 1, 90.5, 90.5],
  ])
  expect(first.base).toMatchObject({ people: 4, accounts: 2, is_complete: true })
  expect(first.data[0].ties_with).toEqual([csv])
  await person(project, 'ada', { company: 'Acme', mrr: 2000 })
  await follow(project)
  const [later] = (await insights(project, '?sort=value')).data
  expect([later.id, later.value, later.value_at_vote]).toEqual([dark, 2000, 500])
  const accounts = await project.server('GET', '/v1/accounts?limit=1')
  const last = expect.stringMatching(/^\d{4}-/)
  expect(accounts.body.data).toEqual([{ name: 'Acme', people: 2, value: 2000, post_count: 1, last_voted_at: last }])
  const next = await project.server('GET', `/v1/accounts?limit=1&cursor=${accounts.body.next_cursor}`)
  const other = { name: '42', people: 1, value: 90.5, post_count: 1, last_voted_at: last }
  expect(next.body).toEqual({ data: [other], next_cursor: null })
  expect((await project.server('GET', '/v1/accounts/42')).body.people).toBe(1)
  expect((await project.server('GET', '/v1/accounts/nobody')).status).toBe(404)
})

test('a post says what it gained since an instant: new voters, accounts that are new, and what these were worth', async () => {
  const project = await start()
  const dark = await post(project, 'Dark mode')
  const csv = await post(project, 'CSV export')
  const since = '2026-01-01T00:00:00Z'
  const people = [
    ['ada', { company: 'Acme', mrr: 500, plan: 'pro' }, '2025-06-01T00:00:00Z'],
    ['bob', { company: 'Acme', mrr: 500, plan: 'pro' }, '2026-02-01T00:00:00Z'], // Acme wanted it before
    ['cyd', { company: 'Beta', mrr: 90, plan: 'pro' }, '2026-02-01T00:00:00Z'],
    ['dan', { company: 'Beta', mrr: 90 }, '2026-03-01T00:00:00Z'],
    ['eve', { plan: 'pro' }, since],
  ] as const
  for (const [sub, traits, at] of people) {
    const user = await person(project, sub, traits)
    await project.server('PUT', `/v1/posts/${dark}/votes/${user}`, { created_at: at })
    if (sub === 'ada') await project.server('PUT', `/v1/posts/${csv}/votes/${user}`, { created_at: at })
  }
  // Votes on behalf in the past do not know what the account was worth then.
  await project.service.database.sql`
    update votes v set account = 'Beta', account_value = 70 from users u
    where v.project_id = ${project.project.id} and u.project_id = v.project_id and u.id = v.user_id and u.traits ->> 'company' = 'Beta'`
  await follow(project)
  const gains = async (query: string) =>
    (await insights(project, `?gained_since=${since}${query}`)).data.map(({ gained }: { gained: object }) => gained)
  const none = { voters: 0, accounts: 0, value: 0, is_more: false }
  expect(await gains('')).toEqual([{ voters: 4, accounts: 1, value: 70, is_more: false }, none])
  const { body: segment } = await project.server('POST', '/v1/segments', {
    name: 'Pro',
    rules: { all: [{ trait: 'plan', op: 'is', value: 'pro' }] },
  })
  expect(await gains(`&segment=${segment.id}`)).toEqual([{ voters: 3, accounts: 1, value: 70, is_more: false }, none])
  await project.service.database.sql`update votes set account_value = null where project_id = ${project.project.id}`
  expect((await gains(''))[0]).toMatchObject({ value: 90 }) // today's
  const [plain] = (await insights(project)).data
  expect(Object.keys(plain)).not.toContain('gained')
  expect((await project.server('GET', '/v1/insights/posts?gained_since=yesterday')).status).toBe(400)
})

test('accounts have pages in each order, and are found by the beginning of their name', async () => {
  const project = await start()
  for (const [place, company] of ['beta', 'Alpha', 'ALP', 'alps', 'äx', '%', 'b'].entries())
    await person(project, `p${place}`, { company, mrr: place % 3 })
  const pages = async (query: string) => {
    const names: string[] = []
    for (let cursor = ''; ; ) {
      const { status, body } = await project.server('GET', `/v1/accounts?limit=2&${query}${cursor}`)
      expect(status, JSON.stringify(body)).toBe(200)
      names.push(...body.data.map(({ name }: { name: string }) => name))
      if (body.next_cursor === null) return names
      cursor = `&cursor=${body.next_cursor}`
    }
  }
  const all = ['%', 'ALP', 'Alpha', 'alps', 'b', 'beta', 'äx']
  expect(await pages('sort=name')).toEqual(all)
  expect((await pages('sort=people')).toSorted()).toEqual(all.toSorted())
  expect((await pages('sort=value')).slice(0, 2).toSorted()).toEqual(['ALP', '%'].toSorted())
  expect(await pages('name=alp&sort=value')).toEqual(['ALP', 'Alpha', 'alps'])
  expect(await pages('name=Ä')).toEqual(['äx'])
  expect(await pages('name=%25')).toEqual(['%'])
  for (const query of ['sort=fame', 'name=', 'name=%00'])
    expect((await project.server('GET', `/v1/accounts?${query}`)).status, query).toBe(400)
})

test('a number of more than 15 digits is no account, because programs round it', async () => {
  const project = await start()
  await person(project, 'ada', { company: 123456789012345 })
  for (const [sub, digits] of [
    ['bob', '12345678901234567890'],
    ['cyd', '12345678901234567891'],
  ])
    await project.service.database.sql`
      insert into users (project_id, id, sub, traits, state, created_at, last_seen_at)
      values (${project.project.id}, ${`usr_${sub}`}, ${sub}, ${`{"company": ${digits}}`}::jsonb, 'active', now(), now())`
  const { body } = await project.server('GET', '/v1/accounts')
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['123456789012345'])
})

test('whoever looks first at the same numbers at the same time gets them', async () => {
  const project = await start()
  await vote(project, await post(project, 'Dark mode'), await person(project, 'ada', { company: 'Acme' }))
  await insights(project)
  const asked = Array.from({ length: 6 }, () => project.server('GET', '/v1/insights/posts?from=2026-01-01T00:00:00Z'))
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
})

test('a segment and a span narrow people and votes, and each order has pages', async () => {
  const project = await start()
  const posts = [await post(project, 'One'), await post(project, 'Two'), await post(project, 'Three')] as const
  const pro = await person(project, 'ada', { company: 'Acme', mrr: 5, plan: 'pro' })
  const free = await person(project, 'bob', { company: 'Beta', mrr: 7, plan: 'free' })
  await vote(project, posts[0], pro)
  await vote(project, posts[1], pro)
  await vote(project, posts[1], free)
  await vote(project, posts[2], free)
  const rules = { all: [{ trait: 'plan', op: 'is', value: 'pro' }] }
  const segment = (await project.server('POST', '/v1/segments', { name: 'Pro', rules })).body.id
  const narrow = await insights(project, `?segment=${segment}&sort=share`)
  expect(narrow.base).toMatchObject({ people: 1, accounts: 1 })
  expect(narrow.data.map(({ id }: { id: string }) => id).toSorted()).toEqual([posts[0], posts[1]].toSorted())
  expect(
    narrow.data.every(
      ({ value, share }: { value: number; share: { estimate: number } }) => value === 5 && share.estimate === 1,
    ),
  ).toBe(true)
  await person(project, 'cyd', { company: 'Beta' }) // never took part
  expect((await insights(project, '?to=2099-01-01T00:00:00Z')).base).toMatchObject({ kind: 'seen', people: 3 })
  const active = await insights(project, '?base=active&to=2099-01-01T00:00:00Z')
  expect(active.base).toMatchObject({ kind: 'active', people: 2 })
  expect(active.data[0].share.estimate).toBe(1)
  expect((await insights(project, '?from=2100-01-01T00:00:00Z')).data).toEqual([])
  expect((await insights(project, '?to=2100-01-01T00:00:00Z')).data).toHaveLength(3)
  for (const sort of ['votes', 'accounts', 'value', 'share']) {
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = await insights(project, `?sort=${sort}&limit=1${cursor}`)
      seen.push(...page.data.map(({ id }: { id: string }) => id))
      if (page.next_cursor === null) break
      cursor = `&cursor=${page.next_cursor}`
    }
    expect([seen.length, new Set(seen).size, seen[0]], sort).toEqual([3, 3, posts[1]])
  }
  for (const query of [
    '?sort=fame',
    '?base=fame',
    '?from=now',
    '?to=2026-06-30T23:59:60Z',
    '?segment=seg_none',
    '?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z',
  ]) {
    expect([400, 404], query).toContain((await project.server('GET', `/v1/insights/posts${query}`)).status)
  }
})

test('after any operations the numbers equal a count from scratch, and erased people leave them', async () => {
  const project = await start()
  const { server, service, call } = project
  const random = seeded(1221)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const traits = () => ({
    ...(random() < 0.8 && { company: pick(['Acme', 'Beta', 'Gamma', 7]) }),
    ...(random() < 0.8 && { mrr: pick([0, 10, 99.99, 5000, -1, 'much']) }),
  })
  const people: string[] = []
  const subs = Array.from({ length: 9 }, (_, place) => `p${place}`)
  for (const sub of subs) people.push(await person(project, sub, traits()))
  const posts: string[] = []
  for (let place = 0; place < 6; place += 1) posts.push(await post(project, `Post ${place}`))
  await insights(project) // from now on the numbers are kept
  const imports: Import['id'][] = []
  const operations: (() => Promise<unknown>)[] = [
    ...Array.from({ length: 6 }, () => () => vote(project, pick(posts), pick(people))),
    () => unvote(project, pick(posts), pick(people)),
    () => server('POST', `/v1/posts/${pick(posts)}/merge`, { into_post_id: pick(posts) }),
    () => server('POST', `/v1/posts/${pick(posts)}/unmerge`),
    () => server('POST', `/v1/users/${pick(people)}/ban`, {}),
    () => server('POST', `/v1/users/${pick(people)}/unban`),
    () => person(project, pick(subs), traits()),
    () => project.signIn({ sub: pick(subs), traits: traits() }).catch(() => undefined), // somebody who is banned
    async () => {
      if (random() < 0.3) await server('POST', `/v1/users/${pick(people)}/erase`)
    },
    async () => {
      if (random() < 0.2) await server('DELETE', `/v1/posts/${pick(posts)}`)
    },
    async () => {
      const lines = [
        {
          type: 'post',
          external_id: `i${imports.length}`,
          title: 'Brought',
          author: { sub: 'p1' },
          created_at: '2025-01-01T00:00:00Z',
        },
        { type: 'vote', post: `i${imports.length}`, user: { sub: pick(subs) }, created_at: '2025-01-02T00:00:00Z' },
      ]
      imports.push((await importLines(project, lines)).id)
    },
    async () => {
      const last = imports.pop()
      if (last === undefined) return
      await undoImport(call(), last)
      await runToEnd(project, last)
    },
  ]
  const names = { id: project.project.id, account: 'company', value: 'mrr' }
  let seen = 0
  for (let round = 0; round < 6; round += 1) {
    const began = service.database.clock.now()
    for (let step = 0; step < 25; step += 1) await pick(operations)()
    await follow(project)
    const numbers = await kept(service.database, names.id)
    expect(numbers, `round ${round}`).toEqual(await recounted(service.database, names))
    seen += numbers.length
    const view = { from: began, to: new Date(Date.UTC(2100, 0, 1 + round)) } // another one in each round
    for (const base of ['seen', 'active'] as const) {
      const { people } = await readInsights(call(), { sort: 'votes', base, ...view }, { limit: 5, after: undefined })
      const [row] = await service.database.sql<{ id: string }[]>`
        select id from insight_views where project_id = ${names.id} and until = ${view.to} and (id like 'active %') = ${base === 'active'}`
      expect(await kept(service.database, names.id, row?.id), `${base} in round ${round}`).toEqual(
        await recounted(service.database, names, { base, ...view }),
      )
      const there = await baseOf(service.database, names, { base, ...view })
      expect([people.kind, people.people], `round ${round}`).toEqual([base, there.length])
    }
  }
  expect(seen).toBeGreaterThan(10)
  await server('PATCH', '/v1/project', { account_trait: 'plan', value_trait: null })
  await follow(project)
  expect(await kept(service.database, names.id)).toEqual(
    await recounted(service.database, { id: names.id, account: 'plan', value: undefined }),
  )
  const [row] = await service.database.sql<{ voters: number; squares: number; sure: number }[]>`
    select voters, squares, sure from post_insights where project_id = ${names.id} order by voters desc limit 1`
  expect(row?.sure).toBeCloseTo(sureVotesOf({ voters: row?.voters ?? 0, squares: row?.squares ?? 0 }), 6)
})

test('a project at whose numbers nobody looks, and that names no account, keeps nothing', async () => {
  const project = await start({})
  const { service } = project
  const id = await post(project, 'Dark mode')
  await vote(project, id, await person(project, 'ada', { plan: 'pro' }))
  await follow(project)
  const [row] = await service.database.sql<{ due: number; changes: number; kept: number; account: string | null }[]>`
    select (select count(*) from insight_due) as due, (select count(*) from insight_changes) as changes,
      (select count(*) from post_insights) as kept, (select account from votes where project_id = ${project.project.id}) as account`
  expect(row).toEqual({ due: 0, changes: 0, kept: 0, account: null })
  const { items } = await readInsights(project.call(), { sort: 'votes' }, { limit: 5, after: undefined })
  expect(items.map(({ voters, accounts }) => [voters, accounts])).toEqual([[1, 0]])
})

test('a trait that the project drops cannot be its account', async () => {
  const project = await start()
  const refused = await project.server('PATCH', '/v1/project', { account_trait: 'team' })
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [{ pointer: '/account_trait', detail: 'must be one of the traits that the project keeps' }],
  ])
  expect((await project.server('PATCH', '/v1/project', { allowed_traits: ['plan'] })).status).toBe(400)
  const cleared = await project.server('PATCH', '/v1/project', {
    account_trait: null,
    value_trait: null,
    allowed_traits: ['plan'],
  })
  expect([cleared.status, cleared.body.account_trait]).toEqual([200, null])
})

test('a project that cannot be counted stops no other', async () => {
  const one = await start()
  const { sql } = one.service.database
  const two = await startProject({ service: one.service, draft: NAMES })
  const [first, second] = one.project.id < two.project.id ? [one, two] : [two, one] // as they take turns
  for (const project of [first, second]) {
    await insights(project)
    await person(project, 'ada', { company: 'Acme' })
  }
  await sql`
    insert into accounts (project_id, name, people, value)
    select ${first.project.id}, name, 2147483647, 0 from unnest(array['more', 'than fit']) as name`
  await expect(countInsights(one.call())).rejects.toThrow('out of range')
  expect(await sql`select name, people from accounts where project_id = ${second.project.id}`).toEqual([
    { name: 'Acme', people: 1 },
  ])
})

test('a view that takes too long is tried again only after somebody asks again', async () => {
  const project = await start()
  const { sql } = project.service.database
  const { id } = project.project
  await insights(project)
  await follow(project)
  await sql`insert into insight_views (project_id, id, asked_at) values (${id}, 'never', now())`
  await sql`
    insert into insight_views (project_id, id, asked_at, counted_at) values (${id}, 'once', now(), now() - interval '1 hour')`
  await inTransaction(project.call(), async ({ sql: own }) => {
    await own`lock table post_insights in access exclusive mode`
    expect(await countBeside(project.call(), 'never', 50)).toBe(true)
    expect(await countBeside(project.call(), 'once', 50)).toBe(true)
  })
  const kept =
    await sql`select id, asked_at = counted_at as is_given_up from insight_views where project_id = ${id} and id <> ''`
  expect(kept).toEqual([{ id: 'once', is_given_up: true }])
  expect(await countInsights(project.call())).toBe(false)
})

test('a count that began before the project named its account counts by what it names now', async () => {
  const project = await start({ allowedTraits: ['company'] })
  await person(project, 'ada', { company: 'Acme' })
  const { status } = await project.server('PATCH', '/v1/project', { account_trait: 'company' })
  expect([status, project.call().project.accountTrait]).toEqual([200, undefined]) // the call is the old one
  const { people } = await readInsights(project.call(), { sort: 'votes' }, { limit: 20, after: undefined })
  expect(people.accounts).toBe(1)
})
