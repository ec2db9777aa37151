import pg from 'pg'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { type Positions, runSteps, type Step } from '../../src/foundation/jobs/index.ts'
import { createLog } from '../../src/foundation/log/index.ts'
import { housekeeping, reportSteps, STEPS } from '../../src/housekeeping.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import { startService } from '../harness/service.ts'

const HOUR_MS = 60 * 60 * 1000

async function startTidying() {
  const { connection } = await ownDatabase()
  // A statement that waits for a locked table fails soon; a statement that only takes long does not.
  const project = await startProject({
    service: await startService({}, undefined, { ...connection, lock_timeout: 200 }),
  })
  const registry = new Registry()
  const lines: string[] = []
  const report = reportSteps(
    createLog('info', (line) => void lines.push(line)),
    registry,
  )
  const { database, config } = project.service
  return {
    project,
    tidy: () => housekeeping(database, config, report).run({}),
    lines,
    metrics: () => registry.metrics(),
    /** Holds a table so that every statement on it waits until it is given up. */
    hold: async (table: string) => {
      const holder = new pg.Client(connection)
      await holder.connect()
      onTestFinished(() => holder.end())
      await holder.query(`begin; lock table ${table} in access exclusive mode`)
      return () => holder.query('rollback')
    },
  }
}

/** A session that was opened so many hours ago, beside one that is new. */
async function oldSession({ project, service, signIn }: TestProject, sub: string, hours: number): Promise<void> {
  const { userId } = await signIn({ sub })
  const { sql, clock } = service.database
  const opened = new Date(clock.now().getTime() - hours * HOUR_MS)
  await sql`update sessions set created_at = ${opened}, expires_at = ${new Date(opened.getTime() + 24 * HOUR_MS)}
    where project_id = ${project.id} and user_id = ${userId}`
}

async function sessionsOf({ project, service }: TestProject): Promise<string[]> {
  const rows = await service.database.sql<{ sub: string }[]>`
    select u.sub from sessions s join users u on u.project_id = s.project_id and u.id = s.user_id
    where s.project_id = ${project.id} order by u.sub`
  return rows.map(({ sub }) => sub)
}

// Guarantees that one table that cannot be tidied does not let all others grow.
test('a step that fails is logged by its name and counted, and all others are done', async () => {
  const { project, tidy, lines, metrics, hold } = await startTidying()
  await oldSession(project, 'old', 49)
  const { sql } = project.service.database
  await sql`update idempotency_records set created_at = 'epoch'`
  const release = await hold('used_tokens')
  await tidy()
  expect(await sessionsOf(project)).toEqual([])
  expect(await sql`select count(*)::int as n from idempotency_records`).toEqual([{ n: 0 }])
  const logged = lines.map((line) => JSON.parse(line))
  expect(logged.map(({ level, step }) => [level, step])).toEqual([['error', 'used_tokens']])
  const text = await metrics()
  expect(text).toContain('svc_housekeeping_failures_total{step="used_tokens"} 1')
  expect(text).toContain('svc_housekeeping_failures_total{step="sessions"} 0')
  for (const { name } of STEPS) {
    const isDone = new RegExp(`last_success_timestamp_seconds\\{step="${name}"\\} 1\\d{9}`).test(text)
    expect([name, isDone]).toEqual([name, name !== 'used_tokens'])
  }
  await release()
  await tidy()
  expect(await metrics()).toMatch(/last_success_timestamp_seconds\{step="used_tokens"\} 1\d{9}/)
})

test('sessions are removed with the count of their sign-ins, and wait for it', async () => {
  const { project, tidy, hold } = await startTidying()
  await oldSession(project, 'old', 49)
  const release = await hold('project_days')
  await tidy()
  expect(await sessionsOf(project)).toEqual(['old'])
  await release()
  await tidy()
  expect(await sessionsOf(project)).toEqual([])
  const [counted] = await project.service.database.sql`
    select sum(sign_ins)::int as n from project_days where project_id = ${project.project.id}`
  expect(counted).toEqual({ n: 1 })
})

