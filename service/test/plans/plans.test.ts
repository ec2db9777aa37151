import { type IncomingMessage, request } from 'node:http'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { signIn } from '../../../generator/sessions.ts'
import { readConfig } from '../../src/config.ts'
import { systemCall, systemCallIn } from '../../src/domain/call/index.ts'
import { findDuplicates } from '../../src/domain/duplicates/compare.ts'
import { countDuplicates, listDuplicates } from '../../src/domain/duplicates/index.ts'
import { countPortion } from '../../src/domain/insights/follow.ts'
import { listPeopleOf, SORTS } from '../../src/domain/insights/index.ts'
import { inboxCounts, listUnanswered } from '../../src/domain/moderation/index.ts'
import { previewMerge } from '../../src/domain/posting/index.ts'
import { findHiddenPosts, slugOf } from '../../src/domain/posts/index.ts'
import { postsByIds } from '../../src/domain/posts/inside.ts'
import type { Project } from '../../src/domain/projects/index.ts'
import { risingPosts, votersByTrait, votesByDay } from '../../src/domain/today/index.ts'
import { castVoteFor, listVoters } from '../../src/domain/votes/index.ts'
import type { Id } from '../../src/foundation/ids/index.ts'
import { createLog } from '../../src/foundation/log/index.ts'
import { hashSecret } from '../../src/foundation/secrets/index.ts'
import { createService, type Service } from '../../src/service.ts'
import { heldPort } from '../harness/ports.ts'
import { type Database, generatedProject, ownDatabase } from './board.ts'
import { complaints, drawn, nodesOf, rowsRead } from './plan.ts'
import { type Recorded, recordOn } from './recorder.ts'

const SIZE = { posts: 10_000, votes: 50_000, comments: 20_000, users: 4_000, words: 15_000 }
/** A page, its moves, what hangs on its rows: nothing that grows with the project. */
const FEW = 500
/** The most rows that a filter may leave to be sorted: the posts of a tag, a word or a person, far fewer than all. */
const SOME = SIZE.posts / 5
/** A later page of a list reads the moves of the last hour. */
const MOVED = SIZE.posts / 2
/** The posts that have a word are put together from the index; what is read of them is still little. */
const HAVE_A_WORD = SIZE.posts / 2

let database: Database
let recorder: Awaited<ReturnType<typeof recordOn>>
let service: Service
let project: Project
let origin: string
let secretKey: string
let session: string

beforeAll(async () => {
  database = await ownDatabase()
  await generatedProject(database, 'neighbour', {
    posts: 2_000,
    votes: 10_000,
    comments: 4_000,
    users: 600,
    words: 5_000,
  })
  ;({ project, secretKey } = await generatedProject(database, 'board', SIZE))
  ;[session = ''] = await signIn(database.client, project.id, 3_000)
  await keepMoves()
  await makeBusy()
  recorder = await recordOn(database.storage)
  const { held, port } = await heldPort()
  const config = readConfig({ PORT: String(port), RATE_LIMIT_FACTOR: '0' })
  service = await createService({
    config,
    version: '0.0.0-test',
    database: recorder.database,
    registry: new Registry(),
    log: createLog('silent', () => {}),
  })
  await new Promise<void>((ready) => service.server.listen(held, ready))
  origin = config.apiOrigin
})

afterAll(async () => {
  await service?.stop()
  await recorder?.close()
  await database?.close()
})

/** Lively boards: in the last hour every third post was voted for. */
async function keepMoves(): Promise<void> {
  await database.client.query(
    `insert into post_moves (project_id, post_id, revision, at, vote_count, trend, updated_at)
     select s.project_id, s.post_id, s.revision, now() - p.number % 3600 * interval '1 second', s.vote_count, s.trend, s.updated_at
     from post_standings s join posts p on p.project_id = s.project_id and p.id = s.post_id where p.number % 3 = 0`,
  )
  await database.client.query('analyze post_moves')
}

/** The signed-in user has used the board a lot. */
async function makeBusy(): Promise<void> {
  const { rows } = await database.client.query(
    `with author as (select author_id as id from posts where project_id = $1 and author_id is not null group by 1 order by count(*) desc limit 1),
     busy as (update sessions set user_id = author.id from author where project_id = $1 and token_hash = $2 returning user_id)
     select user_id from busy`,
    [project.id, hashSecret(session)],
  )
  for (const table of ['votes', 'follows']) {
    await database.client.query(
      `insert into ${table} (project_id, post_id, user_id, created_at)
       select project_id, id, $2, created_at from posts where project_id = $1 and number % 10 = 5 on conflict do nothing`,
      [project.id, rows[0].user_id],
    )
  }
  await database.client.query('analyze votes, follows, sessions')
}

