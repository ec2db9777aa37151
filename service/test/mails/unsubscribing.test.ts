import { expect, test } from 'vitest'
import { type MailTopic, openMailLinks } from '../../src/domain/mails/index.ts'
import type { Id } from '../../src/foundation/ids/index.ts'
import { type Stage, startBoard } from '../board/stage.ts'
import { visitorOf } from '../board/visitor.ts'
import type { Members } from '../harness/project.ts'

const ONE_CLICK = {
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'https://mail.example',
    'sec-fetch-site': 'cross-site',
  },
  body: 'List-Unsubscribe=One-Click',
}

async function reader(stage: Stage, claims: Members = {}) {
  const { session, userId } = await stage.signIn({
    sub: 'ada',
    email: 'ada@example.com',
    email_verified: true,
    ...claims,
  })
  const { database } = stage.service
  const links = await openMailLinks(database.sql)
  const linkTo = (topic: MailTopic, projectId = stage.project.id) =>
    `/mail/${links.write(projectId, { userId: userId as Id<'user'>, topic })}` // as the API calls it
  const choices = async () => (await stage.app('GET', '/v1/me', { session })).body.notifications
  const mutes = async () => (await database.sql`select 1 from mail_mutes where user_id = ${userId}`).length
  return { session, userId, linkTo, choices, mutes }
}

test.each([
  ['everything', { email: false }],
  ['comments', { email: true, comments: false }],
  ['statusChanges', { email: true, status_changes: false }],
  ['changelog', { email: true, changelog: false }],
] as const)(
  'a link about %s stops that with one click, without a cookie and from anywhere',
  async (topic, expected) => {
    const stage = await startBoard()
    const { linkTo, choices } = await reader(stage)
    const before = await choices()
    const answer = await stage.board('POST', linkTo(topic), ONE_CLICK)
    expect(answer).toMatchObject({ status: 200, cookies: [] })
    expect(await choices()).toEqual({ ...before, ...expected })
    expect((await stage.board('POST', linkTo(topic), ONE_CLICK)).status).toBe(200) // twice is once
    expect(await choices()).toEqual({ ...before, ...expected })
    expect((await stage.board('POST', `${linkTo(topic)}/again`, ONE_CLICK)).status).toBe(200)
    expect(await choices()).toEqual(before)
  },
)

// Guarantees that nobody loses the notifications of a kind without having read it.
test('the page of a link that stops a kind says that it stops on the board as well; other links stop mail alone', async () => {
  const stage = await startBoard()
  const { linkTo } = await reader(stage)
  const also = 'This goes for notifications on the board, too.'
  const still = 'You still see what is new when you visit the board.'
  for (const topic of ['comments', 'statusChanges', 'changelog'] as const) {
    const { text } = await stage.board('GET', linkTo(topic))
    expect(text).toContain(also)
    expect(text).not.toContain(still)
    expect((await stage.board('POST', linkTo(topic), ONE_CLICK)).text).toContain(also)
  }
  const { text } = await stage.board('GET', linkTo('everything'))
  expect(text).toContain(still)
  expect(text).not.toContain(also)
})

test('a link about one post mutes that post alone, and the page names it and offers the way back', async () => {
  const stage = await startBoard()
  const { linkTo, choices, mutes } = await reader(stage)
  const { body: post } = await stage.server('POST', '/v1/posts', { title: 'Recurring tasks' })
  const before = await choices()
  const { text } = await stage.board('POST', linkTo(post.id), ONE_CLICK)
  expect(text).toContain('You get no more mail about this idea.')
  expect(text).toContain('Recurring tasks')
  expect(text).toContain(`action="${linkTo(post.id)}/again"`)
  expect(await mutes()).toBe(1)
  expect(await choices()).toEqual(before)
  await stage.board('POST', `${linkTo(post.id)}/again`, ONE_CLICK)
  expect(await mutes()).toBe(0)
})

// Guarantees threat 87: programs that check mails open every link.
test('looking at a link changes nothing, with GET and with HEAD', async () => {
  const stage = await startBoard()
  const { linkTo, choices, mutes } = await reader(stage)
  const { body: post } = await stage.server('POST', '/v1/posts', { title: 'Recurring tasks' })
  const before = await choices()
  for (const topic of ['everything', 'comments', post.id] as const) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await stage.board(method, linkTo(topic))
      expect(answer).toMatchObject({ status: 200, cookies: [] })
      expect(answer.headers['referrer-policy']).toBe('no-referrer')
    }
  }
  expect(await choices()).toEqual(before)
  expect(await mutes()).toBe(0)
})

