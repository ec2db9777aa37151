import { expect, test } from 'vitest'
import { inTransaction, permit, systemCall, systemCallIn } from '../../src/domain/call/index.ts'
import { countBeside, countSegmentWhole } from '../../src/domain/segments/index.ts'
import { forgetSegmentCounts } from '../../src/domain/segments/inside.ts'
import type { Sql } from '../../src/foundation/storage/index.ts'
import { until } from '../harness/process.ts'
import { startProject, type TestProject } from '../harness/project.ts'

const PRO = { all: [{ trait: 'plan', op: 'is', value: 'pro' }] }
const MANY = 25_000

async function start() {
  const project = await startProject({ draft: { allowedTraits: ['plan'] } })
  const { database, config } = project.service
  const service = () => systemCall(database, config, database.clock.now())
  const { body: segment } = await project.server('POST', '/v1/segments', { name: 'Pro', rules: PRO })
  const path = `/v1/segments/${segment.id}/count`
  return {
    ...project,
    segment: segment as { id: string },
    count: async () => (await project.server('GET', path)).body,
    /** Whoever counts beside requests, for as long as anything is due. */
    beside: () => countBeside(service(), { last: '' }),
    call: () => systemCallIn(service(), project.project),
  }
}

async function addPeople({ service, project }: Pick<TestProject, 'service' | 'project'>, from: number, to: number) {
  await service.database.sql`
    insert into users (project_id, id, sub, traits, state, created_at, last_seen_at)
    select ${project.id}, 'usr_' || lpad(n::text, 26, '0'), 'many-' || n, '{"plan": "pro"}', 'active', now(), now()
    from generate_series(${from}::int, ${to}::int) as n`
}

/** Until a statement with these words waits for this transaction. */
async function untilWaiting({ database }: TestProject['service'], held: Sql, words: string): Promise<void> {
  const [us] = await held<{ pid: number }[]>`select pg_backend_pid() as pid`
  await until(async () => {
    const waiting = await database.sql`
      select 1 from pg_stat_activity where ${us?.pid}::int = any (pg_blocking_pids(pid)) and query like ${`%${words}%`}`
    return waiting.length > 0
  }, 12_000) // in which the database lets a transaction be idle
}

/** While it runs, nobody can read users until the time of the request for counting is over. */
async function slowly<Result>({ service }: Pick<TestProject, 'service'>, ask: () => Promise<Result>): Promise<Result> {
  let pending: Promise<Result> | undefined
  await service.database.transaction(async (sql) => {
    await sql`lock table users in access exclusive mode`
    pending = ask()
    await untilWaiting(service, sql, 'as seen')
  })
  return pending as Promise<Result> // begun in the transaction
}

test('people who cannot be counted at once are counted beside requests, and every answer says what it is', async () => {
  const made = await start()
  const { server, service, count, beside, segment } = made
  await addPeople(made, 1, MANY)
  expect(await slowly(made, count)).toMatchObject({ kind: 'at_least', count: 5_000, is_exact: false })
  expect(await count()).toMatchObject({ kind: 'at_least', count: 5_000 })
  expect(await beside()).toBe(true)
  expect(await count()).toMatchObject({ kind: 'at_least', count: 20_000 })
  expect(await beside()).toBe(true)
  const kept = await count()
  expect(kept).toMatchObject({ kind: 'kept', count: MANY, is_exact: false })
  expect(await beside()).toBe(false)

  await addPeople(made, MANY + 1, MANY + 1)
  expect(await count()).toEqual(kept)
  expect((await server('POST', '/v1/segments/count', { rules: PRO })).body).toEqual(kept) // the same rules
  await service.database.sql`update segment_counts set counted_at = counted_at - interval '10 minutes'`
  expect(await slowly(made, count)).toMatchObject({ kind: 'kept', count: MANY }) // until it is counted again
  while (await beside());
  expect(await count()).toMatchObject({ kind: 'kept', count: MANY + 1 })
  // Nobody asks any more.
  await service.database.sql`
    update segment_counts set counted_at = counted_at - interval '10 minutes', asked_at = counted_at - interval '11 minutes'`
  expect(await beside()).toBe(false)

  const others = { all: [{ trait: 'plan', op: 'is', value: 'none' }] }
  await server('PATCH', `/v1/segments/${segment.id}`, { rules: others })
  await until(async () => (await count()).kind === 'exact') // an index finds that there are none
  expect(await count()).toMatchObject({ kind: 'exact', count: 0, is_exact: true })
})

test('in a small project everybody is counted, however slow the database is', async () => {
  const made = await start()
  await addPeople(made, 1, 10)
  expect(await slowly(made, made.count)).toMatchObject({ kind: 'exact', count: 10 })
})

test('a command counts to the end', async () => {
  const made = await start()
  await addPeople(made, 1, MANY)
  const call = made.call()
  permit(call, 'segments:read')
  expect(await slowly(made, () => countSegmentWhole(call, made.segment.id))).toMatchObject({
    kind: 'kept',
    count: MANY,
  })
})

// Guarantees that no kept number contains somebody who was erased, also if they are erased while it is counted.
test('somebody who is erased leaves every count', async () => {
  const made = await start()
  const { server, service, project, count, beside } = made
  await addPeople(made, 1, MANY)
  await slowly(made, count)
  while (await beside());
  await server('POST', `/v1/users/usr_${'1'.padStart(26, '0')}/erase`)
  expect(await slowly(made, count)).toMatchObject({ kind: 'at_least', count: 4_999 })
  let portion: Promise<boolean> | undefined
  await inTransaction(made.call(), async (call) => {
    await call.sql`update users set state = 'erased' where project_id = ${project.id} and sub = 'many-2'`
    await forgetSegmentCounts(call)
    portion = beside()
    await untilWaiting(service, call.sql, 'pg_advisory')
  })
  await portion
  expect(await service.database.sql`select 1 from segment_counts where project_id = ${project.id}`).toEqual([])
  await slowly(made, count)
  while (await beside());
  expect(await count()).toMatchObject({ kind: 'kept', count: MANY - 2 })
})

test('projects take turns', async () => {
  const one = await start()
  const two = await start()
  for (const made of [one, two]) {
    await addPeople(made, 1, MANY)
    await slowly(made, made.count)
  }
  const turn = { last: '' }
  for (let time = 0; time < 2; time += 1) {
    const { database, config } = one.service
    await countBeside(systemCall(database, config, database.clock.now()), turn)
  }
  for (const made of [one, two]) expect(await made.count()).toMatchObject({ kind: 'at_least', count: 20_000 })
})
