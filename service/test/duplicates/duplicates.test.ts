import { hash } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { systemCall } from '../../src/domain/call/index.ts'
import { compareNext, MOST_OPEN, noteChecks, type Tries } from '../../src/domain/duplicates/index.ts'
import { sqlOn } from '../../src/foundation/storage/sql.ts'
import { settled } from '../events/settled.ts'
import type { Answer, TestProject } from '../harness/project.ts'
import { type ComparedProject, startCompared } from './comparing.ts'

const write = async ({ server }: TestProject, title: string, body = ''): Promise<string> =>
  (await server('POST', '/v1/posts', { title, body })).body.id
const pairsIn = ({ body }: Answer) =>
  body.data.map(({ post, into_post }: Record<string, { title: string }>) => [post?.title, into_post?.title])
const wordsWithoutMeaning = (place: number) => hash('sha256', `${place}`).match(/.{8}/g)?.join(' ')
const suggested = async (project: ComparedProject, query = '') => {
  await project.compare()
  return pairsIn(await project.server('GET', `/v1/duplicates${query}`))
}

test('a new post that repeats another one is suggested, and the one with more votes stays', async () => {
  const project = await startCompared()
  const { server } = project
  const first = await write(project, 'Dark mode for the calendar')
  await write(project, 'Export as CSV')
  expect(await suggested(project)).toEqual([])
  const again = await write(project, 'Please add a dark mode to the calender')
  await project.compare()
  const { status, body } = await server('GET', '/v1/duplicates')
  expect([status, body.next_cursor]).toEqual([200, null])
  expect(body.data).toMatchObject([{ post: { id: again }, into_post: { id: first }, state: 'open' }])
  expect(body.data[0].score).toBeGreaterThanOrEqual(80)
  const { session } = await project.signIn()
  await project.app('PUT', `/v1/posts/${again}/vote`, { session })
  expect((await server('GET', '/v1/duplicates')).body.data).toMatchObject([{ into_post: { id: again } }])
})

// Guarantees that a comparison looks further than the suggestions under a title do: there, a post with few votes has to have "shared", too.
test('a new post is compared with one that lacks one of its words, although a post with many votes has them all', async () => {
  const project = await startCompared()
  const { service, project: about } = project
  const popular = async (title: string) => {
    const id = await write(project, title)
    await service.database.sql`update posts set reach = 2 where project_id = ${about.id} and id = ${id}`
  }
  for (let post = 0; post < 40; post += 1) await popular(`Calendar ${wordsWithoutMeaning(post)}`)
  await popular('Export shared calendar as spreadsheet')
  await write(project, 'Export calendar as spreadsheet')
  await project.compare()
  await write(project, 'Export our shared calendar as spreadsheet')
  expect(await suggested(project)).toContainEqual([
    'Export our shared calendar as spreadsheet',
    'Export calendar as spreadsheet',
  ])
})

test('a post whose comparison always takes too long holds up no other, and is left out after three tries', async () => {
  const project = await startCompared()
  const { database } = project.service
  const slow = await write(project, 'Dark mode for the calendar')
  await write(project, 'Export as CSV')
  await write(project, 'Export as a CSV')
  await settled(database)
  while ((await noteChecks(project.call())) > 0);
  // PostgreSQL ends a statement about this post, as it does after the time limit.
  const client = new pg.Client(database.connection)
  await client.connect()
  onTestFinished(() => client.end())
  const sql = sqlOn(async (prepared, values) => {
    const isSlow = JSON.stringify(values).includes(`["${slow}"]`)
    await client.query(`set statement_timeout = ${isSlow ? 1 : 0}`)
    if (isSlow) await client.query('select pg_sleep(10)')
    return (await client.query({ ...prepared, values })).rows
  })
  const left: string[] = []
  const tries: Tries = new Map()
  let turns = 0
  const { places } = project.call()
  const stores = { ...database, sql, shareOf: () => ({ sql, transaction: database.transaction }) }
  const call = () => systemCall(stores, places, database.clock.now())
  while (await compareNext(call(), undefined, ({ postId }) => left.push(postId), tries)) turns += 1
  expect([left, tries.size]).toEqual([[slow], 0])
  expect(turns).toBeLessThanOrEqual(4)
  expect(pairsIn(await project.server('GET', '/v1/duplicates'))).toHaveLength(1)
})

