import { expect, test } from 'vitest'
import { inTransaction } from '../../src/domain/call/index.ts'
import {
  addPiece,
  advanceImport,
  checkUpload,
  openUpload,
  readNdjson,
  receiveImport,
  startImport,
} from '../../src/domain/imports/index.ts'
import { until } from '../harness/process.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import { importLines, ndjson, runToEnd } from './importing.ts'

const POST = { type: 'post', external_id: 'p', title: 'Dark mode' }
const vote = (user: object) => ({ type: 'vote', post: 'p', user })

async function voters(project: TestProject): Promise<string[]> {
  const { body: posts } = await project.server('GET', '/v1/posts')
  const { body } = await project.server('GET', `/v1/posts/${posts.data[0].id}/votes`)
  return body.data.map(({ user }: { user: { id: string } }) => user.id)
}

// Guarantees that votes belong to the person whom the client's backend vouches for, and to nobody who only claims an address.
test('an imported person is claimed by a verified address at the first sign-in, and not by an unverified one', async () => {
  const project = await startProject()
  await importLines(project, [POST, vote({ external_id: '1', email: 'Ada@Example.com', name: 'Ada Lovelace' })])
  const [imported] = await voters(project)
  const { body: before } = await project.server('GET', `/v1/users/${imported}`)
  expect(before).toMatchObject({
    sub: null,
    email: 'Ada@Example.com',
    email_verified: false,
    given_name: 'Ada',
    state: 'active',
  })

  const thief = await project.signIn({ sub: 'thief', email: 'ada@example.com', email_verified: false })
  expect(thief.userId).not.toBe(imported)
  const silent = await project.signIn({ sub: 'silent', email: 'ada@example.com' })
  expect(silent.userId).not.toBe(imported)

  const ada = await project.signIn({ sub: 'ada-1', email: 'ADA@example.com', email_verified: true })
  expect(ada.userId).toBe(imported)
  const { body: me } = await project.app('GET', '/v1/posts', { session: ada.session })
  expect(me.data[0]).toMatchObject({ has_voted: true, vote_count: 1 })
  const second = await project.signIn({ sub: 'ada-2', email: 'ada@example.com', email_verified: true })
  expect(second.userId).not.toBe(imported)
})

test('somebody who has signed in before keeps their user, and claims nobody', async () => {
  const project = await startProject()
  const early = await project.signIn({ sub: 'early', email: 'grace@example.com', email_verified: false })
  await importLines(project, [POST, vote({ email: 'grace@example.com' })])
  const [imported] = await voters(project)
  expect(imported).not.toBe(early.userId)
  const again = await project.signIn({ sub: 'early', email: 'grace@example.com', email_verified: true })
  expect(again.userId).toBe(early.userId)
})

test('people are found by their sub, or by an address that was vouched for', async () => {
  const project = await startProject()
  const known = await project.signIn({ sub: 'known', email: 'known@example.com', email_verified: true })
  const unsure = await project.signIn({ sub: 'unsure', email: 'unsure@example.com', email_verified: false })
  const { made } = await importLines(project, [
    POST,
    vote({ external_id: 'a', email: 'KNOWN@example.com' }),
    vote({ external_id: 'b', sub: 'known' }),
    vote({ external_id: 'c', email: 'unsure@example.com' }),
    vote({ external_id: 'd', sub: 'unsure' }),
  ])
  expect(made).toMatchObject({ users: 1, votes: 3 })
  expect(await voters(project)).toEqual(expect.arrayContaining([known.userId, unsure.userId]))
})

test('a server that vouches for a verified address claims the imported person too', async () => {
  const project = await startProject()
  await importLines(project, [POST, vote({ email: 'ada@example.com' })])
  const [imported] = await voters(project)
  const claims = { email: 'ada@example.com', email_verified: true }
  const { body } = await project.server('PUT', '/v1/users/by_sub/ada', claims)
  expect(body).toMatchObject({ id: imported, sub: 'ada' })
})

// Guarantees that an erased person does not come back with the next import.
test('an imported person can be erased, and the same file does not make them again', async () => {
  const project = await startProject()
  const lines = [POST, vote({ external_id: '1', email: 'ada@example.com' })]
  await importLines(project, lines)
  const [imported] = await voters(project)
  expect((await project.server('POST', `/v1/users/${imported}/erase`, {})).status).toBe(200)
  expect((await importLines(project, lines)).made).toMatchObject({ users: 0, votes: 0 })
  const ada = await project.signIn({ sub: 'ada', email: 'ada@example.com', email_verified: true })
  expect(ada.userId).not.toBe(imported)
})