interface Request {
  readonly as?: 'app' | 'user' | 'server'
  readonly method?: string
}

async function ask(path: string, { as = 'app', method = 'GET' }: Request = {}) {
  const key = { 'x-project-key': project.publishableKey }
  const headers: Record<string, string> =
    as === 'server'
      ? { authorization: `Bearer ${secretKey}` }
      : as === 'user'
        ? { ...key, authorization: `Bearer ${session}` }
        : key
  recorder.taken()
  const answer = await fetch(`${origin}/v1${path}`, { method, headers })
  const text = await answer.text()
  expect(answer.status, text).toBeLessThan(300)
  return { body: text === '' ? undefined : JSON.parse(text), statements: recorder.taken() }
}

/** Nothing is read from end to end, nothing large is sorted, and few rows are looked at when it really runs. */
function expectLean(statements: readonly Recorded[], { together = FEW, read = 4 * FEW } = {}): void {
  expect(statements.length).toBeGreaterThan(0)
  const faults = statements.flatMap(({ text, plans, run }) => [
    ...plans.flatMap((plan) => complaints(plan, together).map((what) => `${what}: ${text}\n${drawn(plan)}`)),
    ...(run && rowsRead(run) >= read ? [`${rowsRead(run)} rows read: ${text}\n${drawn(run)}`] : []),
  ])
  expect(faults).toEqual([])
}

async function first(text: string): Promise<string> {
  const { rows } = await database.client.query(text, [project.id])
  return rows[0].id
}

const openPost = (offset = 0) =>
  first(`select s.post_id as id from post_standings s join statuses t on t.project_id = s.project_id and t.id = s.status_id
    where s.project_id = $1 and s.is_listed and t.category = 'open' order by s.vote_count desc, s.post_id limit 1 offset ${offset}`)
const commonTag = () =>
  first(
    `select tag as id from posts, unnest(tag_ids) as t (tag) where project_id = $1 group by tag order by count(*) desc limit 1`,
  )
const rareTag = () =>
  first(
    `select tag as id from posts, unnest(tag_ids) as t (tag) where project_id = $1 group by tag order by count(*) limit 1`,
  )
const author = () =>
  first(
    `select author_id as id from posts where project_id = $1 and author_id is not null group by 1 order by count(*) desc limit 1`,
  )
const status = (category: string) => first(`select id from statuses where project_id = $1 and category = '${category}'`)

describe.each(['top', 'new', 'trending', 'updated'])('the list by %s', (sort) => {
  test('reads a page, and the next one while others vote', async () => {
    const page = await ask(`/posts?sort=${sort}`)
    expectLean(page.statements)
    for (const as of ['user', 'server'] as const) expectLean((await ask(`/posts?sort=${sort}`, { as })).statements)
    for (let place = 0; place < 5; place += 1) {
      await ask(`/posts/${await openPost(place)}/vote`, { as: 'user', method: 'PUT' })
    }
    const next = await ask(`/posts?sort=${sort}&cursor=${page.body.next_cursor}`)
    expectLean(next.statements, { together: MOVED, read: MOVED })
    for (let place = 0; place < 5; place += 1) {
      await ask(`/posts/${await openPost(place)}/vote`, { as: 'user', method: 'DELETE' })
    }
  })

  test('reads as little where it is filtered', async () => {
    for (const category of ['open', 'in_progress']) {
      expectLean((await ask(`/posts?sort=${sort}&status=${await status(category)}`)).statements, {
        together: SOME,
        read: SOME,
      })
      expectLean((await ask(`/posts?sort=${sort}&status_category=${category}`)).statements, {
        together: SOME,
        read: SOME,
      })
    }
    for (const tag of [await commonTag(), await rareTag()]) {
      expectLean((await ask(`/posts?sort=${sort}&tag=${tag}`)).statements, { together: SOME, read: SOME })
    }
    expectLean((await ask(`/posts?sort=${sort}&author=${await author()}`)).statements)
    expectLean((await ask(`/posts?sort=${sort}&is_pinned=true`)).statements)
    const lately = new Date(Date.now() - 7 * 86_400_000).toISOString()
    expectLean((await ask(`/posts?sort=${sort}&created_after=${lately}`)).statements, { together: SOME, read: SOME })
    expectLean((await ask(`/posts?sort=${sort}&updated_after=${lately}`)).statements, { together: SOME, read: SOME })
    for (const q of ['dashboard', 'webhook retrospective']) {
      expectLean((await ask(`/posts?sort=${sort}&q=${encodeURIComponent(q)}`)).statements, {
        together: SOME,
        read: SOME,
      })
    }
  })
})

