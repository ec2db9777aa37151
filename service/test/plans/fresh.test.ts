import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { systemCall, systemCallIn } from '../../src/domain/call/index.ts'
import { MOST_RANKED, rankPosts, readRanked } from '../../src/domain/decisions/index.ts'
import { compareNext } from '../../src/domain/duplicates/index.ts'
import { countPortion } from '../../src/domain/insights/follow.ts'
import { type Account, listPeopleOf, SORTS } from '../../src/domain/insights/index.ts'
import { createProject, type Project } from '../../src/domain/projects/index.ts'
import { forgetGoneWords } from '../../src/domain/search/index.ts'
import { createLog } from '../../src/foundation/log/index.ts'
import { createService, type Service } from '../../src/service.ts'
import { heldPort } from '../harness/ports.ts'
import { type Database, generatedProject, ownDatabase, withoutChecks } from './board.ts'
import { drawn, nodesOf, type PlanNode, rowsRead } from './plan.ts'
import { type Recorded, recordOn } from './recorder.ts'

/* PostgreSQL plans by what it knows of a table. Of one that was just filled, and of a project that is new in an old one, it knows nothing. */

const POSTS = 1_200
const WORDS_A_POST = 60
/** The words of these are in the dictionary: 24,000. */
const POSTS_OF_WORDS = 400
/** Words that begin and end alike: more than are compared. */
const WORDS_ALIKE = 8_000
/** A page, what was looked at closely, a few words: nothing that grows with the project. */
const FEW = 400
/** Of each account on a page, its posts are counted up to a hundred. */
const POSTS_OF_ACCOUNTS = 21 * 101
/** Words that are compared with a mistyped one; see LOOKED_AT in domain/search. */
const COMPARED = 15_000

/** Posts whose texts have hardly a word in common, as somebody makes them who wants to harm. */
async function fill({ client }: Database, { id }: Project): Promise<void> {
  await client.query(`insert into project_counters (project_id, last_number) values ($1, $2)`, [id, POSTS])
  await client.query(
    `with texts as (
       select n, 'pst_' || lpad(n::text, 26, '0') as id, 'Idea dashboard ' || n as title, (
         select string_agg(translate(left(md5(n || '-' || w), 12), '0123456789', 'ghijklmnop'), ' ') from generate_series(1, $3::int) as w) as body
       from generate_series(1, $2::int) as n)
     insert into posts (project_id, id, number, title, body, body_html, moderation_state, created_at, search)
     select $1, id, n, title, body, '<p>' || body || '</p>', 'approved', now() - n * interval '1 minute',
       setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', body), 'B') from texts`,
    [id, POSTS, WORDS_A_POST],
  )
  await client.query(
    `insert into post_standings (project_id, post_id, status_id, is_listed, vote_count, trend, created_at, updated_at)
     select p.project_id, p.id, (select id from statuses where project_id = $1 and category = 'open'), true, p.number % 20, p.number,
       p.created_at, p.created_at from posts p where p.project_id = $1`,
    [id],
  )
  await client.query(
    `insert into search_words (project_id, word)
     select distinct $1, w.word from posts p, regexp_split_to_table(lower(p.title || ' ' || p.body), '\\s+') as w (word)
     where p.project_id = $1 and p.number <= ${POSTS_OF_WORDS}`,
    [id],
  )
  await client.query(
    `insert into search_words (project_id, word)
     select $1, 'qu' || translate(left(md5(n::text), 8), '0123456789', 'ghijklmnop') || 'ix' from generate_series(1, $2::int) as n`,
    [id, WORDS_ALIKE],
  )
  await client.query(`insert into search_dictionaries select $1, count(*) from search_words where project_id = $1`, [
    id,
  ])
}

