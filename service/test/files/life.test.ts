import { describe, expect, test } from 'vitest'
import { housekeeping } from '../../src/housekeeping.ts'
import { startDesk } from '../console/desk.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import { fetchFile, formWith, png, upload } from './pictures.ts'

const HOUR_MS = 60 * 60 * 1000

async function withPost(project: TestProject, session: string) {
  const file = await upload(project, session, Uint8Array.from(await png()))
  const { body: post } = await project.app('POST', '/v1/posts', {
    session,
    body: { title: 'With a picture', body: `Look:\n\n![A "chart"](${file.url})` },
  })
  return { file, post }
}

const statusOf = async (project: TestProject, url: string) => (await fetchFile(project, url)).status
const kept = async ({ service, project }: TestProject) =>
  (await service.database.sql`select id from files where project_id = ${project.id}`).length

describe('a picture of a text', () => {
  test('is shown with its size and its words, at the board and wherever an app shows the text', async () => {
    const project = await startProject()
    const { session } = await project.signIn()
    const { file, post } = await withPost(project, session)
    expect(post.body_html).toContain(
      `<a href="${file.url}"><img src="${file.url}?size=small" width="80" height="60" alt="A &quot;chart&quot;" loading="lazy"></a>`,
    )
    const page = await fetchFile(project, post.url)
    expect(page.bytes.toString()).toContain(`<img src="/files/${file.id}?size=small" width="80" height="60"`)
  })

  test('is served for ever, as nothing but a picture', async () => {
    const project = await startProject()
    const { session } = await project.signIn()
    const { file } = await withPost(project, session)
    const { status, headers } = await fetchFile(project, file.url)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, s-maxage=86400, max-age=31536000, immutable',
    })
  })

  test('belongs to one text of its sender; anywhere else it is a link', async () => {
    const project = await startProject()
    const { session } = await project.signIn()
    const { session: other } = await project.signIn({ sub: 'grace' })
    const { file, post } = await withPost(project, session)
    const unused = await upload(project, session, Uint8Array.from(await png()))
    for (const { url } of [file, unused]) {
      const { body } = await project.app('POST', `/v1/posts/${post.id}/comments`, {
        session: other,
        body: { body: `![Mine now](${url})` },
      })
      expect(body.body_html).toBe(`<p><a href="${url}" rel="nofollow ugc noopener">Mine now</a></p>\n`)
    }
  })

  test('of another host or another project is a link', async () => {
    const [project, other] = [await startProject(), await startProject()]
    const { session } = await project.signIn()
    const { file } = await withPost(other, (await other.signIn()).session)
    const body = `![a](https://elsewhere.example/x.png) ![b](${file.url})`
    const { body: post } = await project.app('POST', '/v1/posts', { session, body: { title: 'Of others', body } })
    expect(post.body_html).not.toContain('<img')
    const { host } = new URL(post.url)
    expect((await fetchFile(project, file.url, { host })).status).toBe(404)
  })

  test('is one of five at most', async () => {
    const project = await startProject()
    const { session } = await project.signIn()
    const { url } = await upload(project, session, Uint8Array.from(await png()))
    const ids = Array.from({ length: 6 }, (_, place) => url.slice(0, -1) + place)
    const body = [url, ...ids].map((one) => `![a](${one})`).join(' ')
    expect(await project.app('POST', '/v1/posts', { session, body: { title: 'Too many', body } })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/body', detail: 'must show at most 5 pictures' }] },
    })
  })

  test('on a private board is for those who are signed in', async () => {
    const project = await startProject({ draft: { isPrivate: true } })
    const { session } = await project.signIn()
    const { file } = await withPost(project, session)
    expect(await statusOf(project, file.url)).toBe(401)
  })
})

describe('a picture goes', () => {
  test('with the text that is deleted, and so do those of its comments', async () => {
    const project = await startProject()
    const { session } = await project.signIn()
    const { file, post } = await withPost(project, session)
    const answer = await upload(project, session, Uint8Array.from(await png()))
    await project.app('POST', `/v1/posts/${post.id}/comments`, { session, body: { body: answer.markdown } })
    await project.app('DELETE', `/v1/posts/${post.id}`, { session })
    expect([await statusOf(project, file.url), await statusOf(project, answer.url)]).toEqual([404, 404])
    expect(await kept(project)).toBe(0)
  })

  test('from everybody’s eyes with the text that is rejected, and comes back where that is approved within a day', async () => {
    let at = 0
    const project = await startProject({ now: () => new Date(Date.UTC(2026, 0, 1) + at) })
    const { session } = await project.signIn()
    const { file, post } = await withPost(project, session)
    await project.server('POST', `/v1/moderation/${post.id}/reject`)
    expect(await statusOf(project, file.url)).toBe(404)
    await project.server('POST', `/v1/moderation/${post.id}/approve`)
    expect(await statusOf(project, file.url)).toBe(200)
    await project.server('POST', `/v1/moderation/${post.id}/reject`)
    at = 25 * HOUR_MS
    await tidy(project, at)
    expect(await kept(project)).toBe(0)
  })

  test('with the person who sent it', async () => {
    const project = await startProject()
    const { session, userId } = await project.signIn()
    const { file } = await withPost(project, session)
    await project.server('POST', `/v1/users/${userId}/erase`, {})
    expect(await statusOf(project, file.url)).toBe(404)
    expect(await kept(project)).toBe(0)
  })

  test('a day after nothing shows it any more, and not before', async () => {
    const at = 0
    const project = await startProject({ now: () => new Date(Date.UTC(2026, 0, 1) + at) })
    const { session } = await project.signIn()
    const { file, post } = await withPost(project, session)
    await upload(project, session, Uint8Array.from(await png()))
    await tidy(project, 23 * HOUR_MS)
    expect(await kept(project)).toBe(2)
    await tidy(project, 25 * HOUR_MS)
    expect(await kept(project)).toBe(1)
    await project.app('PATCH', `/v1/posts/${post.id}`, { session, body: { body: 'No picture.' } })
    expect(await statusOf(project, file.url)).toBe(404)
    await tidy(project, 25 * HOUR_MS)
    expect(await kept(project)).toBe(0)
  })
})