test.each(['app', 'user', 'server'] as const)('a post is read by its key for %s', async (as) => {
  expectLean((await ask(`/posts/${await openPost()}`, { as })).statements, { together: 20, read: 50 })
})

test.each(['app', 'user'] as const)(
  'a merged post and those that it was merged into are read by their keys for %s',
  async (as) => {
    const [from, into] = [await openPost(1), await openPost(2)]
    const merge = `update posts set merged_into_id = $3 where project_id = $1 and id = $2`
    await database.client.query(merge, [project.id, from, into])
    const { body, statements } = await ask(`/posts/${from}`, { as })
    await database.client.query(merge, [project.id, from, null])
    expect(body.merged_into_id).toBe(into)
    expectLean(statements, { together: 20, read: 50 })
  },
)

const SEARCHES = ['dashboard', 'app page', 'dashbaord', 'dark mo', 'retrospective velocity', 'webhook', 'a', 'zzzzqqq']

test.each(SEARCHES)('a search for %s looks at few posts', async (q) => {
  expectLean((await ask(`/posts?q=${encodeURIComponent(q)}`)).statements, { together: HAVE_A_WORD })
})

test.each(['Export the dashboard to a spread', 'app page list', 'webhook'])('posts like %s are few', async (title) => {
  expectLean((await ask(`/posts/similar?title=${encodeURIComponent(title)}`)).statements, { together: HAVE_A_WORD })
})

// Guarantees that PostgreSQL does not plan a search at each use, which takes longer than to run it: with a million posts it did for rare words, because a
// plan for such a word costs less than one for all words.
test.each([
  ['a search', '/posts?q=', 'with high_titled as'],
  ['a title', '/posts/similar?title=', 'word_similarity'],
])('the plan of %s is the same for common words and rare ones', async (_, path, part) => {
  const rare = await first(
    'select word as id from search_words where project_id = $1 order by length(word) desc limit 1',
  )
  const costs = async (words: string) => {
    const searches = (await ask(path + encodeURIComponent(words))).statements.filter(({ text }) => text.includes(part))
    return searches.map(({ plans: [plan] }) => plan?.['Total Cost'])
  }
  const common = await costs('dashboard')
  expect(common).toEqual([expect.any(Number)])
  expect((await costs(rare))[0]).toBe(common[0])
})

test('votes and follows reach for single rows', async () => {
  const post = await openPost()
  for (const path of [`/posts/${post}/vote`, `/posts/${post}/follow`]) {
    for (const method of ['PUT', 'PUT', 'DELETE', 'DELETE']) {
      expectLean((await ask(path, { as: 'user', method })).statements, { together: 20, read: 50 })
    }
  }
})

// Guarantees that a vote for a post with a hundred thousand votes costs no more than one for a post with ten.
test('a new vote reads no other votes', async () => {
  const changing = await recordOn(database.storage, { runChanges: true })
  onTestFinished(() => changing.close())
  const user = await first(`select id from users where project_id = $1 and state = 'active' and not exists (
    select 1 from votes v where v.project_id = users.project_id and v.user_id = users.id) limit 1`)
  const places = { apiOrigin: 'http://localhost', boardOrigin: 'http://{slug}.localhost' }
  const call = systemCallIn(systemCall(changing.database, places, new Date()), project)
  await castVoteFor(call, await openPost(), { userId: user })
  const [vote] = changing.taken().filter(({ text }) => text.includes('cast_vote'))
  const reads = (vote?.run ? nodesOf(vote.run) : []).filter(
    (node) => node['Relation Name'] === 'votes' && /Scan/.test(node['Node Type']),
  )
  expect(reads.map((node) => node['Actual Loops'])).toEqual([0])
})

