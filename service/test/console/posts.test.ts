import { expect, test } from 'vitest'
import { noticeIn, rowsIn, startPostsDesk } from './posts-desk.ts'

test('the table finds, filters and orders as the API does', async () => {
  const { open, write, vote, signIn, server, statusId, addTag } = await startPostsDesk()
  const { session } = await signIn()
  const tag = await addTag('Mobile')
  const [dark, maps] = [await write('Dark mode'), await write('Offline maps'), await write('Faster search')]
  await vote(dark, session)
  await server('PATCH', `/v1/posts/${maps.id}`, { tag_ids: [tag], status_id: await statusId('planned') })
  expect(rowsIn(await open('/posts'))).toEqual(['Faster search', 'Offline maps', 'Dark mode'])
  expect(rowsIn(await open('/posts?sort=top'))[0]).toBe('Dark mode')
  expect(rowsIn(await open('/posts?sort=updated'))[0]).toBe('Offline maps')
  expect(rowsIn(await open('/posts?q=offline'))).toEqual(['Offline maps'])
  expect(rowsIn(await open('/posts?q=offline&sort=new'))).toEqual(['Offline maps'])
  expect(rowsIn(await open(`/posts?status=${await statusId('planned')}`))).toEqual(['Offline maps'])
  expect(rowsIn(await open(`/posts?tag=${tag}&sort=top`))).toEqual(['Offline maps'])
  expect((await open('/posts?q=nothing+like+it')).text).toContain('No posts found')
})

test('posts that are not listed are found by the reason', async () => {
  const { open, write, signIn, server, statusId } = await startPostsDesk({ requiresApproval: true })
  const { session } = await signIn()
  await write('Waiting', { session })
  const [rejected, merged, target] = [await write('Rejected'), await write('Merged'), await write('Target')]
  await server('POST', `/v1/moderation/${rejected.id}/reject`)
  await server('POST', `/v1/posts/${merged.id}/merge`, { into_post_id: target.id })
  const gone = await write('Gone')
  await server('POST', `/v1/moderation/${gone.id}/reject`)
  await server('DELETE', `/v1/posts/${gone.id}`)
  expect(rowsIn(await open('/posts'))).toEqual(['Target'])
  expect(rowsIn(await open('/posts?state=pending'))).toEqual(['Waiting'])
  expect(rowsIn(await open('/posts?state=rejected'))).toEqual(['Rejected'])
  expect(rowsIn(await open('/posts?state=merged'))).toEqual(['Merged'])
  expect(rowsIn(await open(`/posts?state=merged&status=${await statusId('done')}`))).toEqual([])
  expect(rowsIn(await open('/posts?state=pending&q=waiting'))).toEqual(['Waiting'])
})

test('the table goes on where its page ended, whatever its filters are', async () => {
  const { open, write, server } = await startPostsDesk()
  const posts = []
  for (let n = 0; n < 30; n += 1) posts.push(await write(`Post number ${n}`))
  for (const path of ['/posts', '/posts?sort=top', '/posts?q=post', '/posts?state=rejected']) {
    if (path.includes('rejected')) for (const { id } of posts) await server('POST', `/v1/moderation/${id}/reject`)
    const first = await open(path)
    const next = /<p class="more"><a [^>]*href="\/console\/[^/]*(\/posts[^"]*)"/
      .exec(first.text)?.[1]
      ?.replaceAll('&amp;', '&')
    const second = await open(next ?? '')
    const all = [...rowsIn(first), ...rowsIn(second)]
    expect([path, rowsIn(first).length, new Set(all).size]).toEqual([path, 25, 30])
  }
})

