import { expect, test } from 'vitest'
import { startDesk } from './desk.ts'
import { noticeIn, startPostsDesk } from './posts-desk.ts'

test('a post shows all that is known of it and leads to its page on the board', async () => {
  const { open, write, vote, signIn, project, server, exchange, signToken } = await startPostsDesk()
  const { session, userId } = await signIn({ sub: 'ada', given_name: 'Ada', traits: { plan: 'pro', secret: 'x' } })
  const post = await write('Dark mode', { session, body: 'For *nights*. <img src=x onerror=alert(1)>' })
  await exchange(signToken({ sub: 'bob' }))
  await vote(post, (await signIn({ sub: 'bob' })).session)
  await server('POST', `/v1/posts/${post.id}/comments`, { body: 'Among us', is_internal: true })
  await server('POST', `/v1/posts/${post.id}/comments`, { body: 'Soon', is_official: true })
  const { text } = await open(`/posts/${post.number}`)
  expect(text).toContain('For <em>nights</em>.')
  expect(text).not.toContain('<img')
  expect(text).toContain(`/users/${userId}`)
  expect(text).toMatch(new RegExp(`href="http://${project.slug}\\.localhost[^"]*/posts/${post.number}/dark-mode"`))
  expect(text).toMatch(/Internal note, not public.*Among us/s)
  expect(text).toMatch(/Official answer.*Soon/s)
  const votes = (await open(`/posts/${post.number}/votes`)).text
  expect(votes).toContain('<th scope="col">plan</th>')
  expect(votes).toContain('<td data-label="plan"><div>pro</div></td>')
  expect(votes).not.toContain('secret')
  const history = (await open(`/posts/${post.number}/history`)).text
  expect(history).toContain('wrote an internal note.')
  expect(history).toContain('answered officially.')
})

test('an official answer takes a change of status with it, in one step and from one place', async () => {
  const { submit, open, write, read, statusId, app } = await startPostsDesk()
  const post = await write('Dark mode')
  const planned = await statusId('planned')
  const path = `/posts/${post.number}/comments`
  const form = { kind: 'answer', status_id: planned, text: ' We **will**. ', notify: '1' }
  expect((await submit(path, form)).headers.location).toContain('done=answered')
  expect((await read(post)).status.id).toBe(planned)
  const { data } = (await app('GET', `/v1/posts/${post.id}/comments`)).body
  expect(data).toMatchObject([{ body: 'We **will**.', is_official: true, author: { is_team: true } }])
  const history = (await open(`/posts/${post.number}/history`)).text
  expect(history).toContain('<b>desk@posts.example</b> changed the status from Open to Planned.')
  const tooLong = await submit(path, { ...form, text: 'x'.repeat(5001) })
  expect([tooLong.status, noticeIn(tooLong)]).toEqual([400, 'The comment must have 1 to 5000 characters.'])
  expect(tooLong.text).toContain('x'.repeat(5001))
  const page = (await open(`/posts/${post.number}`)).text
  expect(page.match(/<textarea[^>]* name="(?:answer|text)"/g)).toHaveLength(1)
  const done = await statusId('done')
  expect((await submit(path, { kind: 'note', status_id: done, text: 'At last' })).status).toBe(303)
  expect((await read(post)).status.id).toBe(done)
  expect((await app('GET', `/v1/posts/${post.id}/comments`)).body.data).toHaveLength(1)
})

// Guarantees that operators cannot overwrite a version that they have not seen.
test('an edit of a post that somebody else changed meanwhile is shown beside it and not lost', async () => {
  const { submit, open, write, read, server } = await startPostsDesk()
  const post = await write('Dark mode', { body: 'First' })
  const version = /name="version" value="(\d+)"/.exec((await open(`/posts/${post.number}`)).text)?.[1] ?? ''
  await server('PATCH', `/v1/posts/${post.id}`, { body: 'Second' })
  const path = `/posts/${post.number}/edit`
  const refused = await submit(path, { title: 'Dark theme', body: 'Mine', version })
  expect([refused.status, noticeIn(refused)]).toEqual([409, expect.stringContaining('Somebody else changed this')])
  expect(refused.text).toMatch(/<details class="fold" open>.*value="Dark theme".*Mine<\/textarea>/s)
  expect(refused.text).toContain('<p dir="auto">Second</p>')
  expect((await read(post)).title).toBe('Dark mode')
  const newer = /name="version" value="(\d+)"/.exec(refused.text)?.[1] ?? ''
  expect((await submit(path, { title: 'Dark theme', body: 'Mine', version: newer })).status).toBe(303)
  expect(await read(post)).toMatchObject({ title: 'Dark theme', body: 'Mine' })
  expect((await open(`/posts/${post.number}/history`)).text).toMatch(/changed the title and the text.*Second/s)
  for (const version of ['', 'x', '-1', '1e9']) {
    expect((await submit(path, { title: 'Dark', body: '', version })).status).toBe(409)
  }
})