test('comments, voters and activity of a post are read a page at a time', async () => {
  const post = await openPost()
  for (const [path, as] of [
    [`/posts/${post}/comments`, 'app'],
    [`/posts/${post}/comments`, 'user'],
    [`/posts/${post}/comments`, 'server'],
    [`/comments`, 'app'],
    [`/comments`, 'server'],
    [`/comments?author=${await author()}`, 'app'],
    [`/posts/${post}/votes`, 'server'],
    [`/posts/${post}/activity`, 'server'],
  ] as const) {
    const page = await ask(`${path}${path.includes('?') ? '&' : '?'}limit=5`, { as })
    expectLean(page.statements)
    if (page.body.next_cursor === null) continue
    expectLean(
      (await ask(`${path}${path.includes('?') ? '&' : '?'}limit=5&cursor=${page.body.next_cursor}`, { as })).statements,
    )
  }
})

test('a user’s own rows are found by an index on the user', async () => {
  expectLean((await ask('/me', { as: 'user' })).statements)
  for (const path of ['/me/posts', '/me/votes', '/me/follows']) {
    const page = await ask(`${path}?limit=3`, { as: 'user' })
    expectLean(page.statements)
    expect(page.body.next_cursor, path).not.toBeNull()
    expectLean((await ask(`${path}?limit=3&cursor=${page.body.next_cursor}`, { as: 'user' })).statements)
  }
})

test('the roadmap reads the top of each column', async () => {
  expectLean((await ask('/roadmap')).statements)
})

test('servers list users a page at a time', async () => {
  const page = await ask('/users?limit=5', { as: 'server' })
  expectLean(page.statements)
  expectLean((await ask(`/users?limit=5&cursor=${page.body.next_cursor}`, { as: 'server' })).statements)
})

/** The board of the project has a host of its own. */
async function askBoard(path: string, known: Record<string, string> = {}) {
  const { port } = new URL(origin)
  recorder.taken()
  const headers = { host: `board.localhost:${port}`, ...known }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path, headers }, (answer) =>
      answer.resume().on('end', () => resolve(answer)),
    )
    asked.on('error', reject).end()
  })
  return { status: answer.statusCode, etag: answer.headers.etag ?? '', statements: recorder.taken() }
}

async function showBoard(path: string) {
  const { status, statements } = await askBoard(path)
  expect(status).toBe(200)
  return statements
}

// Guarantees that asking for a list or a page again, while nothing has happened, costs one look-up, however large the project is.
test('whoever has the list, or the front page, is told so without reading it', async () => {
  const list = async (etag: string) => {
    recorder.taken()
    const headers = { 'x-project-key': project.publishableKey, 'if-none-match': etag }
    const answer = await fetch(`${origin}/v1/posts?sort=top`, { headers })
    await answer.text()
    return { status: answer.status, etag: answer.headers.get('etag') ?? '', statements: recorder.taken() }
  }
  const page = (etag: string) => askBoard('/', { 'if-none-match': etag })
  for (const again of [list, page]) {
    let last = await again('"none"')
    const look = async () => {
      last = await again(last.etag)
      // Once a second the project is read again, by its key or its host.
      const asked = last.statements.filter(({ text }) => !text.includes('from projects'))
      return [last.status, asked.length, asked.every(({ text }) => text.includes('max(tx)'))]
    }
    await expect.poll(look).toEqual([304, 1, true])
    expectLean(last.statements, { together: 20, read: 100 })
  }
})

// Guarantees that a board of which most is done is as quick as others: nothing that is done is read on the way to what is open.
test('the front page of a board reads the top of each open status, with one plan, also where most ideas are done', async () => {
  await database.client.query(
    `update post_standings set status_id = $2 where project_id = $1 and vote_count > 0 and post_id <> all (array(
       select post_id from post_standings where project_id = $1 and is_listed order by vote_count, post_id limit 200))`,
    [project.id, await status('done')],
  )
  await database.client.query('analyze post_standings')
  for (const path of ['/', '/?status=done']) {
    const [list, ...more] = (await showBoard(path)).filter(({ text }) => text.includes('asked (status_id)'))
    expect(more).toEqual([])
    expect(list?.isPrepared).toBe(true)
    expectLean(list ? [list] : [], { together: 200, read: 300 })
  }
})

