import { expect, test } from 'vitest'
import { undoImport } from '../../src/domain/imports/index.ts'
import { settled } from '../events/settled.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import { importLines, ndjson, runToEnd } from './importing.ts'

/** In an order that no table could take: votes and answers come before what they belong to. */
const LINES = [
  {
    type: 'vote',
    post: 'p1',
    user: { external_id: 'u2', email: 'Grace@example.com' },
    created_at: '2024-03-02T10:00:00Z',
  },
  { type: 'vote', post: 'p1', user: { external_id: 'u1' }, created_at: '2024-03-01T10:00:00Z' },
  {
    type: 'comment',
    external_id: 'c3',
    post: 'p1',
    parent: 'c2',
    body: 'An answer to an answer',
    author: { external_id: 'u1' },
  },
  { type: 'comment', external_id: 'c2', post: 'p1', parent: 'c1', body: 'Soon', is_official: true },
  {
    type: 'comment',
    external_id: 'c1',
    post: 'p1',
    body: 'When?',
    author: { external_id: 'u2' },
    created_at: '2024-03-03T10:00:00Z',
  },
  { type: 'comment', external_id: 'c4', post: 'p1', body: 'Ask sales', is_internal: true },
  {
    type: 'post',
    external_id: 'p1',
    title: 'Dark mode',
    body: 'It is *bright* at night.',
    author: { external_id: 'u1', email: 'ada@example.com', name: 'Ada Lovelace' },
    status: 'Shipped',
    status_category: 'done',
    tags: ['Design', 'web'],
    imported_vote_count: 7,
    created_at: '2024-03-01T09:00:00Z',
  },
  { type: 'post', external_id: 'p2', title: 'Night mode', merged_into: 'p1', created_at: '2024-03-05T09:00:00Z' },
  { type: 'vote', post: 'p2', user: { email: 'GRACE@example.com' } },
  { type: 'vote', post: 'p2', user: { sub: 'linus' } },
]

// Guarantees lines 1 and 2 of the promise: any order, dates, statuses, tags, threads, notes, merges, and votes on what is done.
test('records become posts with their votes, comments, labels and dates, whatever their order', async () => {
  const project = await startProject()
  const done = await importLines(project, LINES)
  expect(done).toMatchObject({ state: 'done', faultCount: 0, failure: undefined })
  expect(done.received).toEqual({ user: 0, post: 2, comment: 4, vote: 4, changelog_entry: 0 })
  expect(done.made).toEqual({ users: 3, statuses: 1, tags: 2, posts: 2, comments: 4, votes: 4, changelog_entries: 0 })

  const { body } = await project.server('GET', '/v1/posts?sort=top')
  expect(body.data).toHaveLength(1)
  const [post] = body.data
  expect(post).toMatchObject({
    number: 1,
    title: 'Dark mode',
    body_html: '<p>It is <em>bright</em> at night.</p>\n',
    status: { name: 'Shipped', category: 'done' },
    vote_count: 3,
    imported_vote_count: 7,
    comment_count: 3,
    created_at: '2024-03-01T09:00:00.000Z',
  })
  expect(post.tags.map(({ name }: { name: string }) => name)).toEqual(['Design', 'web'])
  const { body: comments } = await project.server('GET', `/v1/posts/${post.id}/comments`)
  const said = (comments.data as { body: string; replies?: { body: string }[] }[]).map(({ body }) => body)
  expect(said).toContain('When?')
  expect(said).toContain('Ask sales')
  const { body: voters } = await project.server('GET', `/v1/posts/${post.id}/votes`)
  expect(
    voters.data
      .map(({ voted_at }: { voted_at: string }) => voted_at)
      .sort()
      .slice(0, 2),
  ).toEqual(['2024-03-01T10:00:00.000Z', '2024-03-02T10:00:00.000Z'])
})

// Guarantees that running it twice adds nothing, and that running it after a crash goes on.
test('importing the same records again adds nothing', async () => {
  const project = await startProject()
  await importLines(project, LINES)
  const again = await importLines(project, LINES)
  expect(again.state).toBe('done')
  expect(again.made).toEqual({ users: 0, statuses: 0, tags: 0, posts: 0, comments: 0, votes: 0, changelog_entries: 0 })
  const more = await importLines(project, [{ type: 'vote', post: 'p1', user: { external_id: 'new' } }])
  expect(more).toMatchObject({ faultCount: 0, made: { users: 1, votes: 1 } })
  const { body } = await project.server('GET', '/v1/posts')
  expect(body.data[0].vote_count).toBe(4)
})

