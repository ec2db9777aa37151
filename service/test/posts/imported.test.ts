import { expect, test } from 'vitest'
import { readNumbers } from '../../src/domain/numbers/index.ts'
import { startProject } from '../harness/project.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = Date.parse('2091-11-15T10:00:00Z')
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS).toISOString()

/** A project at a time that the test sets, with people who never signed in. */
async function startImport() {
  const clock = { now: new Date(NOW) }
  const project = await startProject({ now: () => clock.now })
  const { server } = project
  const person = async (sub: string) => (await server('PUT', `/v1/users/by_sub/${sub}`, {})).body.id as string
  const post = async (title: string, more = {}) =>
    (await server('POST', '/v1/posts', { title, ...more })).body.id as string
  const vote = (id: string, sub: string, created_at?: string) =>
    server('PUT', `/v1/posts/${id}/votes/by_sub/${encodeURIComponent(sub)}`, created_at ? { created_at } : undefined)
  const ids = async (query: string) =>
    (await server('GET', `/v1/posts?${query}`)).body.data.map(({ id }: { id: string }) => id)
  return { ...project, clock, person, post, vote, ids }
}

test('a server votes and withdraws by its own id of a user, also for who never signed in', async () => {
  const { server, person, post, vote } = await startImport()
  const ada = await person('crm%2Fada')
  const id = await post('Dark mode')
  expect((await vote(id, 'crm/ada', daysAgo(400))).status).toBe(204)
  expect((await vote(id, 'crm/ada', daysAgo(3))).status).toBe(204) // a vote that is there keeps its time
  expect((await server('GET', `/v1/posts/${id}/votes`)).body.data).toEqual([
    { note: null, user: { id: ada, display_name: 'Acme user', is_team: false }, voted_at: daysAgo(400) },
  ])
  expect((await server('GET', `/v1/posts/${id}`)).body.vote_count).toBe(1)
  const withdraw = () => server('DELETE', `/v1/posts/${id}/votes/by_sub/crm%2Fada`)
  expect([(await withdraw()).status, (await withdraw()).status]).toEqual([204, 204])
  expect((await server('GET', `/v1/posts/${id}`)).body.vote_count).toBe(0)
  for (const { status, body } of [await vote(id, 'nobody'), await server('DELETE', `/v1/posts/${id}/votes/by_sub/x`)]) {
    expect([status, body.code]).toEqual([404, 'not_found'])
  }
  expect((await vote(id, 'nobody')).body.detail).toContain('Make them first with PUT /v1/users/by_sub/{sub}.')
})

test('an invalid or future time is refused, and no vote is cast', async () => {
  const { server, person, post, vote } = await startImport()
  const ada = await person('ada')
  const id = await post('Dark mode')
  const soon = new Date(NOW + 1).toISOString()
  for (const time of [soon, '1969-12-31T23:59:59Z', '2091-02-30T10:00:00Z', '2090-12-31T23:59:60Z', 'yesterday', '']) {
    const answers = [
      await server('PUT', `/v1/posts/${id}/votes/by_sub/ada`, { created_at: time }),
      await server('PUT', `/v1/posts/${id}/votes/${ada}`, { created_at: time }),
      await server('POST', `/v1/posts/${id}/comments`, { body: 'Hello', created_at: time }),
    ]
    for (const { status, body } of answers) {
      expect([time, status, body.errors?.[0]?.pointer]).toEqual([time, 400, '/created_at'])
    }
  }
  for (const body of [{ created_at: null }, { created_at: 5 }, { at: daysAgo(1) }, []]) {
    expect((await server('PUT', `/v1/posts/${id}/votes/by_sub/ada`, body)).body.code).toBe('invalid_request')
  }
  expect((await server('GET', `/v1/posts/${id}`)).body).toMatchObject({ vote_count: 0, comment_count: 0 })
  expect((await vote(id, 'ada', new Date(NOW).toISOString())).status).toBe(204)
})

// Guarantees that an import does not change the trend of today: old votes count with their own time.
test('old votes count for the top of the board and not for its trend', async () => {
  const { server, person, post, vote, ids, service } = await startImport()
  const people = ['ada', 'bob', 'eve', 'joe', 'sue']
  for (const sub of people) await person(sub)
  const old = await post('Old and loved', { created_at: daysAgo(700) })
  const fresh = await post('Fresh', { created_at: daysAgo(1) })
  for (const sub of people) await vote(old, sub, daysAgo(650))
  await vote(fresh, 'ada', daysAgo(1))
  expect(await ids('sort=top')).toEqual([old, fresh])
  expect(await ids('sort=trending')).toEqual([fresh, old])
  expect(await ids('sort=updated')).toEqual([fresh, old])
  const trend = async () => {
    const [row] = await service.database.sql`select trend from post_standings where post_id = ${old}`
    return row?.trend as number
  }
  const made = (NOW - 700 * DAY_MS) / (7 * DAY_MS)
  expect(await trend()).toBeCloseTo(made + Math.log2(1 + 5 * 2 ** (50 / 7)), 6)
  for (const sub of people) await server('DELETE', `/v1/posts/${old}/votes/by_sub/${sub}`)
  expect(await trend()).toBeCloseTo(made, 3)
})