// Guarantees that an erasure holds: a file that was sent before it brings the person back neither by their id nor by their address.
test('an import that waited while a person was erased does not make them again', async () => {
  const project = await startProject()
  const ada = await project.signIn({ sub: 'ada', email: 'ada@example.com', email_verified: true })
  const people = [{ sub: 'ada', name: 'Ada' }, { external_id: '1', email: 'Ada@example.com' }, { sub: 'grace' }]
  const { id } = await importLines(project, [POST, ...people.map(vote)], { isDryRun: true })
  expect((await project.server('POST', `/v1/users/${ada.userId}/erase`, {})).status).toBe(200)
  await startImport(project.call(), id)
  expect((await runToEnd(project, id)).made.votes).toBe(3)
  const known = await project.service.database.sql`
    select sub, email, given_name from users where project_id = ${project.project.id} and (sub is not null or email is not null or given_name is not null)`
  expect(known).toEqual([{ sub: 'grace', email: null, given_name: null }])
})

test('two who sign in at once with one address become two people, of whom one is the imported one', async () => {
  const project = await startProject()
  await importLines(project, [POST, vote({ email: 'ada@example.com' })])
  const [imported] = await voters(project)
  const both = await Promise.all(
    ['one', 'two'].map((sub) => project.signIn({ sub, email: 'ada@example.com', email_verified: true })),
  )
  const ids = both.map(({ userId }) => userId)
  expect(new Set(ids).size).toBe(2)
  expect(ids).toContain(imported)
})

/** Nobody is known by this name, sub or address. */
async function isNobody({ service, project }: TestProject, sub: string, email: string): Promise<boolean> {
  const rows = await service.database.sql`
    select 1 from users where project_id = ${project.id} and (sub = ${sub} or lower(email) = ${email} or family_name = 'Lovelace')`
  return rows.length === 0
}

// Guarantees that an erasure holds also for what was sent before it and read after it.
test('an erased person does not come back with a file that waited, or that was being read', async () => {
  const own = await startProject()
  const people = [
    { external_id: '7', email: 'Ada@Example.com', name: 'Ada Lovelace' },
    { sub: 'ada-1', name: 'Ada Lovelace' },
  ]
  const bytes = Buffer.from(ndjson([POST, ...people.map(vote)]))
  const { userId } = await own.signIn({ sub: 'ada-1', email: 'ada@example.com', email_verified: true })
  const { id } = await openUpload(own.call(), [{ name: 'old.ndjson', bytes: bytes.length }], 'ndjson')
  await addPiece(own.call(), id, { file: 0, at: 0 }, bytes)
  async function* erasingMeanwhile() {
    yield Buffer.from(ndjson([POST]))
    expect((await own.server('POST', `/v1/users/${userId}/erase`, {})).status).toBe(200)
    yield Buffer.from(ndjson(people.map(vote)))
  }
  const call = own.call()
  const read = await receiveImport(call, readNdjson(erasingMeanwhile(), call.now), { source: 'meanwhile' })
  expect(await runToEnd(own, read.id)).toMatchObject({ state: 'done', made: { votes: 2 } })
  expect(await isNobody(own, 'ada-1', 'ada@example.com')).toBe(true)
  const checked = await checkUpload(own.call(), id, {})
  await startImport(own.call(), checked.id)
  expect(await runToEnd(own, checked.id)).toMatchObject({ state: 'done', made: { votes: 2 } })
  expect(await isNobody(own, 'ada-1', 'ada@example.com')).toBe(true)
  const later = await importLines(own, [POST, vote({ sub: 'ada-1' })], { source: 'later' })
  expect(later.made.users).toBe(1) // whoever sends it now vouches for the person anew
})

// Guarantees that a portion which has read the person's record does not make them after the erasure.
test('an erasure waits for a portion that makes people', async () => {
  const own = await startProject()
  const { userId } = await own.signIn({ sub: 'ada-1' })
  const { id } = await importLines(own, [{ type: 'user', sub: 'ada-1', name: 'Ada Lovelace' }], { isDryRun: true })
  await startImport(own.call(), id)
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const { promise: hasRun, resolve: ran } = Promise.withResolvers<void>()
  const portion = inTransaction(own.call(), async (call) => {
    await advanceImport(call)
    ran()
    await isOver
  })
  await hasRun
  let isErased = false
  const erasing = own.server('POST', `/v1/users/${userId}/erase`, {}).then(() => {
    isErased = true
  })
  await until(async () => {
    const rows = await own.service.database.sql`
      select 1 from pg_stat_activity where wait_event = 'advisory' and query like '%pg_advisory_xact_lock(hashtextextended%'`
    return rows.length > 0
  })
  expect(isErased).toBe(false)
  end()
  await portion
  await erasing
  expect(await isNobody(own, 'ada-1', '')).toBe(true)
})