/** More posts, with hardly any text. */
async function fillShort({ client }: Database, { id }: Project, count: number): Promise<void> {
  await client.query(
    `insert into posts (project_id, id, number, title, body, body_html, moderation_state, created_at, search)
     select $1, 'pst_' || lpad(n::text, 26, '1'), n, 'Short', '', '', 'approved', now() - n * interval '1 minute', ''
     from generate_series(100001, 100000 + $2::int) as n`,
    [id, count],
  )
  await client.query(
    `insert into post_standings (project_id, post_id, status_id, is_listed, vote_count, trend, created_at, updated_at)
     select p.project_id, p.id, (select id from statuses where project_id = $1 and category = 'open'), true, p.number % 20, p.number,
       p.created_at, p.created_at from posts p where p.project_id = $1 and p.number > 100000`,
    [id],
  )
}

/** What autovacuum does, which is off here: until then, each look-up of a word goes through all new entries of the index. */
async function mergeNewEntries({ client }: Database): Promise<void> {
  await client.query(
    `select gin_clean_pending_list(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid
     join pg_am a on a.oid = c.relam where a.amname = 'gin'`,
  )
}

const ACCOUNT_LISTS = ['/accounts?', '/accounts?sort=people&', '/accounts?sort=name&', '/accounts?name=c&']
const VOTES_OF_A_PORTION = 20 * 10

/** Ten people voted for each post. Twenty posts are to be counted again, and one person has changed. */
async function fillInsights(database: Database, { id }: Project): Promise<void> {
  const user = (n: string) => `'usr_' || lpad((${n})::text, 26, '2')`
  // Everything is made of numbers: a join of tables that nobody has analyzed may take minutes.
  const voter = '1000 + (p * 7 + v * 131) % 2000'
  const marks = 'generate_series(1, 1200) as p, generate_series(1, 10) as v'
  for (const statement of [
    `insert into users (project_id, id, sub, traits, state, created_at, last_seen_at)
     select $1, ${user('n')}, 'i' || n, jsonb_build_object('company', 'c' || n % 400, 'mrr', n % 400), 'active', now(), now() from generate_series(1000, 2999) as n`,
    `insert into votes (project_id, post_id, user_id, created_at)
     select $1, 'pst_' || lpad(p::text, 26, '0'), ${user(voter)}, now() from ${marks}`,
    `update projects set account_trait = 'company', value_trait = 'mrr' where id = $1`,
    `insert into insight_views (project_id, id, asked_at, counted_at, people, accounts, clusters, squares) values ($1, '', now(), now(), 2000, 400, 400, 10000)`,
    `insert into accounts (project_id, name, people, value) select $1, 'c' || n, 5, n from generate_series(0, 399) as n`,
    `insert into post_accounts (project_id, post_id, account, voters, voted_at)
     select $1, 'pst_' || lpad(p::text, 26, '0'), 'c' || (${voter}) % 400, count(*), now() from ${marks} group by 2, 3`,
    `insert into post_insights (project_id, view, post_id, voters, accounts, value, value_at_vote, squares, products, sure)
     select $1, '', 'pst_' || lpad(n::text, 26, '0'), n, n, n, n, n, n, n from generate_series(1, 1200) as n`,
    `insert into insight_due (project_id, post_id) select $1, 'pst_' || lpad(n::text, 26, '0') from generate_series(1, 20) as n`,
    `insert into insight_changes (project_id, user_id, accounts) values ($1, ${user('1000')}, '{c200}')`,
  ]) {
    await database.client.query(statement, [id])
  }
  await mergeNewEntries(database)
}

const TABLES = [
  ...['users', 'posts', 'post_standings', 'post_moves', 'votes', 'follows', 'comments', 'events_kept', 'search_words'],
  ...['moderation_items', 'reports', 'search_dictionaries', 'words_to_forget', 'changelog_entries'],
  ...['accounts', 'post_accounts', 'post_insights', 'insight_views', 'insight_due', 'insight_changes'],
]

