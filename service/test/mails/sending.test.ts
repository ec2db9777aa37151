import { expect, test } from 'vitest'
import { openMailLinks, takeMails } from '../../src/domain/mails/index.ts'
import type { Id } from '../../src/foundation/ids/index.ts'
import { changedPost, startMailStage } from './stage.ts'

test('a mail says what changed, in the language of its reader, as text and HTML, with the headers of a list', async () => {
  const stage = await startMailStage()
  const [ada, dora] = [await stage.reader('ada'), await stage.reader('dora', { locale: 'de-AT' })]
  const { post, told } = await changedPost(stage)
  await stage.tell([ada, dora], told)
  const counted: string[] = []
  await stage.startSender({ count: (result) => counted.push(result) })
  const received = await stage.mailServer.arrived(2)
  const [toAda, toDora] = ['ada', 'dora'].map((sub) => received.find(({ to }) => to[0] === `${sub}@example.com`))
  expect(received.map(({ to }) => to.length)).toEqual([1, 1])
  expect(toAda?.mail).toMatchObject({
    subject: '“Recurring tasks” is now Planned',
    from: { name: 'Acme', address: 'feedback@acme.example' },
  })
  expect(toDora?.mail.subject).toBe('„Recurring tasks“ ist jetzt Geplant')
  expect(toDora?.mail.text).toContain('Diese Idee ist jetzt Geplant')
  const board = `http://${stage.project.slug}.localhost:${stage.running.port}`
  for (const part of [toAda?.mail.text, toAda?.mail.html]) {
    expect(part).toContain(`${board}/posts/${post.number}/recurring-tasks`)
    expect(part).toContain(`${board}/mail/`)
  }
  expect(toAda?.mail.html).not.toMatch(/<img|src=|background-image|url\(/)
  expect(toAda?.header('list-id')).toBe(`<${stage.project.slug}.localhost>`)
  expect(toAda?.header('list-unsubscribe')).toMatch(/^<http:\/\/[^>]+\/mail\/[\w-]+>$/)
  expect(toAda?.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(toAda?.header('auto-submitted')).toBe('auto-generated')
  expect(toAda?.mail.messageId).not.toBe(toDora?.mail.messageId)
  expect(toAda?.mail.references).toBe(toDora?.mail.references) // one post, one thread
  await stage.settledAs('sent', 'sent')
  expect(counted).toEqual(['sent', 'sent'])
})

// Guarantees RFC 8058: the list is the board, and after the click none of its mail comes.
test('the one click of a mail about one post stops all mail of the board', async () => {
  const stage = await startMailStage()
  const ada = await stage.reader('ada')
  await stage.tell([ada], (await changedPost(stage)).told)
  await stage.startSender()
  const [mail] = await stage.mailServer.arrived(1)
  const links = await openMailLinks(stage.running.database.sql)
  const link = mail?.header('list-unsubscribe')?.match(/\/mail\/([\w-]+)>$/)?.[1] ?? ''
  expect(links.read(stage.project.id, link)).toEqual({ userId: ada, topic: 'everything' })
})

test('somebody whose language is not known, or not spoken here, gets mail in the language of the board', async () => {
  const stage = await startMailStage({ draft: { language: 'german' } })
  const locales = { ada: undefined, boris: 'ru', chloe: 'fr' }
  const readers = Object.entries(locales).map(([sub, locale]) => stage.reader(sub, locale ? { locale } : {}))
  await stage.tell(await Promise.all(readers), (await changedPost(stage)).told)
  await stage.startSender()
  const received = await stage.mailServer.arrived(3)
  const subjects = received.map(({ to, mail }) => `${to[0]}: ${mail.subject}`)
  expect(subjects.toSorted()).toEqual([
    'ada@example.com: „Recurring tasks“ ist jetzt Geplant',
    'boris@example.com: „Recurring tasks“ ist jetzt Geplant',
    'chloe@example.com: « Recurring tasks » est maintenant : Planifiée',
  ])
})

test('several events about one post are one mail, and what was deleted meanwhile is not in it', async () => {
  const stage = await startMailStage()
  const ada = await stage.reader('ada')
  const { post, told } = await changedPost(stage)
  await stage.tell([ada], told)
  let shown = ''
  for (const body of ['The first remark.', 'The second remark, [@](mention:team).']) {
    const { body: comment } = await stage.server('POST', `/v1/posts/${post.id}/comments`, { body })
    await stage.tell([ada], {
      type: 'answered',
      event: await stage.lastEvent('comment.created'),
      post: post.id,
      comment: comment.id,
    })
    if (body.includes('first')) await stage.server('DELETE', `/v1/comments/${comment.id}`)
    shown = comment.id
  }
  await stage.startSender()
  const [mail] = await stage.mailServer.arrived(1)
  await stage.settledAs('sent')
  expect(mail?.mail.subject).toBe('2 updates on “Recurring tasks”')
  expect(mail?.mail.text).toContain('The second remark, @Acme.')
  expect(mail?.mail.text).not.toContain('The first remark.')
  for (const part of [mail?.mail.text, mail?.mail.html]) expect(part).toContain(`/recurring-tasks#${shown}`)
})

// Guarantees that a portion of digests with hundreds of comments each fits into memory.
test('only as much of a long comment is read as a mail can show', async () => {
  const stage = await startMailStage()
  const ada = await stage.reader('ada')
  const post = await stage.newPost('Recurring tasks')
  const { body: comment } = await stage.server('POST', `/v1/posts/${post.id}/comments`, { body: 'Long. '.repeat(800) })
  const event = await stage.lastEvent('comment.created')
  await stage.tell([ada], { type: 'answered', event, post: post.id, comment: comment.id })
  const [taken] = await takeMails(stage.call(), 1)
  const read = JSON.stringify(await taken?.letter?.())
  expect(read).toContain('Long. Long.')
  expect(read.match(/Long/g)?.length).toBeLessThan(400)
})

test('a status that was changed back is not mailed', async () => {
  const stage = await startMailStage()
  const ada = await stage.reader('ada')
  const { post, told } = await changedPost(stage)
  await stage.tell([ada], told)
  await stage.server('POST', `/v1/posts/${post.id}/status`, { status_id: await stage.statusNamed('Open') })
  await stage.tell([ada], { ...told, event: await stage.lastEvent('post.status_changed') })
  await stage.startSender()
  await stage.settledAs('skipped')
  expect(stage.mailServer.received).toEqual([])
})

test('a status that was changed again without notice is not mailed: nobody was told of it', async () => {
  const stage = await startMailStage()
  const ada = await stage.reader('ada')
  const { post, told } = await changedPost(stage)
  await stage.tell([ada], told)
  await stage.server('POST', `/v1/posts/${post.id}/status`, {
    status_id: await stage.statusNamed('Done'),
    notify: false,
  })
  await stage.startSender()
  await stage.settledAs('skipped')
  expect(stage.mailServer.received).toEqual([])
})

test('a mail about two changes of a status shows the last status with the last words of the team', async () => {
  const stage = await startMailStage()
  const ada = await stage.reader('ada')
  const post = await stage.newPost('Recurring tasks')
  for (const [status, comment] of [
    ['Planned', 'We begin in spring.'],
    ['In progress', 'We began early.'],
  ] as const) {
    await stage.server('POST', `/v1/posts/${post.id}/status`, { status_id: await stage.statusNamed(status), comment })
    const event = await stage.lastEvent('post.status_changed')
    const [row] = await stage.running.database.sql<{ id: string }[]>`
      select data ->> 'comment_id' as id from events where id = ${event}`
    await stage.tell([ada], { type: 'status_changed', event, post: post.id, ...(row && { comment: row.id }) })
  }
  await stage.startSender()
  const [mail] = await stage.mailServer.arrived(1)
  expect(mail?.mail.subject).toBe('“Recurring tasks” is now In progress')
  expect(mail?.mail.text).toContain('We began early.')
  expect(mail?.mail.text).not.toContain('We begin in spring.')
})

test('a mail waits while its text waits for approval again, and is sent when it is approved', async () => {
  let late = 0
  const stage = await startMailStage({ now: () => new Date(Date.now() + late), draft: { requiresApproval: true } })
  const ada = await stage.reader('ada')
  const { session } = await stage.signIn({ sub: 'bob' })
  const post = await stage.newPost('Recurring tasks')
  const { body: comment } = await stage.app('POST', `/v1/posts/${post.id}/comments`, { session, body: { body: 'Yes' } })
  await stage.server('POST', `/v1/moderation/${comment.id}/approve`)
  const event = await stage.lastEvent('comment.approved')
  await stage.tell([ada], { type: 'commented', event, post: post.id, comment: comment.id })
  await stage.app('PATCH', `/v1/comments/${comment.id}`, { session, body: { body: 'Yes, please' } })
  const mails = () => stage.running.database.sql`select state, reason, attempts from mails`
  await stage.startSender()
  await expect.poll(mails).toEqual([{ state: 'sending', reason: 'in_review', attempts: 0 }])
  await stage.server('POST', `/v1/moderation/${comment.id}/approve`)
  late = 16 * 60 * 1000
  const [mail] = await stage.mailServer.arrived(1)
  expect(mail?.mail.text).toContain('Yes, please')
})

test('the verdict about a comment that became a note of the team is neither mailed nor listed', async () => {
  const stage = await startMailStage({ draft: { requiresApproval: true } })
  const { session, userId } = await stage.signIn({ sub: 'ada', email: 'ada@example.com', email_verified: true })
  const post = await stage.newPost('Recurring tasks')
  const { body: comment } = await stage.app('POST', `/v1/posts/${post.id}/comments`, { session, body: { body: 'Yes' } })
  await stage.server('POST', `/v1/moderation/${comment.id}/approve`)
  const event = await stage.lastEvent('comment.approved')
  const ada = userId as Id<'user'> // as the API calls it
  await stage.tell([ada], { type: 'approved', event, post: post.id, comment: comment.id })
  await stage.server('PATCH', `/v1/comments/${comment.id}`, { is_internal: true })
  expect((await stage.app('GET', '/v1/me/notifications', { session })).body.data).toEqual([])
  await stage.startSender()
  await stage.settledAs('skipped')
})

test('a mail whose text is never approved is given up after some days', async () => {
  let late = 0
  const stage = await startMailStage({ now: () => new Date(Date.now() + late), draft: { requiresApproval: true } })
  const ada = await stage.reader('ada')
  const { session } = await stage.signIn({ sub: 'bob' })
  const post = await stage.newPost('Recurring tasks')
  const { body: comment } = await stage.app('POST', `/v1/posts/${post.id}/comments`, { session, body: { body: 'Yes' } })
  const event = await stage.lastEvent('comment.created')
  await stage.tell([ada], { type: 'commented', event, post: post.id, comment: comment.id })
  await stage.startSender()
  await stage.settledAs('sending')
  await expect.poll(() => stage.running.database.sql`select reason from mails`).toEqual([{ reason: 'in_review' }])
  late = 4 * 24 * 60 * 60 * 1000
  await stage.settledAs('skipped')
  expect(stage.mailServer.received).toEqual([])
})

test('a mail about one post waits for MAIL_DELAY_SECONDS', async () => {
  let late = 0
  const begin = Date.now()
  const stage = await startMailStage({ environment: { MAIL_DELAY_SECONDS: '120' }, now: () => new Date(begin + late) })
  const ada = await stage.reader('ada')
  const { told } = await changedPost(stage)
  await stage.tell([ada], told)
  late = 119_000
  expect(await takeMails(stage.call(), 10)).toEqual([])
  late = 121_000
  await stage.startSender()
  await stage.mailServer.arrived(1)
})

// Guarantees threats 86 and 118: nobody is mailed who may not or does not want to be, whatever was true when the mail was queued.
test.each([
  ['is banned', (user: string) => ['POST', `/v1/users/${user}/ban`, {}]],
  ['is not verified any more', () => ['PUT', '/v1/users/by_sub/ada', { email: 'ada@example.com' }]],
  ['has no address any more', () => ['PUT', '/v1/users/by_sub/ada', {}]],
  ['is suppressed', () => ['POST', '/v1/mail_suppressions', { email: 'Ada@Example.com', reason: 'bounced' }]],
  ['has no visible post', (_: string, post: string) => ['DELETE', `/v1/posts/${post}`, undefined]],
] satisfies [string, (user: string, post: string) => [string, string, unknown]][])(
  'somebody who %s gets no mail, also one that waits already',
  async (_, change) => {
    const stage = await startMailStage()
    const ada = await stage.reader('ada')
    const { post, told } = await changedPost(stage)
    await stage.tell([ada], told)
    const [method, path, body] = change(ada, post.id)
    expect((await stage.server(method, path, body)).status).toBeLessThan(300)
    await stage.startSender()
    await stage.settledAs('skipped')
    expect(stage.mailServer.received).toEqual([])
  },
)

test('somebody who is erased gets no mail, and nothing of theirs is left', async () => {
  const stage = await startMailStage()
  const ada = await stage.reader('ada')
  const { told } = await changedPost(stage)
  await stage.tell([ada], told)
  await stage.server('POST', '/v1/mail_suppressions', { email: 'ada@example.com', reason: 'bounced' })
  await stage.server('POST', `/v1/users/${ada}/erase`, {})
  expect(await stage.states()).toEqual([])
  const { body } = await stage.server('GET', '/v1/mail_suppressions')
  expect(body.data).toEqual([])
})

test('erasing somebody does not lift the suppression of an address that somebody else has, too', async () => {
  const stage = await startMailStage()
  const ada = await stage.reader('ada')
  await stage.reader('ada-at-work', { email: 'Ada@Example.com' })
  await stage.server('POST', '/v1/mail_suppressions', { email: 'ada@example.com', reason: 'bounced' })
  await stage.server('POST', `/v1/users/${ada}/erase`, {})
  const { body } = await stage.server('GET', '/v1/mail_suppressions')
  expect(body.data).toMatchObject([{ email: 'ada@example.com' }])
})

test('no mail is queued for somebody whose address is not verified', async () => {
  const stage = await startMailStage()
  const ada = await stage.reader('ada', { email_verified: false })
  const { told } = await changedPost(stage)
  await stage.tell([ada], told)
  expect(await stage.states()).toEqual([])
})

test.each([{ email: false }, { status_changes: false }])(
  'a choice of %j stops a mail that waits',
  async (notifications) => {
    const stage = await startMailStage()
    const { session, userId } = await stage.signIn({ sub: 'ada', email: 'ada@example.com', email_verified: true })
    const { told } = await changedPost(stage)
    await stage.tell([userId as Id<'user'>], told) // as the API calls it
    expect(await stage.states()).toEqual(['waiting'])
    await stage.app('PATCH', '/v1/me', { session, body: { notifications } })
    await stage.startSender()
    await stage.settledAs('skipped')
    expect(stage.mailServer.received).toEqual([])
  },
)

test('what happened more than a week ago is no news, and not mailed', async () => {
  const stage = await startMailStage()
  const ada = await stage.reader('ada')
  const { told } = await changedPost(stage)
  await stage.tell([ada], { ...told, at: new Date(Date.now() - 8 * 24 * 60 * 60 * 1000) })
  expect(await stage.states()).toEqual([])
})

// Guarantees that one person's address never reaches another, in a header or a text.
test('no mail holds the address of anybody but its reader', async () => {
  const stage = await startMailStage()
  const subs = ['ada', 'bob', 'eve']
  const readers: Id<'user'>[] = []
  for (const sub of subs) readers.push(await stage.reader(sub, { email: `canary-${sub}@example.com`, given_name: sub }))
  const { post, told } = await changedPost(stage)
  await stage.tell(readers, told)
  const { body: comment } = await stage.server('POST', `/v1/posts/${post.id}/comments`, {
    body: 'Soon.',
    user_id: readers[1],
  })
  const event = await stage.lastEvent('comment.created')
  await stage.tell(readers, { type: 'commented', event, post: post.id, comment: comment.id })
  await stage.startSender()
  const received = await stage.mailServer.arrived(3)
  for (const { raw, to } of received) {
    expect(to).toHaveLength(1)
    expect(new Set(raw.match(/canary-\w+@example\.com/g))).toEqual(new Set(to))
  }
  expect(stage.running.logged.join('')).not.toContain('canary-')
})

test('without SMTP_URL nothing is sent, and every mail that would have been is kept as such', async () => {
  const stage = await startMailStage({ isOff: true })
  const ada = await stage.reader('ada')
  const { told } = await changedPost(stage)
  await stage.tell([ada], told)
  await stage.startSender()
  await stage.settledAs('off')
  expect(stage.mailServer.received).toEqual([])
})