// Guarantees that the length of a discussion does not matter: the last answer and the last change of status come before thousands of comments.
test('the page of a post reads what the team made of it in one statement, by indexes', async () => {
  const id = await openPost()
  const { rows } = await database.client.query('select number, title from posts where project_id = $1 and id = $2', [
    project.id,
    id,
  ])
  for (const statement of [
    `insert into comments (project_id, id, post_id, body, body_html, moderation_state, created_at)
     select $1, 'cmt_long_' || n, $2, 'Me too.', '<p>Me too.</p>', 'approved', now() from generate_series(1, 5000) n`,
    `insert into events_kept (project_id, id, type, at, actor_kind, subject_id, post_id)
     select $1, 'evt_long_' || n, 'comment.created', now(), 'user', 'cmt_long_' || n, $2 from generate_series(1, 5000) n`,
  ]) {
    await database.client.query(statement, [project.id, id])
  }
  onTestFinished(async () => {
    await database.client.query("delete from comments where project_id = $1 and id like 'cmt_long_%'", [project.id])
    await database.client.query("delete from events_kept where project_id = $1 and id like 'evt_long_%'", [project.id])
    await database.client.query('vacuum analyze comments, events_kept')
  })
  await database.client.query('analyze comments, events_kept')
  const statements = await showBoard(`/posts/${rows[0].number}/${encodeURIComponent(slugOf(rows[0].title))}`)
  const outcomes = statements.filter(({ text }) => text.includes('post.status_changed'))
  expect(outcomes.length).toBe(1)
  expectLean(outcomes, { together: 20, read: 50 })
})

// Guarantees that what the console asks beyond the API costs the same however many posts there are.
test('Today, hidden posts, voters, the preview of a merge and what webhooks send are read by an index', async () => {
  const hidden = 200
  /** The newest five hundred, and what hangs on each of them. */
  const lookedThrough = 5_000
  const page = { limit: 20, after: undefined }
  const { rows: listed } = await database.client.query(
    `select p.id from posts p join post_standings s on s.project_id = p.project_id and s.post_id = p.id
     where p.project_id = $1 and p.number % ${SIZE.posts / hidden} = 0 and p.moderation_state = 'approved' and s.is_listed`,
    [project.id],
  )
  const show = (state: 'approved' | 'rejected') =>
    database.client.query(
      `with changed as (update posts set moderation_state = $3 where project_id = $1 and id = any ($2) returning project_id, id)
       update post_standings s set is_listed = $3 = 'approved' from changed c where s.project_id = c.project_id and s.post_id = c.id`,
      [project.id, listed.map(({ id }) => id), state],
    )
  await show('rejected')
  onTestFinished(async () => void (await show('approved')))
  for (const table of ['posts', 'post_standings']) await database.client.query(`vacuum analyze ${table}`)
  const places = { apiOrigin: 'http://localhost', boardOrigin: 'http://{slug}.localhost' }
  const call = systemCallIn(systemCall(recorder.database, places, new Date()), project)
  const [one, two] = (
    await database.client.query(
      `select v.post_id from votes v join post_standings s on s.project_id = v.project_id and s.post_id = v.post_id
       where v.project_id = $1 and s.is_listed group by 1 order by count(*) limit 2`,
      [project.id],
    )
  ).rows.map(({ post_id }) => post_id as Id<'post'>)
  const unknown = 'pst_unknown' as Id<'post'> // there are two
  const sent: Id<'post'>[] = (
    await database.client.query(`select id from posts where project_id = $1 and number % ${SIZE.posts / 500} = 1`, [
      project.id,
    ])
  ).rows.map(({ id }) => id)
  const reads: readonly (readonly [string, number, () => Promise<unknown>])[] = [
    ['new', lookedThrough, () => listUnanswered(call, page)],
    ['counts', lookedThrough, () => inboxCounts(call)],
    ['rising', 2_000 * 3, () => risingPosts(call)],
    ['duplicates', lookedThrough, () => listDuplicates(call, {}, page)],
    ['count of duplicates', lookedThrough, () => countDuplicates(call)],
    ['comparing', HAVE_A_WORD, () => findDuplicates(call, one ?? unknown)],
    ['bars', 4_000, () => votesByDay(call, [one ?? unknown, two ?? unknown])],
    ['traits', 3_000, () => votersByTrait(call, one ?? unknown)],
    ['voters', 500, () => listVoters(call, one ?? unknown, page)],
    ['rejected', hidden * 5, () => findHiddenPosts(call, 'rejected', {}, page)],
    ['merged', hidden * 5, () => findHiddenPosts(call, 'merged', {}, page)],
    ['merge', 500, () => previewMerge(call, [one ?? ''], two ?? '')],
    ['posts that webhooks send', sent.length * 10, () => postsByIds(call, sent)],
  ]
  for (const [name, most, read] of reads) {
    recorder.taken()
    await read()
    const taken = recorder.taken()
    expect([name, taken.flatMap(({ plans }) => plans.flatMap((plan) => complaints(plan, most)))]).toEqual([name, []])
    const rows = taken.map(({ run }) => (run ? rowsRead(run) : 0))
    expect([name, Math.max(...rows) <= most, rows]).toEqual([name, true, rows])
  }
})