test('a status is set for a hundred posts by one form, which says what could not be done', async () => {
  const { open, submit, write, read, server, statusId } = await startPostsDesk()
  const posts = await Promise.all(Array.from({ length: 100 }, (_, n) => write(`Post number ${n}`)))
  const [one, two] = posts
  if (!one || !two) throw new Error('There are a hundred')
  await server('POST', `/v1/posts/${one.id}/merge`, { into_post_id: two.id })
  const page = await open('/posts?size=100')
  expect(page.text).toMatch(/<input type="checkbox" name="notify" value="1"\/>/) // a hundred mails are asked for, not assumed
  expect(page.text.match(/type="checkbox" name="n"/g)).toHaveLength(99)
  const planned = await statusId('planned')
  const form = {
    n: posts.map(({ number }) => String(number)),
    do: 'status',
    status_id: planned,
    back: 'size=100&sort=top',
    notify: '1',
  }
  const { status, headers } = await submit('/posts/bulk', form)
  expect(status).toBe(303)
  const location = headers.location ?? ''
  expect(location).toContain('/posts?sort=top&size=100&bulk=status&ok=99')
  const told = await open(location.slice(location.indexOf('/posts')))
  expect(noticeIn(told)).toContain('Status changed for 99 posts.')
  expect(noticeIn(told)).toContain(`Post ${one.number}: It was merged into another post.`)
  for (const post of posts.slice(1)) expect((await read(post)).status.id).toBe(planned)
  // Repeating it changes nothing and notifies no one again.
  const events = async () => (await server('GET', `/v1/posts/${two.id}/activity`)).body.data.length
  const before = await events()
  await submit('/posts/bulk', form)
  expect(await events()).toBe(before)
})

test('a tag is added to the ticked posts and taken away again, and leaves their other tags alone', async () => {
  const { submit, write, read, server, addTag } = await startPostsDesk()
  const [mobile, web] = [await addTag('Mobile'), await addTag('Web')]
  const [one, two] = [await write('One'), await write('Two')]
  await server('PATCH', `/v1/posts/${one.id}`, { tag_ids: [web] })
  const n = [String(one.number), String(two.number), '999']
  const tags = async () => {
    const posts = [await read(one), await read(two)]
    return posts.map((post) => post.tags.map(({ name }: { name: string }) => name))
  }
  const { headers } = await submit('/posts/bulk', { n, do: 'tag', tag_id: mobile })
  expect(headers.location).toMatch(/bulk=tag&ok=2&no=999\.not_found(?:&undo=\w+)+$/)
  expect(await tags()).toEqual([['Mobile', 'Web'], ['Mobile']])
  await submit('/posts/bulk', { n, do: 'untag', tag_id: mobile })
  expect(await tags()).toEqual([['Web'], []])
})

// Guarantees that two operators who tag the same posts at once lose nothing of each other.
test('tags that are added at once are all there', async () => {
  const { submit, write, read, addTag } = await startPostsDesk()
  const post = await write('One')
  const tags = await Promise.all(['A1', 'B2', 'C3', 'D4'].map(addTag))
  await Promise.all(tags.map((tag) => submit('/posts/bulk', { n: String(post.number), do: 'tag', tag_id: tag })))
  expect((await read(post)).tags).toHaveLength(4)
})

test('a bulk change with missing, too many or foreign values changes nothing', async () => {
  const { submit, write, read, statusId } = await startPostsDesk()
  const post = await write('One')
  const n = String(post.number)
  const other = await startPostsDesk()
  const refusals = [
    [{ do: 'status', status_id: await statusId('done') }, 400, 'Select the posts first'],
    [{ n, do: 'status' }, 400, 'Choose a status'],
    [{ n, do: 'tag' }, 400, 'Choose a tag'],
    [{ n, do: 'nothing', back: 'cursor=%00&q=%00' }, 400, 'Choose what to do'],
    [{ n: Array.from({ length: 101 }, (_, n) => String(n + 1)), do: 'tag', tag_id: 'x' }, 400, 'at most 100'],
    [{ n, do: 'status', status_id: await other.statusId('done') }, 404, ''],
    [{ n, do: 'tag', tag_id: await other.addTag('Foreign') }, 404, ''],
    [{ n, do: 'status', status_id: 'a\0b' }, 404, ''],
  ] as const
  for (const [form, status, words] of refusals) {
    const answer = await submit('/posts/bulk', form)
    expect([form, answer.status, noticeIn(answer)]).toEqual([form, status, expect.stringContaining(words)])
  }
  expect(await read(post)).toMatchObject({ status: { category: 'open' }, tags: [] })
})

