import { expect, test } from 'vitest'
import type { Id } from '../../src/foundation/ids/index.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { changedPost, startMailStage } from './stage.ts'

const HOSTILE = {
  'CR, LF and a header': 'Idea\r\nBcc: eve@evil.example\r\n\r\n<script>alert(1)</script>',
  'other ends of lines': 'Idea\u2028Bcc: eve@evil.example\u2029\u0085Bcc: eve@evil.example\v\f\rBcc: eve@evil.example',
  'turned directions': '\u202eelpmaxe.live@eve\u202c \u2066x\u2069 \u200f\u061c',
  'an encoded word': '=?utf-8?q?=0d=0aBcc:_eve=40evil.example?=',
  'a list of addresses': 'x", eve@evil.example, <eve@evil.example>',
  markup: '</title></style><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>',
  'names of places in texts': '{title} {status} {name} {project} {n} $& $1',
  '10,000 letters': 'a'.repeat(10_000),
  '10,000 characters of four bytes': '🙈'.repeat(10_000),
}
const HEADERS =
  'auto-submitted content-type date from list-id list-unsubscribe list-unsubscribe-post message-id mime-version subject to x-auto-response-suppress'
const IN_THREAD = [...HEADERS.split(' '), 'in-reply-to', 'references'].sort()
const ENTRY = { title: 'An entry', body: 'x', state: 'published' }
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

// Guarantees threats 85 and 116 over the whole way, also for texts that got around the rules of the service: they are written into the tables.
test('whatever titles, names, statuses, comments and entries hold, a mail has one reader and the headers that we give it', async () => {
  const stage = await startMailStage()
  const { sql } = stage.running.database
  const ada = await stage.reader('ada')
  const { session } = await stage.signIn({ sub: 'bob', email: 'bob@example.com', email_verified: true })
  await stage.app('PATCH', '/v1/me', { session, body: { notifications: { frequency: 'daily' } } })
  const bob = await stage.reader('bob')
  const eve = await stage.reader('eve', { given_name: 'Eve' })
  let count = 0
  for (const text of Object.values(HOSTILE)) {
    await sql`update projects set name = 'Acme'`
    const { post, told } = await changedPost(stage)
    const { body: comment } = await stage.server('POST', `/v1/posts/${post.id}/comments`, { body: 'x', user_id: eve })
    const said = {
      type: 'replied',
      event: await stage.lastEvent('comment.created'),
      post: post.id,
      comment: comment.id,
    }
    const { body: entry } = await stage.server('POST', '/v1/changelog', ENTRY)
    const event = await stage.lastEvent('changelog.created')
    const published = { type: 'changelog_published', event, post: post.id, entry: entry.id }
    await stage.tell([ada, bob], said)
    for (const news of [told, published]) await stage.tell([bob], news)
    await sql`update projects set name = ${text}`
    await sql`update posts set title = ${text}`
    await sql`update statuses set name = ${text} where category = 'planned'`
    await sql`update users set custom_name = ${text}, name_choice = 'custom' where id = ${eve}`
    await sql`update comments set body = ${text}`
    await sql`update changelog_entries set title = ${text}, body = ${text}`
    await sql`update mails set due_at = ${new Date(0)} where state = 'waiting'`
    const { stop } = await stage.startSender()
    count += 2
    await stage.mailServer.arrived(count)
    await stop()
    await sql`update statuses set name = 'Planned' where category = 'planned'`
  }
  for (const { to, mail, raw, from } of stage.mailServer.received) {
    const isDigest = to[0] === 'bob@example.com'
    expect([from, to]).toEqual(['feedback@acme.example', [isDigest ? 'bob@example.com' : 'ada@example.com']])
    expect(mail.headers.map(({ key }) => key).sort()).toEqual(isDigest ? HEADERS.split(' ') : IN_THREAD)
    expect(mail.to).toEqual([{ name: '', address: to[0] }])
    expect(mail.from?.address).toBe('feedback@acme.example')
    for (const line of [mail.subject ?? '', mail.from?.name ?? '']) {
      expect(line).not.toMatch(UNFIT)
      expect([...line].length).toBeLessThanOrEqual(200)
    }
    expect(mail.html).not.toMatch(/<(?:script|img)|href="javascript|<\/style><script/i)
    expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im)
  }
})

test('a mail goes to the address that the person has when it is sent; an address with several names or a line end gets none', async () => {
  const stage = await startMailStage()
  const readers: Id<'user'>[] = []
  const addresses = ['ada@example.com\r\nRCPT TO:<eve@evil.example>', 'ada@example.com,eve@evil.example', 'ada@a,"b@c']
  for (const [place, email] of addresses.entries()) {
    const reader = await stage.reader(`r${place}`)
    await stage.running.database.sql`update users set email = ${email} where id = ${reader}`
    readers.push(reader)
  }
  readers.push(await stage.reader('ada'))
  const { told } = await changedPost(stage)
  await stage.tell(readers, told)
  await stage.reader('ada', { email: 'ada@new.example' })
  await stage.startSender()
  await stage.settledAs('refused', 'refused', 'refused', 'sent')
  expect(stage.mailServer.received.map(({ to }) => to)).toEqual([['ada@new.example']])
})

// Guarantees that an erasure is whole: the address is not written down again by a mail that was under way.
test('somebody who is erased while the mail server refuses their address leaves no address behind', async () => {
  let erase = async () => {}
  const mailServer = await startMailServer({
    onRcptTo: (_address, _session, done) =>
      void erase().then(() => done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))),
  })
  const stage = await startMailStage({ mailServer })
  const ada = await stage.reader('ada')
  const { told } = await changedPost(stage)
  await stage.tell([ada], told)
  let isErased = false
  erase = async () => {
    await stage.server('POST', `/v1/users/${ada}/erase`, {})
    isErased = true
  }
  const { stop } = await stage.startSender()
  await expect.poll(() => isErased).toBe(true)
  await stop()
  expect(await stage.states()).toEqual([])
  expect((await stage.server('GET', '/v1/mail_suppressions')).body.data).toEqual([])
})
