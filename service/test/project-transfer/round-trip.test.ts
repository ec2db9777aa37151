import { expect, test } from 'vitest'
import { systemCallIn } from '../../src/domain/call/index.ts'
import { exportProject, importProject } from '../../src/domain/project-transfer/index.ts'
import { RECORD_TYPES, RECORDS } from '../../src/domain/project-transfer/records.ts'
import { newId } from '../../src/foundation/ids/index.ts'
import { readSealed } from '../../src/foundation/sealed-file/index.ts'
import { operationsOf } from '../access/operations.ts'
import { SAMPLES, type World, worldOf } from '../access/samples.ts'
import { formWith, png } from '../files/pictures.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import { type ExportedRecord, fileOf, recordsIn } from './transfer.ts'

/** Numbers that look random, the same for each seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** What would end the world that the samples are made of. */
const NOT_HERE = new Set(['exchangeSignInToken', 'endCurrentSession', 'verifyDomain', 'testWebhook'])

/** Does everything that can be done to a project by the API, in an order of chance. */
async function live(world: World, seed: number): Promise<void> {
  const random = randomOf(seed)
  const operations = operationsOf(world.service.openapi())
    .filter(({ id, method, server, app }) => method !== 'GET' && (server ?? app) !== undefined && !NOT_HERE.has(id))
    .map((operation) => ({ operation, at: random() }))
    .sort((one, other) => one.at - other.at)
  for (const { operation } of operations) {
    const as = operation.server === undefined ? 'app' : 'server'
    const { params = {}, query = {}, body } = (await SAMPLES[operation.id]?.(world, as)) ?? {}
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const address = `/v1${path}?${new URLSearchParams(query)}`
    const answer =
      as === 'server'
        ? await world.server(operation.method, address, body)
        : await world.app(operation.method, address, { body, session: world.session })
    if (answer.status >= 500) throw new Error(`${operation.id}: ${answer.status}`)
  }
}

/** Sets what the samples leave empty. */
async function detail({ server, app, signIn }: World): Promise<void> {
  const picture = async () => formWith(Uint8Array.from(await png()))
  await server('PATCH', '/v1/project', { sign_in_url: 'https://acme.example/sign-in', welcome_note: 'Hello.' })
  await server('PUT', '/v1/project/logo', await picture())
  const { userId: banned } = await signIn({ sub: 'mallory' })
  await server('POST', `/v1/users/${banned}/ban`, { reason: 'spam' })
  const names = { given_name: 'Grace', family_name: 'Hopper', email: 'grace@acme.example', email_verified: true }
  const { session, userId } = await signIn({ sub: 'grace', ...names, locale: 'de', traits: { plan: 'pro', seats: 5 } })
  await app('PATCH', '/v1/me', { session, body: { name_choice: 'custom', custom_name: 'Gracie' } })
  const { body: file } = await app('POST', '/v1/files', { session, body: await picture() })
  const post = async (body: object) => (await app('POST', '/v1/posts', { session, body })).body.id
  const [from, into] = [await post({ title: 'Shown', body: file.markdown }), await post({ title: 'The same' })]
  const { userId: other, session: theirs } = await signIn({ sub: 'ken' })
  await server('PUT', `/v1/posts/${from}/votes/${other}`, { note: 'By phone' })
  await app('PUT', `/v1/posts/${from}/follow`, { session: theirs })
  const comment = { body: `[@Grace](mention:${userId}), see *this*.` }
  await app('POST', `/v1/posts/${from}/comments`, { session: theirs, body: comment })
  await server('POST', `/v1/posts/${from}/merge`, { into_post_id: into })
  const rules = { all: [{ trait: 'plan', op: 'is', value: 'pro' }] }
  const { body: segment } = await server('POST', '/v1/segments', { name: 'Of the round trip', rules })
  const people = { visible_to: segment.id, posting: segment.id }
  const { body: category } = await server('POST', '/v1/categories', { name: 'For some', ...people })
  expect(category).toMatchObject(people)
  const { body: field } = await server('POST', '/v1/fields', { label: 'Effort', kind: 'number', visible_to: 'team' })
  await server('POST', '/v1/posts', { title: 'With an effort', fields: { [field.key]: 3 } })
}

