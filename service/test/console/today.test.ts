import { expect, test } from 'vitest'
import { compareOwn } from '../duplicates/comparing.ts'
import type { DeskAnswer } from './desk.ts'
import { itemsIn, noticeIn, startPostsDesk } from './posts-desk.ts'

/** How many items each section that is shown says it has. */
const countsIn = ({ text }: DeskAnswer) =>
  Object.fromEntries(
    [...text.matchAll(/<h2 id="part-(\w+)">.*?<span class="count">([^<]*)</gs)].map(([, name, count]) => [name, count]),
  )
const besideIn = ({ text }: DeskAnswer) => /<article class="beside".*?<\/article>/s.exec(text)?.[0] ?? ''
const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

test('a post of a user needs an answer until the team answers it, moves it or marks it as seen', async () => {
  const { open, submit, write, signIn, server, statusId } = await startPostsDesk()
  const { session } = await signIn()
  await write('By the team')
  const [one, two, three, four] = [
    await write('First thing', { session }),
    await write('Second wish', { session }),
    await write('Third hope', { session, body: 'It *matters*. <script>alert(1)</script>' }),
    await write('Fourth need', { session }),
  ]
  const page = await open('')
  expect(itemsIn(page)).toEqual(['Fourth need', 'Third hope', 'Second wish', 'First thing'])
  expect(countsIn(page)).toEqual({ unanswered: '4' })
  const chosen = await open(`?item=${three.id}`)
  expect(besideIn(chosen)).toContain('It <em>matters</em>.')
  expect(chosen.text).not.toContain('<script>alert')

  await server('POST', `/v1/posts/${one.id}/comments`, { body: 'Among us', is_internal: true })
  expect(itemsIn(await open(''))).toHaveLength(4)
  await server('POST', `/v1/posts/${one.id}/comments`, { body: 'Soon', is_official: true })
  expect(itemsIn(await open(''))).toEqual(['Fourth need', 'Third hope', 'Second wish'])
  const planned = await submit('/today/answer', {
    subject: two.id,
    text: '',
    status_id: await statusId('planned'),
    next: three.id,
  })
  expect([planned.status, planned.headers.location]).toEqual([
    303,
    expect.stringMatching(new RegExp(`\\?item=${three.id}&undo=\\w+&done=status_set`)),
  ])
  await submit('/today/decide', { subject: four.id, verdict: 'approve', next: '' })
  expect(itemsIn(await open(''))).toEqual(['Third hope'])
  expect(noticeIn(await open('?done=item_seen'))).toContain('stays on the board')
})

test('an answer and its status are one step, and what could not be taken comes back as it was typed', async () => {
  const { open, submit, write, signIn, statusId, read, server } = await startPostsDesk()
  const { session } = await signIn()
  const post = await write('Dark mode', { session })
  const empty = await submit('/today/answer', { subject: post.id, text: ' ', status_id: '' })
  expect([empty.status, itemsIn(empty)]).toEqual([400, ['Dark mode']])
  const long = await submit('/today/answer', { subject: post.id, text: 'x'.repeat(10_001), status_id: '' })
  expect([long.status, besideIn(long).includes('x'.repeat(10_001))]).toEqual([400, true])
  const done = await submit('/today/answer', {
    subject: post.id,
    text: 'In March',
    status_id: await statusId('planned'),
    notify: '1',
    form_id: 'a-form-that-is-sent-twice',
  })
  expect(done.headers.location).toContain('done=answered')
  expect(await read(post)).toMatchObject({ status: { category: 'planned' }, comment_count: 1 })
  expect(itemsIn(await open(''))).toEqual([])
  const { data } = (await server('GET', `/v1/posts/${post.id}/comments`)).body
  expect(data[0]).toMatchObject({ body: 'In March', is_official: true })
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
  const page = await open('?show=reported')
  expect(itemsIn(page)).toEqual(['Fine', 'Rude', 'Fine'])
  expect(countsIn(await open(''))).toEqual({ reported: '3' })
  expect(besideIn(page)).toContain('<q>It is &lt;b>mean&lt;/b></q>')
  const comment = besideIn(await open(`?item=${said.body.id}`))
  expect(comment).toContain('Comment on')
  expect(comment).toContain('Buy <em>this</em>')

  const decide = (subject: string, verdict: string) => submit('/today/decide', { subject, verdict, show: 'reported' })
  expect((await decide(fine.id, 'approve')).headers.location).toMatch(/\?show=reported&undo=\w+&done=item_dismissed/)
  expect((await decide(rude.id, 'reject')).headers.location).toContain('done=item_rejected')
  await decide(said.body.id, 'reject')
  expect(itemsIn(await open('?show=reported'))).toEqual([])
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
  const page = await open('')
  expect([itemsIn(page), countsIn(page)]).toEqual([['Waiting'], { pending: '1' }])
  expect((await app('GET', `/v1/posts/${post.id}`)).status).toBe(404)
  await submit('/today/decide', { subject: post.id, verdict: 'approve' })
  expect((await app('GET', `/v1/posts/${post.id}`)).status).toBe(200)
  expect((await open('')).text).toContain('All caught up')
})

