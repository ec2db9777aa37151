import { expect, test } from 'vitest'
import { newestAddresses } from '../../src/domain/posts/index.ts'
import { renderMarkdown } from '../../src/foundation/markdown/index.ts'
import { renderAgain } from '../../src/render-again.ts'
import { startBoard } from '../board/stage.ts'
import { startProject, type TestProject } from '../harness/project.ts'

/** Ten thousand characters that weigh seventy thousand bytes with their HTML. */
const HEAVY = '"'.repeat(10_000)
const MANY = 45
/** Two megabytes, the one item that goes beyond them, and what JSON puts around it. */
const MOST_BYTES = 3_000_000

interface Listed {
  readonly id: string
}

/** Every page of a list; no page is empty or too heavy. */
async function pagesOf(read: (cursor: string) => Promise<{ body: { data: Listed[]; next_cursor: string | null } }>) {
  const pages: Listed[][] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body } = await read(cursor && `&cursor=${cursor}`)
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(MOST_BYTES)
    expect(body.data.length).toBeGreaterThan(0)
    pages.push(body.data)
    cursor = body.next_cursor
    expect(pages.length).toBeLessThan(20)
  }
  return pages
}

async function heavyProject() {
  const project = await startProject()
  const ids: string[] = []
  for (let n = 0; n < MANY; n += 1) {
    const { status, body } = await project.server('POST', '/v1/posts', { title: `Heavy post ${n}`, body: HEAVY })
    expect(status).toBe(201)
    ids.push(body.id)
  }
  return { ...project, ids }
}

const idsOf = (pages: Listed[][]) => pages.flat().map(({ id }) => id)

// Guarantees that no text can make the service send a hundred megabytes.
test('a page of posts ends before it is too heavy, and the next one goes on where it ended', async () => {
  const { app, server, signIn, ids } = await heavyProject()
  const { session } = await signIn()
  for (const id of ids) await app('PUT', `/v1/posts/${id}/vote`, { session })
  const lists = [
    ...['top', 'new', 'trending', 'updated'].map((sort) => `/v1/posts?limit=100&sort=${sort}`),
    ...['/v1/posts?limit=40&q=heavy', '/v1/me/votes?limit=100'],
  ]
  for (const list of lists) {
    const pages = await pagesOf(async (cursor) => {
      const { body } = await app('GET', list + cursor, { session })
      const data = body.data.map((item: Listed & { post?: Listed }) => item.post ?? item)
      return { body: { ...body, data } }
    })
    expect(pages.length, list).toBeGreaterThan(1)
    const seen = idsOf(pages)
    expect(new Set(seen).size, list).toBe(seen.length)
    if (!list.includes('q=')) expect(seen.toSorted(), list).toEqual(ids.toSorted())
  }
  const similar = await server('GET', '/v1/posts/similar?limit=100&title=heavy')
  expect(Buffer.byteLength(JSON.stringify(similar.body))).toBeLessThan(MOST_BYTES)
  const roadmap = await app('GET', '/v1/roadmap?limit=100')
  expect(Buffer.byteLength(JSON.stringify(roadmap.body))).toBeLessThan(MOST_BYTES)
})

test('a feed and the pages of a board are bounded, and still say something', async () => {
  const stage = await startBoard()
  for (let n = 0; n < MANY; n += 1) {
    await stage.server('POST', '/v1/posts', { title: `Heavy post ${n}`, body: HEAVY })
    await stage.server('POST', '/v1/changelog', { title: `Heavy entry ${n}`, body: HEAVY, state: 'published' })
  }
  for (const path of ['/', '/roadmap', '/changelog', '/feed.xml', '/changelog.xml', '/sitemap.xml']) {
    const { status, text } = await stage.board('GET', path)
    expect([path, status]).toEqual([path, 200])
    if (path !== '/roadmap') expect(text, path).toMatch(/heavy/i)
    expect(Buffer.byteLength(text), path).toBeLessThan(MOST_BYTES)
  }
})