test('the team writes a post once, however often the form is sent; what is wrong comes back with what was typed', async () => {
  const { open, submit, server, addTag, statusId } = await startPostsDesk()
  const tag = await addTag('Mobile')
  const formId = /name="form_id" value="([^"]*)"/.exec((await open('/posts/new')).text)?.[1] ?? ''
  const form = {
    form_id: formId,
    title: 'Offline maps',
    body: 'For *mountains*',
    status_id: await statusId('planned'),
    tag_ids: [tag],
    is_pinned: '1',
  }
  const answers = await Promise.all([submit('/posts/new', form), submit('/posts/new', form)])
  expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1)
  expect(answers[0]?.headers.location).toMatch(/\/posts\/1\?done=post_written$/)
  const { data } = (await server('GET', '/v1/posts')).body
  expect(data).toHaveLength(1)
  expect(data[0]).toMatchObject({
    title: 'Offline maps',
    author: { is_team: true },
    status: { category: 'planned' },
    tags: [{ name: 'Mobile' }],
    is_pinned: true,
  })
  const refused = await submit('/posts/new', { ...form, title: 'Hm', body: 'Kept <text>' })
  expect([refused.status, noticeIn(refused)]).toEqual([400, 'The title must have 3 to 140 characters.'])
  expect(refused.text).toContain('Kept &lt;text>')
})

test('no address of the table breaks it', async () => {
  const { open, write } = await startPostsDesk()
  await write('One')
  const other = await startPostsDesk()
  for (const path of [
    '/posts?sort=x&state=y&size=z&cursor=w',
    '/posts?bulk=status&ok=1&no=x&no=1.what',
    '/posts?q=a&q=b',
  ]) {
    expect([path, (await open(path)).status]).toEqual([path, 200])
  }
  for (const path of [
    '/posts?q=%00',
    '/posts?status=x',
    '/posts?tag=tag_x',
    `/posts?status=${await other.statusId('done')}`,
    `/posts?tag=${await other.addTag('Foreign')}`,
    '/posts/0',
    '/posts/2',
    '/posts/x',
    '/posts/%00',
    '/posts/99999999999',
    '/posts/2/votes',
    '/posts/2/history',
    '/posts/2/merge',
    '/posts/2/delete',
  ]) {
    expect([path, (await open(path)).status]).toEqual([path, 404])
  }
})

// Guarantees that running one project opens no other.
test('an operator of another project finds none of these pages, and no form of theirs is taken', async () => {
  const { ask, project, write, read } = await startPostsDesk()
  const post = await write('One')
  const other = await startPostsDesk()
  const cookie = await other.enter('eve@other.example')
  const at = (path: string) => `/${project.slug}${path}`
  for (const path of ['', '/posts', '/posts/new', '/posts/1', '/posts/1/votes', '/posts/1/history', '/posts/1/merge']) {
    expect([path, (await ask('GET', at(path), { cookie })).status]).toEqual([path, 404])
  }
  const forms = [
    '/today/decide',
    '/today/answer',
    '/today/merge',
    '/today/distinct',
    '/posts/bulk',
    '/posts/new',
    '/posts/merge',
    '/posts/1/delete',
    '/posts/1/edit',
  ]
  for (const path of forms) {
    const form = { subject: post.id, verdict: 'reject', n: '1', title: 'Mine now' }
    expect([path, (await ask('POST', at(path), { cookie, form })).status]).toEqual([path, 404])
  }
  expect(await read(post)).toMatchObject({ title: 'One', moderation_state: 'approved' })
})
