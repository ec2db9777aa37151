import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { housekeeping, STEPS } from '../../src/housekeeping.ts'
import { until } from '../harness/process.ts'
import { type Database, ownDatabase, withoutChecks } from './board.ts'
import { nodesOf, type PlanNode, rowsRead } from './plan.ts'
import { type Recorded, recordOn } from './recorder.ts'

/* What the housekeeping reads grows with what it removes. */

const ROWS = 10_000
const OLD = 50
/** What is removed, found and looked at again, and some projects. */
const FEW = 4 * OLD + 300
type Row = readonly [columns: string, values: string]

/** Each table with rows that stay, or that go if their time is long ago: the columns, and their values for row `n` at the time `t`. */
const FILLED: Readonly<Record<string, Row>> = {
  sessions: [
    'project_id, token_hash, user_id, epoch, created_at, expires_at',
    `'prj_' || n % 200, sha256((t || '-' || n)::bytea), 'usr_' || n, 0, t, t + interval '1 day'`,
  ],
  used_tokens: ['project_id, jti_hash, expires_at', `'prj_1', sha256((t || '-' || n)::bytea), t + interval '1 day'`],
  board_codes: [
    'project_id, code_hash, user_id, epoch, created_at, expires_at',
    `'prj_1', sha256((t || '-' || n)::bytea), 'usr_' || n, 0, t, t + interval '1 day'`,
  ],
  operator_sessions: [
    'token_hash, operator_id, epoch, confirmed_at, expires_at',
    `sha256((t || '-' || n)::bytea), 'opr_1', 0, t, t + interval '1 day'`,
  ],
  events_kept: [
    'project_id, id, type, at, actor_kind, subject_id',
    `'prj_1', 'evt_' || t || n, case when n <= ${OLD} then 'vote.cast' else 'post.created' end, t, 'user', 'x'`,
  ],
  notifications: [
    'project_id, user_id, event_id, type, post_id, actor_kind, created_at',
    `'prj_1', 'usr_' || n, 'evt_' || t, 'commented', 'pst_1', 'user', t`,
  ],
  files: [
    'project_id, id, shown_by, idle_since, width, height, large, small, created_at',
    `'prj_1', 'fil_' || t || n, case when n > ${OLD} then 'pst_1' end, case when n <= ${OLD} then t end, 1, 1, '', '', t`,
  ],
  mails: [
    'project_id, id, user_id, about, event_ids, state, due_at, created_at',
    `'prj_1', 'mai_' || t || n, 'usr_' || n, 'digest', '{}', 'sent', t, t`,
  ],
  erased_subs: ['project_id, sub_hash, erased_at', `'prj_1', sha256((t || '-' || n)::bytea), t`],
  webhook_deliveries: [
    'project_id, id, webhook_id, event_id, event_type, state, due_at, created_at',
    `'prj_1', 'del_' || t || n, 'whk_' || n % 20, 'evt_' || t || n, 'post.created', 'delivered', t, t`,
  ],
  former_board_addresses: ['project_id, name, was_canonical, left_at', `'prj_1', t || '-' || n, false, t`],
  idempotency_records: [
    'project_id, caller, key_hash, request_hash, sealed_answer, created_at',
    `'prj_1', 'app', sha256((t || '-' || n)::bytea), '', '', t`,
  ],
}

/** Changes of the last hour, and the posts that changed. */
const MOVES = [
  'project_id, post_id, revision, at, vote_count, trend, updated_at',
  `'prj_1', 'pst_' || n, 1, t, 1, 0, t`,
] as const
const POSTS = [
  'project_id, id, number, title, body, body_html, moderation_state, created_at, search',
  `'prj_1', 'pst_' || n, n, 'Title', '', '', 'approved', t, ''`,
] as const
const STANDINGS = [
  'project_id, post_id, status_id, is_listed, vote_count, trend, created_at, updated_at',
  `'prj_1', 'pst_' || n, 'sta', true, 100, 0, t, t`,
] as const
const LARGE = new Set([...Object.keys(FILLED), 'posts', 'post_standings'])

let database: Database
let recorder: Awaited<ReturnType<typeof recordOn>>

beforeAll(async () => {
  database = await ownDatabase()
  const { client } = database
  await withoutChecks(database, async () => {
    await client.query(
      `insert into projects (id, slug, name, publishable_key, created_at, updated_at)
       select 'prj_' || n, 'small-' || n, 'Small', 'pk' || n, now() - interval '2 years', now() from generate_series(1, 200) as n`,
    )
    await client.query(
      `insert into webhooks (project_id, id, url, events, format, description, state, enabled_at, created_at, updated_at)
       select 'prj_1', 'whk_' || n, 'https://example.com', '{}', 'standard', '', 'enabled', now(), now(), now() from generate_series(0, 19) as n`,
    )
    for (const table of LARGE) await client.query(`alter table ${table} set (autovacuum_enabled = false)`)
    await insert('posts', POSTS, ROWS, '1 year')
    await insert('post_standings', STANDINGS, ROWS, '1 year')
    for (const [table, row] of Object.entries(FILLED)) {
      // What stays is where old rows were: an index that does not forget these finds it again and again.
      await insert(table, row, ROWS, '1 year')
      await client.query(`delete from ${table}`)
      await client.query(`vacuum ${table}`)
      await insert(table, row, ROWS, '0 seconds')
    }
  })
  recorder = await recordOn(database.storage, { runChanges: true })
})