// Guarantees that two moderators do not undo each other by accident: the second decision is a decision of its own.
test('two operators who decide the same at once both succeed', async () => {
  const { open, submit, write, signIn, read } = await startPostsDesk({ requiresApproval: true })
  const post = await write('Waiting', { session: (await signIn()).session })
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => submit('/today/decide', { subject: post.id, verdict: 'approve' })),
  )
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303])
  expect((await read(post)).moderation_state).toBe('approved')
  expect(itemsIn(await open('?show=pending'))).toEqual([])
})

/** Titles that are not alike. */
const titleOf = (n: number) => String.fromCharCode(97 + n).repeat(8)

test('a long section is read in pages, and a decision leads back to the same page', async () => {
  const { open, submit, write, signIn } = await startPostsDesk()
  const { session } = await signIn()
  const posts = []
  for (let n = 0; n < 23; n += 1) posts.push(await write(titleOf(n), { session }))
  const all = await open('')
  expect([itemsIn(all).length, countsIn(all).unanswered]).toEqual([6, '23'])
  const first = await open('?show=unanswered')
  const next = /href="\/console\/[^/?]*(\?show=unanswered&amp;cursor=[^"]*)"/.exec(first.text)?.[1] ?? ''
  const second = await open(next.replaceAll('&amp;', '&'))
  expect([itemsIn(first).length, itemsIn(second)]).toEqual([20, [2, 1, 0].map(titleOf)])
  const cursor = new URLSearchParams(next.replaceAll('&amp;', '&')).get('cursor') ?? ''
  const form = { subject: posts[2]?.id ?? '', verdict: 'approve', show: 'unanswered', cursor, next: posts[1]?.id ?? '' }
  const { location = '' } = (await submit('/today/decide', form)).headers
  expect(location).toContain(`item=${posts[1]?.id}`)
  expect(itemsIn(await open(location.slice(location.indexOf('?'))))).toEqual([1, 0].map(titleOf))
  // Past the end of what is left, the list begins again.
  for (const post of posts.slice(0, 2)) await submit('/today/decide', { subject: post.id, verdict: 'approve' })
  expect(itemsIn(await open(next.replaceAll('&amp;', '&')))).toHaveLength(20)
})

test('a post that gains votes this week is rising; an old favourite and a finished post are not', async () => {
  const { open, write, signIn, vote, server, statusId } = await startPostsDesk()
  const [rising, old, done] = [await write('Calendar feed'), await write('Old favourite'), await write('Shipped thing')]
  const past = new Date(Date.now() - 20 * 24 * 60 * 60 * 1000).toISOString()
  for (const sub of ['a', 'b', 'c', 'd']) {
    const { session } = await signIn({ sub })
    await vote(rising, session)
    await vote(done, session)
    expect((await server('PUT', `/v1/posts/${old.id}/votes/by_sub/${sub}`, { created_at: past })).status).toBeLessThan(
      300,
    )
  }
  await server('PATCH', `/v1/posts/${done.id}`, { status_id: await statusId('done') })
  const page = await open('?show=rising')
  expect(itemsIn(page)).toEqual(['Calendar feed'])
  expect(page.text).toContain('4 votes in the last 7 days')
})