// Guarantees that an import is as if it had never been, once it is undone, and that it can be repeated then.
test('an undo takes away all that an import made, and only that', async () => {
  const own = await startProject()
  const { session } = await own.signIn({ sub: 'kept', email: 'kept@example.com', email_verified: true })
  await own.app('POST', '/v1/posts', { body: { title: 'Was here before' }, session })
  const before = await countRows(own)
  const first = await importLines(own, LINES)
  const second = await importLines(own, [
    { type: 'vote', post: 'p1', user: { email: 'kept@example.com' } },
    { type: 'comment', external_id: 'late', post: 'p1', body: 'One more', author: { email: 'kept@example.com' } },
  ])
  expect(second.made).toMatchObject({ users: 0, votes: 1, comments: 1 })
  const afterFirst = { vote_count: 3, comment_count: 3 }
  await undoImport(own.call(), second.id)
  expect(await runToEnd(own, second.id)).toMatchObject({ state: 'undone' })
  expect(await postNamed(own, 'Dark mode')).toMatchObject(afterFirst)
  await undoImport(own.call(), first.id)
  expect(await runToEnd(own, first.id)).toMatchObject({ state: 'undone' })
  expect(await countRows(own)).toEqual(before)
  expect(await importLines(own, LINES)).toMatchObject({ state: 'done', made: first.made })
})

// Guarantees that an undo, which also takes what other imports added to its posts, leaves nothing that could not be imported again.
test('what an undo takes from another import comes back when both are imported again', async () => {
  const own = await startProject()
  const later = [
    { type: 'comment', external_id: 'late', post: 'p1', parent: 'c1', body: 'One more', author: { external_id: 'u9' } },
    { type: 'vote', post: 'p1', user: { external_id: 'u9' } },
  ]
  const elsewhere = [
    { type: 'post', external_id: 'q', title: 'Asked elsewhere' },
    { type: 'user', sub: 'linus' },
  ]
  const first = await importLines(own, LINES)
  await importLines(own, later)
  await importLines(own, elsewhere, { source: 'another' })
  expect(await postNamed(own, 'Dark mode')).toMatchObject({ vote_count: 4, comment_count: 4 })
  await undoImport(own.call(), first.id)
  expect(await runToEnd(own, first.id)).toMatchObject({ state: 'undone' })
  expect(await postNamed(own, 'Dark mode')).toBeUndefined()
  expect(await importLines(own, LINES)).toMatchObject({ state: 'done', made: first.made })
  expect(await importLines(own, later)).toMatchObject({ state: 'done', made: { comments: 1, votes: 1 } })
  expect(await postNamed(own, 'Dark mode')).toMatchObject({ vote_count: 4, comment_count: 4 })
  const vote = { type: 'vote', post: 'q', user: { sub: 'linus' } }
  expect(await importLines(own, [vote], { source: 'another' })).toMatchObject({ state: 'done', made: { votes: 1 } })
  const { body } = await own.server('GET', `/v1/posts/${(await postNamed(own, 'Asked elsewhere')).id}/votes`)
  const { body: linus } = await own.server('GET', '/v1/users/by_sub/linus')
  expect(body.data).toMatchObject([{ user: { id: linus.id } }]) // the one of today, not the one who is gone
})

// Guarantees that nobody is told of an import, unless that was asked for.
test('what an import adds has no place in the log that readers follow, unless it notifies', async () => {
  const own = await startProject()
  await importLines(own, LINES)
  const told = async () => {
    await settled(own.service.database)
    const { body } = await own.server('GET', '/v1/events?limit=100')
    return body.data.map(({ type }: { type: string }) => type).filter((type: string) => !type.startsWith('signing_key'))
  }
  expect(await told()).toEqual([])
  await importLines(own, [{ type: 'post', external_id: 'loud', title: 'Say it' }], { notifies: true })
  expect(await told()).toEqual(['post.created'])
})

// Guarantees that an import of several portions loses and doubles nothing, and numbers posts without gaps.
test('an import of several portions adds every record once', async () => {
  const own = await startProject()
  const many = Array.from({ length: 1_100 }, (_, place) => [
    { type: 'post', external_id: `p${place}`, title: `Idea number ${place}` },
    { type: 'vote', post: `p${place}`, user: { external_id: `u${place % 7}` } },
  ]).flat()
  const done = await importLines(own, many)
  expect(done).toMatchObject({ state: 'done', made: { posts: 1_100, votes: 1_100, users: 7 } })
  const [row] = await own.service.database.sql<{ last: number; count: number }[]>`
    select max(number) as last, count(*) as count from posts where project_id = ${own.project.id}`
  expect(row).toEqual({ last: 1_100, count: 1_100 })
})

