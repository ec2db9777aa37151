import pg from 'pg'
import { Registry } from 'prom-client'
import { expect, inject, onTestFinished, test } from 'vitest'
import { signIn } from '../../../generator/sessions.ts'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/foundation/log/index.ts'
import { createService } from '../../src/service.ts'
import { heldPort } from '../harness/ports.ts'
import { type Database, generatedProject, ownDatabase } from './board.ts'
import { rowsRead, widelyRead } from './plan.ts'
import { recordOn } from './recorder.ts'

const SMALL_PROJECTS = 2_000
const SIZE = { posts: 1_500, votes: 7_500, comments: 3_000, users: 5_000, words: 2_000 }
const TABLES = ['users', 'sessions', 'posts', 'post_standings', 'votes', 'follows', 'comments', 'events_kept']

/** Thousands of projects with one row each. */
async function makeSmallProjects({ client }: Database): Promise<void> {
  await client.query('begin')
  await client.query(`set local session_replication_role = 'replica'`)
  const each = (columns: string, values: string) =>
    client.query(`insert into ${columns} select ${values} from generate_series(1, ${SMALL_PROJECTS}) as n`)
  await each(
    'projects (id, slug, name, publishable_key, created_at, updated_at)',
    `'prj_' || n, 'small-' || n, 'Small', 'pk' || n, now(), now()`,
  )
  await each(
    'users (project_id, id, sub, state, created_at, last_seen_at)',
    `'prj_' || n, 'usr_' || n, 's', 'active', now(), now()`,
  )
  await each(
    'sessions (project_id, token_hash, user_id, epoch, created_at, expires_at)',
    `'prj_' || n, sha256(n::text::bytea), 'usr_' || n, 0, now(), now()`,
  )
  await each(
    'posts (project_id, id, number, title, body, body_html, moderation_state, created_at, search)',
    `'prj_' || n, 'pst_' || n, 1, 'Title', '', '', 'approved', now(), ''`,
  )
  await each(
    'post_standings (project_id, post_id, status_id, is_listed, vote_count, trend, created_at, updated_at)',
    `'prj_' || n, 'pst_' || n, 'sta', true, 1, 0, now(), now()`,
  )
  for (const table of ['votes', 'follows'])
    await each(`${table} (project_id, post_id, user_id, created_at)`, `'prj_' || n, 'pst_' || n, 'usr_' || n, now()`)
  await each(
    'comments (project_id, id, post_id, body, body_html, moderation_state, created_at)',
    `'prj_' || n, 'com_' || n, 'pst_' || n, '', '', 'approved', now()`,
  )
  await client.query('commit')
}

async function serve(database: Database, size = SIZE, analyze = false) {
  const { project } = await generatedProject(database, 'grown', size, { analyze, rebuild: analyze })
  const [session = ''] = await signIn(database.client, project.id, analyze ? 1 : 2_500, { analyze })
  const recorder = await recordOn(database.storage)
  const { held, port } = await heldPort()
  const config = readConfig({ PORT: String(port), RATE_LIMIT_FACTOR: '0' })
  const service = await createService({
    config,
    version: '0.0.0-test',
    database: recorder.database,
    registry: new Registry(),
    log: createLog('silent', () => {}),
  })
  await new Promise<void>((ready) => service.server.listen(held, ready))
  onTestFinished(async () => {
    await service.stop()
    await recorder.close()
  })
  const { rows } = await database.client.query(
    'select post_id as id from post_standings where project_id = $1 and is_listed order by comment_count desc limit 1',
    [project.id],
  )
  const headers = { 'x-project-key': project.publishableKey, authorization: `Bearer ${session}` }
  return {
    post: rows[0].id as string,
    statementsOf: async (method: string, path: string, { isSignedIn = true } = {}) => {
      recorder.taken()
      const { authorization, ...anonymous } = headers
      const asked = isSignedIn ? headers : anonymous
      const answer = await fetch(`${config.apiOrigin}/v1${path}`, { method, headers: asked })
      expect(answer.status, await answer.text()).toBeLessThan(300)
      return recorder.taken()
    },
  }
}

/**
 * Where statistics are of thousands of projects with one row each, or missing, a project that grew since looks to the planner as if it had one row
 * too, and an index that only finds the project looks as good as the one that finds the row.
 */
test('what every click needs is found by its own key, with statistics of smaller days and without any', async () => {
  const database = await ownDatabase()
  onTestFinished(() => database.close())
  for (const table of TABLES) await database.client.query(`alter table ${table} set (autovacuum_enabled = false)`)
  await makeSmallProjects(database)
  await database.client.query('analyze')
  const { post, statementsOf } = await serve(database)
  for (const statistics of ['of smaller days', 'none']) {
    if (statistics === 'none') await forgetStatistics(database)
    const found: string[] = []
    for (const [method, path] of [
      ['GET', '/me'],
      ['GET', `/posts/${post}`],
      ['PUT', `/posts/${post}/vote`],
      ['DELETE', `/posts/${post}/vote`],
      ['PUT', `/posts/${post}/follow`],
      ['DELETE', `/posts/${post}/follow`],
      ['GET', `/posts/${post}/comments?limit=5`],
    ] as const) {
      for (const { text, plans, run } of await statementsOf(method, path)) {
        const wide = plans.flatMap(widelyRead)
        if (wide.length > 0 || (run && rowsRead(run) > 500))
          found.push(`${method} ${path}: ${wide}; ${run && rowsRead(run)} rows: ${text}`)
      }
    }
    expect(found, `statistics: ${statistics}`).toEqual([])
  }
})

/** As if nothing had ever been analyzed. */
async function forgetStatistics({ client }: Database): Promise<void> {
  const ours = `(select oid from pg_class where relnamespace = 'public'::regnamespace)`
  await client.query(
    `delete from pg_statistic where starelid in ${ours};
     update pg_class set reltuples = -1, relpages = 0 where oid in ${ours} and relkind in ('r', 'p');
     update pg_class set reltuples = 0, relpages = 1 where oid in ${ours} and relkind = 'i'`,
  )
}

test('the first project of a service has a thousand posts, and a list reads a page of them', async () => {
  const database = await ownDatabase()
  onTestFinished(() => database.close())
  const size = { posts: 1_000, votes: 10_000, comments: 2_000, users: 200, words: 2_000 }
  const { post, statementsOf } = await serve(database, size, true)
  // A table of five rows is never analyzed by itself.
  await database.client.query(
    `delete from pg_statistic where starelid = 'statuses'::regclass;
     update pg_class set reltuples = -1, relpages = 0 where oid = 'statuses'::regclass`,
  )
  const read: number[] = []
  for (const path of ['/posts?sort=top', '/posts?sort=trending', '/posts?sort=new', `/posts/${post}`])
    for (const isSignedIn of [true, false])
      for (const { run } of await statementsOf('GET', path, { isSignedIn })) if (run) read.push(rowsRead(run))
  expect(Math.max(...read)).toBeLessThan(500)
})

test('the planner is told of every table with rows of projects, also of tables that are made later', async () => {
  const client = new pg.Client(inject('connection'))
  await client.connect()
  onTestFinished(() => client.end())
  const { rows } = await client.query(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and a.attname = 'project_id'
       and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisunique and i.indkey::text = a.attnum::text)
       and not coalesce(a.attoptions, '{}') @> '{n_distinct=10}'`,
  )
  expect(rows, 'add “alter column project_id set (n_distinct = 10)”, see 0019_rows_of_a_project.sql').toEqual([])
})
