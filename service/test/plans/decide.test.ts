import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemCall, systemCallIn } from '../../src/domain/call/index.ts'
import { MOST_RANKED, rankPosts, readRanked } from '../../src/domain/decisions/index.ts'
import { readInsights } from '../../src/domain/insights/index.ts'
import type { Project } from '../../src/domain/projects/index.ts'
import { type Database, generatedProject, ownDatabase } from './board.ts'
import { complaints, rowsRead } from './plan.ts'
import { type Recorded, recordOn } from './recorder.ts'

const SIZE = { posts: 8_000, votes: 40_000, comments: 2_000, users: 4_000, words: 2_000 }
const PLACES = { apiOrigin: 'http://localhost:4000', boardOrigin: 'http://{slug}.localhost:4000' }
const PAGE = { limit: 25, after: undefined }
/** Of each post that is ranked: its insight, its standing and its texts. */
const RANKED = 4 * MOST_RANKED
/** Of the new votes of a page: each vote, its person, its account and what that account wanted. One post has more than are looked at. */
const GAINED = 4 * 1_001 + PAGE.limit * 40

let database: Database
let recorder: Awaited<ReturnType<typeof recordOn>>
let project: Project

beforeAll(async () => {
  database = await ownDatabase()
  ;({ project } = await generatedProject(database, 'deciding', SIZE))
  for (const statement of [
    `update users set traits = jsonb_build_object('company', 'c' || abs(hashtext(id)) % 800, 'mrr', abs(hashtext(id)) % 500) where project_id = $1`,
    `insert into votes (project_id, post_id, user_id, created_at)
     select $1, (select post_id from post_standings where project_id = $1 and is_listed order by vote_count desc, post_id limit 1), id, now()
     from users where project_id = $1 on conflict do nothing`,
    `insert into insight_views (project_id, id, asked_at, counted_at, people, accounts, clusters, squares) values ($1, '', now(), now(), 4000, 800, 800, 24000)`,
    `insert into accounts (project_id, name, people, value)
     select project_id, traits ->> 'company', count(*), max((traits ->> 'mrr')::numeric) from users where project_id = $1 and state = 'active' group by 1, 2`,
    `insert into post_accounts (project_id, post_id, account, voters, voted_at)
     select v.project_id, v.post_id, u.traits ->> 'company', count(*), max(v.created_at) from votes v join users u on u.project_id = v.project_id and u.id = v.user_id
     where v.project_id = $1 and u.state = 'active' group by 1, 2, 3`,
    `insert into post_insights (project_id, view, post_id, voters, accounts, value, value_at_vote, squares, products, sure)
     select project_id, '', post_id, sum(voters), count(*), 100 * count(*), 0, sum(voters), sum(voters), sum(voters) from post_accounts where project_id = $1 group by 1, 3`,
  ])
    await database.client.query(statement, [project.id])
  await database.client.query('vacuum analyze users, votes, insight_views, accounts, post_accounts, post_insights')
  recorder = await recordOn(database.storage)
})

afterAll(async () => {
  await recorder?.close()
  await database?.close()
})

function callNow() {
  const named = { ...project, accountTrait: 'company', valueTrait: 'mrr' }
  return systemCallIn(systemCall(recorder.database, PLACES, database.storage.clock.now()), named)
}

function expectLean(statements: readonly Recorded[], most: number): void {
  expect(statements.length).toBeGreaterThan(0)
  for (const { text, plans, run } of statements) {
    for (const plan of plans) expect(complaints(plan, most), `${text}\n${JSON.stringify(plan, null, 1)}`).toEqual([])
    if (run) expect(rowsRead(run), `${text}\n${JSON.stringify(run, null, 1)}`).toBeLessThanOrEqual(most)
  }
}

// Guarantees that the page Decide costs the same in a project of any size: its posts, and the new votes of those that it shows.
test('a ranking reads a thousand posts, and a page of it the new votes of its posts', async () => {
  recorder.taken()
  const ranking = await rankPosts(callNow(), { sort: 'value' })
  expect([ranking.posts.length, ranking.isCut]).toEqual([MOST_RANKED, true])
  expectLean(recorder.taken(), RANKED)
  const { items } = await readRanked(callNow(), ranking, { sort: 'value' }, PAGE)
  expect(items.filter(({ change }) => change.gained.isMore)).toHaveLength(1)
  expectLean(recorder.taken(), GAINED)
})

test('insights read what posts gained in the same way', async () => {
  const gainedSince = new Date(Date.now() - 30 * 86_400_000)
  recorder.taken()
  await readInsights(callNow(), { sort: 'value', gainedSince }, PAGE)
  const statements = recorder.taken()
  expect(statements.some(({ text }) => text.includes('is_gained'))).toBe(true)
  expectLean(statements, GAINED)
})
