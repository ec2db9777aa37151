import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { previewMerge } from '../../src/domain/posting/index.ts'
import { noticeIn, type PostsDesk, startPostsDesk, type Written } from './posts-desk.ts'

/** A board where people voted, followed and commented across three posts, some of them on several. */
async function startMerging() {
  const desk = await startPostsDesk()
  const { write, vote, signIn, app, server } = desk
  const posts = [await write('Dark mode'), await write('Dark theme'), await write('Night mode')] as const
  const users = await Promise.all(Array.from({ length: 8 }, (_, n) => signIn({ sub: `user-${n}` })))
  for (const [n, { session }] of users.entries()) {
    for (const [place, post] of posts.entries()) {
      if ((n + 1) % (place + 2) === 0) await vote(post, session)
      if (n % (place + 2) === 0) await app('PUT', `/v1/posts/${post.id}/follow`, { session })
      if (n === place * 2)
        await app('POST', `/v1/posts/${post.id}/comments`, { session, body: { body: `Me too ${n}` } })
    }
  }
  await server('POST', `/v1/posts/${posts[1].id}/comments`, { body: 'Among us', is_internal: true })
  const gone = await server('POST', `/v1/posts/${posts[1].id}/comments`, { body: 'Gone' })
  await server('DELETE', `/v1/comments/${gone.body.id}`)
  return { ...desk, posts }
}

async function standing({ read, service, project }: PostsDesk, post: Written) {
  const { vote_count: votes, comment_count: comments } = await read(post)
  const [row] = await service.database.sql<{ count: number }[]>`
    select count(*) as count from follows where project_id = ${project.id} and post_id = ${post.id}`
  return { votes, comments, followers: row?.count }
}

// Guarantees that the preview is no estimate: what it counts is what the merge makes, with one source and with several.
test('the preview of a merge equals its result, and no voter is counted twice', async () => {
  const desk = await startMerging()
  const [target, one, two] = desk.posts
  for (const sources of [[one], [one, two]]) {
    const before = await standing(desk, target)
    const ids = sources.map(({ id }) => id)
    const said = await previewMerge(desk.call(), ids, target.id)
    expect(await standing(desk, target)).toEqual(before)
    expect([said.votes.before, said.followers.before, said.comments.before]).toEqual([
      before.votes,
      before.followers,
      before.comments,
    ])
    for (const id of ids) await desk.server('POST', `/v1/posts/${id}/merge`, { into_post_id: target.id })
    expect(await standing(desk, target)).toEqual({
      votes: said.votes.after,
      followers: said.followers.after,
      comments: said.comments.after,
    })
    expect(said.votes.shared).toBeGreaterThan(0)
    for (const { number } of sources) await desk.submit(`/posts/${number}/unmerge`, {})
    expect(await standing(desk, target)).toEqual(before)
  }
})

const numbersIn = (text: string) =>
  [...text.matchAll(/<th scope="row">(\w+)<\/th><td class="number">(\d+)<\/td><td class="number"><b>(\d+)<\/b>/g)].map(
    ([, name, before, after]) => [name, Number(before), Number(after)],
  )

test('a merge shows its result first, is done by a button, and undone by another', async () => {
  const desk = await startMerging()
  const { open, submit, posts, app } = desk
  const [target, source] = posts
  const path = `/posts/${source.number}/merge`
  expect((await open(path)).text).toContain('Similar posts')
  expect((await open(`${path}?q=night`)).text).toContain(`${path}?into=${posts[2].number}`)
  const page = await open(`${path}?into=%23${target.number}`)
  const now = await standing(desk, target)
  const [votes, followers, comments] = numbersIn(page.text)
  expect([votes?.[1], followers?.[1], comments?.[1]]).toEqual([now.votes, now.followers, now.comments])
  expect(page.text).toContain('Everyone counts once.')
  expect(page.text).toContain('are redirected to this one')
  expect(page.text).toContain('You can undo it')
  const form = { into: String(target.number) }
  const merged = await submit(path, form)
  expect(merged.headers.location).toMatch(new RegExp(`/posts/${target.number}\\?undo=\\w+&done=posts_merged$`))
  expect((await submit(path, form)).status).toBe(303)
  expect(await standing(desk, target)).toEqual({
    votes: votes?.[2],
    followers: followers?.[2],
    comments: comments?.[2],
  })
  expect((await app('GET', `/v1/posts/${source.id}`)).body.merged_into_id).toBe(target.id)
  const sign = await open(`/posts/${source.number}`)
  expect(sign.text).toContain('Undo merge')
  expect(sign.text).not.toContain('Save status')
  const refused = await submit(`/posts/${source.number}/status`, { status_id: await desk.statusId('done') })
  expect([refused.status, noticeIn(refused)]).toEqual([409, expect.stringContaining('merged into another post')])
  expect((await submit(`/posts/${source.number}/unmerge`, {})).headers.location).toContain('done=post_unmerged')
  expect((await submit(`/posts/${source.number}/unmerge`, {})).status).toBe(303)
  expect(await standing(desk, target)).toEqual(now)
})