// Guarantees what the team decided: neither another title nor more votes bring the pair back.
test('a dismissed pair is not suggested again, also after its posts changed, until somebody reopens it', async () => {
  const project = await startCompared()
  const { server } = project
  const ids = [await write(project, 'Calendar feed'), await write(project, 'A calendar feed')]
  expect(await suggested(project)).toHaveLength(1)
  const pair = { post_id: ids[1], other_post_id: ids[0] }
  for (const body of [pair, { post_id: ids[0], other_post_id: ids[1] }]) {
    expect(await server('POST', '/v1/duplicates/dismiss', body)).toMatchObject({
      status: 200,
      body: { state: 'dismissed' },
    })
  }
  await server('PATCH', `/v1/posts/${ids[1]}`, { title: 'Calendar feeds' })
  expect(await suggested(project)).toEqual([])
  expect(await suggested(project, '?state=dismissed')).toEqual([['Calendar feeds', 'Calendar feed']])
  const log = (await server('GET', '/v1/audit_log')).body.data.map(({ action }: { action: string }) => action)
  expect(log.filter((action: string) => action.startsWith('post.duplicate'))).toEqual(['post.duplicate_dismissed'])
  expect((await server('POST', '/v1/duplicates/reopen', pair)).body.state).toBe('open')
  expect(await suggested(project)).toHaveLength(1)
})

test('a pair is gone when a post of it is merged, deleted, hidden or says something else, and comes back with it', async () => {
  const project = await startCompared()
  const { server } = project
  const [first, second] = [await write(project, 'Voice notes in chats'), await write(project, 'Voice notes in chat')]
  expect(await suggested(project)).toHaveLength(1)
  await server('POST', `/v1/posts/${second}/merge`, { into_post_id: first })
  expect(pairsIn(await server('GET', '/v1/duplicates'))).toEqual([]) // at once, before anything is compared again
  expect(await suggested(project)).toEqual([])
  await server('POST', `/v1/posts/${second}/unmerge`, {})
  expect(await suggested(project)).toHaveLength(1)
  await server('POST', `/v1/moderation/${second}/reject`, {})
  expect(await suggested(project)).toEqual([])
  await server('POST', `/v1/moderation/${second}/approve`, {})
  expect(await suggested(project)).toHaveLength(1)
  await server('PATCH', `/v1/posts/${second}`, { title: 'Faster search' })
  expect(await suggested(project)).toEqual([])
  await server('PATCH', `/v1/posts/${second}`, { title: 'Voice note in chat' })
  expect(await suggested(project)).toHaveLength(1)
  await server('DELETE', `/v1/posts/${first}`)
  expect(await suggested(project)).toEqual([])
})

test('people who vote for both posts make a pair of titles that alone would not be one', async () => {
  const project = await startCompared()
  const [one, other] = [await write(project, 'Snooze emails'), await write(project, 'Snooze emails until tomorrow')]
  expect(await suggested(project)).toEqual([])
  for (const sub of ['a', 'b', 'c', 'd']) {
    const { session } = await project.signIn({ sub })
    for (const id of [one, other]) await project.app('PUT', `/v1/posts/${id}/vote`, { session })
  }
  expect(await suggested(project)).toHaveLength(1)
})

test('posts of other projects, and what is no suggestion, do not exist', async () => {
  const project = await startCompared()
  const { server } = project
  const [one, other] = [await write(project, 'Gift cards'), await write(project, 'Gift card')]
  const third = await write(project, 'Night trains')
  await project.compare()
  for (const otherId of [third, one, 'pst_nothing', '', 'a\0b', 'x'.repeat(9_000)]) {
    const { status } = await server('POST', '/v1/duplicates/dismiss', { post_id: one, other_post_id: otherId })
    expect([otherId.slice(0, 20), status >= 400 && status < 500]).toEqual([otherId.slice(0, 20), true])
  }
  const stranger = await startCompared()
  const foreign = await stranger.server('POST', '/v1/duplicates/dismiss', { post_id: one, other_post_id: other })
  expect([foreign.status, (await stranger.server('GET', '/v1/duplicates')).body.data]).toEqual([404, []])
  expect((await server('GET', '/v1/duplicates?state=gone')).status).toBe(400)
})

// Guarantees that somebody who writes the same a thousand times fills no table.
test('a project has a bounded number of open pairs, and dismissed ones do not count', async () => {
  const project = await startCompared()
  const { sql } = project.service.database
  const own = project.project.id
  for (let n = 0; n < 47; n += 1) await write(project, `Wish ${'abcdefgh'[n % 8]?.repeat(3 + (n >> 3))}`)
  await sql`
    insert into duplicate_suggestions (project_id, post_id, other_id, score, state, found_at)
    select a.project_id, a.id, b.id, 80 + a.number % 5, case when a.number = 1 then 'dismissed' else 'open' end, now()
    from posts a join posts b on b.project_id = a.project_id and b.id > a.id where a.project_id = ${own}`
  await write(project, 'Entirely different')
  await project.compare()
  const [row] = await sql<{ open: number; dismissed: number }[]>`
    select count(*) filter (where state = 'open')::int as open, count(*) filter (where state = 'dismissed')::int as dismissed
    from duplicate_suggestions where project_id = ${own}`
  expect(row?.open).toBeLessThanOrEqual(MOST_OPEN)
  expect(row?.dismissed).toBe(46)
})