// Guarantees that faults are found before anything changes, each with its line.
test('a file with faults changes nothing until it is started', async () => {
  const own = await startProject()
  const lines = [
    { type: 'post', external_id: 'a', title: 'x' },
    { type: 'post', external_id: 'b', title: 'A good one', color: 'red' },
    { type: 'vote', post: 'nowhere', user: { sub: 'x' } },
    { type: 'vote', post: 'c', user: {} },
    { type: 'post', external_id: 'c', title: 'The only good one' },
    { type: 'post', external_id: 'c', title: 'The same once more' },
    { type: 'comment', external_id: 'k', post: 'c', parent: 'gone', body: 'Hello' },
    { type: 'post', external_id: 'd', title: 'From the future', created_at: '2999-01-01T00:00:00Z' },
    { type: 'thing' },
  ]
  const checked = await importLines(own, lines)
  expect(checked.state).toBe('checked')
  expect(checked.faults).toEqual([
    { line: 1, detail: 'title must have 3 to 140 characters that can be seen' },
    { line: 2, detail: '"color" is not a member of such a record' },
    { line: 3, detail: 'the post that it belongs to is not in the file' },
    { line: 4, detail: 'user needs one of external_id, sub and email' },
    { line: 6, detail: 'another post in the file has the same external_id; the first one counts' },
    { line: 8, detail: 'created_at must lie between 1970 and now' },
    { line: 9, detail: 'type must be one of user, post, comment, vote, changelog_entry' },
  ])
  const orphan = 'the comment that it answers is not among those of its post; it is added as a comment on the post'
  expect(checked.notes).toEqual([{ line: 7, detail: orphan }])
  expect((await own.server('GET', '/v1/posts')).body.data).toEqual([])
  const started = await own.server('POST', `/v1/imports/${checked.id}/start`, {})
  expect(started).toMatchObject({ status: 200, body: { state: 'running' } })
  expect(await runToEnd(own, checked.id)).toMatchObject({ state: 'done', made: { posts: 1, comments: 1 } })
  expect((await own.server('POST', `/v1/imports/${checked.id}/start`, {})).body.code).toBe('import_state')
})

test('a server sends records, follows the import and undoes it', async () => {
  const own = await startProject()
  const send = (query: string, body: string) =>
    own.server('POST', `/v1/imports?source=elsewhere${query}`, body, { 'content-type': 'application/x-ndjson' })
  const checked = await send('&dry_run=true', ndjson(LINES))
  expect(checked).toMatchObject({ status: 201, body: { state: 'checked', fault_count: 0, received: { post: 2 } } })
  expect((await own.server('GET', '/v1/posts')).body.data).toEqual([])
  const { body: made } = await send('', ndjson(LINES))
  await runToEnd(own, made.id)
  const { body: done } = await own.server('GET', `/v1/imports/${made.id}`)
  expect(done).toMatchObject({ state: 'done', progress: 1, made: { posts: 2, votes: 4 } })
  const { body: all } = await own.server('GET', '/v1/imports')
  expect(all.data.map(({ id }: { id: string }) => id)).toEqual([made.id, checked.body.id])
  expect((await own.server('POST', `/v1/imports/${made.id}/undo`, {})).body.state).toBe('undoing')
  expect((await send('', 'no json\n')).body).toMatchObject({ state: 'checked', faults: [{ line: 1 }] })
  expect((await own.server('POST', '/v1/imports?source=elsewhere', {})).status).toBe(415)
  expect((await send('&source=two', '')).status).toBe(400)
})

async function postNamed(own: TestProject, title: string) {
  const { body } = await own.server('GET', '/v1/posts')
  return body.data.find((post: { title: string }) => post.title === title)
}

async function countRows(own: TestProject): Promise<unknown> {
  const { sql } = own.service.database
  const id = own.project.id
  const [row] = await sql`
    select (select count(*) from users where project_id = ${id}) as users, (select count(*) from posts where project_id = ${id}) as posts,
      (select count(*) from post_standings where project_id = ${id}) as standings, (select count(*) from votes where project_id = ${id}) as votes,
      (select count(*) from follows where project_id = ${id}) as follows, (select count(*) from comments where project_id = ${id}) as comments,
      (select count(*) from statuses where project_id = ${id}) as statuses, (select count(*) from tags where project_id = ${id}) as tags,
      (select count(*) from import_records where project_id = ${id}) as records,
      (select count(*) from events where project_id = ${id} and post_id is not null) as events`
  return row
}

// Guarantees that a name which the database takes for another one's ends no file.
test('names that differ in nothing but upper and lower case are one label, whatever the letters are', async () => {
  const project = await startProject()
  await project.server('POST', '/v1/tags', { name: 'ΟΔΟΣ' })
  const names = ['οδοσ', 'οδος', 'Οδος', 'İzmir', 'izmir', 'STRAẞE', 'straße']
  const done = await importLines(
    project,
    names.map((name) => ({ type: 'post', external_id: name, title: name, status: `${name}!`, tags: [name] })),
  )
  expect(done).toMatchObject({ state: 'done', faultCount: 0, failure: undefined })
  expect(done.made).toMatchObject({ posts: 7, tags: 2, statuses: 3 })
  const { body } = await project.server('GET', '/v1/posts?sort=new')
  const tagsOf = body.data.map((post: { title: string; tags: { name: string }[] }) => [
    post.title,
    ...post.tags.map(({ name }) => name),
  ])
  expect(Object.fromEntries(tagsOf)).toEqual({
    οδοσ: 'ΟΔΟΣ',
    οδος: 'ΟΔΟΣ',
    Οδος: 'ΟΔΟΣ',
    İzmir: 'İzmir',
    izmir: 'İzmir',
    STRAẞE: 'STRAẞE',
    straße: 'STRAẞE',
  })
})