test('moves wait for the reach that is read from them, and for no longer than a day', async () => {
  const { project, tidy, hold } = await startTidying()
  const { body } = await project.server('POST', '/v1/posts', { title: 'An idea' })
  const { session } = await project.signIn()
  await project.app('PUT', `/v1/posts/${body.id}/vote`, { session })
  const { sql, clock } = project.service.database
  const movesLeft = async (hours: number) => {
    await sql`update post_moves set at = ${new Date(clock.now().getTime() - hours * HOUR_MS)}`
    await tidy()
    const [row] = await sql<{ n: number }[]>`select count(*)::int as n from post_moves`
    return (row?.n ?? 0) > 0
  }
  const release = await hold('post_standings')
  expect(await movesLeft(2)).toBe(true)
  expect(await movesLeft(26)).toBe(false)
  await release()
})

test('votes and follows of long ago go, over however many weeks, and other events stay', async () => {
  const { project, tidy } = await startTidying()
  const { sql } = project.service.database
  const { id } = project.project
  await sql`update projects set created_at = now() - interval '300 days'`
  await sql`
    insert into events (project_id, id, type, at, actor_kind, subject_id, data)
    select ${id}, 'evt_' || kind || n, kind, now() - make_interval(days => n), 'system', ${id}, '{}'
    from generate_series(1, 400) as n, unnest(array['vote.cast', 'post.created']) as kind`
  await tidy()
  const left = await sql`
    select type, count(*)::int as n from events where project_id = ${id} and id like 'evt_%.%' group by 1 order by 1`
  expect(left).toEqual([
    { type: 'post.created', n: 400 },
    { type: 'vote.cast', n: 29 },
  ])
})

test('addresses that boards left long ago go, in portions that an index finds', async () => {
  const { project, tidy } = await startTidying()
  const { sql } = project.service.database
  const { id } = project.project
  await sql`
    insert into former_board_addresses (project_id, name, was_canonical, left_at)
    select ${id}, 'was-' || n, false, now() - make_interval(days => n % 60) from generate_series(1, 12000) as n`
  await tidy()
  const [left] = await sql`select count(*)::int as n from former_board_addresses where project_id = ${id}`
  expect(left).toEqual({ n: 6000 })
  await sql`analyze former_board_addresses`
  const plan =
    await sql`explain select ctid from former_board_addresses where left_at < now() - interval '50 days' limit 5000`
  expect(JSON.stringify(plan)).toContain('former_board_addresses_by_time')
})

test('a step stops when its time is over and goes on at the next run; one that hangs stops no other', async () => {
  const seen: string[] = []
  const told: string[] = []
  const steps: Step<object>[] = [
    {
      name: 'long',
      portion: async (_, from = '0') => {
        seen.push(from)
        await new Promise((wake) => setTimeout(wake, 2))
        return from === '30' ? undefined : String(Number(from) + 1)
      },
    },
    { name: 'hanging', portion: () => new Promise(() => {}) },
    { name: 'short', portion: async () => 0 },
  ]
  const positions: Positions = new Map()
  const report = {
    succeeded: (step: string) => void told.push(`${step} succeeded`),
    failed: (step: string) => void told.push(`${step} failed`),
    unfinished: (step: string) => void told.push(`${step} unfinished`),
  }
  const run = () => runSteps(steps, positions, { context: () => ({}), report, stepLastsMs: 30, portionLastsMs: 500 })
  await run()
  expect(told).toEqual(['long unfinished', 'hanging failed', 'short succeeded'])
  while (positions.size > 0) await run()
  expect(seen).toEqual(Array.from({ length: 31 }, (_, place) => String(place)))
  expect(told.filter((line) => line.startsWith('long')).at(-1)).toBe('long succeeded')
})

// Guarantees that cleaning a large table leaves the database to visitors for at least half of the time.
test('after a portion a step pauses for as long as the portion took', async () => {
  const taken: { began: number; ended: number }[] = []
  const portion = async () => {
    const began = performance.now()
    await new Promise((wake) => setTimeout(wake, 20))
    taken.push({ began, ended: performance.now() })
    return 3 - taken.length
  }
  const report = { succeeded: () => {}, failed: () => {}, unfinished: () => {} }
  await runSteps([{ name: 'large', portion }], new Map(), { context: () => ({}), report })
  expect(taken.length).toBe(3)
  for (const [place, { began }] of taken.entries()) {
    const before = taken[place - 1]
    if (before) expect(began - before.ended).toBeGreaterThanOrEqual(Math.min(before.ended - before.began, 250) - 2) // timers count whole milliseconds
  }
})
