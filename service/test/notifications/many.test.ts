import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { noteEvents, openNotifications, tellNext } from '../../src/domain/notifications/index.ts'
import type { Id } from '../../src/foundation/ids/index.ts'
import { settled } from '../events/settled.ts'
import { emptiedService } from '../harness/emptied-database.ts'
import { type OwnDatabase, ownDatabase } from '../harness/own-database.ts'
import { programFile } from '../harness/process.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import { startService } from '../harness/service.ts'
import TELLER from './teller.ts?program'

async function opened(project: TestProject): Promise<TestProject> {
  await settled(project.service.database)
  await openNotifications(project.call())
  return project
}

/** A post that so many people follow, whose status changes. */
async function broadcast({ server, service, project }: TestProject, followers: number): Promise<string> {
  const { body: post } = await server('POST', '/v1/posts', { title: 'An idea' })
  const { sql } = service.database
  await sql`
    with people as (
      insert into users (project_id, id, sub, state, created_at, last_seen_at)
      select ${project.id}, 'usr_' || ${post.id.slice('pst_'.length)} || n, ${post.id} || n, 'active', now(), now()
      from generate_series(1, ${followers}::integer) as n returning id)
    insert into follows (project_id, post_id, user_id, created_at) select ${project.id}, ${post.id}, id, now() from people`
  const { body: statuses } = await server('GET', '/v1/statuses')
  const { status } = await server('POST', `/v1/posts/${post.id}/status`, { status_id: statuses.data[1].id })
  expect(status).toBe(200)
  return post.id
}

async function toldOf({ service }: TestProject, post: string): Promise<number> {
  return (await service.database.sql`select 1 from notifications where post_id = ${post}`).length
}

/** Tells people until it has told so many portions, and is killed then; 0: it is left alone. */
function startTeller(program: string, connection: OwnDatabase['connection'], portions: number): Promise<void> {
  const child = spawn(process.execPath, [program, JSON.stringify(connection), '30'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let told = 0
  child.stdout.on('data', (text: Buffer) => {
    told += text.toString().split('\n').length - 1
    if (portions > 0 && told >= portions) child.kill('SIGKILL')
  })
  return new Promise((ended) => child.once('exit', () => ended()))
}

test('whatever process is killed, everybody is told once, and nobody is left out', async () => {
  const { connection } = await ownDatabase()
  const project = await opened(await startProject({ service: await startService({}, undefined, connection) }))
  const program = await programFile(TELLER)
  const posts = [await broadcast(project, 1_000), await broadcast(project, 700), await broadcast(project, 1)]
  for (const portions of [1, 2, 3, 7]) {
    await Promise.all([startTeller(program, connection, portions), startTeller(program, connection, portions)])
  }
  const late = await broadcast(project, 400)
  void startTeller(program, connection, 0)
  void startTeller(program, connection, 0)
  const told = () => Promise.all([...posts, late].map((post) => toldOf(project, post)))
  await expect.poll(told).toEqual([1_000, 700, 1, 400])
  const { sql } = project.service.database
  await expect.poll(() => sql`select 1 from notification_rounds`).toHaveLength(0)
})

test('a project with thousands of people to tell does not hold up another one', async () => {
  const large = await opened(await startProject({ service: await emptiedService() }))
  const small = await startProject({ service: large.service })
  const big = await broadcast(large, 2_000)
  const tiny = await broadcast(small, 3)
  await settled(large.service.database)
  expect(await noteEvents(large.call())).toBeGreaterThan(0)
  let served: Id<'project'> | undefined
  for (let turn = 0; turn < 2; turn += 1)
    served = await tellNext(large.call(), served, { peopleAtOnce: 100, mailDelayMs: 0 })
  expect(await toldOf(small, tiny)).toBe(3)
  expect(await toldOf(large, big)).toBe(100)
})