// Guarantees that the numbers of everybody cost a page to read, and that each vote and each person who changes costs only what hangs on them.
test('insights and accounts are read a page at a time in each order, and a portion of the count reads the votes of its posts', async () => {
  const { client, storage } = database
  await keepInsights()
  const places = { apiOrigin: 'http://localhost', boardOrigin: 'http://{slug}.localhost' }
  const named = { ...project, accountTrait: 'company', valueTrait: 'mrr' }
  const lists = ['/accounts?', '/accounts?sort=people&', '/accounts?sort=name&', '/accounts?name=c&']
  for (const path of [...SORTS.map((sort) => `/insights/posts?sort=${sort}&`), ...lists]) {
    const page = await ask(`${path}limit=20`, { as: 'server' })
    expect(page.body.data, path).toHaveLength(20)
    // Of each account on a page, its posts are counted up to a hundred.
    const read = path.startsWith('/accounts') ? 21 * 101 + 500 : undefined
    expectLean(page.statements, { read })
    expectLean((await ask(`${path}limit=20&cursor=${page.body.next_cursor}`, { as: 'server' })).statements, { read })
  }
  const account = await ask('/accounts/c7', { as: 'server' })
  expect(account.body.posts.length).toBeGreaterThan(5)
  expectLean(account.statements, { together: 1_001 })
  recorder.taken()
  const reading = systemCallIn(systemCall(recorder.database, places, new Date()), named)
  const people = await listPeopleOf(reading, account.body, { limit: 30, after: undefined })
  expect(people.items).toHaveLength(Math.min(account.body.people, 30))
  expectLean(recorder.taken())
  await client.query(
    `update users set traits = traits || '{"mrr": 999}' where project_id = $1 and id in (
       select id from users where project_id = $1 and state = 'active' order by id limit 3)`,
    [project.id],
  )
  await client.query(
    `insert into insight_due (project_id, post_id) select project_id, id from posts where project_id = $1 and number % ${SIZE.posts / 100} = 1`,
    [project.id],
  )
  const { rows: due } = await client.query<{ votes: string }>(
    `with changed as (
       select id from users where project_id = $1 and traits->>'company' in (
         select traits->>'company' from users where project_id = $1 and traits->>'mrr' = '999'))
     select sum(s.vote_count) as votes from post_standings s where s.project_id = $1 and (
       exists (select from insight_due d where d.project_id = $1 and d.post_id = s.post_id)
       or exists (select from votes v join changed c on c.id = v.user_id where v.project_id = $1 and v.post_id = s.post_id))`,
    [project.id],
  )
  const changing = await recordOn(storage, { runChanges: true })
  onTestFinished(() => changing.close())
  expect(await countPortion(systemCallIn(systemCall(changing.database, places, new Date()), named))).toBe(true)
  // All people are counted as well: that reads each of them once.
  const statements = changing.taken().filter(({ text }) => !text.includes('with everybody as'))
  expect(statements.some(({ text }) => text.includes('insert into post_insights'))).toBe(true)
  // Of the posts of a portion each vote, its person and its account are read once, and some more rows of the posts themselves.
  expectLean(statements, { together: SIZE.votes / 10, read: Math.min(SIZE.votes / 2, 4 * Number(due[0]?.votes)) })
})

