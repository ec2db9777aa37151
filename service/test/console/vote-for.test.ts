import { expect, test } from 'vitest'
import { issueSecretKey } from '../../src/domain/caller-keys/index.ts'
import { noticeIn, startPostsDesk } from './posts-desk.ts'

const NOTE = 'Said so at the fair, to tom@team.example'

test('a moderator votes for somebody with a note, which the team sees and a viewer does not', async () => {
  const desk = await startPostsDesk()
  const { userId } = await desk.signIn({ sub: 'wish', given_name: 'Wilma', family_name: 'Wish' })
  const post = await desk.write('Dark mode')
  const votes = `/posts/${post.number}/votes`
  expect((await desk.submit(votes, { who: 'wilma', note: NOTE })).headers.location).toContain('done=vote_cast')
  expect((await desk.read(post)).vote_count).toBe(1)
  expect((await desk.open(votes)).text).toContain(NOTE)
  const cookie = await desk.enter('viewer@votes.example', 'viewer')
  const seen = await desk.ask('GET', `/${desk.project.slug}${votes}`, { cookie })
  expect(seen.text).toContain(`/users/${userId}`)
  expect(seen.text).not.toContain('team.example')
  expect(seen.text).not.toContain('Add vote')
  // Once more is one vote; a new note replaces the old one, and no note leaves it.
  await desk.submit(votes, { who: userId, note: 'Ticket 12' })
  await desk.submit(votes, { who: 'wish', note: '' })
  const { body } = await desk.server('GET', `/v1/posts/${post.id}/votes`)
  expect(body.data.map(({ note }: { note: string }) => note)).toEqual(['Ticket 12'])
  expect((await desk.read(post)).vote_count).toBe(1)
})

test('where several fit, one is chosen; where nobody does, or the note is too long, what was typed comes back', async () => {
  const desk = await startPostsDesk()
  const post = await desk.write('Dark mode')
  const votes = `/posts/${post.number}/votes`
  const [, second] = await Promise.all(
    ['1', '2'].map((n) => desk.signIn({ sub: `twin-${n}`, given_name: 'Twin', email: `twin-${n}@votes.example` })),
  )
  const asked = await desk.submit(votes, { who: 'twin', note: 'In a call' })
  expect(asked.text.match(/type="radio"/g)).toHaveLength(2)
  expect(asked.text).toContain('value="In a call"')
  expect((await desk.read(post)).vote_count).toBe(0)
  await desk.submit(votes, { who: 'twin', user_id: second?.userId ?? '', note: 'In a call' })
  const { body } = await desk.server('GET', `/v1/posts/${post.id}/votes`)
  expect(body.data.map(({ user, note }: { user: { id: string }; note: string }) => [user.id, note])).toEqual([
    [second?.userId, 'In a call'],
  ])
  const nobody = await desk.submit(votes, { who: 'somebody else', note: 'Kept' })
  expect(noticeIn(nobody)).toContain('No user was found')
  expect(nobody.text).toContain('value="Kept"')
  const long = await desk.submit(votes, { who: 'twin-1@votes.example', note: 'x'.repeat(501) })
  expect([long.status, noticeIn(long)]).toEqual([400, expect.stringContaining('500')])
  expect((await desk.read(post)).vote_count).toBe(1)
})

// Guarantees that the note is the person's data as well: they get it, and it goes with them.
test('a note is in the export of its person, moves with a merge and back, and is erased with the person', async () => {
  const desk = await startPostsDesk()
  const { userId, session } = await desk.signIn({ sub: 'noted' })
  const [from, to] = [await desk.write('Night mode'), await desk.write('Dark mode')]
  const cast = await desk.server('PUT', `/v1/posts/${from.id}/votes/${userId}`, { note: NOTE })
  expect(cast.status).toBe(204)
  const notes = async ({ id }: { id: string }) =>
    (await desk.server('GET', `/v1/posts/${id}/votes`)).body.data.map(({ note }: { note: string }) => note)
  await desk.server('POST', `/v1/posts/${from.id}/merge`, { into_post_id: to.id })
  expect(await notes(to)).toEqual([NOTE])
  await desk.server('POST', `/v1/posts/${from.id}/unmerge`)
  expect([await notes(from), await notes(to)]).toEqual([[NOTE], []])
  const { body } = await desk.app('GET', '/v1/me/export', { session })
  expect(body.votes).toMatchObject([{ post_id: from.id, note: NOTE }])
  expect((await desk.server('POST', `/v1/users/${userId}/erase`)).status).toBe(200)
  expect(await notes(from)).toEqual([null])
})

test('over the API the note follows its rule, and a key that may not read users does not get it', async () => {
  const desk = await startPostsDesk()
  const { userId } = await desk.signIn({ sub: 'by-key' })
  const post = await desk.write('Dark mode')
  const path = `/v1/posts/${post.id}/votes`
  for (const note of ['', ' ', 'x'.repeat(501), 5])
    expect((await desk.server('PUT', `${path}/${userId}`, { note })).status).toBe(400)
  expect((await desk.server('PUT', `${path}/by_sub/by-key`, { note: NOTE })).status).toBe(204)
  expect((await desk.server('GET', path)).body.data).toMatchObject([{ note: NOTE }])
  const { secret } = await issueSecretKey(desk.call(), { name: 'Votes', scopes: ['votes:read', 'posts:read'] })
  const { body } = await desk.server('GET', path, undefined, { authorization: `Bearer ${secret}` })
  expect(body.data).toMatchObject([{ note: null }])
})
