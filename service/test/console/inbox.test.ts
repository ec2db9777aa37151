import { expect, test } from 'vitest'
import { itemsIn, noticeIn, startPostsDesk } from './posts-desk.ts'

const countsIn = ({ text }: { text: string }) => [...text.matchAll(/<span class="count">([^<]*)</g)].map(([, n]) => n)

test('a post of a user is new until the team answers it, moves it or marks it as seen', async () => {
  const { open, submit, write, signIn, server, statusId } = await startPostsDesk()
  const { session } = await signIn()
  await write('By the team')
  const [one, two, three, four] = [
    await write('One', { session }),
    await write('Two', { session }),
    await write('Three', { session, body: 'It *matters*. <script>alert(1)</script>' }),
    await write('Four', { session }),
  ]
  const page = await open('/inbox')
  expect(itemsIn(page)).toEqual(['Four', 'Three', 'Two', 'One'])
  expect(countsIn(page)).toEqual(['4', '0', '0'])
  expect(page.text).toContain('It <em>matters</em>.')
  expect(page.text).not.toContain('<script>alert')

  await server('POST', `/v1/posts/${one.id}/comments`, { body: 'Among us', is_internal: true })
  expect(itemsIn(await open('/inbox'))).toHaveLength(4)
  await server('POST', `/v1/posts/${one.id}/comments`, { body: 'Soon', is_official: true })
  expect(itemsIn(await open('/inbox'))).toEqual(['Four', 'Three', 'Two'])
  const planned = await submit('/inbox/status', {
    subject: two.id,
    status_id: await statusId('planned'),
    tab: 'new',
    next: three.id,
  })
  expect([planned.status, planned.headers.location]).toEqual([
    303,
    expect.stringMatching(new RegExp(`/inbox\\?tab=new&done=status_set#${three.id}$`)),
  ])
  await submit('/inbox/decide', { subject: four.id, verdict: 'approve', tab: 'new', next: '' })
  expect(itemsIn(await open('/inbox'))).toEqual(['Three'])
  const seen = await open('/inbox?tab=new&done=item_seen')
  expect([countsIn(seen), noticeIn(seen)]).toEqual([['1', '0', '0'], expect.stringContaining('stays on the board')])
})

test('a reported item shows every reason, and is dismissed or rejected', async () => {
  const { open, submit, write, signIn, app, read, server } = await startPostsDesk()
  const [ada, bob] = [await signIn({ sub: 'ada' }), await signIn({ sub: 'bob' })]
  const [fine, rude] = [await write('Fine', { session: ada.session }), await write('Rude', { session: ada.session })]
  const said = await app('POST', `/v1/posts/${fine.id}/comments`, {
    session: ada.session,
    body: { body: 'Buy *this*' },
  })
  for (const what of [{ post_id: fine.id }, { post_id: rude.id }, { comment_id: said.body.id }]) {
    await app('POST', '/v1/reports', { session: bob.session, body: { ...what, reason: 'It is <b>mean</b>' } })
  }
  const page = await open('/inbox?tab=reported')
  expect(itemsIn(page)).toEqual(['Fine', 'Rude', 'Fine'])
  expect(countsIn(page)).toEqual(['0', '3', '0'])
  expect(page.text).toContain('<q>It is &lt;b>mean&lt;/b></q>')
  expect(page.text).toContain('Comment on ')
  expect(page.text).toContain('Buy <em>this</em>')

  const decide = (subject: string, verdict: string) => submit('/inbox/decide', { subject, verdict, tab: 'reported' })
  expect((await decide(fine.id, 'approve')).headers.location).toContain('done=item_dismissed')
  expect((await decide(rude.id, 'reject')).headers.location).toContain('done=item_rejected')
  await decide(said.body.id, 'reject')
  expect(itemsIn(await open('/inbox?tab=reported'))).toEqual([])
  expect([(await read(fine)).moderation_state, (await read(rude)).moderation_state]).toEqual(['approved', 'rejected'])
  expect((await read(fine)).comment_count).toBe(0)
  const log = (await server('GET', '/v1/audit_log')).body.data
  expect(log.find(({ action }: { action: string }) => action === 'post.rejected').actor).toMatchObject({
    kind: 'operator',
    name: 'desk@posts.example',
  })
})