async function tidy({ service }: TestProject, at: number): Promise<void> {
  const clock = { ...service.database.clock, now: () => new Date(Date.UTC(2026, 0, 1) + at) }
  await housekeeping({ ...service.database, clock }, service.config).run({})
}

test('a text that is changed keeps its picture, and shows one that is new', async () => {
  const project = await startProject()
  const { session } = await project.signIn()
  const { file, post } = await withPost(project, session)
  const more = await upload(project, session, Uint8Array.from(await png(40, 40)))
  const { body } = await project.app('PATCH', `/v1/posts/${post.id}`, {
    session,
    body: { body: `![One](${file.url}) ![Two](${more.url})` },
  })
  expect(body.body_html.match(/<img/g)).toHaveLength(2)
  expect(await statusOf(project, more.url)).toBe(200)
})

test('only its sender sees a picture that no text shows yet', async () => {
  const project = await startProject()
  const { session } = await project.signIn()
  const { url } = await upload(project, session, Uint8Array.from(await png()))
  expect(await statusOf(project, url)).toBe(404)
})

test('the same file under the same key is one picture, whatever boundary its form has', async () => {
  const project = await startProject()
  const { session } = await project.signIn()
  const bytes = Uint8Array.from(await png())
  const once = () =>
    project.app('POST', '/v1/files', { session, body: formWith(bytes), headers: { 'idempotency-key': 'one' } })
  const [first, again] = [await once(), await once()]
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(again.body).toEqual(first.body)
  expect(await kept(project)).toBe(1)
  const another = formWith(Uint8Array.from(await png(10, 10)))
  expect(
    await project.app('POST', '/v1/files', { session, body: another, headers: { 'idempotency-key': 'one' } }),
  ).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
})

test('a server sends pictures for what its team writes', async () => {
  const project = await startProject()
  const { status, body } = await project.server('POST', '/v1/files', formWith(Uint8Array.from(await png())))
  expect(status).toBe(201)
  const { body: entry } = await project.server('POST', '/v1/changelog', {
    title: 'New look',
    body: `![Before and after](${body.url})`,
    state: 'published',
  })
  expect(entry.body_html).toContain('<img')
  expect(await statusOf(project, body.url)).toBe(200)
  await project.server('DELETE', `/v1/changelog/${entry.id}`)
  expect(await kept(project)).toBe(0)
})

test('the export of a person holds their pictures', async () => {
  const project = await startProject()
  const { session } = await project.signIn()
  const { file, post } = await withPost(project, session)
  await upload(project, session, Uint8Array.from(await png()))
  await upload(project, session, Uint8Array.from(await png()))
  const { body } = await project.app('GET', '/v1/me/export', { session })
  expect(body.files).toHaveLength(3)
  const own = body.files.find(({ id }: { id: string }) => id === file.id)
  expect(own).toMatchObject({ url: file.url, width: 80, height: 60, shown_by: post.id })
  expect(Buffer.from(own.webp_base64, 'base64')).toEqual((await fetchFile(project, file.url)).bytes)
})

test('a person may send sixty an hour, and the answer says when to come back', async () => {
  const project = await startProject({ environment: { RATE_LIMIT_FACTOR: '0.05' } })
  const { session } = await project.signIn()
  const bytes = Uint8Array.from(await png())
  const send = () => project.app('POST', '/v1/files', { session, body: formWith(bytes) })
  const answers = [await send(), await send(), await send(), await send()]
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429])
  expect(answers[0]?.headers.get('ratelimit-policy')).toContain('"files";q=3;w=3600')
})

test('the team sees the pictures of what waits or was rejected in the console, and nobody else does', async () => {
  const desk = await startDesk({ draft: { requiresApproval: true } })
  const { session } = await desk.signIn()
  const { file, post } = await withPost(desk, session)
  await desk.server('POST', `/v1/moderation/${post.id}/reject`)
  const cookie = await desk.enter('viewer@acme.example', 'viewer')
  const page = await desk.ask('GET', `/${desk.project.slug}/posts/${post.number}`, { cookie })
  const [, source = ''] = /<img src="\/console([^"]+)"/.exec(page.text) ?? []
  expect(source).toBe(`/${desk.project.slug}/files/${file.id}?size=small`)
  expect((await desk.ask('GET', source, { cookie })).headers['content-type']).toBe('image/webp')
  expect((await desk.ask('GET', source)).status).toBe(303)
  expect(await statusOf(desk, file.url)).toBe(404)
})
