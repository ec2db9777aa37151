import { expect, test } from 'vitest'
import type { DeskAnswer } from './desk.ts'
import { startPostsDesk } from './posts-desk.ts'

/** The names that were found, by the heading above them. */
function foundIn({ text }: DeskAnswer): Record<string, string[]> {
  const groups = [...text.matchAll(/<section aria-labelledby="search_\w+"><h2[^>]*>([^<]*)<\/h2>(.*?)<\/section>/g)]
  return Object.fromEntries(
    groups.map(([, name = '', list = '']) => [
      name,
      [...list.matchAll(/class="found-name"[^>]*>([^<]*)</g)].map(([, found = '']) => found),
    ]),
  )
}

test('without script the search finds posts by words and number, users, pages and actions', async () => {
  const desk = await startPostsDesk()
  const { session } = await desk.signIn({ sub: 'one', given_name: 'Mathilda', family_name: 'Weekly' })
  await desk.write('Weekly summary by mail')
  const hidden = await desk.write('Nobody sees this', { session })
  await desk.submit(`/posts/${hidden.number}/decide`, { verdict: 'reject' })
  const found = async (q: string) => foundIn(await desk.open(`/search?q=${encodeURIComponent(q)}`))
  expect(await found('weekly')).toEqual({ Posts: ['Weekly summary by mail'], Users: ['Mathilda Weekly'] })
  expect((await found(`#${hidden.number}`)).Posts).toEqual(['Nobody sees this'])
  expect(await found('road')).toEqual({ Pages: ['Roadmap'] })
  expect((await found('new p')).Actions).toEqual(['Write a new post'])
  expect((await desk.open('/search?q=xyzzyx')).text).toContain('Nothing found')
  // Nothing that is typed breaks it.
  for (const q of ['#', '%00', '\u0000', '0', '#99999999999', "'", 'a'.repeat(5_000), '  ', '(', '&|!'])
    expect([q, (await desk.open(`/search?q=${encodeURIComponent(q)}`)).status < 500]).toEqual([q, true])
})

// Guarantees that the palette is no way around permissions: neither to pages and actions, nor to addresses of people.
test('the search offers only what the role may do, and finds nobody by an address that it may not see', async () => {
  const desk = await startPostsDesk()
  await desk.signIn({ sub: 'two', given_name: 'Otto', email: 'otto@hidden.example' })
  const as = async (role: 'owner' | 'moderator' | 'viewer', q: string) => {
    const cookie = await desk.enter(`${role}@search.example`, role)
    return desk.ask('GET', `/${desk.project.slug}/search?q=${encodeURIComponent(q)}`, { cookie })
  }
  expect(foundIn(await as('owner', 'invite')).Actions).toEqual(['Invite someone'])
  expect(foundIn(await as('moderator', 'invite'))).toEqual({})
  expect(foundIn(await as('moderator', '')).Actions).toEqual(['Write a new post'])
  expect(foundIn(await as('viewer', '')).Actions).toBeUndefined()
  expect(foundIn(await as('moderator', 'otto@hidden')).Users).toEqual(['Otto'])
  expect(foundIn(await as('viewer', 'otto@hidden')).Users).toBeUndefined()
  const seen = await as('viewer', 'otto')
  expect(foundIn(seen).Users).toEqual(['Otto'])
  expect(seen.text).not.toContain('hidden.example')
})

// Guarantees that drafts do not show in the search of a role that may not open them.
test('who may write the changelog finds its entries by beginnings of words, drafts too; others and other projects find none', async () => {
  const desk = await startPostsDesk()
  const other = await startPostsDesk()
  for (const title of ['Größere Bilder (beta)', 'Smaller pictures'])
    await desk.server('POST', '/v1/changelog', { title, body: '' })
  const as = async (role: 'admin' | 'moderator', q: string, { project: { slug }, ...them } = desk) => {
    const cookie = await them.enter(`${role}@entries.example`, role)
    return foundIn(await them.ask('GET', `/${slug}/search?q=${encodeURIComponent(q)}`, { cookie })).Changelog
  }
  expect(await as('admin', 'BILD größ')).toEqual(['Größere Bilder (beta)'])
  expect(await as('admin', 'pict')).toEqual(['Smaller pictures'])
  expect(await as('admin', 'ictures')).toBeUndefined()
  expect(await as('admin', '.*')).toBeUndefined()
  expect(await as('moderator', 'pict')).toBeUndefined()
  expect(await as('admin', 'pict', other)).toBeUndefined()
})

test('posts and users of another project are not found', async () => {
  const desk = await startPostsDesk()
  const other = await startPostsDesk()
  await other.signIn({ sub: 'three', given_name: 'Theodora' })
  const post = await other.write('Zeppelins over the harbour')
  for (const q of ['Zeppelins', 'Theodora', post.id]) expect(foundIn(await desk.open(`/search?q=${q}`))).toEqual({})
})
