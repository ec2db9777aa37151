import { expect, test } from 'vitest'
import { advanceImport, type Import, importById, undoImport } from '../../src/domain/imports/index.ts'
import { settled } from '../events/settled.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import { importLines, runToEnd } from './importing.ts'

const post = (id: string, members: object = {}) => ({ type: 'post', external_id: id, title: `Idea ${id}`, ...members })
const comment = (id: string, on: string) => ({ type: 'comment', external_id: id, post: on, body: `Text ${id}` })

async function undo(own: TestProject, { id }: Pick<Import, 'id'>): Promise<void> {
  await undoImport(own.call(), id)
  expect(await runToEnd(own, id)).toMatchObject({ state: 'undone' })
}

async function idOf(own: TestProject, title: string): Promise<string> {
  const { body } = await own.server('GET', '/v1/posts?limit=100')
  return body.data.find((post: { title: string }) => post.title === title).id
}

/** The types of what readers of the log are told after that, with their subjects. */
async function toldAfter(own: TestProject, work: () => Promise<unknown>): Promise<string[]> {
  const all = async () => {
    await settled(own.service.database)
    const { body } = await own.server('GET', '/v1/events?limit=100')
    return body.data.map(({ type, data }: { type: string; data: { id: string } }) => `${type} ${data.id}`) as string[]
  }
  const before = await all()
  await work()
  return (await all()).slice(before.length)
}

// Guarantees that the audit log says who took an import away, which need not be who brought it.
test('the audit log names who undid an import', async () => {
  const own = await startProject()
  const { id, actor } = await importLines(own, [post('a')])
  expect(actor.kind).toBe('system')
  expect((await own.server('POST', `/v1/imports/${id}/undo`, {})).status).toBe(200)
  await runToEnd(own, id)
  const events = await own.service.database.sql`
    select type, actor_kind from events where project_id = ${own.project.id} and subject_id = ${id} order by tx, seq`
  expect(events).toEqual([
    { type: 'import.started', actor_kind: 'system' },
    { type: 'import.finished', actor_kind: 'system' },
    { type: 'import.undo_started', actor_kind: 'secret_key' },
    { type: 'import.undone', actor_kind: 'secret_key' },
  ])
})

test('the audit log names who gave up an import that was not started', async () => {
  const own = await startProject()
  const { id } = await importLines(own, [post('a')], { isDryRun: true })
  expect((await own.server('POST', `/v1/imports/${id}/undo`, {})).body).toMatchObject({ state: 'undone' })
  const events = await own.service.database.sql`
    select type, actor_kind from events where project_id = ${own.project.id} and subject_id = ${id}`
  expect(events).toEqual([{ type: 'import.undone', actor_kind: 'secret_key' }])
})

// Guarantees that a post with any number of votes and comments can be taken back: portions that failed before take as little as one row, and come to their end.
test('an undo takes away the comments and votes of a post in portions of any size', async () => {
  const own = await startProject()
  const votes = ['u', 'v', 'w'].map((sub) => ({ type: 'vote', post: 'a', user: { sub } }))
  const answers = ['y', 'z'].map((id) => ({ ...comment(id, 'a'), parent: 'x' }))
  const { id } = await importLines(own, [post('a'), post('b'), ...votes, comment('x', 'a'), ...answers])
  await undoImport(own.call(), id)
  const { sql } = own.service.database
  const wrong = async () => sql`
    select 1 from post_standings s where s.project_id = ${own.project.id} and (
      s.vote_count <> (select count(*) from votes v where v.project_id = s.project_id and v.post_id = s.post_id)
      or s.comment_count <> (select count(*) from comments c where c.project_id = s.project_id and c.post_id = s.post_id))`
  do {
    expect(await wrong()).toEqual([])
    await sql`update imports set attempts = 15 where id = ${id}`
  } while (await advanceImport(own.call()))
  expect(await importById(own.call(), id)).toMatchObject({ state: 'undone' })
  const left = await sql`
    select 1 from posts where project_id = ${own.project.id} union all select 1 from comments where project_id = ${own.project.id}
    union all select 1 from votes where project_id = ${own.project.id} union all select 1 from users where project_id = ${own.project.id}`
  expect(left).toEqual([])
})

