import { expect, onTestFinished, test } from 'vitest'
import { systemCall, systemCallIn } from '../../src/domain/call/index.ts'
import { listAuditEntries } from '../../src/domain/events/index.ts'
import { findUsers } from '../../src/domain/users/index.ts'
import { generatedProject, ownDatabase } from '../plans/board.ts'
import { complaints, type PlanNode, rowsRead } from '../plans/plan.ts'
import { recordOn } from '../plans/recorder.ts'

const SIZE = { posts: 200, votes: 1_000, comments: 400, users: 20_000, words: 500 }
const EVENTS = 20_000
const PAGE = { limit: 40, after: undefined }

/** Names as they are spread: one in ten is Maria, and each has a number of their own. */
const NAMES = `
  update users set given_name = case number % 10 when 0 then 'Maria' when 1 then 'Ada' else 'Somebody' end,
    family_name = 'Nr' || number, email = 'person' || number || '@acme.example'
  from (select id as uid, row_number() over (order by id) as number from users where project_id = $1) as n where id = uid`
/** One in five hundred was the team's, and of these one in ten to a user. */
const DEEDS = `
  insert into events (project_id, id, type, at, actor_kind, actor_id, subject_id, data)
  select $1, 'evt_' || lpad(n::text, 26, '0'), case when n % 5000 = 0 then 'user.banned' when n % 500 = 0 then 'post.updated' else 'vote.cast' end,
    now(), case when n % 500 = 0 then 'system' else 'user' end, null, 'usr_x', '{}' from generate_series(1, ${EVENTS}) as n`

async function startPlans() {
  const database = await ownDatabase()
  onTestFinished(database.close)
  await generatedProject(database, 'neighbour', { ...SIZE, users: 2_000 })
  const { project } = await generatedProject(database, 'people', SIZE)
  await database.client.query(NAMES, [project.id])
  await database.client.query(DEEDS, [project.id])
  for (const table of ['users', 'events']) await database.client.query(`vacuum analyze ${table}`)
  const recorder = await recordOn(database.storage)
  onTestFinished(recorder.close)
  const places = { apiOrigin: 'http://localhost', boardOrigin: 'http://{slug}.localhost' }
  const call = systemCallIn(systemCall(recorder.database, places, new Date()), project)
  return { recorder, call }
}

const indexesOf = (node: PlanNode): string[] => [
  ...(node['Index Name'] ? [node['Index Name']] : []),
  ...(node.Plans ?? []).flatMap(indexesOf),
]

// Guarantees that finding a user among a million costs the same as among a few: it uses indexes and reads few of the matching rows.
test('people and entries of the log are found by name, address or kind without reading all rows', async () => {
  const { recorder, call } = await startPlans()
  /** How many may be put together from an index before the first is read, and how many rows are read. */
  const reads: readonly (readonly [string, number, number, string, () => Promise<unknown>])[] = [
    ['a name of few', 100, 100, 'users_by_name', () => findUsers(call, 'nr12345')],
    ['a part of one', 1_000, 100, 'users_by_name', () => findUsers(call, 'r1234')],
    ['a name of many', 4_000, 1_100, 'users_by_name', () => findUsers(call, 'maria')],
    ['one letter', 8_000, 1_100, 'users_by_name', () => findUsers(call, 'a')],
    ['nobody', 1_000, 100, 'users_by_name', () => findUsers(call, 'zzzz')],
    ['an address', 1_000, 100, 'users_by_email', () => findUsers(call, 'person77@acme.example')],
    ['addresses', 1_000, 100, 'users_by_email', () => findUsers(call, 'person1')],
    ['the log of a kind', 500, 500, 'events_by_staff_kind_and_time', () => listAuditEntries(call, PAGE, 'user')],
  ]
  for (const [name, together, most, index, read] of reads) {
    recorder.taken()
    await read()
    const taken = recorder.taken()
    for (const { text, plans, run } of taken) {
      for (const plan of plans) expect([name, complaints(plan, together), text]).toEqual([name, [], text])
      if (run) expect([name, rowsRead(run) <= most, rowsRead(run)]).toEqual([name, true, rowsRead(run)])
    }
    const used = taken.map(({ plans }) => plans.map((plan) => indexesOf(plan).includes(index)))
    expect([name, used.some((both) => both.every(Boolean)), used]).toEqual([name, true, used])
  }
})
