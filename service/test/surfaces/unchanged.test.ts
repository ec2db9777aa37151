import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { readVersion } from '../../src/domain/board-version/index.ts'
import { onTransaction, systemCall } from '../../src/domain/call/index.ts'
import { advanceImport, readNdjson, receiveImport, undoImport } from '../../src/domain/imports/index.ts'
import { editPost } from '../../src/domain/posting/index.ts'
import { createProject } from '../../src/domain/projects/index.ts'
import { createLog } from '../../src/foundation/log/index.ts'
import { createService } from '../../src/service.ts'
import { startBoard } from '../board/stage.ts'
import { visitorOf } from '../board/visitor.ts'
import { heldPort } from '../harness/ports.ts'
import { until } from '../harness/process.ts'
import { type Answer, startProject, type TestProject } from '../harness/project.ts'
import { inPieces, ndjson, runToEnd } from '../imports/importing.ts'
import { ownDatabase } from '../plans/board.ts'
import { recordOn } from '../plans/recorder.ts'

const LIST = '/v1/posts?sort=new'

/** Asks again with what the last answer said. */
function reader({ app }: TestProject, path = LIST) {
  let etag = '"none"'
  const again = async () => {
    const { status, headers, body } = await app('GET', path, { headers: { 'if-none-match': etag } })
    etag = headers.get('etag') ?? ''
    return { status, body, etag }
  }
  /** Until the service knows the answer: then it need not make it to say that nothing has changed. */
  const settle = async () => {
    await again()
    expect((await again()).status).toBe(304)
  }
  return { again, settle }
}

// Guarantees that nobody keeps an old list: what they have is compared with what is there, whoever changed it, and however.
test('every change of what a list shows makes another answer, also where the service knew the last one', async () => {
  const project = await startProject()
  const { server, signIn, app } = project
  const { session, userId } = await signIn({ given_name: 'Ada', family_name: 'Lovelace' })
  await app('PATCH', '/v1/me', { session, body: { name_choice: 'first_name' } })
  const [status, other] = (await server('GET', '/v1/statuses')).body.data
  const tag = (await server('POST', '/v1/tags', { name: 'Maps' })).body
  const category = (await server('POST', '/v1/categories', { name: 'Bugs' })).body
  const post = (await app('POST', '/v1/posts', { session, body: { title: 'Dark mode' } })).body
  const at = `/v1/posts/${post.id}`
  let commentId = ''
  const changes: Record<string, () => Promise<Answer>> = {
    'a post': () => server('POST', '/v1/posts', { title: 'Another one' }),
    'a vote taken back': () => app('DELETE', `${at}/vote`, { session }),
    'a vote': () => app('PUT', `${at}/vote`, { session }),
    'a text': () => server('PATCH', at, { title: 'Darker mode' }),
    'a status': () => server('POST', `${at}/status`, { status_id: other.id }),
    'the name of a status': () => server('PATCH', `/v1/statuses/${other.id}`, { name: `${status.name} too` }),
    'a tag': () => server('PATCH', at, { tag_ids: [tag.id] }),
    'the name of a tag': () => server('PATCH', `/v1/tags/${tag.id}`, { name: 'Charts' }),
    'a category': () => server('PATCH', at, { category_id: category.id }),
    'the name of a category': () => server('PATCH', `/v1/categories/${category.id}`, { name: 'Faults' }),
    'a comment': async () => {
      const answer = await app('POST', `${at}/comments`, { session, body: { body: 'Please' } })
      commentId = answer.body.id
      return answer
    },
    'a comment taken away': () => server('DELETE', `/v1/comments/${commentId}`),
    'a name': () => server('PUT', '/v1/users/by_sub/ada', { given_name: 'Augusta', family_name: 'King' }),
    'an erasure': () => server('POST', `/v1/users/${userId}/erase`, {}),
    'who may see a category': () => server('PATCH', `/v1/categories/${category.id}`, { visible_to: 'users' }),
    'who may see it again': () => server('PATCH', `/v1/categories/${category.id}`, { visible_to: 'everyone' }),
    'a post that is deleted': () => server('DELETE', at),
  }
  const { again, settle } = reader(project)
  for (const [what, change] of Object.entries(changes)) {
    await settle()
    expect((await change()).status, what).toBeLessThan(300)
    expect((await again()).status, what).toBe(200)
  }
})

/** A service on a database of its own, whose statements are recorded. */
async function startRecorded() {
  const { storage, close } = await ownDatabase()
  onTestFinished(close)
  const recorder = await recordOn(storage)
  onTestFinished(recorder.close)
  const { held, port } = await heldPort()
  const config = readConfig({ PORT: String(port), RATE_LIMIT_FACTOR: '0' })
  const { project } = await createProject(systemCall(storage, config, storage.clock.now()), {
    name: 'Recorded',
    slug: 'recorded',
  })
  const service = await createService({
    config,
    version: '0.0.0-test',
    database: recorder.database,
    registry: new Registry(),
    log: createLog('silent', () => {}),
  })
  onTestFinished(service.stop)
  await new Promise<void>((ready) => service.server.listen(held, ready))
  return async (etag: string) => {
    recorder.taken()
    const headers = { 'x-project-key': project.publishableKey, 'if-none-match': etag }
    const answer = await fetch(`${config.apiOrigin}${LIST}`, { headers })
    await answer.arrayBuffer()
    const texts = recorder.taken().map(({ text }) => text)
    const isRun = (part: string) => texts.some((text) => text.includes(part))
    return {
      status: answer.status,
      etag: answer.headers.get('etag') ?? '',
      readsVersion: isRun('max(tx) as tx from events'),
      readsList: isRun('post_standings'),
    }
  }
}