test('comments, changelog and moderation end their pages early too', async () => {
  const { app, server, signIn } = await startProject()
  await server('PATCH', '/v1/project', { requires_approval: true })
  const { session } = await signIn()
  const { body: post } = await server('POST', '/v1/posts', { title: 'Much to say' })
  const many = 70 // comments are half as long
  for (let n = 0; n < many; n += 1) {
    const said = await app('POST', `/v1/posts/${post.id}/comments`, { session, body: { body: HEAVY.slice(0, 5_000) } })
    expect(said.status, JSON.stringify(said.body)).toBe(201)
    await server('POST', '/v1/changelog', { title: `Entry ${n}`, body: HEAVY.slice(0, 9_000), state: 'published' })
  }
  for (const list of [`/v1/posts/${post.id}/comments`, '/v1/comments', '/v1/changelog', '/v1/moderation']) {
    const pages = await pagesOf(async (cursor) => {
      const { status, body } = await server('GET', `${list}?limit=100${cursor}`)
      expect(status, JSON.stringify(body).slice(0, 200)).toBe(200)
      const data = body.data.map((item: { id?: string; comment?: Listed }) => item.comment ?? item)
      return { body: { ...body, data } }
    })
    expect(pages.length, list).toBeGreaterThan(1)
    const seen = idsOf(pages)
    expect(seen, list).toHaveLength(many)
    expect(new Set(seen).size, list).toBe(many)
  }
})

test('a single text that an earlier version made very heavy is still shown, alone', async () => {
  const { server, app, service, project } = await startProject()
  for (const title of ['One heavy', 'Two heavy', 'Three heavy'])
    await server('POST', '/v1/posts', { title, body: title })
  await service.database.sql`
    update posts set body_html = repeat('x', 3000000) where project_id = ${project.id} and title = 'Two heavy'`
  const first = await app('GET', '/v1/posts?sort=new&limit=3')
  expect(first.body.data.map(({ title }: { title: string }) => title)).toEqual(['Three heavy', 'Two heavy'])
  const next = await app('GET', `/v1/posts?sort=new&limit=3&cursor=${first.body.next_cursor}`)
  expect(next.body.data.map(({ title }: { title: string }) => title)).toEqual(['One heavy'])
  expect(next.body.next_cursor).toBeNull()
})

test('outdated HTML that is too heavy, or that our policy blocks, is rendered again; nothing else changes', async () => {
  const { server, service, project } = await startProject()
  const body = '| a | b |\n|--:|---|\n| 1 | 2 |'
  const { body: post } = await server('POST', '/v1/posts', { title: 'A table', body })
  const { body: fine } = await server('POST', '/v1/posts', { title: 'A text', body: 'Fine.' })
  const { body: comment } = await server('POST', `/v1/posts/${post.id}/comments`, { body })
  const { body: entry } = await server('POST', '/v1/changelog', { title: 'An entry', body, state: 'published' })
  const { sql } = service.database
  const huge = `${renderMarkdown(body)}${'<td></td>'.repeat(2_000)}`
  const styled = renderMarkdown(body).replaceAll('class="align-right"', 'style="text-align:right"')
  await sql`update posts set body_html = ${huge} where project_id = ${project.id} and id = ${post.id}`
  await sql`update posts set body_html = 'as it was' where project_id = ${project.id} and id = ${fine.id}`
  await sql`update comments set body_html = ${styled} where project_id = ${project.id} and id = ${comment.id}`
  await sql`update changelog_entries set body_html = ${huge} where project_id = ${project.id} and id = ${entry.id}`
  await renderAgain(service.database, service.config).run({})
  const read = async (path: string) => (await server('GET', path)).body
  expect(await read(`/v1/posts/${post.id}`)).toEqual(await withHtml(post))
  expect(await read(`/v1/comments/${comment.id}`)).toEqual(await withHtml(comment))
  expect(await read(`/v1/changelog/${entry.id}`)).toEqual(await withHtml(entry))
  expect((await read(`/v1/posts/${fine.id}`)).body_html).toBe('as it was')

  async function withHtml(written: { body_html: string }) {
    return {
      ...written,
      body_html: renderMarkdown(body),
      ...('comment_count' in written && { comment_count: 1, updated_at: expect.any(String) }),
    }
  }
})

test('the sitemap reads what addresses are made of and nothing else', async () => {
  const { server, call }: TestProject = await startProject()
  await server('POST', '/v1/posts', { title: 'An idea', body: HEAVY })
  expect(await newestAddresses(call(), 1_000)).toEqual([{ number: 1, title: 'An idea' }])
})
