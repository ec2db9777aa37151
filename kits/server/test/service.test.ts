import { expect, test } from 'vitest'
import { startProject, type TestProject } from '../../../service/test/harness/project.ts'
import { loseAnswers } from '../../transport/test/lose-answers.ts'
import { createServerClient, etagOf, generateKeyPair, type ServerClientOptions } from '../src/index.ts'

/** A server of the project's client on the real service. */
const serverOf = ({ service, secretKey }: TestProject, options: Partial<ServerClientOptions> = {}) =>
  createServerClient({ apiOrigin: service.origin, secretKey, ...options })

async function titlesOf(list: AsyncIterable<{ title: string }>): Promise<string[]> {
  const titles: string[] = []
  for await (const { title } of list) titles.push(title)
  return titles
}

test('a server imports, pages, decides, merges and answers', async () => {
  const { posts, statuses, roadmap, tags } = serverOf(await startProject())
  const tag = await tags.create({ name: 'Mobile' })
  const dark = await posts.create({ title: 'Dark mode', created_at: '2026-03-01T09:30:00.000Z', tag_ids: [tag.id] })
  const night = await posts.create({ title: 'Night theme', created_at: '2026-03-02T09:30:00.000Z' })
  await posts.create({ title: 'Export as CSV' })
  expect(dark.created_at).toBe('2026-03-01T09:30:00.000Z')
  expect(await titlesOf(posts.list({ sort: 'new', limit: 1 }))).toEqual(['Export as CSV', 'Night theme', 'Dark mode'])
  expect(await titlesOf(posts.similar({ title: 'a dark mod' }))).toContain('Dark mode')

  const { data } = await statuses.list().page()
  const planned = data.find(({ category }) => category === 'planned')?.id ?? ''
  const decided = await posts.changeStatus(dark.id, { status_id: planned, comment: 'We begin with the phone.' })
  expect(decided.status.id).toBe(planned)
  await posts.comments.create(dark.id, { body: 'Two large customers.', is_internal: true })
  const comments = await posts.comments.list(dark.id).page()
  expect(comments.data.map(({ is_official, is_internal }) => `${is_official} ${is_internal}`).toSorted()).toEqual([
    'false true',
    'true false',
  ])
  expect((await roadmap()).data.find(({ status }) => status.id === planned)?.posts[0]?.id).toBe(dark.id)

  expect((await posts.merge(night.id, { into_post_id: dark.id })).id).toBe(dark.id)
  expect((await posts.get(night.id)).merged_into_id).toBe(dark.id)
  expect((await posts.unmerge(night.id)).merged_into_id).toBe(null)
  expect((await posts.activity(night.id).page()).data.length).toBeGreaterThan(0)
  await posts.delete(night.id)
  await expect(posts.get(night.id)).rejects.toMatchObject({ code: 'not_found', status: 404 })
})

test('a server votes for a user, bans them, lets them in again and erases them', async () => {
  const project = await startProject()
  const { posts, users, auditLog } = serverOf(project)
  const { userId, session } = await project.signIn({ sub: 'ada', email: 'ada@acme.example' })
  const post = await posts.create({ title: 'Dark mode' })
  await posts.votes.cast(post.id, userId)
  await posts.votes.cast(post.id, userId)
  expect((await posts.votes.list(post.id).page()).data).toHaveLength(1)
  await posts.votes.withdraw(post.id, userId)
  expect((await posts.get(post.id)).vote_count).toBe(0)

  expect(await users.getBySub('ada')).toMatchObject({ id: userId, email: 'ada@acme.example' })
  expect((await users.ban(userId, { reason: 'spam' })).state).toBe('banned')
  expect((await users.list({ state: 'banned' }).page()).data.map(({ id }) => id)).toEqual([userId])
  expect((await project.app('GET', '/v1/me', { session })).status).toBe(401)
  expect((await users.unban(userId)).state).toBe('active')
  await users.endSessions(userId)
  await users.erase(userId)
  expect(await users.get(userId)).toMatchObject({ state: 'erased', email: null })
  const actions = (await auditLog.list().page()).data.map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['user.banned', 'user.erased']))
})

test('a server moderates, and keeps the changelog with the version it read', async () => {
  const project = await startProject()
  const server = serverOf(project)
  await server.project.update({ requires_approval: true })
  const { session } = await project.signIn()
  const { body: waiting } = await project.app('POST', '/v1/posts', { session, body: { title: 'Please approve' } })
  expect(waiting.moderation_state).toBe('pending')
  expect((await server.moderation.list().page()).data).toHaveLength(1)
  await server.moderation.approve(waiting.id)
  expect((await server.posts.get(waiting.id)).moderation_state).toBe('approved')

  const entry = await server.changelog.create({ title: 'Dark mode', state: 'published', post_ids: [waiting.id] })
  await server.changelog.edit(entry.id, { title: 'Dark mode everywhere' }, { ifMatch: etagOf(entry) })
  const late = server.changelog.edit(entry.id, { title: 'Darker' }, { ifMatch: etagOf(entry) })
  await expect(late).rejects.toMatchObject({ code: 'version_conflict', status: 409 })
})

test('a key pair of the kit becomes a signing key of the project', async () => {
  const { signingKeys, rejectedSignIns } = serverOf(await startProject())
  const { publicJwk } = await generateKeyPair()
  expect(await signingKeys.add({ jwk: publicJwk })).toMatchObject({ kid: publicJwk.kid, status: 'active' })
  expect((await signingKeys.retire(publicJwk.kid)).status).toBe('retiring')
  expect((await signingKeys.revoke(publicJwk.kid)).status).toBe('revoked')
  expect((await signingKeys.list().page()).data.map(({ kid }) => kid)).toContain(publicJwk.kid)
  expect((await signingKeys.checkToken({ token: 'a.b.c', audience: 'app' })).accepted).toBe(false)
  expect((await rejectedSignIns.list().page()).data).toEqual([])
})

// Guarantees that a retry does no harm: the service did the work, and only its answer was lost.
test('a post whose answer is lost on the way is there once', async () => {
  const project = await startProject()
  const lossy = await loseAnswers(project.service.port, ({ method }) => method === 'POST')
  const { posts } = serverOf(project, {
    fetch: (url, init) => fetch(url.replace(project.service.origin, lossy.origin), init),
  })
  const post = await posts.create({ title: 'Dark mode' })
  expect(lossy.lost()).toBe(1)
  expect((await posts.list().page()).data.map(({ id }) => id)).toEqual([post.id])
})

test('a key that is wrong is refused, and the refusal does not repeat it', async () => {
  const project = await startProject()
  const secretKey = `${project.secretKey.slice(0, -1)}${project.secretKey.endsWith('x') ? 'y' : 'x'}`
  const failure = await serverOf(project, { secretKey })
    .posts.list()
    .page()
    .catch((error) => error)
  expect(failure).toMatchObject({ name: 'FeedbackError', code: 'secret_key_invalid', status: 401 })
  expect(failure.message).not.toContain(secretKey)
})
