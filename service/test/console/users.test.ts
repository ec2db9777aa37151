import { expect, test } from 'vitest'
import { type Desk, startDesk } from './desk.ts'

const ADA = {
  sub: 'ada',
  email: 'Ada@acme.example',
  given_name: 'Ada',
  family_name: 'Lovelace',
  traits: { plan: 'team' },
}

/** Somebody who wrote a post and a comment, voted and follows. */
async function busyUser(desk: Desk) {
  const { session, userId } = await desk.signIn(ADA)
  const { body: post } = await desk.app('POST', '/v1/posts', { body: { title: 'Dark mode', body: 'Please.' }, session })
  await desk.app('POST', `/v1/posts/${post.id}/comments`, { body: { body: 'At night.' }, session })
  return { session, userId, post }
}

test('users are listed in pages and found by a part of their name, the beginning of their address, sub or id', async () => {
  const desk = await startDesk()
  const cookie = await desk.enter('moderator@acme.example', 'moderator')
  const { userId } = await desk.signIn(ADA)
  for (let n = 0; n < 31; n += 1) await desk.signIn({ sub: `user-${n}` })
  const page = async (query: string) => (await desk.ask('GET', `/${desk.project.slug}/users${query}`, { cookie })).text
  const first = await page('')
  expect(first).toContain('user-30')
  expect(first).not.toContain('Ada Lovelace')
  const next = /href="[^"]*\/users(\?cursor=[^"]+)"/.exec(first)?.[1] ?? ''
  expect(await page(next)).toContain('Ada Lovelace')
  const found = async (q: string) => (await page(`?q=${encodeURIComponent(q)}`)).includes(`/users/${userId}`)
  for (const q of ['ada', 'ada@ACME.example', 'ADA@a', userId]) expect([q, await found(q)]).toEqual([q, true])
  for (const q of ['Lovelace', 'velac', 'ada love', 'L', 'lo', ' ADA ']) expect([q, await found(q)]).toEqual([q, true])
  // Two letters are found at the beginning of a name alone, and signs that mean something to a database mean nothing here.
  for (const q of ['ve', 'acme.example', 'user', '%', '_', 'a_a', '%ada', '\\', '...', '’', 'a\\']) {
    expect([q, await found(q)]).toEqual([q, false])
  }
  expect(await page('?state=banned')).toContain('No banned users')
})

test('the page of a user says what the app said and what they did', async () => {
  const desk = await startDesk()
  const cookie = await desk.enter('moderator@acme.example', 'moderator')
  const { userId } = await busyUser(desk)
  const page = async (tab: string) =>
    (await desk.ask('GET', `/${desk.project.slug}/users/${userId}?tab=${tab}`, { cookie })).text
  const posts = await page('posts')
  for (const text of ['Ada Lovelace', 'Ada@acme.example', 'team', 'Acme user', 'Dark mode'])
    expect(posts).toContain(text)
  expect(await page('comments')).toContain('At night.')
  for (const tab of ['votes', 'follows', 'nonsense']) expect(await page(tab)).toContain('Dark mode')
  expect(posts).not.toContain('/erase')
})

test('a moderator bans with a reason and lifts the ban; the session ends at once', async () => {
  const desk = await startDesk()
  const cookie = await desk.enter('moderator@acme.example', 'moderator')
  const { userId, session } = await busyUser(desk)
  const path = `/${desk.project.slug}/users/${userId}`
  const long = await desk.ask('POST', `${path}/ban`, { cookie, form: { reason: 'x'.repeat(501) } })
  expect([long.status, long.text.includes('at most 500')]).toEqual([400, true])
  const banned = await desk.ask('POST', `${path}/ban`, { cookie, form: { reason: 'Spam\0<b>' } })
  expect(banned.headers.location).toBe(`/console${path}?done=user_banned`)
  expect((await desk.app('GET', '/v1/me', { session })).status).toBe(401)
  expect((await desk.exchange(desk.signToken(ADA))).body.code).toBe('user_banned')
  expect((await desk.ask('GET', path, { cookie })).text).toContain('“Spam&lt;b>”')
  expect((await desk.ask('POST', `${path}/unban`, { cookie, form: {} })).status).toBe(303)
  expect((await desk.server('GET', `/v1/users/${userId}`)).body.state).toBe('active')
  const again = await desk.signIn(ADA)
  expect((await desk.ask('POST', `${path}/end-sessions`, { cookie, form: {} })).status).toBe(303)
  expect((await desk.app('GET', '/v1/me', { session: again.session })).status).toBe(401)
})

// Guarantees that a click alone erases no user: the server compares the typed name.
test('an erasure says what it will do in numbers and asks for the name', async () => {
  const desk = await startDesk()
  const cookie = await desk.enter('admin@acme.example', 'admin')
  const { userId } = await busyUser(desk)
  const path = `/${desk.project.slug}/users/${userId}/erase`
  const page = (await desk.ask('GET', path, { cookie })).text
  for (const line of ['<b>1</b> public post ', '<b>1</b> public comment ', '<b>1</b> vote ', '<b>1</b> follow<']) {
    expect(page).toContain(line)
  }
  for (const confirmation of ['', 'ada lovelace', 'Ada', ['Ada Lovelace', 'Ada Lovelace']]) {
    const refused = await desk.ask('POST', path, { cookie, form: { confirmation } })
    expect([refused.status, refused.text.includes('nothing was erased')]).toEqual([400, true])
  }
  const done = await desk.ask('POST', path, { cookie, form: { confirmation: ' Ada Lovelace ' } })
  expect(done.headers.location).toContain('done=user_erased')
  const left = (await desk.ask('GET', `/${desk.project.slug}/users/${userId}`, { cookie })).text
  expect(left).toContain('Deleted user')
  expect(left).not.toContain('Lovelace')
  expect((await desk.ask('GET', path, { cookie })).status).toBe(404)
  expect((await desk.ask('POST', path, { cookie, form: { confirmation: userId } })).status).toBe(404)
})

test('a moderator cannot erase, and an old sign-in can neither ban nor erase', async () => {
  let now = new Date()
  const desk = await startDesk({ now: () => now })
  const { userId } = await busyUser(desk)
  const path = `/${desk.project.slug}/users/${userId}`
  const moderator = await desk.enter('moderator@acme.example', 'moderator')
  expect((await desk.ask('GET', `${path}/erase`, { cookie: moderator })).status).toBe(403)
  const form = { confirmation: userId }
  expect((await desk.ask('POST', `${path}/erase`, { cookie: moderator, form })).status).toBe(403)
  const owner = await desk.enter()
  now = new Date(now.getTime() + 16 * 60_000)
  for (const [act, members] of [
    ['ban', {}],
    ['unban', {}],
    ['erase', form],
  ] as const) {
    const answer = await desk.ask('POST', `${path}/${act}`, { cookie: owner, form: members })
    expect([act, answer.status, answer.headers.location]).toEqual([
      act,
      303,
      expect.stringContaining('/console/confirm'),
    ])
  }
  expect((await desk.ask('GET', path, { cookie: owner })).text).toContain('Confirm it’s you')
  expect((await desk.ask('GET', `${path}/erase`, { cookie: owner })).text).toContain('Confirm it’s you')
  expect((await desk.server('GET', `/v1/users/${userId}`)).body.state).toBe('active')
})

test('users of another project and texts that are no ids do not exist', async () => {
  const desk = await startDesk()
  const other = await startDesk({ service: desk.service })
  const { userId } = await other.signIn(ADA)
  const cookie = await desk.enter()
  for (const id of [userId, 'usr_1', '%00', 'x'.repeat(3000), '%F0%9F%98%80']) {
    for (const path of ['', '/erase']) {
      const answer = await desk.ask('GET', `/${desk.project.slug}/users/${id}${path}`, { cookie })
      expect([id, path, answer.status < 500 && answer.status >= 400]).toEqual([id, path, true])
    }
    for (const act of ['ban', 'unban', 'erase', 'end-sessions']) {
      const answer = await desk.ask('POST', `/${desk.project.slug}/users/${id}/${act}`, { cookie, form: {} })
      expect([id, act, answer.status < 500 && answer.status >= 400]).toEqual([id, act, true])
    }
  }
  expect((await desk.ask('GET', `/${desk.project.slug}/users?q=${ADA.email}`, { cookie })).text).toContain(
    'No users found',
  )
  expect((await desk.ask('GET', '/%00/users', { cookie })).status).toBe(404)
  expect((await desk.ask('GET', `/${desk.project.slug}/users?q=%00`, { cookie })).status).toBe(404)
  expect((await desk.ask('GET', `/${desk.project.slug}/users?q=a&q=b&cursor=x`, { cookie })).status).toBe(200)
})

test('somebody is found by the name they chose for the board, and no more once they are erased', async () => {
  const desk = await startDesk()
  const cookie = await desk.enter()
  const { session, userId } = await desk.signIn({ sub: 'grace' })
  await desk.app('PATCH', '/v1/me', { session, body: { name_choice: 'custom', custom_name: '王小明 O’Neil' } })
  const found = async (q: string) =>
    (await desk.ask('GET', `/${desk.project.slug}/users?q=${encodeURIComponent(q)}`, { cookie })).text.includes(userId)
  for (const q of ['王', '小明', 'neil', 'o’n']) expect([q, await found(q)]).toEqual([q, q !== '小明'])
  await desk.server('POST', `/v1/users/${userId}/erase`, {})
  expect(await found('neil')).toBe(false)
})

test('where many fit, the page shows twenty and says that there are more', async () => {
  const desk = await startDesk()
  const cookie = await desk.enter()
  for (let n = 0; n < 21; n += 1)
    await desk.signIn({ sub: `s${n}`, given_name: `Maria ${n}`, email: `maria${n}@a.example` })
  const page = (await desk.ask('GET', `/${desk.project.slug}/users?q=maria`, { cookie })).text
  expect(page.match(/<th scope="row"/g)).toHaveLength(20)
  expect(page).toContain('There are more matches.')
  const one = (await desk.ask('GET', `/${desk.project.slug}/users?q=maria20@a.example`, { cookie })).text
  expect(one.match(/<th scope="row"/g)).toHaveLength(1)
  expect(one).not.toContain('There are more matches.')
})