test('a waiting post is public once it is approved, and is not new then', async () => {
  const { open, submit, write, signIn, app } = await startPostsDesk({ requiresApproval: true })
  const { session } = await signIn()
  const post = await write('Waiting', { session })
  const page = await open('/inbox')
  expect([itemsIn(page), countsIn(page)]).toEqual([['Waiting'], ['0', '0', '1']])
  expect((await app('GET', `/v1/posts/${post.id}`)).status).toBe(404)
  await submit('/inbox/decide', { subject: post.id, verdict: 'approve', tab: 'waiting' })
  expect((await app('GET', `/v1/posts/${post.id}`)).status).toBe(200)
  expect(countsIn(await open('/inbox'))).toEqual(['0', '0', '0'])
  expect((await open('/inbox')).text).toContain('All caught up')
})

// Guarantees that two moderators at one inbox do not undo each other by accident: the second decision is a decision of its own.
test('two operators who decide the same at once both succeed', async () => {
  const { open, submit, write, signIn, read } = await startPostsDesk({ requiresApproval: true })
  const post = await write('Waiting', { session: (await signIn()).session })
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => submit('/inbox/decide', { subject: post.id, verdict: 'approve', tab: 'waiting' })),
  )
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303])
  expect((await read(post)).moderation_state).toBe('approved')
  expect(itemsIn(await open('/inbox?tab=waiting'))).toEqual([])
})

test('a long inbox is read in pages, and a decision leads back to the same page', async () => {
  const { open, submit, write, signIn } = await startPostsDesk()
  const { session } = await signIn()
  const posts = []
  for (let n = 0; n < 23; n += 1) posts.push(await write(`Post ${n}`, { session }))
  const first = await open('/inbox')
  const next =
    /href="\/console\/[^/]*(\/inbox\?tab=new&amp;cursor=[^"]*)"/.exec(first.text)?.[1]?.replace('&amp;', '&') ?? ''
  const second = await open(next)
  expect([itemsIn(first).length, itemsIn(second)]).toEqual([20, ['Post 2', 'Post 1', 'Post 0']])
  const cursor = new URLSearchParams(next.split('?')[1]).get('cursor') ?? ''
  const form = { subject: posts[2]?.id ?? '', verdict: 'approve', tab: 'new', cursor, next: posts[1]?.id ?? '' }
  const { location = '' } = (await submit('/inbox/decide', form)).headers
  expect(location).toContain(`#${posts[1]?.id}`)
  expect(itemsIn(await open(location.slice(location.indexOf('/inbox'))))).toEqual(['Post 1', 'Post 0'])
  // Past the end of what is left, the list begins again.
  for (const post of posts.slice(0, 2))
    await submit('/inbox/decide', { subject: post.id, verdict: 'approve', tab: 'new' })
  expect(itemsIn(await open(next))).toHaveLength(20)
})

test('ids of other projects, and what is no id, do not exist; nothing that is sent breaks it', async () => {
  const { open, submit, write } = await startPostsDesk()
  const own = await write('Own')
  const other = await startPostsDesk()
  const foreign = await other.write('Foreign')
  for (const subject of [foreign.id, 'pst_nothing', '', 'a\0b', 'x'.repeat(10_000)]) {
    expect((await submit('/inbox/decide', { subject, verdict: 'reject' })).status).toBe(404)
    expect((await submit('/inbox/status', { subject, status_id: '' })).status).toBe(404)
  }
  expect((await submit('/inbox/status', { subject: own.id, status_id: await other.statusId('done') })).status).toBe(404)
  expect((await other.read(foreign)).moderation_state).toBe('approved')
  const twice = await submit('/inbox/decide', { subject: [own.id, own.id], verdict: ['approve', 'reject'] })
  expect(twice.status).toBe(404)
  const led = await submit('/inbox/decide', {
    subject: own.id,
    verdict: 'approve',
    next: '//evil.example',
    cursor: '\0',
    tab: 'x',
  })
  expect(led.headers.location).toMatch(/^\/console\/[\w-]+\/inbox\?tab=new&done=item_approved$/)
  expect((await open('/inbox?tab=nothing&cursor=nothing')).status).toBe(200)
  expect((await open('/inbox?cursor=%00')).status).toBe(404)
})