afterAll(async () => {
  await recorder?.close()
  await database?.close()
})

async function insert(table: string, [columns, values]: Row, rows: number, age: string): Promise<void> {
  await database.client.query(
    `insert into ${table} (${columns}) select ${values} from generate_series(1, ${rows}) as n, (select now() - interval '${age}' as t) as time`,
  )
}

/** Scans of whole tables. */
function scans(plans: readonly PlanNode[]): string[] {
  return plans
    .flatMap(nodesOf)
    .filter((node) => node['Node Type'] === 'Seq Scan' && LARGE.has(node['Relation Name'] ?? ''))
    .map((node) => `reads all of ${node['Relation Name']}`)
}

function faultsOf({ text, plans, run }: Recorded): string[] {
  const rows = run ? rowsRead(run) : 0
  const found = [...scans(plans), ...(rows > FEW ? [`reads ${rows} rows`] : [])]
  return found.map((fault) => `${fault}: ${text}`)
}

describe.each([
  ['in tables that nobody has analyzed', ''],
  ['in tables that were analyzed when all was young', 'analyze'],
  ['in tables that were analyzed when much was old', 'after'],
])('%s', (_, analyzed) => {
  test('each step reads what it removes, and not what stays', async () => {
    const { client } = database
    if (analyzed === 'analyze') await client.query('analyze')
    await withoutChecks(database, async () => {
      const age = `${400 + analyzed.length} days`
      for (const [table, row] of Object.entries({ ...FILLED, post_moves: MOVES })) await insert(table, row, OLD, age)
    })
    if (analyzed === 'after') await client.query('analyze')
    recorder.taken()
    const failed: string[] = []
    const done: string[] = []
    await housekeeping(recorder.database, readConfig({ PORT: '4000' }), {
      succeeded: (step) => void done.push(step),
      failed: (step, error) => void failed.push(`${step}: ${error}`),
      unfinished: (step) => void failed.push(`${step} is unfinished`),
    }).run({})
    expect(failed).toEqual([])
    expect(done).toEqual(STEPS.map(({ name }) => name))
    expect(recorder.taken().flatMap(faultsOf)).toEqual([])
    const { rows: raised } = await client.query('select count(*)::int as n from posts where reach = 2')
    expect(raised).toEqual([{ n: OLD }])
    for (const table of Object.keys(FILLED)) {
      const { rows } = await client.query(`select count(*)::int as n from ${table}`)
      expect([table, rows[0].n]).toEqual([table, ROWS])
    }
  })
})

// Guarantees that old months go however many events they have, and that one which somebody still reads is not read as a whole each time.
test('months of votes that everybody has read are dropped, each in a transaction of its own; an index finds what is unread', async () => {
  const { client, storage } = database
  const months = ['events_2020_01', 'events_2020_02', 'events_2020_03']
  for (const [place, month] of months.entries()) {
    const [from, to] = [`2020-0${place + 1}-01`, `2020-0${place + 2}-01`]
    await client.query(`create table ${month} (like ${await thisMonth()} including all)`)
    await client.query(`alter table events attach partition ${month} for values from ('${from}') to ('${to}')`)
    await client.query(
      `insert into ${month} (project_id, id, type, at, actor_kind, subject_id, month, tx, seq)
       select 'prj_1', 'evt_' || n, 'vote.cast', '${from}', 'user', 'x', '${from}', ${place + 1}, n from generate_series(1, 2000) as n`,
    )
  }
  await client.query(`insert into event_readers (name, tx, seq, moved_at) values ('slow', 2, 1999, now())`)
  const left = async () =>
    (await client.query(`select relname from pg_class where relname = any ($1) order by 1`, [months])).rows.map(
      ({ relname }) => relname,
    )
  const scans = async () =>
    (
      await client.query(
        `select seq_scan::int as whole, idx_scan::int as found from pg_stat_user_tables where relname = $1`,
        [months[1]],
      )
    ).rows[0]
  await client.query('select pg_stat_force_next_flush()') // to attach it was a scan
  const before = await scans()
  const tidy = () => housekeeping(storage, readConfig({ PORT: '4000' })).run({})
  await tidy()
  expect(await left()).toEqual(months.slice(1))
  await until(async () => (await scans()).found > before.found)
  expect((await scans()).whole).toBe(before.whole)
  await client.query(`update event_readers set tx = 9`)
  await tidy()
  expect(await left()).toEqual([])
})

async function thisMonth(): Promise<string> {
  const { rows } = await database.client.query(`select 'events_' || to_char(event_month(), 'YYYY_MM') as name`)
  return rows[0].name
}
