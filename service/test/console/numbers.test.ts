import { expect, test } from 'vitest'
import { atInstant } from '../../src/domain/call/index.ts'
import { readNumbers, readVotesByTrait } from '../../src/domain/numbers/index.ts'
import { housekeeping } from '../../src/housekeeping.ts'
import { startDesk } from './desk.ts'

const DAY = 24 * 60 * 60 * 1000

test('days hold what happened on them, however often they are counted', async () => {
  let now = Date.parse('2091-03-10T12:00:00Z')
  const desk = await startDesk({ now: () => new Date(now) })
  const { server, signIn, app, call, exchange } = desk
  const { body: post } = await server('POST', '/v1/posts', { title: 'Dark mode' })
  const { session } = await signIn({ sub: 'ada' })
  await app('PUT', `/v1/posts/${post.id}/vote`, { session })
  now += DAY
  await server('POST', `/v1/posts/${post.id}/comments`, { body: 'We will' })
  await server('POST', `/v1/posts/${post.id}/comments`, { body: 'For us alone', is_internal: true })
  await exchange('not.a.token')
  const today = { day: '2091-03-11', posts: 0, votes: 0, comments: 1, signIns: 0 }
  const yesterday = { day: '2091-03-10', posts: 1, votes: 1, comments: 0, signIns: 1 }
  for (const _ of [1, 2, 3]) {
    now += 60_000
    const { days, refusals } = await readNumbers(call(), 30)
    expect(days.slice(-2)).toEqual([yesterday, today])
    expect(days).toHaveLength(60)
    expect(refusals).toEqual([{ code: 'token_malformed', refusals: 1 }])
  }
})

// Guarantees that a sign-in is counted once: by its session, and when that is gone by what its removal noted, whether somebody looked before or not.
test('sign-ins stay counted after their sessions were swept', async () => {
  let now = Date.now()
  const { signIn, call, service } = await startDesk({ now: () => new Date(now) })
  const counted = async () => (await readNumbers(call(), 30)).days.reduce((sum, { signIns }) => sum + signIns, 0)
  const { sql } = service.database
  const expire = (count: number) => sql`
    update sessions set expires_at = ${new Date(now - 2 * DAY)}
    where token_hash in (select token_hash from sessions where project_id = ${call().project.id} limit ${count})`
  for (const sub of ['one', 'two', 'three']) await signIn({ sub })
  await expire(1)
  await housekeeping(service.database, service.config).run({})
  expect(await counted()).toBe(3)
  await expire(2)
  await housekeeping(service.database, service.config).run({})
  now += 3 * DAY
  expect(await sql`select count(*)::int as n from sessions where project_id = ${call().project.id}`).toEqual([{ n: 0 }])
  expect(await counted()).toBe(3)
})

test('votes are told apart by an allowed trait and by no other', async () => {
  const { server, signIn, app, call } = await startDesk()
  const posts = await Promise.all(
    ['One', 'Two'].map((title) => server('POST', '/v1/posts', { title: `Idea ${title}` })),
  )
  const [one = '', two = ''] = posts.map(({ body }) => body.id as string)
  for (const [sub, plan, post] of [
    ['a', 'pro', one],
    ['b', 'pro', two],
    ['c', 'free', two],
    ['d', undefined, two],
  ] as const) {
    const { session } = await signIn({ sub, ...(plan && { traits: { plan } }) })
    await app('PUT', `/v1/posts/${post}/vote`, { session })
  }
  const byTrait = await readVotesByTrait(call(), 'plan')
  expect(byTrait.map(({ id, byValue }) => [id, Object.fromEntries(byValue)])).toEqual([
    [two, { pro: 1, free: 1, undefined: 1 }],
    [one, { pro: 1 }],
  ])
  expect(await readVotesByTrait(call(), 'email')).toEqual([])

  // A second look within ten minutes shows the same, whatever happened; after that it is counted again.
  const { session } = await signIn({ sub: 'e', traits: { plan: 'free' } })
  await app('PUT', `/v1/posts/${one}/vote`, { session })
  const onesAt = async (minutes: number) => {
    const later = new Date(Date.now() + minutes * 60_000)
    const posts = await readVotesByTrait(atInstant(call(), later), 'plan')
    return Object.fromEntries(posts.find(({ id }) => id === one)?.byValue ?? [])
  }
  expect(await onesAt(9)).toEqual({ pro: 1 })
  expect(await onesAt(11)).toEqual({ pro: 1, free: 1 })
})

test('the numbers are pictures with a table behind each, without script', async () => {
  let late = 0
  const { ask, enter, project, server, signIn, app } = await startDesk({ now: () => new Date(Date.now() + late) })
  const cookie = await enter('mo@acme.example', 'moderator')
  const empty = await ask('GET', `/${project.slug}/numbers`, { cookie })
  expect(empty.text).toContain('Nothing has happened yet')
  const { body: post } = await server('POST', '/v1/posts', { title: '<script>alert(1)</script> & more' })
  const { session } = await signIn({ sub: 'ada', traits: { plan: '<b>pro</b>' } })
  await app('PUT', `/v1/posts/${post.id}/vote`, { session })
  const { body: asked } = await app('POST', '/v1/posts', { session, body: { title: 'From a user' } })
  await server('POST', `/v1/posts/${asked.id}/comments`, { body: 'Soon' })
  late = 11 * 60_000 // within ten minutes the same numbers are shown
  for (const query of [
    '',
    '?days=90',
    '?days=365&trait=plan&segment=pro',
    '?days=%00',
    '?trait=x&trait=y',
    '?segment=%3Cb%3E',
  ]) {
    const { status, text } = await ask('GET', `/${project.slug}/numbers${query}`, { cookie })
    expect([query, status]).toEqual([query, 200])
    expect(text).not.toMatch(/<script>alert|<b>pro/)
    expect(text.match(/<svg[^>]*role="(?:img|group)" aria-label="[^"]+"/g)?.length).toBeGreaterThanOrEqual(5)
    expect(text.match(/<table>/g)?.length).toBeGreaterThanOrEqual(5)
  }
})

test('a count that was always zero is not shown, nor the time to an answer while there are no answers', async () => {
  const { ask, enter, project, server, signIn, app } = await startDesk()
  const cookie = await enter('mo@acme.example', 'moderator')
  const { session } = await signIn({ sub: 'ada' })
  await app('POST', '/v1/posts', { session, body: { title: 'From a user' } })
  await server('POST', '/v1/posts', { title: 'From the team' })
  const { text } = await ask('GET', `/${project.slug}/numbers`, { cookie })
  const figures = /<ul class="figures">(.*?)<\/ul>/s.exec(text)?.[1] ?? ''
  expect([...figures.matchAll(/<span class="soft">([^<]*)<\/span><b>/g)].map(([, name]) => name)).toEqual([
    'Posts',
    'Votes',
    'Sign-ins',
  ])
  expect(text).not.toContain('Time to first answer')
})