/** What only jobs and time bring about. */
async function age({ service, project, userId }: World): Promise<void> {
  const { sql } = service.database
  const own = project.id
  await sql`insert into project_days values (${own}, '2026-01-02', 3, 4, 5, 6, now(), true)`
  await sql`update posts set imported_vote_count = 7 where project_id = ${own}`
  await sql`insert into refusal_days values (${own}, '2026-01-02', 'token_expired', 7)`
  await sql`
    insert into post_likenesses (project_id, post_id, other_id, compared_at, is_distinct)
    select ${own}, max(id), min(id), now(), true from posts where project_id = ${own}`
  await sql`
    insert into duplicate_suggestions (project_id, post_id, other_id, score, state, found_at)
    select ${own}, min(id), max(id), 91, 'dismissed', now() from posts where project_id = ${own}`
  await sql`
    insert into decision_views (project_id, id, name, query, created_at)
    values (${own}, ${newId('view')}, 'Quick wins', 'sort=impact', now())`
  await sql`insert into mail_mutes select ${own}, ${userId}, min(id), now() from posts where project_id = ${own}`
  await sql`
    insert into notifications
    select ${own}, ${userId}, min(e.id), 'answered', min(p.id), 'cmt_1', 'chg_1', 'sts_1', 'user', ${userId}, now(), now()
    from posts p join events e on e.project_id = p.project_id where p.project_id = ${own}`
}

async function exported(call: Parameters<typeof exportProject>[0]): Promise<ExportedRecord[]> {
  let text = ''
  for await (const part of exportProject(call, { serviceVersion: '1.0.0' })) text += part
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

async function downloaded({ service, secretKey }: TestProject): Promise<Uint8Array> {
  const answer = await fetch(`${service.origin}/v1/export`, { headers: { authorization: `Bearer ${secretKey}` } })
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}

// Guarantees that a search of an imported project looks at the posts with many votes first, although nobody has voted there yet.
test('the votes of an imported project are counted for its searches', async () => {
  const project = await startProject()
  const { sql } = project.service.database
  const { body: post } = await project.server('POST', '/v1/posts', { title: 'Invoices as a file' })
  await sql`update post_standings set vote_count = 70 where project_id = ${project.project.id} and post_id = ${post.id}`
  const file = await fileOf(await downloaded(project))
  const imported = await importProject(project.call(), () => readSealed(file), `counted-${project.project.slug}`)
  const rows = await sql`select reach, lift from posts where project_id = ${imported.project.id}`
  expect(rows).toEqual([{ reach: 2, lift: 43 }])
})

// Guarantees that a team which leaves, or moves to another installation, loses nothing that the API can make.
test.each([1, 2])('a project that is imported has the same records again (seed %i)', async (seed) => {
  const project = await startProject()
  const world = await worldOf(project)
  const traits = { allowed_traits: ['plan', 'seats'], account_trait: 'plan', value_trait: 'seats' }
  expect((await world.server('PATCH', '/v1/project', traits)).status).toBe(200)
  await live(world, seed) // processes remember a project for a moment
  await detail(world)
  await age(world)
  const bytes = await downloaded(project)
  const file = await fileOf(bytes)
  const imported = await importProject(project.call(), () => readSealed(file), `copy-${seed}-${project.project.slug}`)
  const before = recordsIn(bytes).slice(1, -1)
  const { sql } = project.service.database
  // What the records say about the project itself is said about the new one.
  const [about] = await sql<{ events: number; files: number }[]>`
    select (select count(*)::int from events where project_id = ${imported.project.id} and subject_id = ${imported.project.id}) as events,
      (select count(*)::int from files where project_id = ${imported.project.id} and shown_by = ${imported.project.id}) as files`
  const after = (await exported(systemCallIn(project.call(), imported.project))).slice(1)
  expect(after).toEqual(before)
  expect(imported.records).toBe(before.length)
  expect(JSON.stringify(before)).not.toContain(project.project.id)
  const htmlOf = (id: string) =>
    sql`
      select id, body_html from posts where project_id = ${id} union all select id, body_html from comments where project_id = ${id}
      union all select id, body_html from changelog_entries where project_id = ${id} order by 1`
  expect(await htmlOf(imported.project.id)).toEqual(await htmlOf(project.project.id))
  const named = (type: string, member: string) =>
    before.filter((record) => record.type === type && record.data[member] === 'project').length
  expect(about).toEqual({ events: named('event', 'subject_id'), files: named('file', 'shown_by') })
  expect(about?.events).toBeGreaterThan(0)
  // Guarantees that the comparison is about something: each kind is there, and each member has had a value.
  const empty = RECORD_TYPES.flatMap((type) => {
    const records = before.filter((record) => record.type === type)
    const isSet = (member: string) => records.some(({ data }) => data[member] !== null)
    return RECORDS[type].columns.filter((member) => !isSet(member)).map((member) => `${type}.${member}`)
  })
  expect(empty).toEqual([])
})