test('people find what was imported for them among their votes, by its time', async () => {
  const { app, person, post, vote, signIn, clock } = await startImport()
  await person('ada')
  const [one, two, three] = [await post('One'), await post('Two'), await post('Three')]
  await vote(one, 'ada', daysAgo(1))
  await vote(two, 'ada', daysAgo(30))
  clock.now = new Date(NOW + 1000)
  const { session } = await signIn({ sub: 'ada' })
  await app('PUT', `/v1/posts/${three}/vote`, { session })
  const { data } = (await app('GET', '/v1/me/votes', { session })).body
  expect(data.map(({ post }: { post: { id: string } }) => post.id)).toEqual([three, one, two])
  expect((await app('GET', `/v1/posts/${two}`, { session })).body.has_voted).toBe(true)
})

test('the order of an import does not matter: a vote with its time counts for a done post', async () => {
  const { server, person, post, vote } = await startImport()
  const ada = await person('ada')
  await person('bob')
  const { body: statuses } = await server('GET', '/v1/statuses')
  for (const category of ['done', 'closed']) {
    const status = statuses.data.find((status: { category: string }) => status.category === category)
    const id = await post('Dark mode', { status_id: status.id, created_at: daysAgo(90) })
    expect((await vote(id, 'ada')).body.code).toBe('voting_closed')
    expect((await vote(id, 'ada', daysAgo(80))).status).toBe(204)
    expect((await vote(id, 'ada')).status).toBe(204) // nothing to change
    expect((await server('PUT', `/v1/posts/${id}/votes/${ada}`, { created_at: daysAgo(80) })).status).toBe(204)
    expect((await vote(id, 'bob', daysAgo(70))).status).toBe(204)
    expect((await server('GET', `/v1/posts/${id}`)).body.vote_count).toBe(2)
    expect((await server('DELETE', `/v1/posts/${id}/votes/by_sub/ada`)).body.code).toBe('voting_closed')
  }
  const [gone, target] = [await post('Gone'), await post('Target')]
  await server('POST', `/v1/posts/${gone}/merge`, { into_post_id: target })
  expect((await vote(gone, 'ada', daysAgo(1))).body.code).toBe('post_merged')
})

test('an imported comment does not make its post a new one', async () => {
  const { server, person, post, ids } = await startImport()
  await person('ada')
  const old = await post('Old', { created_at: daysAgo(700) })
  const newer = await post('Newer', { created_at: daysAgo(300) })
  const said = { body: 'Me too.', sub: 'ada', created_at: daysAgo(600) }
  const { status, body } = await server('POST', `/v1/posts/${old}/comments`, said)
  expect([status, body.created_at]).toEqual([201, daysAgo(600)])
  expect((await server('GET', `/v1/posts/${old}`)).body).toMatchObject({ comment_count: 1, updated_at: daysAgo(600) })
  expect(await ids('sort=updated')).toEqual([newer, old])
  await server('POST', `/v1/posts/${old}/comments`, { body: 'Soon.' })
  expect(await ids('sort=updated')).toEqual([old, newer])
})

test('imports count on their own day, even if that day was counted before', async () => {
  const { call, clock, server, person, post, vote } = await startImport()
  for (const sub of ['ada', 'bob']) await person(sub)
  const topic = await post('A topic', { created_at: daysAgo(100) })
  const dayOf = (days: number) => daysAgo(days).slice(0, 10)
  const numbersOf = async (days: number) => {
    const { days: all } = await readNumbers(call(), 366)
    const { posts, votes, comments } = all.find(({ day }) => day === dayOf(days)) ?? {}
    return { posts, votes, comments }
  }
  expect(await numbersOf(100)).toEqual({ posts: 1, votes: 0, comments: 0 })
  await vote(topic, 'ada', daysAgo(40))
  await vote(topic, 'bob', daysAgo(40))
  await server('POST', `/v1/posts/${topic}/comments`, { body: 'Me too.', sub: 'ada', created_at: daysAgo(40) })
  await post('Another', { sub: 'ada', created_at: daysAgo(40) })
  await vote(topic, 'ada', daysAgo(500)) // is there already
  clock.now = new Date(NOW + 61_000)
  expect(await numbersOf(40)).toEqual({ posts: 1, votes: 3, comments: 1 })
  expect(await numbersOf(100)).toEqual({ posts: 1, votes: 0, comments: 0 })
  expect(await numbersOf(500)).toEqual({ posts: 0, votes: 0, comments: 0 })
})

// Guarantees that a vote that commits while its day is counted is not lost, and that counting and importing never deadlock.
test('an import while days are counted is counted in the end', async () => {
  const { call, clock, post, vote, person } = await startImport()
  const topic = await post('A topic', { created_at: daysAgo(100) })
  await readNumbers(call(), 366)
  const subs = Array.from({ length: 60 }, (_, n) => `person-${n}`)
  await Promise.all(subs.map(person))
  let minutes = 0
  const look = () => {
    clock.now = new Date(NOW + ++minutes * 61_000)
    return readNumbers(call(), 366)
  }
  await Promise.all(
    subs.flatMap((sub, n) => [vote(topic, sub, daysAgo(1 + (n % 40))), ...(n % 3 === 0 ? [look()] : [])]),
  )
  const { days } = await look()
  expect(days.reduce((sum, { votes }) => sum + votes, 0)).toBe(60)
})
