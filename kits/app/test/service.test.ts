import { expect, test } from 'vitest'
import { formWith, png } from '../../../service/test/files/pictures.ts'
import { startProject, type TestProject } from '../../../service/test/harness/project.ts'
import { loseAnswers } from '../../transport/test/lose-answers.ts'
import { createFeedbackClient, etagOf, type FeedbackClientOptions } from '../src/index.ts'

/** An app of one user on the real service. */
function appOf(
  { service, project, signToken }: TestProject,
  sub: string,
  options: Partial<FeedbackClientOptions> = {},
) {
  return createFeedbackClient({
    apiOrigin: service.origin,
    projectKey: project.publishableKey,
    getToken: async () => signToken({ sub }),
    ...options,
  })
}

test('a user signs in, writes, votes, follows, edits and deletes', async () => {
  const project = await startProject()
  const ada = appOf(project, 'ada')
  const bob = appOf(project, 'bob')
  const user = await ada.signIn()
  expect(user.display_name).toBe('Acme user')

  const post = await ada.posts.create({ title: 'Dark mode', body: 'My *eyes*.' })
  expect(post).toMatchObject({ title: 'Dark mode', vote_count: 1, has_voted: true, author: { id: user.id } })
  const edited = await ada.posts.edit(post.id, { title: 'A dark mode' }, { ifMatch: etagOf(post) })
  expect(edited.title).toBe('A dark mode')
  const stale = ada.posts.edit(post.id, { title: 'Darker' }, { ifMatch: etagOf(post) })
  await expect(stale).rejects.toMatchObject({ code: 'version_conflict', status: 409 })

  await bob.posts.vote(post.id)
  await bob.posts.follow(post.id)
  expect(await bob.posts.get(post.id)).toMatchObject({ vote_count: 2, has_voted: true, is_following: true })
  await expect(ada.posts.delete(post.id)).rejects.toMatchObject({ code: 'post_in_discussion' })
  await bob.posts.unvote(post.id)
  await bob.posts.unfollow(post.id)
  expect(await bob.posts.get(post.id)).toMatchObject({ vote_count: 1, has_voted: false, is_following: false })
  expect((await bob.posts.similar({ title: 'a dark mo' }).page()).data.map(({ id }) => id)).toEqual([post.id])
  await ada.posts.delete(post.id)
  await expect(ada.posts.get(post.id)).rejects.toMatchObject({ code: 'not_found', status: 404 })
  expect((await ada.me.get()).id).toBe(user.id)
})

test('a user sends a picture, also where the first answer is lost, and puts it into a text', async () => {
  const project = await startProject()
  const lossy = await loseAnswers(project.service.port, ({ url }) => url === '/v1/files')
  const ada = appOf(project, 'ada', { apiOrigin: lossy.origin })
  const body = formWith(Uint8Array.from(await png()))
  const { markdown, url } = await ada.request('POST /files', { body })
  const post = await ada.posts.create({ title: 'A chart', body: markdown.replace('![]', '![A chart]') })
  expect(post.body_html).toContain(`<img src="${url}?size=small" width="80" height="60" alt="A chart"`)
  const rows = await project.service.database.sql`select 1 from files where project_id = ${project.project.id}`
  expect([rows.length, lossy.lost()]).toEqual([1, 1])
})

test('a user comments, reports, and finds what is theirs', async () => {
  const project = await startProject()
  const ada = appOf(project, 'ada')
  const bob = appOf(project, 'bob')
  const post = await ada.posts.create({ title: 'Dark mode' })
  const comment = await bob.posts.comments.create(post.id, { body: 'Yes' })
  const answer = await ada.posts.comments.create(post.id, { body: 'Thanks', parent_id: comment.id })
  const edited = await bob.comments.edit(comment.id, { body: 'Yes, please' }, { ifMatch: etagOf(comment) })
  expect(edited.body).toBe('Yes, please')
  const comments: unknown[] = []
  for await (const { id, parent_id } of ada.posts.comments.list(post.id, { limit: 1 })) comments.push([id, parent_id])
  expect(comments).toEqual([
    [comment.id, null],
    [answer.id, comment.id],
  ])
  await ada.comments.delete(answer.id)
  expect(await bob.reports.create({ post_id: post.id, reason: 'A test' })).toMatchObject({ post_id: post.id })

  expect((await ada.me.posts().page()).data.map(({ id }) => id)).toEqual([post.id])
  expect((await ada.me.votes().page()).data.map(({ post }) => post.id)).toEqual([post.id])
  expect((await bob.me.follows().page()).data.map(({ post }) => post.id)).toEqual([post.id])
  expect((await bob.me.export()).comments.map(({ body }) => body)).toEqual(['Yes, please'])
  const me = await bob.me.update({ notifications: { email: false } })
  expect(me.notifications.email).toBe(false)
  await expect(bob.me.update({ name_choice: 'custom', custom_name: 'Bobby' })).rejects.toMatchObject({
    code: 'name_locked',
  })
  expect((await bob.boardCodes.create()).url).toContain('/continue#code=')
})