/** As if the numbers of all posts had been counted. */
async function keepInsights(): Promise<void> {
  for (const statement of [
    `update users set traits = jsonb_build_object('company', 'c' || abs(hashtext(id)) % 800, 'mrr', abs(hashtext(id)) % 500) where project_id = $1`,
    `update projects set account_trait = 'company', value_trait = 'mrr' where id = $1`,
    `insert into insight_views (project_id, id, asked_at, counted_at, people, accounts, clusters, squares) values ($1, '', now(), now(), 4000, 800, 800, 24000)`,
    `insert into accounts (project_id, name, people, value)
     select project_id, traits ->> 'company', count(*), max((traits ->> 'mrr')::numeric) from users where project_id = $1 and state = 'active' group by 1, 2`,
    `insert into post_accounts (project_id, post_id, account, voters, voted_at)
     select v.project_id, v.post_id, u.traits ->> 'company', count(*), max(v.created_at) from votes v join users u on u.project_id = v.project_id and u.id = v.user_id
     where v.project_id = $1 and u.state = 'active' group by 1, 2, 3`,
    `insert into post_insights (project_id, view, post_id, voters, accounts, value, value_at_vote, squares, products, sure)
     select project_id, '', post_id, sum(voters), count(*), 100 * count(*), 0, sum(voters), sum(voters), sum(voters) from post_accounts where project_id = $1 group by 1, 3`,
  ]) {
    await database.client.query(statement, [project.id])
  }
  await database.client.query('vacuum analyze users, projects, insight_views, accounts, post_accounts, post_insights')
}

// Without this, a reader of plans that sees nothing would pass everything above.
test('a plan that goes through a whole table, or sorts one, is noticed', async () => {
  const explain = async (text: string) =>
    (await database.client.query(`explain (analyze, format json) ${text}`, [project.id])).rows[0]['QUERY PLAN'][0].Plan
  const list =
    'select post_id from post_standings where project_id = $1 and is_listed order by vote_count desc, post_id desc limit 20'
  expect(complaints(await explain(list), FEW)).toEqual([])
  await database.client.query('begin')
  await database.client.query('drop index standings_by_top')
  const plan = await explain(list)
  await database.client.query('rollback')
  expect(complaints(plan, FEW).join()).toMatch(/Sort .*of \d{4} rows/)
  expect(rowsRead(plan)).toBeGreaterThan(SIZE.posts * 0.9)
  expect(
    complaints(await explain(`select 1 from votes where project_id = $1 and merged_from = 'pst_none'`), FEW),
  ).toEqual(['reads all of votes'])
})