async function open({ isOld }: { isOld: boolean }) {
  const database = await ownDatabase()
  for (const table of TABLES) await database.client.query(`alter table ${table} set (autovacuum_enabled = false)`)
  if (isOld) {
    await generatedProject(database, 'neighbour', {
      posts: 4_000,
      votes: 20_000,
      comments: 8_000,
      users: 800,
      words: 5_000,
    })
  }
  const places = { apiOrigin: 'http://localhost:4000', boardOrigin: 'http://{slug}.localhost:4000' }
  const { storage } = database
  const call = systemCall(storage, places, storage.clock.now())
  const { project, secretKey } = await createProject(call, { name: 'New', slug: 'newcomer' })
  await withoutChecks(database, () => fill(database, project))
  await mergeNewEntries(database)
  const recorder = await recordOn(storage)
  const { held, port } = await heldPort()
  const config = readConfig({ PORT: String(port), RATE_LIMIT_FACTOR: '0' })
  const service: Service = await createService({
    config,
    version: '0.0.0-test',
    database: recorder.database,
    registry: new Registry(),
    log: createLog('silent', () => {}),
  })
  await new Promise<void>((ready) => service.server.listen(held, ready))
  const ask = async (method: string, path: string, body?: object) => {
    recorder.taken()
    const answer = await fetch(`${config.apiOrigin}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${secretKey}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    expect(answer.status, text).toBeLessThan(300)
    return { body: text === '' ? undefined : JSON.parse(text), statements: recorder.taken() }
  }
  const close = async () => {
    await service.stop()
    await recorder.close()
    await database.close()
  }
  const runJob = async () => {
    recorder.taken()
    await forgetGoneWords(systemCall(recorder.database, places, storage.clock.now()))
    return recorder.taken()
  }
  const compare = async () => {
    recorder.taken()
    await compareNext(systemCall(recorder.database, places, storage.clock.now()), undefined)
    return recorder.taken()
  }
  const count = async () => {
    const changing = await recordOn(storage, { runChanges: true })
    const named = { ...project, accountTrait: 'company', valueTrait: 'mrr' }
    await countPortion(systemCallIn(systemCall(changing.database, places, storage.clock.now()), named))
    await changing.close()
    return changing.taken()
  }
  const decide = async () => {
    const named = { ...project, accountTrait: 'company', valueTrait: 'mrr' }
    const call = systemCallIn(systemCall(recorder.database, places, storage.clock.now()), named)
    recorder.taken()
    const ranking = await rankPosts(call, { sort: 'value' })
    expect(ranking.posts).toHaveLength(MOST_RANKED)
    const ranked = recorder.taken()
    await readRanked(call, ranking, { sort: 'value' }, { limit: 20, after: undefined })
    // Of each post that is ranked, its insight, standing and texts; of each that is read, its new votes and their people.
    return [
      { statements: ranked, most: 4 * MOST_RANKED },
      { statements: recorder.taken(), most: 20 * 2 * 11 + FEW },
    ]
  }
  const peopleOf = async (account: Account) => {
    recorder.taken()
    const named = { ...project, accountTrait: 'company', valueTrait: 'mrr' }
    const call = systemCallIn(systemCall(recorder.database, places, storage.clock.now()), named)
    const { items } = await listPeopleOf(call, account, { limit: 30, after: undefined })
    expect(items).toHaveLength(account.people)
    return recorder.taken()
  }
  return { ask, close, database, project, decide, runJob, compare, count, peopleOf }
}

/** Few rows are looked at when it runs, and where posts are found by words, it is by the index of words. */
function expectLean(statements: readonly Recorded[], most: number): void {
  expect(statements.length).toBeGreaterThan(0)
  const isSlow = (node: PlanNode) => node['Relation Name'] === 'posts' && /words_in/.test(node.Filter ?? '')
  const faults = statements.flatMap(({ text, plans, run }) => [
    ...(run && rowsRead(run) >= most ? [`${rowsRead(run)} rows read: ${text}\n${drawn(run)}`] : []),
    ...plans.flatMap((plan) => (nodesOf(plan).some(isSlow) ? [`not by the index: ${text}\n${drawn(plan)}`] : [])),
  ])
  expect(faults).toEqual([])
}

describe.each([
  ['in tables that nobody has analyzed', { isOld: false }],
  ['in a project that is new in tables full of others', { isOld: true }],
])('%s', (_, situation) => {
  let stage: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    stage = await open(situation)
  })
  afterAll(() => stage?.close())

  // Of a table that nobody analyzed PostgreSQL expects a 400th of the rows in such a list, and may sort them while these are fewer than a
  // page: up to about 10,000 posts. Autovacuum analyzes such a table within a minute.
  test('a list reads a page, and the next one, by each order', async () => {
    if (!situation.isOld) {
      await withoutChecks(stage.database, () => fillShort(stage.database, stage.project, 20_000))
      await mergeNewEntries(stage.database)
    }
    for (const sort of ['top', 'new', 'trending', 'updated']) {
      const first = await stage.ask('GET', `/posts?sort=${sort}`)
      expectLean(first.statements, FEW)
      expectLean((await stage.ask('GET', `/posts?sort=${sort}&cursor=${first.body.next_cursor}`)).statements, FEW)
    }
  })

  test.each(['dashboard', 'dashbaord', 'zzzzqqq', 'dash', 'ideas dashbords', 'abcdefgh', 'quabcdix'])(
    'a search for %s looks at few posts and a bounded number of words',
    async (q) => {
      expectLean((await stage.ask('GET', `/posts?q=${encodeURIComponent(q)}`)).statements, COMPARED)
      expectLean((await stage.ask('GET', `/posts/similar?title=${encodeURIComponent(q)}`)).statements, COMPARED)
    },
  )

  test('a search for a beginning of thousands of words reads a few of them', async () => {
    expectLean((await stage.ask('GET', '/posts?q=qu')).statements, FEW)
    expectLean((await stage.ask('GET', '/posts/similar?title=qu')).statements, FEW)
  })

  test('likely duplicates are listed and compared by their keys', async () => {
    const { client } = stage.database
    const post = (n: string) => `'pst_' || lpad((${n})::text, 26, '0')`
    await client.query(
      `insert into duplicate_suggestions (project_id, post_id, other_id, score, state, found_at)
       select $1, ${post('a')}, ${post('b')}, 80 + a % 20, case when a % 2 = 0 then 'open' else 'dismissed' end, now()
       from generate_series(1, 60) as a, generate_series(61, 90) as b`,
      [stage.project.id],
    )
    await client.query(
      `insert into duplicate_checks (project_id, post_id, due_at) select $1, ${post('n')}, now() from generate_series(1, 1200) as n`,
      [stage.project.id],
    )
    await mergeNewEntries(stage.database)
    const listed = await stage.ask('GET', '/duplicates')
    expect(listed.body.data).toHaveLength(20)
    expectLean(listed.statements, FEW)
    expectLean((await stage.ask('GET', `/duplicates?cursor=${listed.body.next_cursor}`)).statements, FEW)
    // Of the pairs, those that are more than a project may have are looked for.
    expectLean(await stage.compare(), COMPARED)
  })

  test('the people of a segment are found by the index of traits', async () => {
    const { database, project } = stage
    await database.client.query(
      `insert into users (project_id, id, sub, traits, state, created_at, last_seen_at)
       select $1, 'usr_' || lpad(n::text, 26, '0'), 's' || n, jsonb_build_object('plan', case when n % 100 = 0 then 'rare' else 'usual' end), 'active', now(), now()
       from generate_series(1, 8000) as n`,
      [project.id],
    )
    await mergeNewEntries(database)
    const rules = { all: [{ trait: 'plan', op: 'is', value: 'rare' }] }
    const { body: segment } = await stage.ask('POST', '/segments', { name: 'Rare', rules })
    const people = await stage.ask('GET', `/segments/${segment.id}/users`)
    expect(people.body.data).toHaveLength(20)
    const counted = await stage.ask('GET', `/segments/${segment.id}/count`)
    expect(counted.body.count).toBe(80)
    // A list may also be read from its beginning until a page is full.
    expectLean(people.statements, 20 * 100 + FEW)
    expectLean(counted.statements, FEW)
  })

  test('insights and accounts are read a page at a time, and a portion of the count reads what hangs on its posts', async () => {
    const { database, project } = stage
    await fillInsights(database, project)
    const lists = [
      ...SORTS.map((sort) => [`/insights/posts?sort=${sort}&`, FEW] as const),
      ...ACCOUNT_LISTS.map((path) => [path, POSTS_OF_ACCOUNTS + FEW] as const),
    ]
    for (const [path, most] of lists) {
      const page = await stage.ask('GET', `${path}limit=20`)
      expect(page.body.data, path).toHaveLength(20)
      expectLean(page.statements, most)
      expectLean((await stage.ask('GET', `${path}limit=20&cursor=${page.body.next_cursor}`)).statements, most)
    }
    const account = await stage.ask('GET', '/accounts/c7')
    expect(account.body.posts.length).toBeGreaterThan(5)
    expectLean(account.statements, FEW)
    expectLean(await stage.peopleOf(account.body), FEW)
    for (const { most, statements } of await stage.decide()) expectLean(statements, most)
    // All people are counted as well: that reads each of them once.
    const counted = (await stage.count()).filter(({ text }) => !text.includes('with everybody as'))
    expect(counted.some(({ text }) => text.includes('insert into post_insights'))).toBe(true)
    expectLean(counted, VOTES_OF_A_PORTION * 12)
  })

  test('posts with a value of a field are found by the index of values', async () => {
    const { database, project } = stage
    const { body: field } = await stage.ask('POST', '/fields', { label: 'Plan', kind: 'text' })
    await database.client.query(
      `update posts set field_values = jsonb_build_object($2::text, case when number % 100 = 0 then 'rare' else 'usual' end)
       where project_id = $1 and number <= 1200`,
      [project.id, field.id],
    )
    await mergeNewEntries(database)
    const found = await stage.ask('GET', '/posts?field.plan=rare')
    expect(found.body.data).toHaveLength(12)
    expectLean(found.statements, 2 * FEW)
    // Sixteen pages are looked at: a standing and a post for each place.
    expectLean((await stage.ask('GET', '/posts?field.plan=none')).statements, 2 * FEW)
  })

  test('a post of 1,400 different words is written, changed, rejected and deleted without a look at the others', async () => {
    const words = (salt: string) => Array.from({ length: 1_400 }, (_, n) => `${salt}${n.toString(36)}`).join(' ')
    const { body: post, statements } = await stage.ask('POST', '/posts', {
      title: 'Very many words',
      body: words('aqz'),
    })
    expectLean(statements, FEW)
    expectLean((await stage.ask('PATCH', `/posts/${post.id}`, { body: words('bqz') })).statements, FEW)
    expectLean((await stage.ask('POST', `/moderation/${post.id}/reject`)).statements, FEW)
    expectLean((await stage.ask('POST', `/moderation/${post.id}/approve`)).statements, FEW)
    expectLean((await stage.ask('DELETE', `/posts/${post.id}`)).statements, FEW)
    const { client } = stage.database
    const known = async () =>
      (
        await client.query(`select count(*)::int from search_words where project_id = $1 and word ~ '^[ab]qz'`, [
          stage.project.id,
        ])
      ).rows[0].count
    expect(await known()).toBeGreaterThan(0)
    expectLean(await stage.runJob(), FEW)
    expect(await known()).toBe(0)
    expect((await client.query('select * from words_to_forget')).rows).toEqual([])
    const counted = `select word_count = (select count(*) from search_words w where w.project_id = d.project_id) as is_right
      from search_dictionaries d where project_id = $1`
    expect((await client.query(counted, [stage.project.id])).rows).toEqual([{ is_right: true }])
  })
})
