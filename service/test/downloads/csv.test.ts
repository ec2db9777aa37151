import { expect, test } from 'vitest'
import { newId } from '../../src/foundation/ids/index.ts'
import { startDesk } from '../console/desk.ts'
import { startProject } from '../harness/project.ts'

/** The rows of a file, each by the names of its first line. */
function rowsOf(text: string): Record<string, string>[] {
  const [names = [], ...rows] = text
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => unquoted(cell)))
  const columns = names.slice(0, -1) // behind the last one there is an empty match
  return rows.map((row) => Object.fromEntries(columns.map((name, place) => [name, row[place] ?? ''])))
}

function unquoted(cell: string): string {
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
}

async function fetchText(url: string, headers: Record<string, string>) {
  const answer = await fetch(url, { headers })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { answer, bytes, text: bytes.toString() }
}

// Guarantees that somebody who opens the file in a spreadsheet runs nothing that a visitor wrote, and reads every letter.
test('posts as CSV: what the filter matches, in UTF-8, and no formula', async () => {
  const { service, secretKey, server, project } = await startProject()
  const titles = ['=HYPERLINK("http://x","y")', '+1 for that', '-1 for that', '@SUM(A1)', '＝1+1', 'Größe, "gut"']
  for (const title of titles) await server('POST', '/v1/posts', { title, body: 'One\nline' })
  const { body: done } = await server('POST', '/v1/posts', { title: 'Something else' })
  const { body: statuses } = await server('GET', '/v1/statuses')
  const [, planned] = statuses.data
  await server('POST', `/v1/posts/${done.id}/status`, { status_id: planned.id })
  const ask = (query: string) =>
    fetchText(`${service.origin}/v1/posts.csv${query}`, { authorization: `Bearer ${secretKey}` })
  const { answer, bytes, text } = await ask('?sort=new')
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${project.slug}-posts.csv"`)
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const rows = rowsOf(text)
  const safe = titles.map((title) => (/^[=+\-@＝]/.test(title) ? `'${title}` : title))
  expect(rows.map(({ title }) => title)).toEqual(['Something else', ...safe.toReversed()])
  expect(rows[1]).toMatchObject({ body: 'One\nline', votes: '0', is_pinned: 'false', moderation_state: 'approved' })
  expect(rowsOf((await ask(`?status=${planned.id}`)).text).map(({ id }) => id)).toEqual([done.id])
  expect((await ask('?colour=red')).answer.status).toBe(400)
})

// Guarantees that nobody can fill the log of errors with their own mistakes.
test('a filter that fits nothing is refused like in the list, and is no failure of a download', async () => {
  const { service, secretKey } = await startProject()
  const authorization = `Bearer ${secretKey}`
  const { answer, text } = await fetchText(`${service.origin}/v1/posts.csv?status=${newId('status')}`, {
    authorization,
  })
  expect([answer.status, JSON.parse(text).code]).toEqual([404, 'not_found'])
  expect(service.logged.filter((line) => line.includes('"level":"error"'))).toEqual([])
})

// Guarantees that a long list is whole: it is read in pages of a hundred.
test('a list of more than one page is complete', async () => {
  const { service, secretKey, project } = await startProject()
  const { sql } = service.database
  const [status] = await sql<{ id: string }[]>`select id from statuses where project_id = ${project.id} limit 1`
  await sql`
    insert into posts (project_id, id, number, title, body, body_html, moderation_state, created_at, search)
    select ${project.id}, 'pst_0' || lpad(n::text, 25, '0'), n, 'Post ' || n, '', '', 'approved', now(), ''
    from generate_series(1, 230) as n`
  await sql`
    insert into post_standings (project_id, post_id, status_id, is_listed, vote_count, trend, created_at, updated_at)
    select project_id, id, ${status?.id}, true, number % 7, 0, created_at, created_at from posts where project_id = ${project.id}`
  const { text } = await fetchText(`${service.origin}/v1/posts.csv`, { authorization: `Bearer ${secretKey}` })
  const numbers = rowsOf(text).map(({ number }) => Number(number))
  expect(numbers.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 230 }, (_, place) => place + 1))
})

// Guarantees that the console's files have what the screen shows, for those who may see it.
test('the console downloads posts, voters, users, changelog and audit log with the filter of the page', async () => {
  const desk = await startDesk()
  const { server, signIn, project } = desk
  const { userId } = await signIn({
    sub: 'ada',
    email: 'ada@acme.example',
    email_verified: true,
    given_name: 'Ada',
    traits: { plan: '=1+1' },
  })
  const { userId: banned } = await signIn({ sub: 'bob' })
  await server('POST', `/v1/users/${banned}/ban`, {})
  const { body: post } = await server('POST', '/v1/posts', { title: 'Dark mode' })
  await server('PUT', `/v1/posts/${post.id}/votes/${userId}`)
  await server('POST', '/v1/changelog', { title: 'Not yet', body: 'Soon' })
  await server('POST', '/v1/changelog', {
    title: 'It is there',
    state: 'published',
    publish_at: '2024-01-01T00:00:00Z',
  })
  const [owner, viewer] = [await desk.enter('o@acme.example', 'owner'), await desk.enter('v@acme.example', 'viewer')]
  const read = async (path: string, cookie = owner) => {
    const { status, text } = await desk.ask('GET', `/${project.slug}${path}`, { cookie })
    expect([path, status]).toEqual([path, 200])
    return rowsOf(text)
  }
  const { text: page } = await desk.ask('GET', `/${project.slug}/posts?sort=top&q=dark`, { cookie: owner })
  expect(page).toContain('/posts.csv?')
  expect((await read('/posts.csv?q=dark')).map(({ title }) => title)).toEqual(['Dark mode'])
  expect(await read('/posts.csv?state=pending')).toEqual([])
  const [voter] = await read(`/posts/${post.number}/votes.csv`)
  expect(voter).toMatchObject({ user_id: userId, trait_plan: "'=1+1" })
  const users = await read('/users.csv')
  expect(users.map(({ id, email }) => [id, email])).toContainEqual([userId, 'ada@acme.example'])
  expect((await read('/users.csv?state=banned')).map(({ id }) => id)).toEqual([banned])
  expect((await read('/users.csv?q=Ada')).map(({ id }) => id)).toEqual([userId])
  expect((await read('/users.csv', viewer)).find(({ id }) => id === userId)?.email).toBe('')
  expect((await read('/changelog.csv?state=draft')).map(({ title, state }) => [title, state])).toEqual([
    ['Not yet', 'draft'],
  ])
  expect((await read('/changelog.csv')).length).toBe(2)
  const log = await read('/audit.csv?kind=changelog')
  expect(new Set(log.map(({ action }) => action?.split('.')[0]))).toEqual(new Set(['changelog']))
  expect((await read('/audit.csv')).length).toBeGreaterThan(log.length)
})
