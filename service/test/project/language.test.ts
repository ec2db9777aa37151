import { expect, test } from 'vitest'
import { followLanguages } from '../../src/follow-languages.ts'
import { newId } from '../../src/foundation/ids/index.ts'
import { startProject, type TestProject } from '../harness/project.ts'

async function found({ app }: TestProject, q: string): Promise<string[]> {
  const { status, body } = await app('GET', `/v1/posts?q=${encodeURIComponent(q)}`)
  expect(status).toBe(200)
  return body.data.map(({ title }: { title: string }) => title)
}

test('after a change of language posts are found by its words, those from before too', async () => {
  const project = await startProject()
  const { server } = project
  for (const title of ['Die Häuser sind zu klein', 'Export nach CSV']) await server('POST', '/v1/posts', { title })
  expect(await found(project, 'Hauses')).toEqual([])
  const changed = await server('PATCH', '/v1/project', { language: 'german' })
  expect(changed.body.language).toBe('german')
  await server('POST', '/v1/posts', { title: 'Ein Haus für alle' })
  await expect
    .poll(async () => (await found(project, 'Hauses')).toSorted())
    .toEqual(['Die Häuser sind zu klein', 'Ein Haus für alle']) // apps learn of a change within a second
  await server('PATCH', '/v1/project', { language: 'simple' })
  await expect.poll(() => found(project, 'häuser')).toEqual(['Die Häuser sind zu klein'])
})

test('hidden, merged and deleted posts follow too, for the day they are shown again', async () => {
  const project = await startProject()
  const { server } = project
  const { body: one } = await server('POST', '/v1/posts', { title: 'Häuser' })
  const { body: two } = await server('POST', '/v1/posts', { title: 'Bäume' })
  await server('POST', `/v1/posts/${one.id}/merge`, { into_post_id: two.id })
  await server('PATCH', '/v1/project', { language: 'german' })
  await server('POST', `/v1/posts/${one.id}/unmerge`, {})
  await expect.poll(() => found(project, 'Hauses')).toEqual(['Häuser'])
})

// Guarantees that no number of posts is too large for a change: what does not fit into the request follows as a job, and a job that was
// stopped goes on where it was.
test('in a project with many posts the rest follows as a job, which goes on where it stopped', async () => {
  const project = await startProject()
  const { server, service } = project
  const { sql } = service.database
  const ids = Array.from({ length: 2_600 }, () => newId('post'))
  await sql`
    insert into posts (project_id, id, number, title, body, body_html, moderation_state, created_at, search)
    select ${project.project.id}, id, place, 'Häuser', '', '', 'approved', now(), setweight(to_tsvector('english', 'Häuser'), 'A')
    from unnest(${ids}::text[]) with ordinality as p (id, place)`
  await sql`
    insert into post_standings (project_id, post_id, status_id, is_listed, vote_count, trend, created_at, updated_at)
    select ${project.project.id}, id, (select id from statuses where project_id = ${project.project.id} limit 1), true, 0, 0, now(), now()
    from unnest(${ids}::text[]) as p (id)`
  const german = async () => {
    const [row] = await sql<{ count: number }[]>`
      select count(*) as count from posts where project_id = ${project.project.id} and search @@ to_tsquery('german', 'haus')`
    return row?.count
  }
  const waiting = () => sql`select after_id from language_changes where project_id = ${project.project.id}`
  expect((await server('PATCH', '/v1/project', { language: 'german' })).status).toBe(200)
  expect(await german()).toBe(1_000)
  const job = followLanguages(service.database, service.config)
  await job.run({})
  expect(await german()).toBe(1_000) // it waits for transactions that were writing at that moment
  await sql`
    update language_changes set asked_at = asked_at - interval '61 seconds', after_id = ${ids[1_999]} where project_id = ${project.project.id}`
  await job.run({})
  expect([await german(), await waiting()]).toEqual([1_600, []])
  await job.run({})
  // Changed again before the first change is done: it begins anew.
  await server('PATCH', '/v1/project', { language: 'english' })
  await server('PATCH', '/v1/project', { language: 'german' })
  await sql`update language_changes set asked_at = asked_at - interval '61 seconds' where project_id = ${project.project.id}`
  await job.run({})
  expect([await german(), await waiting()]).toEqual([2_600, []])
})

// Guarantees that a post written during the change is found in the end, and that votes and posts during it are accepted.
test('a change of language while others write and vote loses no post and no vote', async () => {
  const project = await startProject()
  const { app, server, service, signIn } = project
  const { session } = await signIn()
  const ids: string[] = []
  for (let n = 0; n < 30; n += 1) ids.push((await server('POST', '/v1/posts', { title: `Häuser ${n}` })).body.id)
  const answers = await Promise.all([
    server('PATCH', '/v1/project', { language: 'german', slug: `${project.project.slug}x` }),
    ...ids.map((id) => app('PUT', `/v1/posts/${id}/vote`, { session })),
    ...ids.map((id) => server('PATCH', `/v1/posts/${id}`, { body: 'Viele Häuser' })),
    ...ids.slice(1, 9).map((id) => app('POST', `/v1/posts/${id}/comments`, { session, body: { body: 'Ja.' } })),
    ...ids.slice(10, 20).map((id) => server('POST', `/v1/posts/${id}/merge`, { into_post_id: ids[0] })),
    ...Array.from({ length: 10 }, (_, n) => server('POST', '/v1/posts', { title: `Neue Häuser ${n}` })),
  ])
  for (const { status, body } of answers)
    expect(status < 300 || body.code === 'post_merged', JSON.stringify(body)).toBe(true)
  const { sql } = service.database
  await sql`update language_changes set asked_at = asked_at - interval '61 seconds' where project_id = ${project.project.id}`
  await followLanguages(service.database, service.config).run({})
  const strays = await sql`
    select title from posts where project_id = ${project.project.id} and not search @@ to_tsquery('german', 'haus')`
  expect(strays).toEqual([])
})