test('a new post with nearly the title of an older one is a likely duplicate until it is merged or told apart', async () => {
  const desk = await startPostsDesk()
  const { open, submit, write, read } = desk
  const first = await write('Dark mode for the calendar')
  const again = await write('A dark mode for the calendar')
  const third = await write('Dark mode for the calender')
  await write('Export as CSV')
  await open('?show=duplicates')
  await compareOwn(desk)
  const page = await open('?show=duplicates')
  expect(itemsIn(page).sort()).toEqual(['A dark mode for the calendar', 'Dark mode for the calender'])
  const beside = besideIn(await open(`?show=duplicates&item=${again.id}`))
  expect(textOf(beside)).toContain('Not the same')
  for (const other of [first, again]) {
    await submit('/today/distinct', { subject: third.id, other: other.id, show: 'duplicates' })
  }
  expect(itemsIn(await open('?show=duplicates'))).toEqual(['A dark mode for the calendar'])
  const merged = await submit('/today/merge', { subject: again.id, into: first.id, show: 'duplicates' })
  expect(merged.headers.location).toContain('done=today_merged')
  expect((await read(again)).merged_into_id).toBe(first.id)
  expect(itemsIn(await open('?show=duplicates'))).toEqual([])
})

test('traits of authors and voters are for those who may see them', async () => {
  const { open, write, signIn, vote, ask, enter, project } = await startPostsDesk()
  const pro = await signIn({ sub: 'pro', traits: { plan: '<i>pro</i>', secret: 'hidden' } })
  const free = await signIn({ sub: 'free', traits: { plan: 'free' } })
  const post = await write('Voice notes', { session: pro.session })
  await vote(post, free.session)
  const page = await open('')
  expect(page.text).toContain('&lt;i>pro&lt;/i>')
  expect(page.text).not.toMatch(/>hidden|secret|<i>pro/)
  expect(textOf(besideIn(page))).toMatch(/Voters by plan .*50%/)
  const viewer = await enter('viewer@today.example', 'viewer')
  const seen = await ask('GET', `/${project.slug}`, { cookie: viewer })
  expect(itemsIn(seen)).toEqual(['Voice notes'])
  expect(seen.text).not.toMatch(/&lt;i>pro|Voters by|<button[^>]*data-reject/)
})

test('a trait that is named like a member of every object is shown only where it was sent', async () => {
  const { open, write, server, signIn } = await startPostsDesk({ allowedTraits: ['constructor', 'plan'] })
  await write('Voice notes', { session: (await signIn({ sub: 'ada' })).session })
  expect((await open('')).text).not.toContain('[native code]')
  await server('PUT', '/v1/users/by_sub/ada', '{"traits": {"constructor": "a builder"}}')
  expect(textOf(besideIn(await open('')))).toContain('constructor a builder')
})

test('the addresses of the inbox lead here', async () => {
  const { open } = await startPostsDesk()
  for (const [path, to] of [
    ['/inbox', ''],
    ['/inbox?tab=new', '?show=unanswered'],
    ['/inbox?tab=reported', '?show=reported'],
    ['/inbox?tab=waiting&cursor=x', '?show=pending'],
    ['/inbox?tab=nothing', ''],
  ] as const) {
    const { status, headers } = await open(path)
    expect([path, status, headers.location?.replace(/^\/console\/[\w-]+/, '')]).toEqual([path, 303, to])
  }
})

test('ids of other projects and texts that are no ids do not exist, and no value breaks the page', async () => {
  const { open, submit, write } = await startPostsDesk()
  const own = await write('Own')
  const other = await startPostsDesk()
  const foreign = await other.write('Foreign')
  for (const subject of [foreign.id, 'pst_nothing', '', 'a\0b', 'x'.repeat(10_000)]) {
    expect((await submit('/today/decide', { subject, verdict: 'reject' })).status).toBe(404)
    expect((await submit('/today/answer', { subject, text: 'a', status_id: '' })).status).toBe(404)
    expect((await submit('/today/merge', { subject, into: own.id })).status).toBe(404)
    expect((await submit('/today/merge', { subject: own.id, into: subject })).status).toBe(404)
    expect((await submit('/today/distinct', { subject, other: own.id })).status).toBe(404)
    expect((await open(`?item=${encodeURIComponent(subject.slice(0, 100))}`)).status).toBeLessThan(405)
  }
  expect((await open(`?item=${foreign.id}`)).text).not.toContain('Foreign')
  expect(
    (await submit('/today/answer', { subject: own.id, text: '', status_id: await other.statusId('done') })).status,
  ).toBe(404)
  expect((await other.read(foreign)).moderation_state).toBe('approved')
  const led = await submit('/today/decide', {
    subject: own.id,
    verdict: 'approve',
    next: '//evil.example',
    cursor: '\0',
    show: 'x',
  })
  expect(led.headers.location).toMatch(/^\/console\/[\w-]+\?undo=\w+&done=item_seen/)
  expect((await open('?show=nothing&cursor=nothing')).status).toBe(200)
  expect((await open('?show=unanswered&cursor=%00')).status).toBe(404)
})