test('anybody reads what the board shows', async () => {
  const project = await startProject()
  const visitor = appOf(project, '', { getToken: undefined })
  expect(await visitor.project()).toMatchObject({ name: 'Acme', is_private: false })
  const statuses: string[] = []
  for await (const { category } of visitor.statuses.list({ limit: 2 })) statuses.push(category)
  expect(statuses.toSorted()).toEqual(['closed', 'done', 'in_progress', 'open', 'planned'])
  const tag = await project.server('POST', '/v1/tags', { name: 'Mobile' })
  expect((await visitor.tags.list().page()).data.map(({ id }) => id)).toEqual([tag.body.id])
  const entry = await project.server('POST', '/v1/changelog', { title: 'Dark mode is here', state: 'published' })
  expect((await visitor.changelog.list().page()).data.map(({ id }) => id)).toEqual([entry.body.id])
  expect((await visitor.changelog.get(entry.body.id)).title).toBe('Dark mode is here')

  const { data } = await visitor.statuses.list({ limit: 100 }).page()
  const planned = data.find(({ on_roadmap }) => on_roadmap)?.id ?? ''
  for (const title of ['First of it', 'Then this'])
    await project.server('POST', '/v1/posts', { title, status_id: planned })
  const column = (await visitor.roadmap({ limit: 1 })).data.find(({ status }) => status.id === planned)
  const rest = await visitor.posts.list({ sort: 'top', status: planned }).page(column?.next_cursor ?? '')
  expect([column?.posts.length, rest.data.length]).toEqual([1, 1])
  expect((await visitor.request('GET /statuses/{id}', { path: { id: planned } })).id).toBe(planned)
})

test('a post of the wrong shape is refused with its places', async () => {
  const ada = appOf(await startProject(), 'ada')
  const failure = await ada.posts.create({ title: 'x' }).catch((error) => error)
  expect(failure).toMatchObject({ code: 'invalid_request', status: 400, requestId: expect.stringMatching(/^req_/) })
  expect(failure.errors[0]).toMatchObject({ pointer: '/title' })
})

test('every post of a list comes once, in its order', async () => {
  const project = await startProject()
  const titles = Array.from({ length: 7 }, (_, n) => `Post number ${n}`)
  for (const title of titles) await project.server('POST', '/v1/posts', { title })
  const { posts } = appOf(project, 'ada', { getToken: undefined })
  const seen: string[] = []
  for await (const post of posts.list({ sort: 'new', limit: 3 })) seen.push(post.title)
  expect(seen).toEqual(titles.toReversed())
})

test('a private board is read with a session alone, which the client gets by itself', async () => {
  const project = await startProject({ draft: { isPrivate: true } })
  await project.server('POST', '/v1/posts', { title: 'For members' })
  expect((await appOf(project, 'ada').posts.list().page()).data).toHaveLength(1)
  const stranger = appOf(project, 'ada', { getToken: undefined })
  await expect(stranger.posts.list().page()).rejects.toMatchObject({ code: 'session_required' })
})

test('a session that was ended is renewed; one of a banned user is not', async () => {
  const project = await startProject()
  const told: unknown[] = []
  const ada = appOf(project, 'ada', { onSessionChange: (user) => void told.push(user?.id ?? null) })
  const { id } = await ada.signIn()
  expect((await project.server('DELETE', `/v1/users/${id}/sessions`)).status).toBe(204)
  expect((await ada.me.get()).id).toBe(id)
  expect((await project.server('POST', `/v1/users/${id}/ban`, {})).status).toBe(200)
  await expect(ada.me.get()).rejects.toMatchObject({ code: 'user_banned', status: 403 })
  await expect(ada.posts.create({ title: 'Dark mode' })).rejects.toMatchObject({ code: 'user_banned' })
  expect(told).toEqual([id, null])
})

test('a session is over after signing out', async () => {
  const project = await startProject()
  let token = ''
  const ada = appOf(project, 'ada', {
    fetch: (url, request) => {
      token = request.headers.Authorization ?? token
      return fetch(url, request)
    },
  })
  await ada.me.get()
  await ada.signOut()
  expect((await project.app('GET', '/v1/me', { headers: { authorization: token } })).body.code).toBe('session_ended')
})

// Guarantees that a retry does no harm: the service did the work, and only its answer was lost.
test('a post whose answer is lost on the way is there once', async () => {
  const project = await startProject()
  const lossy = await loseAnswers(project.service.port, ({ method, url }) => method === 'POST' && url === '/v1/posts')
  const ada = appOf(project, 'ada', {
    fetch: (url, init) => fetch(url.replace(project.service.origin, lossy.origin), init),
  })
  const post = await ada.posts.create({ title: 'Dark mode' })
  expect(lossy.lost()).toBe(1)
  const { data } = await ada.posts.list().page()
  expect(data.map(({ id }) => id)).toEqual([post.id])
})

test('a sign-in whose answer is lost on the way works with the same token', async () => {
  const project = await startProject()
  let asked = 0
  const lossy = await loseAnswers(project.service.port, ({ url }) => url === '/v1/sessions/sso')
  const ada = appOf(project, 'ada', {
    fetch: (url, init) => fetch(url.replace(project.service.origin, lossy.origin), init),
    getToken: async () => {
      asked += 1
      return project.signToken()
    },
  })
  await ada.me.get()
  expect([asked, lossy.lost()]).toEqual([1, 1])
})

test('a limit of the service is waited for as it says', async () => {
  const project = await startProject({ environment: { RATE_LIMIT_FACTOR: '1' } })
  const waits: number[] = []
  const { posts } = appOf(project, 'ada', { sleep: async (ms) => void waits.push(ms), tries: 2 })
  const voting = Array.from({ length: 61 }, () => posts.unvote('pst_00000000000000000000000000').catch((e) => e.code))
  const codes = await Promise.all(voting)
  expect(codes.filter((code) => code === 'not_found')).toHaveLength(60)
  expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(1)
  expect(waits).toHaveLength(1)
  expect(waits[0]).toBeGreaterThan(0)
  expect(waits[0]).toBeLessThanOrEqual(60_000)
})