// The last test of this file: it changes the board for all others.
describe('with three categories, of which visitors do not see one', () => {
  let bugs: string

  beforeAll(async () => {
    const { client } = database
    const add = async (name: string, visibleTo: string) => {
      const { rows } = await client.query(
        `insert into categories (project_id, id, name, slug, position, visible_to, posting, is_default, created_at)
         values ($1, 'cat_0' || substr(md5($2), 1, 25), $2, lower($2), 2, $3, 'users', $2 = 'General', now()) returning id`,
        [project.id, name, visibleTo],
      )
      return rows[0].id as string
    }
    await add('General', 'everyone')
    bugs = await add('Bugs', 'everyone')
    const hidden = await add('Hidden', 'team')
    await client.query(
      `update post_standings s set category_id = case when p.number % 10 = 1 then $2 else $3 end
       from posts p where s.project_id = $1 and p.project_id = $1 and p.id = s.post_id and p.number % 5 = 1`,
      [project.id, bugs, hidden],
    )
    await client.query('vacuum analyze post_standings, categories')
  })

  test.each(['top', 'new', 'trending', 'updated'])('the list by %s reads as little, for everybody', async (sort) => {
    for (const as of ['app', 'user', 'server'] as const) {
      const page = await ask(`/posts?sort=${sort}`, { as })
      expectLean(page.statements)
      expectLean((await ask(`/posts?sort=${sort}&status_category=open`, { as })).statements, {
        together: SOME,
        read: SOME,
      })
    }
    expectLean((await ask(`/posts?sort=${sort}&category=${bugs}`)).statements, { together: SOME, read: SOME })
  })

  test('the people of a segment are found by the index of traits, and a category for them costs its readers little', async () => {
    const { client } = database
    await client.query(
      `update users set traits = jsonb_build_object('plan', case when hashtext(id) % 100 = 0 then 'rare' else 'usual' end, 'seats', hashtext(id) % 50)
       where project_id = $1`,
      [project.id],
    )
    const segment = await first(
      `insert into segments (project_id, id, name, rules, created_at)
       values ($1, 'seg_0' || repeat('1', 25), 'Rare', '{"all": [{"trait": "plan", "op": "in", "value": ["rare", "none"]}, {"trait": "seats", "op": "at_least", "value": 0}]}', now())
       returning id`,
    )
    await client.query(`update categories set visible_to = $2 where project_id = $1 and visible_to = 'team'`, [
      project.id,
      segment,
    ])
    await client.query('vacuum analyze users, segments, categories')
    const people = await ask(`/segments/${segment}/users`, { as: 'server' })
    expect(people.body.data.length).toBeGreaterThan(5)
    expectLean(people.statements)
    expectLean((await ask(`/segments/${segment}/count`, { as: 'server' })).statements)
    for (const sort of ['top', 'new', 'trending', 'updated'])
      expectLean((await ask(`/posts?sort=${sort}`, { as: 'user' })).statements)
    expectLean((await ask('/me/notifications', { as: 'user' })).statements)
  })

  test('posts with a value of a field are found by the index of values, and other lists read as little', async () => {
    const { client } = database
    const field = await first(
      `insert into fields (project_id, id, key, label, kind, required, visible_to, position, created_at)
       values ($1, 'fld_0' || repeat('1', 25), 'plan', 'Plan', 'text', false, 'everyone', 1, now()) returning id`,
    )
    await client.query(
      `update posts set field_values = jsonb_build_object($2::text, case when number % 200 = 0 then 'rare' else 'usual' end)
       where project_id = $1 and number % 2 = 0`,
      [project.id, field],
    )
    await client.query('vacuum analyze posts, fields')
    for (const as of ['app', 'user', 'server'] as const) {
      const rare = await ask('/posts?field.plan=rare', { as })
      expect(rare.body.data.length).toBeGreaterThan(5)
      expectLean(rare.statements, { together: SOME, read: SOME })
      // Half of all posts have it.
      const usual = await ask('/posts?field.plan=usual&sort=new', { as })
      expect(usual.body.data).toHaveLength(20)
      expectLean(usual.statements)
      // The beginning of the list is looked at and read in one statement.
      expect(usual.statements.filter(({ text }) => text.includes('field_values @>'))).toHaveLength(1)
      const next = await ask(`/posts?field.plan=usual&sort=new&cursor=${usual.body.next_cursor}`, { as })
      expect(next.body.data).toHaveLength(20)
      expectLean(next.statements)
      expectLean((await ask('/posts?field.plan=none', { as })).statements, { together: SOME, read: SOME })
      expectLean((await ask('/posts?sort=new', { as })).statements)
    }
  })

  // Guarantees that the list of one category costs what the list of all posts costs: the category is not looked up by itself.
  test('the list of a category by votes is one statement, read in the order of its index, and planned once', async () => {
    for (const as of ['app', 'user', 'server'] as const) {
      // Once a second the project is read again, by its key.
      const asked = async (path: string) =>
        (await ask(path, { as })).statements.filter(({ text }) => !text.includes('from projects')).length
      expect([as, await asked(`/posts?sort=top&category=${bugs}`)]).toEqual([as, await asked('/posts?sort=top')])
    }
    const page = await ask(`/posts?sort=top&category=${bugs}`)
    expectLean(page.statements)
    const next = await ask(`/posts?sort=top&category=${bugs}&cursor=${page.body.next_cursor}`)
    expectLean(next.statements, { together: MOVED, read: MOVED })
    expect([...page.statements, ...next.statements].filter(({ isPrepared }) => !isPrepared)).toEqual([])
  })

  test('searches, similar posts, one post, comments and the roadmap read as little', async () => {
    for (const q of ['dashboard', 'webhook']) {
      expectLean((await ask(`/posts?q=${q}`)).statements, { together: HAVE_A_WORD, read: SOME })
      expectLean((await ask(`/posts/similar?title=${q}`)).statements, { together: HAVE_A_WORD, read: SOME })
    }
    expectLean((await ask(`/posts/${await openPost()}`, { as: 'server' })).statements, { together: 20, read: 50 })
    expectLean((await ask('/comments?limit=5')).statements)
    expectLean((await ask('/roadmap')).statements, { together: SOME, read: SOME })
  })
})