test('whoever has a list is told so after a look-up of the version, and no list is read', async () => {
  const ask = await startRecorded()
  const { etag, ...first } = await ask('"none"')
  expect(first).toEqual({ status: 200, readsVersion: true, readsList: true })
  // While a transaction of another test runs, there is no version, and the list is read.
  await until(async () => {
    const again = await ask(etag)
    expect(again).toMatchObject({ status: 304, etag, readsVersion: true })
    return !again.readsList
  })
})

test('what an import adds without recording it, and its undo, are seen at once', async () => {
  const project = await startProject()
  const { again, settle } = reader(project)
  const titles = async () => (await again()).body?.data.map(({ title }: { title: string }) => title)
  await settle()
  const call = project.call()
  const lines = ndjson([{ type: 'post', external_id: '1', title: 'From elsewhere' }])
  const { id } = await receiveImport(call, readNdjson(inPieces(lines), call.now), { source: 'elsewhere' })
  let seen: string[] = []
  do seen = (await titles()) ?? seen
  while (await advanceImport(project.call()))
  seen = (await titles()) ?? seen
  expect(seen).toEqual(['From elsewhere'])
  await settle()
  await undoImport(project.call(), id)
  await runToEnd(project, id)
  expect(await titles()).toEqual([])
})

// Guarantees that a tag tells nobody of what they may not see.
test('what happens in a hidden category, in a waiting post or inside the team leaves the tag as it was', async () => {
  const project = await startProject()
  const { server } = project
  const { id } = (await server('POST', '/v1/categories', { name: 'Secret', visible_to: 'team' })).body
  const open = (await server('POST', '/v1/posts', { title: 'Open' })).body.id
  const { again, settle } = reader(project)
  await settle()
  const before = (await again()).etag
  const secret = (await server('POST', '/v1/posts', { title: 'Hidden', category_id: id })).body.id
  await server('PATCH', `/v1/posts/${secret}`, { title: 'Still hidden' })
  await server('POST', `/v1/posts/${open}/comments`, { body: 'For us', is_internal: true })
  expect(await again()).toMatchObject({ status: 304, etag: before })
})

test('what is made for somebody who is signed in has no tag, and a tag of others is not right for it', async () => {
  const project = await startProject()
  const { session } = await project.signIn()
  const { again, settle } = reader(project)
  await settle()
  const headers = { 'if-none-match': (await again()).etag }
  const { status, headers: own } = await project.app('GET', LIST, { session, headers })
  expect([status, own.get('etag'), own.get('cache-control')]).toEqual([200, null, 'no-store'])
  const asServer = await project.server('GET', LIST, undefined, headers)
  expect([asServer.status, asServer.headers.get('etag')]).toEqual([200, null])
})

test('a list that is read without asking has a tag that is like no other', async () => {
  const { app } = await startProject()
  const tags = [await app('GET', LIST), await app('GET', LIST)].map(({ headers }) => headers.get('etag'))
  expect(tags[0]).toMatch(/^"[\w-]+"$/)
  expect(tags[0]).not.toBe(tags[1])
})

// Guarantees that a slow transaction, whose number is smaller than that of a later change, is not overlooked.
test('there is no version while an older transaction runs, so what it changes is seen', async () => {
  const project = await startProject()
  const { service, server, call } = project
  const { id } = (await server('POST', '/v1/posts', { title: 'Dark mode' })).body
  const { again, settle } = reader(project)
  await settle()
  await service.database.transaction(async (sql) => {
    await sql`select pg_current_xact_id()`
    await server('POST', '/v1/posts', { title: 'Begun later, ended earlier' })
    expect(await readVersion(call())).toBeUndefined()
    await settle()
    await editPost(onTransaction(call(), sql), id, { title: 'Darker mode' }, undefined)
  })
  expect((await again()).status).toBe(200)
  await expect.poll(() => readVersion(call())).toBeDefined()
})

test('a page follows the log, the settings, the language and the choices of its reader', async () => {
  const stage = await startBoard({}, {}, { now: () => new Date('2091-11-15T10:00:00Z') })
  const { number } = (await stage.server('POST', '/v1/posts', { title: 'Dark mode' })).body
  const cookie = await visitorOf(stage).signIn()
  const readers = [
    {},
    { 'accept-language': 'de' },
    { cookie: 'theme=dark' },
    { referer: `${stage.boardOrigin}/?sort=new` },
  ]
  const seen = new Map<object, string>()
  const look = async () => {
    for (const headers of readers) {
      const ask = (etag: string) => stage.board('GET', '/', { headers: { ...headers, 'if-none-match': etag } })
      const fresh = await ask('"none"')
      expect(fresh.status).toBe(200)
      seen.set(headers, fresh.headers.etag ?? '')
    }
    return [...seen.values()]
  }
  const first = await look()
  await visitorOf(stage).form(`/posts/${number}/vote`, { on: '1' }, { cookie })
  for (const [headers, etag] of seen) {
    const again = await stage.board('GET', '/', { headers: { ...headers, 'if-none-match': etag } })
    expect([again.status, again.headers.etag === etag]).toEqual([200, false])
  }
  const second = await look()
  expect(new Set([...first.slice(0, 3), ...second.slice(0, 3)]).size).toBe(6)
})