// Guarantees that whoever keeps a copy by events hears that something is gone which they heard of, and nothing of what they never heard of.
test('readers of the log hear that posts are gone of which they heard', async () => {
  const own = await startProject()
  const quiet = await importLines(own, [post('unknown'), post('voted'), post('answered')])
  const voted = await idOf(own, 'Idea voted')
  const answered = await idOf(own, 'Idea answered')
  const { session } = await own.signIn()
  await own.app('PUT', `/v1/posts/${voted}/vote`, { session })
  const { body: said } = await own.server('POST', `/v1/posts/${answered}/comments`, { body: 'Soon' })
  const told = await toldAfter(own, () => undo(own, quiet))
  expect(told.toSorted()).toEqual([`post.deleted ${voted}`, `post.deleted ${answered}`].toSorted())
  const history = await own.service.database.sql<{ type: string }[]>`
    select type from events where project_id = ${own.project.id} and subject_id = any (${[voted, answered, said.id]})`
  expect(history.map(({ type }) => type).toSorted()).toEqual([
    'comment.created',
    'post.deleted',
    'post.deleted',
    'vote.cast',
  ])
  const loud = await importLines(own, [post('loud')], { notifies: true })
  const id = await idOf(own, 'Idea loud')
  expect(await toldAfter(own, () => undo(own, loud))).toEqual([`post.deleted ${id}`])
})

test('readers of the log hear that comments and votes are gone which they heard of, on posts that stay', async () => {
  const own = await startProject()
  await importLines(own, [post('a')])
  const id = await idOf(own, 'Idea a')
  const more = [comment('c', 'a'), { type: 'vote', post: 'a', user: { external_id: 'u' } }]
  const loud = await importLines(own, more, { notifies: true })
  const { body: first } = await own.server('GET', `/v1/posts/${id}/comments`)
  const { body: answer } = await own.server('POST', `/v1/posts/${id}/comments`, {
    body: 'Yes',
    parent_id: first.data[0].id,
  })
  const told = await toldAfter(own, () => undo(own, loud))
  expect(told.filter((one) => one.startsWith('comment')).toSorted()).toEqual(
    [`comment.deleted ${first.data[0].id}`, `comment.deleted ${answer.id}`].toSorted(),
  )
  expect(told.filter((one) => one.startsWith('vote'))).toHaveLength(1)
  expect((await own.server('GET', `/v1/posts/${id}`)).body).toMatchObject({ vote_count: 0, comment_count: 0 })
})

// Guarantees that an import makes no status and no tag again that the team renamed or deleted.
test('statuses and tags stay as the team has them when a file is imported again', async () => {
  const own = await startProject()
  const names = async (kind: 'tags' | 'statuses') =>
    (await own.server('GET', `/v1/${kind}?limit=100`)).body.data as { id: string; name: string }[]
  const lines = [post('a', { status: 'Shipped', status_category: 'done', tags: ['web', 'old'] })]
  await importLines(own, lines)
  const find = async (kind: 'tags' | 'statuses', name: string) =>
    (await names(kind)).find((one) => one.name === name)?.id
  await own.server('PATCH', `/v1/statuses/${await find('statuses', 'Shipped')}`, { name: 'Released' })
  await own.server('PATCH', `/v1/tags/${await find('tags', 'web')}`, { name: 'Browser' })
  await own.server('DELETE', `/v1/tags/${await find('tags', 'old')}`)
  const before = [await names('statuses'), await names('tags')]
  await importLines(own, [...lines, post('b', { status: 'shipped', tags: ['Web', 'old'] })])
  expect([await names('statuses'), await names('tags')]).toEqual(before)
  const { body } = await own.server('GET', `/v1/posts/${await idOf(own, 'Idea b')}`)
  expect(body).toMatchObject({ status: { name: 'Released' }, tags: [{ name: 'Browser' }] })
})

test('an undo leaves statuses and tags that other posts have, and does not mind those that the team deleted', async () => {
  const own = await startProject()
  const { body: ours } = await own.server('POST', '/v1/posts', { title: 'Ours' })
  const first = await importLines(own, [post('a', { status: 'Shipped', tags: ['kept', 'gone', 'idle'] })])
  const { body: a } = await own.server('GET', `/v1/posts/${await idOf(own, 'Idea a')}`)
  const tag = (name: string) => a.tags.find((one: { name: string }) => one.name === name).id
  await own.server('PATCH', `/v1/posts/${ours.id}`, { status_id: a.status.id, tag_ids: [tag('kept')] })
  await own.server('DELETE', `/v1/tags/${tag('gone')}`)
  await undo(own, first)
  const { body } = await own.server('GET', `/v1/posts/${ours.id}`)
  expect(body).toMatchObject({ status: { name: 'Shipped' }, tags: [{ name: 'kept' }] })
  const { body: tags } = await own.server('GET', '/v1/tags')
  expect(tags.data).toHaveLength(1)
})