test('the ticked posts are merged into one of them, and the page names those that could not be', async () => {
  const desk = await startMerging()
  const { open, submit, posts, server } = desk
  const numbers = posts.map(({ number }) => String(number))
  const [target, one, two] = posts
  const query = numbers.map((number) => `n=${number}`).join('&')
  const page = await open(`/posts/merge?${query}&into=${target.number}`)
  const [votes] = numbersIn(page.text)
  expect(page.text).toContain('Merge 2 posts into “Dark mode”')
  await server('POST', `/v1/posts/${two.id}/merge`, { into_post_id: one.id })
  const { headers } = await submit('/posts/merge', { n: numbers, into: String(target.number) })
  expect(headers.location).toMatch(
    new RegExp(`/posts/${target.number}\\?bulk=merge&ok=1&no=${two.number}\\.post_merged&undo=\\w+$`),
  )
  const told = await open((headers.location ?? '').slice((headers.location ?? '').indexOf('/posts')))
  expect(noticeIn(told)).toContain('Merged 1 post into this one.')
  // The third came along by the second: everybody is there all the same.
  expect((await standing(desk, target)).votes).toBe(votes?.[2])
  const alone = await open('/posts/merge?n=1&back=q%3Dmode%26sort%3Dtop')
  const list = alone.headers.location ?? ''
  expect([alone.status, list]).toEqual([303, expect.stringMatching(/\/posts\?.*q=mode.*&done=merge_needs_two$/)])
  expect(noticeIn(await open(list.replace(/^\/console\/[\w-]+/, '')))).toContain('Select at least two posts')
})

test('a merge into a missing post, into itself or into a hidden post is refused with what to do', async () => {
  const { open, submit, write, server, read } = await startPostsDesk()
  const [one, hidden] = [await write('One'), await write('Hidden')]
  await server('POST', `/v1/moderation/${hidden.id}/reject`)
  const other = await startPostsDesk()
  for (let n = 0; n < 5; n += 1) await other.write('Foreign')
  const path = `/posts/${one.number}/merge`
  for (const [into, status, words] of [
    ['5', 404, 'There is no post with this number'],
    ['x', 404, 'There is no post with this number'],
    [String(one.number), 400, 'must be another post'],
    [String(hidden.number), 400, 'must be public; approve it first'],
  ] as const) {
    const asked = await open(`${path}?into=${into}`)
    expect([into, asked.status, noticeIn(asked)]).toEqual([into, status, expect.stringContaining(words)])
    const sent = await submit(path, { into })
    expect([into, sent.status, noticeIn(sent)]).toEqual([into, status, expect.stringContaining(words)])
  }
  expect((await submit('/posts/merge', { n: '1', into: '5' })).status).toBe(404)
  expect((await open('/posts/merge?n=1&n=5')).status).toBe(404)
  expect((await open(`${path}?into=%00`)).status).toBe(404)
  expect((await read(one)).merged_into_id).toBeNull()
})

const wordsWithoutMeaning = (place: number) => hash('sha256', `${place}`).match(/.{8}/g)?.join(' ')

// Guarantees that who merges a post with many votes is not shown less than who types a title: the post itself is not "the idea that was found".
test('a post without votes that lacks one word of a post with many votes is shown beside it', async () => {
  const desk = await startPostsDesk()
  const popular = async (title: string) => {
    const post = await desk.write(title)
    await desk.service.database
      .sql`update posts set reach = 2 where project_id = ${desk.project.id} and id = ${post.id}`
    return post
  }
  for (let post = 0; post < 40; post += 1) await popular(`Calendar ${wordsWithoutMeaning(post)}`)
  const { number } = await popular('Export shared calendar as spreadsheet')
  await desk.write('Export calendar as spreadsheet')
  expect((await desk.open(`/posts/${number}/merge`)).text).toContain('>Export calendar as spreadsheet')
})