test('pin, lock, tags, approval and deletion are forms of their own', async () => {
  const { submit, open, write, read, addTag, signIn, server } = await startPostsDesk({ requiresApproval: true })
  const tag = await addTag('Mobile')
  const post = await write('Waiting', { session: (await signIn()).session })
  const path = `/posts/${post.number}`
  expect((await open(path)).text).toContain('This post is waiting for approval')
  await submit(`${path}/decide`, { verdict: 'approve' })
  await submit(`${path}/pin`, { on: '1' })
  await submit(`${path}/lock`, { on: '1' })
  await submit(`${path}/tags`, { tag_ids: tag })
  expect(await read(post)).toMatchObject({
    moderation_state: 'approved',
    is_pinned: true,
    comments_locked: true,
    tags: [{ name: 'Mobile' }],
  })
  await submit(`${path}/pin`, { on: '0' })
  await submit(`${path}/lock`, { on: '0' })
  await submit(`${path}/tags`, {})
  expect(await read(post)).toMatchObject({ is_pinned: false, comments_locked: false, tags: [] })
  await submit(`${path}/decide`, { verdict: 'reject' })
  expect((await open(path)).text).toContain('This post was rejected')
  expect((await open(`${path}/delete`)).text).toContain('This cannot be undone.')
  expect((await submit(`${path}/delete`, {})).headers.location).toMatch(/\/posts\?done=post_deleted$/)
  expect([(await open(path)).status, (await server('GET', `/v1/posts/${post.id}`)).status]).toEqual([404, 404])
  expect((await submit(`${path}/delete`, {})).status).toBe(404)
})

