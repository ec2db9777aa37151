import { expect, test } from 'vitest'
import { recordEvents } from '../../src/domain/events/inside.ts'
import { MOST_CHANGES } from '../../src/domain/live/index.ts'
import { boardOriginOf } from '../../src/domain/projects/index.ts'
import { type Id, newId } from '../../src/foundation/ids/index.ts'
import { type Stage, startBoard } from '../board/stage.ts'
import { makePost } from '../board/tabs.ts'
import { visitorOf } from '../board/visitor.ts'
import { type SharedService, startService } from '../harness/service.ts'
import { type Message, openStream } from './streams.ts'

function follow(
  stage: Stage,
  {
    path = '/live',
    service = stage.service,
    ...headers
  }: { path?: string; service?: SharedService } & Record<string, unknown> = {},
) {
  const { host } = new URL(boardOriginOf(service.config, stage.project))
  return openStream(service.port, path, { host, ...(headers as Record<string, string>) })
}

const isAbout =
  ({ number }: { number: number }) =>
  ({ event, data }: Message) =>
    event === 'post' && data.number === number

async function begun(stage: Stage, options: Parameters<typeof follow>[1] = {}) {
  const stream = await follow(stage, options)
  expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
  await stream.begun
  return stream
}

async function statusOf({ server }: Stage, category: string): Promise<string> {
  const { body } = await server('GET', '/v1/statuses')
  return body.data.find((status: { category: string }) => status.category === category).id
}