// Guarantees threat 117.
test('a forged link, a cut one and one of another project do nothing and say so', async () => {
  const stage = await startBoard()
  const other = await startBoard()
  const { linkTo, choices } = await reader(stage)
  const before = await choices()
  const good = linkTo('everything')
  const forged = [
    linkTo('everything', other.project.id),
    good.slice(0, -3),
    `${good}A`,
    good.replace(/\/mail\/./, (start) => `${start.slice(0, -1)}${start.endsWith('A') ? 'B' : 'A'}`),
    '/mail/x',
  ]
  for (const link of forged) {
    for (const [method, options] of [
      ['GET', {}],
      ['POST', ONE_CLICK],
    ] as const) {
      const answer = await stage.board(method, link, options)
      expect(answer.status, link).toBe(404)
      expect(answer.text).toContain('This link does not work')
    }
  }
  expect((await other.board('POST', good, ONE_CLICK)).status).toBe(404)
  for (const link of [
    `/mail/${'A'.repeat(9_000)}`,
    `/mail/${'%F0%9F%99%88'.repeat(50)}`,
    '/mail/%00',
    `${good}/again/x`,
  ]) {
    expect((await stage.board('POST', link, ONE_CLICK)).status, link).toBeOneOf([400, 404])
  }
  expect(await choices()).toEqual(before)
})

test('a link shows nothing of a private board, works there, and signs nobody in', async () => {
  const stage = await startBoard({ isPrivate: true })
  const { linkTo, mutes } = await reader(stage)
  const { body: post } = await stage.server('POST', '/v1/posts', { title: 'Secretum' })
  const { status, text, cookies } = await stage.board('POST', linkTo(post.id), ONE_CLICK)
  expect({ status, cookies }).toEqual({ status: 200, cookies: [] })
  expect(text).not.toContain('Secretum')
  expect(await mutes()).toBe(1)
})

test.each(['erase', 'ban'])('after %s, no link of that person works', async (verb) => {
  const stage = await startBoard()
  const { linkTo, userId, mutes } = await reader(stage)
  const { body: post } = await stage.server('POST', '/v1/posts', { title: 'Recurring tasks' })
  await stage.server('POST', `/v1/users/${userId}/${verb}`, {})
  for (const link of [linkTo('everything'), linkTo(post.id), `${linkTo(post.id)}/again`]) {
    expect((await stage.board('POST', link, ONE_CLICK)).status).toBe(404)
  }
  expect(await mutes()).toBe(0)
})

test('somebody who had stopped all mail and wants one again gets it, as the page says', async () => {
  const stage = await startBoard()
  const { linkTo, choices, mutes } = await reader(stage)
  const { body: post } = await stage.server('POST', '/v1/posts', { title: 'Recurring tasks' })
  for (const topic of [post.id, 'everything'] as const) await stage.board('POST', linkTo(topic), ONE_CLICK)
  const { text } = await stage.board('POST', `${linkTo(post.id)}/again`, ONE_CLICK)
  expect(text).toContain('You get this mail again')
  expect([(await choices()).email, await mutes()]).toEqual([true, 0])
})

test('a link changes the mail of its own person, whoever is signed in, and signs nobody in', async () => {
  const stage = await startBoard()
  const { linkTo, choices } = await reader(stage)
  const eve = await stage.signIn({ sub: 'eve', email: 'eve@example.com', email_verified: true })
  const visitor = visitorOf(stage)
  const cookie = await visitor.signIn({ sub: 'eve', email: 'eve@example.com', email_verified: true })
  const headers = { ...ONE_CLICK.headers, cookie }
  const answer = await stage.board('POST', linkTo('everything'), { ...ONE_CLICK, headers })
  expect(answer).toMatchObject({ status: 200, cookies: [] })
  expect((await choices()).email).toBe(false)
  expect((await stage.app('GET', '/v1/me', { session: eve.session })).body.notifications.email).toBe(true)
})

test('the page speaks the language of its person, as the mail did', async () => {
  const stage = await startBoard()
  const { linkTo } = await reader(stage, { locale: 'ar-EG' })
  const { text } = await stage.board('GET', linkTo('everything'), { headers: { 'accept-language': 'en' } })
  expect(text).toContain('<html lang="ar" dir="rtl"')
  expect(text).toContain('هل تريد إيقاف كل الرسائل من')
})

test('a mail program may send its click as multipart/form-data', async () => {
  const stage = await startBoard()
  const { linkTo, choices } = await reader(stage)
  const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  expect((await stage.board('POST', linkTo('everything'), { headers, body })).status).toBe(200)
  expect((await choices()).email).toBe(false)
})