test('answers are public, notes are not; an answer to a note is a note', async () => {
  const { submit, open, write, app } = await startPostsDesk()
  const post = await write('Dark mode')
  const path = `/posts/${post.number}`
  const said = await submit(`${path}/comments`, { kind: 'answer', text: 'Soon' })
  expect(said.headers.location).toMatch(/\?done=answer_written#cmt_\w+$/)
  const noted = await submit(`${path}/comments`, { kind: 'note', text: 'Too dear' })
  const note = /#(cmt_\w+)$/.exec(noted.headers.location ?? '')?.[1] ?? ''
  const seen = async () =>
    (await app('GET', `/v1/posts/${post.id}/comments`)).body.data.map(({ body }: { body: string }) => body)
  expect(await seen()).toEqual(['Soon'])
  expect((await open(`${path}?reply=${note}`)).text).toMatch(/name="kind" value="answer" disabled/)
  const mixed = await submit(`${path}/comments`, { kind: 'answer', text: 'Public?', parent_id: note })
  expect(mixed.status).toBe(400)
  expect(mixed.text).toContain('Public?')
  await submit(`${path}/comments`, { kind: 'note', text: 'Indeed', parent_id: note })
  expect(await seen()).toEqual(['Soon'])
  expect((await submit(`${path}/comments`, { kind: 'note', text: ' \0 ' })).status).toBe(400)
  expect((await open(`${path}/comments/${note}/delete`)).text).toContain('Too dear')
  expect((await submit(`${path}/comments/${note}/delete`, {})).status).toBe(303)
  expect((await open(path)).text).toContain('Deleted comment')
})

test('a comment that waits is approved where it stands', async () => {
  const { submit, open, write, app, signIn } = await startPostsDesk({ requiresApproval: true })
  const post = await write('Dark mode')
  const { session } = await signIn()
  const { body } = await app('POST', `/v1/posts/${post.id}/comments`, { session, body: { body: 'Yes please' } })
  const path = `/posts/${post.number}/comments/${body.id}`
  expect((await open(`/posts/${post.number}`)).text).toContain(`${path}/decide`)
  await submit(`${path}/decide`, { verdict: 'approve' })
  expect((await app('GET', `/v1/posts/${post.id}/comments`)).body.data).toHaveLength(1)
})

test('posts and comments of other projects, and comments of other posts, do not exist here', async () => {
  const { submit, open, write } = await startPostsDesk()
  const [one, two] = [await write('One'), await write('Two')]
  const other = await startPostsDesk()
  for (let n = 0; n < 4; n += 1) await other.write('Foreign')
  const foreign = await other.submit('/posts/1/comments', { kind: 'note', text: 'Foreign' })
  const own = await submit(`/posts/${two.number}/comments`, { kind: 'note', text: 'Own' })
  const idIn = ({ headers }: typeof own) => /#(cmt_\w+)$/.exec(headers.location ?? '')?.[1] ?? ''
  for (const id of [idIn(foreign), idIn(own), 'cmt_x', '%00']) {
    expect((await open(`/posts/${one.number}/comments/${id}/delete`)).status).toBe(404)
    for (const what of ['delete', 'decide', 'edit']) {
      expect((await submit(`/posts/${one.number}/comments/${id}/${what}`, {})).status).toBe(404)
    }
  }
  const strange = {
    status_id: await other.statusId('done'),
    tag_ids: await other.addTag('Foreign'),
    parent_id: idIn(foreign),
    text: 'x',
  }
  for (const path of ['status', 'tags', 'comments']) {
    expect([path, (await submit(`/posts/${one.number}/${path}`, strange)).status]).toEqual([path, 404])
  }
  for (const path of ['edit', 'status', 'tags', 'pin', 'lock', 'decide', 'unmerge', 'delete', 'comments', 'merge']) {
    expect([path, (await submit(`/posts/4/${path}`, {})).status]).toEqual([path, 404])
  }
})

test('the pages of votes and history keep the heading of the post', async () => {
  const { open, write, statusId, server } = await startPostsDesk()
  const post = await write('Dark mode')
  await server('PATCH', `/v1/posts/${post.id}`, { status_id: await statusId('planned') })
  for (const path of ['', '/votes', '/history']) {
    const { text } = await open(`/posts/${post.number}${path}`)
    const facts = /<p class="facts">.*?<\/p>/s.exec(text)?.[0].replace(/<[^>]*>/g, ' ') ?? ''
    expect([path, /<h1>Dark mode<\/h1>/.test(text), facts]).toEqual([
      path,
      true,
      expect.stringMatching(new RegExp(`#${post.number}.*Planned`)),
    ])
  }
})

test('voters are listed by the time of their vote, the latest first, over all pages', async () => {
  const { server, signIn, write } = await startPostsDesk()
  const post = await write('Dark mode')
  const people: string[] = []
  for (const sub of ['a', 'b', 'c', 'd', 'e']) people.push((await signIn({ sub })).userId)
  const order = [3, 0, 4, 1, 2]
  for (const [day, place] of order.entries()) {
    const created_at = `2026-01-0${day + 1}T00:00:00Z`
    await server('PUT', `/v1/posts/${post.id}/votes/${people[place]}`, { created_at })
  }
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await server('GET', `/v1/posts/${post.id}/votes?limit=2${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.data.map(({ user }: { user: { id: string } }) => user.id))
    cursor = body.next_cursor ?? ''
  } while (cursor)
  expect(seen).toEqual(order.toReversed().map((place) => people[place]))
})

test('a trait that is named like a member of every object shows what was sent, and nothing for others', async () => {
  const desk = await startDesk({ draft: { allowedTraits: ['constructor', '__proto__', 'plan'] } })
  const { body: post } = await desk.server('POST', '/v1/posts', { title: 'Dark mode' })
  for (const [sub, traits] of [
    ['ada', '{"constructor": "a builder", "__proto__": "a parent"}'],
    ['bo', '{"plan": "pro"}'],
  ]) {
    await desk.server('PUT', `/v1/users/by_sub/${sub}`, `{"traits": ${traits}}`)
    await desk.server('PUT', `/v1/posts/${post.id}/votes/by_sub/${sub}`)
  }
  const cookie = await desk.enter()
  const { text } = await desk.ask('GET', `/${desk.project.slug}/posts/${post.number}/votes`, { cookie })
  const cells = [...text.matchAll(/<td data-label="[^"]*"><div>([^<]*)<\/div>/g)].map(([, cell]) => cell)
  expect(cells).toEqual(['–', '–', 'pro', 'a builder', 'a parent', '–']) // the newest vote first
})