// Guarantees what live pages are for: whoever has a page open sees what others do, whichever process they use.
test('votes, comments, statuses and new posts reach the pages of every process, as they are now', async () => {
  const stage = await startBoard()
  const other = await startService()
  const post = await makePost(stage, 'Dark mode')
  const streams = [await begun(stage), await begun(stage, { service: other })]
  const { session } = await stage.signIn()
  await stage.app('PUT', `/v1/posts/${post.id}/vote`, { session })
  for (const stream of streams) {
    const told = await stream.until((message) => isAbout(post)(message) && message.data.votes === 1)
    expect(told.at(-1)?.data).toEqual({
      number: post.number,
      votes: 1,
      votes_text: '1 vote',
      comments: 0,
      comments_text: '0 comments',
      status: { id: post.status.id, name: 'Open', color: expect.stringMatching(/^#/) },
      is_votable: true,
    })
  }
  await stage.app('POST', `/v1/posts/${post.id}/comments`, { session, body: { body: 'Me too' } })
  await stage.server('POST', `/v1/posts/${post.id}/status`, { status_id: await statusOf(stage, 'done') })
  const { number } = await makePost(stage, 'Offline maps')
  for (const stream of streams) {
    await stream.until(({ data }) => data.comments_text === '1 comment')
    await stream.until(({ data }) => data.status?.name === 'Done' && data.is_votable === false)
    await stream.until(({ event, data }) => event === 'new' && data.number === number)
  }
})

// Guarantees that a stream is no way around the board: what it does not show, it does not tell, not even that something happened.
test('held posts, internal comments, reports and merges of hidden posts are in no stream, also of their author', async () => {
  const stage = await startBoard({ requiresApproval: true })
  const { signIn } = visitorOf(stage)
  const cookie = await signIn({ sub: 'ada' })
  const { session } = await stage.signIn({ sub: 'ada' })
  const streams = [await begun(stage), await begun(stage, { cookie })]
  const post = await makePost(stage, 'Dark mode')
  for (const stream of streams) await stream.until(({ event, data }) => event === 'new' && data.number === post.number)
  const before = streams.map(({ told }) => told.length)
  const held = await stage.app('POST', '/v1/posts', { session, body: { title: 'A secret plan' } })
  expect([held.status, held.body.moderation_state]).toEqual([201, 'pending'])
  await stage.server('PUT', `/v1/posts/${held.body.id}/votes/by_sub/ada`)
  await stage.server('POST', `/v1/posts/${post.id}/comments`, { body: 'For us', is_internal: true })
  await stage.app('POST', `/v1/posts/${post.id}/comments`, { session, body: { body: 'It waits' } })
  await stage.app('POST', '/v1/reports', { session, body: { post_id: post.id, reason: 'Spam' } })
  await stage.server('POST', `/v1/posts/${held.body.id}/status`, { status_id: await statusOf(stage, 'planned') })
  const sentinel = await makePost(stage, 'Offline maps')
  for (const [place, stream] of streams.entries()) {
    const told = await stream.until(({ event, data }) => event === 'new' && data.number === sentinel.number)
    expect(told.slice(before[place]).map(({ event, data }) => [event, data.number])).toEqual([
      ['post', sentinel.number],
      ['new', sentinel.number],
    ])
  }
  await stage.server('POST', `/v1/moderation/${held.body.id}/approve`, {})
  for (const stream of streams)
    await stream.until(({ event, data }) => event === 'new' && data.number === held.body.number)
})

// Guarantees that whoever was offline, or hidden, misses nothing, and that a position fits one board alone.
test('who comes back with the last id is told what changed meanwhile; an id of another board is refused', async () => {
  const stage = await startBoard()
  const [stream, watching] = [await begun(stage), await begun(stage)] // the log may be late, while others write
  const posts = await Promise.all(['One', 'Two'].map((title) => makePost(stage, title)))
  for (const { number } of posts) await stream.until(({ event, data }) => event === 'new' && data.number === number)
  const { number: last } = await makePost(stage, 'Three')
  await stream.until(({ event, data }) => event === 'new' && data.number === last)
  stream.close()
  expect(Buffer.from(stream.lastId(), 'base64url').toString()).not.toMatch(/\[\d+,\d+\]/) // it moves with what is hidden, too
  const { session } = await stage.signIn()
  for (const { id } of posts) await stage.app('PUT', `/v1/posts/${id}/vote`, { session })
  for (const { number } of posts) await watching.until(({ data }) => data.number === number && data.votes === 1)
  for (const again of [
    await begun(stage, { 'last-event-id': stream.lastId() }),
    await begun(stage, { path: `/live?after=${encodeURIComponent(stream.lastId())}` }),
  ]) {
    const voted = again.told.filter(({ data }) => data.number !== last) // its portion may have ended after the stream
    expect(voted.map(({ event, data }) => [event, data.number, data.votes]).sort()).toEqual(
      posts.map(({ number }) => ['post', number, 1]).sort(),
    )
    const after = await begun(stage, { 'last-event-id': again.lastId() })
    expect(after.told).toEqual([])
  }
  const other = await startBoard({}, {}, { service: stage.service })
  for (const id of [stream.lastId(), 'x', `${'A'.repeat(300)}`, 'é']) {
    const { status } = await follow(other, { path: `/live?after=${encodeURIComponent(id)}` })
    expect([id, status]).toEqual([id, 400])
  }
})

test('a page is told what happened since it was made; a page that missed much is told to read again', async () => {
  const stage = await startBoard()
  const watching = await begun(stage)
  const first = await makePost(stage, 'One')
  await watching.until(isAbout(first))
  const stream = await begun(stage, { path: '/live?age=600000' })
  expect(stream.told.map(({ event, data }) => [event, data.number])).toEqual([
    ['post', first.number],
    ['new', first.number],
  ])
  for (const age of ['-1', 'x', '99999999999999', '']) {
    expect([age, (await follow(stage, { path: `/live?age=${age}` })).status]).toEqual([age, 200])
  }
  stream.close()
  await voteFor(stage, await copiesOf(stage, first, MOST_CHANGES + 1))
  await watching.until(({ event }) => event === 'reset')
  const again = await begun(stage, { 'last-event-id': stream.lastId() })
  expect(new Set(again.told.map(({ event }) => event))).toEqual(new Set(['reset']))
})

// Guarantees that nobody can tell how much happens in a category that they do not see.
test('many changes in a hidden category reset nothing, wake nobody and are not missed', async () => {
  const stage = await startBoard()
  const { body: category } = await stage.server('POST', '/v1/categories', { name: 'Inside', visible_to: 'users' })
  const guest = await begun(stage)
  const inside = (await stage.server('POST', '/v1/posts', { title: 'Inside', category_id: category.id })).body
  const changes = async (cursor = '', wait = 0, session?: string) =>
    (
      await stage.app(
        'GET',
        `/v1/changes?cursor=${cursor}&wait=${wait}`.replace('cursor=&', ''),
        session ? { session } : {},
      )
    ).body
  const { session } = await stage.signIn()
  const open = await makePost(stage, 'Open')
  await guest.until(isAbout(open)) // the log may be late, while others write
  const [ofGuest, ofUser] = await Promise.all([changes(), changes('', 0, session)])
  const hidden = await copiesOf(stage, inside, MOST_CHANGES + 1)
  const began = performance.now()
  let answeredAfterMs = 20_000
  const waiting = changes(ofGuest.next_cursor, 20).then(() => {
    answeredAfterMs = performance.now() - began
  })
  const woken = changes(ofUser.next_cursor, 20, session)
  for (let round = 0; round < 12; round += 1) await voteFor(stage, hidden) // more than are read at a time
  await woken
  // Whoever sees the category is told that it was too much.
  await expect.poll(async () => (await changes(ofUser.next_cursor, 0, session)).is_complete).toBe(false)
  expect(answeredAfterMs).toBeGreaterThan(19_000) // not yet, or because its time was over
  const late = await begun(stage, { path: '/live?age=600000' })
  await voteFor(stage, [open.id])
  await waiting
  for (const stream of [guest, late]) {
    const told = await stream.until(isAbout(open))
    expect(told.filter(({ event, data }) => event === 'reset' || data.number !== open.number)).toEqual([])
  }
  const { data, is_complete } = await changes(ofGuest.next_cursor)
  expect([data.map(({ id }: { id: string }) => id), is_complete]).toEqual([[open.id], true])
})

/** So many posts like this one, in the same category. */
async function copiesOf({ project, service }: Stage, { id }: { id: string }, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId('post'))
  const { sql } = service.database
  await sql`
    insert into posts select c.* from unnest(${ids}::text[]) with ordinality as n (id, place)
    cross join lateral (select (jsonb_populate_record(p, jsonb_build_object('id', n.id, 'number', 1000 + n.place))).*
      from posts p where p.project_id = ${project.id} and p.id = ${id}) as c`
  await sql`
    insert into post_standings select c.* from unnest(${ids}::text[]) as n (id)
    cross join lateral (select (jsonb_populate_record(s, jsonb_build_object('post_id', n.id))).*
      from post_standings s where s.project_id = ${project.id} and s.post_id = ${id}) as c`
  return ids
}

/** As the log has it after a vote for each. */
function voteFor(stage: Stage, ids: readonly string[]): Promise<void> {
  const votes = ids.map(
    (id) => ({ type: 'vote.cast', subject: id, post: id as Id<'post'>, data: { user_id: newId('user') } }) as const, // ids of posts
  )
  return recordEvents(stage.call(), votes, { actor: { kind: 'system', id: undefined }, isTold: true })
}

// Guarantees that a private board stays private on a connection that was opened before.
test('a stream of a private board ends with its session, however that ends; a stranger gets none', async () => {
  const stage = await startBoard({ isPrivate: true })
  const { signIn, form } = visitorOf(stage)
  expect((await follow(stage)).status).toBe(401)
  const idOf = async (cookie: string) =>
    (await stage.app('GET', '/v1/me', { session: cookie.split('=')[1] ?? '' })).body.id
  const ends: Record<string, (cookie: string) => Promise<unknown>> = {
    'signed out': (cookie) => form('/sign-out', {}, { cookie }),
    banned: async (cookie) => stage.server('POST', `/v1/users/${await idOf(cookie)}/ban`, {}),
    erased: async (cookie) => stage.server('POST', `/v1/users/${await idOf(cookie)}/erase`, {}),
  }
  const remaining = await begun(stage, { cookie: await signIn({ sub: 'stays' }) })
  for (const [what, end] of Object.entries(ends)) {
    const cookie = await signIn({ sub: what })
    const stream = await begun(stage, { cookie })
    await end(cookie)
    await stream.ended
    expect([what, (await follow(stage, { cookie })).status]).toEqual([what, 401])
  }
  const { number } = await makePost(stage, 'Still here')
  await remaining.until(({ event, data }) => event === 'new' && data.number === number)
})

test('the streams of a board that becomes private end, and strangers do not come back', async () => {
  const stage = await startBoard()
  const stream = await begun(stage)
  await stage.server('PATCH', '/v1/project', { is_private: true })
  await stream.ended
  await expect.poll(async () => (await follow(stage)).status).toBe(401)
})

// Guarantees that streams cannot use up a process: each is refused beyond the limit, and leaves its place when it ends.
test('more streams than allowed are refused with 429, and a place becomes free', async () => {
  const service = await startService({ LIVE_CONNECTIONS: '3' })
  const stage = await startBoard({}, {}, { service })
  const streams = [await begun(stage), await begun(stage), await begun(stage)]
  const refused = await follow(stage)
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
  streams[0]?.close()
  await expect.poll(async () => (await follow(stage)).status).toBe(200)
  const off = await startBoard({}, { LIVE_CONNECTIONS: '0' })
  expect((await follow(off)).status).toBe(429)
})

// Guarantees that a stream shows no more than the page does: readers who see the same share one read, and no others.
test('what happens in a category is told to those who see it', async () => {
  const stage = await startBoard()
  const open = await makePost(stage, 'For everyone')
  const hidden = async (visible_to: string) => {
    const { body: category } = await stage.server('POST', '/v1/categories', { name: `For ${visible_to}`, visible_to })
    const post = await makePost(stage, `Of ${visible_to}`)
    await stage.server('PATCH', `/v1/posts/${post.id}`, { category_id: category.id })
    return post
  }
  const rules = { all: [{ trait: 'plan', op: 'is', value: 'pro' }] }
  const { body: segment } = await stage.server('POST', '/v1/segments', { name: 'Paying', rules })
  const [forUsers, forTeam, forSegment] = [await hidden('users'), await hidden('team'), await hidden(segment.id)]
  const traits = { plan: 'pro' }
  const { session, userId } = await stage.signIn({ traits })
  const { session: other } = await stage.signIn({ sub: 'of no segment' })
  const seenBy = async (session: string) => (await stage.app('GET', `/v1/posts/${forSegment.id}`, { session })).status
  expect([await seenBy(session), await seenBy(other)]).toEqual([200, 404])
  const cursorOf = async (session?: string) =>
    (await stage.app('GET', '/v1/changes', { ...(session && { session }) })).body.next_cursor as string
  const [ofGuest, ofUser, ofOther] = [await cursorOf(), await cursorOf(session), await cursorOf(other)]
  // The log may tell late that categories were added, which ends all streams; they come back.
  const guest = await begun(stage)
  const cookie = await visitorOf(stage).signIn({ sub: 'somebody who reads', traits })
  const user = await begun(stage, { cookie })
  for (const { id } of [forTeam, forSegment, forUsers, open])
    expect((await stage.server('PUT', `/v1/posts/${id}/votes/${userId}`, {})).status).toBeLessThan(300)
  await Promise.all([guest.until(isAbout(open)), user.until(isAbout(open)), user.until(isAbout(forUsers))])
  const last = await makePost(stage, 'Told in a later portion')
  const numbersOf = async (stream: typeof guest) => {
    const told = await stream.until(isAbout(last))
    return new Set(told.flatMap(({ event, data }) => (event === 'post' ? [data.number] : [])))
  }
  expect(await numbersOf(guest)).toEqual(new Set([open.number, last.number]))
  expect(await numbersOf(user)).toEqual(new Set([open.number, forUsers.number, last.number]))
  const changedSince = async (cursor: string, session?: string) => {
    const { body } = await stage.app('GET', `/v1/changes?cursor=${cursor}`, { ...(session && { session }) })
    return body.data.map(({ number }: { number: number }) => number).sort()
  }
  expect(await changedSince(ofGuest)).toEqual([open.number, last.number])
  // Those of a segment share one read with others, so nobody is told about its posts.
  for (const [cursor, asker] of [
    [ofUser, session],
    [ofOther, other],
  ] as const)
    expect(await changedSince(cursor, asker)).toEqual([open.number, forUsers.number, last.number])
})
