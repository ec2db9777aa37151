import { expect, test } from 'vitest'
import { takeMails } from '../../src/domain/mails/index.ts'
import { nextDigest } from '../../src/domain/mails/queue/hours.ts'
import type { Id } from '../../src/foundation/ids/index.ts'
import { changedPost, type MailStage, startMailStage } from './stage.ts'

test.each([
  ['UTC', '2026-03-01T07:59:59Z', '2026-03-01T08:00:00Z', '2026-03-02T08:00:00Z'],
  ['UTC', '2026-03-02T08:00:00Z', '2026-03-03T08:00:00Z', '2026-03-09T08:00:00Z'],
  ['Europe/Berlin', '2026-03-28T20:00:00Z', '2026-03-29T06:00:00Z', '2026-03-30T06:00:00Z'], // summer time begins that night
  ['Europe/Berlin', '2026-10-24T20:00:00Z', '2026-10-25T07:00:00Z', '2026-10-26T07:00:00Z'], // and ends that night
  ['America/New_York', '2026-01-05T02:00:00Z', '2026-01-05T13:00:00Z', '2026-01-05T13:00:00Z'], // still Sunday there
  ['Pacific/Kiritimati', '2026-01-04T12:00:00Z', '2026-01-04T18:00:00Z', '2026-01-04T18:00:00Z'], // already Monday there
  ['Asia/Kathmandu', '2026-01-05T02:14:59Z', '2026-01-05T02:15:00Z', '2026-01-05T02:15:00Z'],
])('in %s, after %s, the next eight o’clock is %s, on a Monday %s', (zone, now, daily, weekly) => {
  expect(nextDigest(new Date(now), zone)).toEqual(new Date(daily))
  expect(nextDigest(new Date(now), zone, 1)).toEqual(new Date(weekly))
})

async function digestReader(
  stage: MailStage,
  frequency: 'daily' | 'weekly',
  claims: { readonly locale?: string } = {},
): Promise<Id<'user'>> {
  const { session, userId } = await stage.signIn({
    sub: frequency,
    email: `${frequency}@example.com`,
    email_verified: true,
    ...claims,
  })
  await stage.app('PATCH', '/v1/me', { session, body: { notifications: { frequency } } })
  return userId as Id<'user'> // as the API calls it
}

test('a digest leaves at eight in the project’s time zone, with all that moved, once, in the reader’s language', async () => {
  let late = 0
  const begin = new Date('2026-11-16T12:00:00Z').getTime() // a Monday
  const stage = await startMailStage({ now: () => new Date(begin + late), draft: { timeZone: 'Europe/Berlin' } })
  const [daily, weekly] = [await digestReader(stage, 'daily'), await digestReader(stage, 'weekly', { locale: 'de-AT' })]
  for (const title of ['Recurring tasks', 'Dark mode']) {
    const { told } = await changedPost(stage, 'Planned', title)
    await stage.tell([daily, weekly], told)
  }
  const { sql } = stage.running.database
  const due = await sql<{ due_at: Date }[]>`select due_at from mails order by due_at`
  expect(due.map(({ due_at }) => due_at.toISOString())).toEqual([
    '2026-11-17T07:00:00.000Z',
    '2026-11-23T07:00:00.000Z',
  ])
  late = new Date('2026-11-17T07:00:01Z').getTime() - begin
  await stage.startSender()
  const [digest] = await stage.mailServer.arrived(1)
  expect(digest?.to).toEqual(['daily@example.com'])
  expect(digest?.mail.subject).toBe('2 ideas moved at Acme')
  expect(digest?.mail.text).toContain('Recurring tasks')
  expect(digest?.mail.text).toContain('Dark mode')
  expect(digest?.header('references')).toBeUndefined()
  await stage.settledAs('sent', 'waiting')
  late = new Date('2026-11-23T07:00:01Z').getTime() - begin
  const [, german] = await stage.mailServer.arrived(2)
  expect(german?.to).toEqual(['weekly@example.com'])
  expect(german?.mail.subject).toBe('2 Ideen bei Acme haben sich bewegt')
  expect(german?.mail.text).toContain('Diese Idee ist jetzt')
})

test('a digest leaves at its hour, whatever MAIL_DELAY_SECONDS is', async () => {
  let now = new Date('2026-11-16T12:00:00Z')
  const stage = await startMailStage({ now: () => now, environment: { MAIL_DELAY_SECONDS: '3600' } })
  const daily = await digestReader(stage, 'daily')
  await stage.tell([daily], (await changedPost(stage)).told)
  now = new Date('2026-11-17T07:59:59Z')
  expect(await takeMails(stage.call(), 10)).toEqual([])
  now = new Date('2026-11-17T08:00:00Z')
  expect(await takeMails(stage.call(), 10)).toHaveLength(1)
})

test('a digest whose events were all undone is not sent', async () => {
  const stage = await startMailStage()
  const daily = await digestReader(stage, 'daily')
  const { post, told } = await changedPost(stage)
  await stage.tell([daily], told)
  await stage.server('DELETE', `/v1/posts/${post.id}`)
  await stage.running.database.sql`update mails set due_at = ${new Date(0)}`
  await stage.startSender()
  await stage.settledAs('skipped')
  expect(stage.mailServer.received).toEqual([])
})
