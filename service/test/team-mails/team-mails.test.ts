import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { recordEvent } from '../../src/domain/events/inside.ts'
import { startTeamStage, type TeamStage } from './stage.ts'

const ROLES = ['owner', 'admin', 'moderator', 'viewer'] as const

/** Somebody of each role. */
async function fillTeam(stage: TeamStage): Promise<void> {
  for (const role of ROLES) await stage.enter(`${role}@acme.example`, role)
}

async function addKey(stage: TeamStage, kid: string): Promise<void> {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await stage.server('POST', '/v1/signing_keys', { jwk: publicKey.export({ format: 'jwk' }), kid })
}

test('the day of a project is summed up for its team at eight in its time zone, once', async () => {
  const stage = await startTeamStage({ draft: { timeZone: 'Europe/Berlin' } })
  await fillTeam(stage)
  const { session } = await stage.signIn({ sub: 'ada' })
  const { body: post } = await stage.app('POST', '/v1/posts', { session, body: { title: 'Recurring tasks' } })
  await stage.app('POST', `/v1/posts/${post.id}/comments`, { session, body: { body: 'Every Monday.' } })
  const { body: statuses } = await stage.server('GET', '/v1/statuses')
  const planned = statuses.data.find(({ name }: { name: string }) => name === 'Planned')
  await stage.server('POST', `/v1/posts/${post.id}/status`, { status_id: planned.id })
  const all = ROLES.map((role) => `${role}@acme.example summary`).toSorted()
  await stage.queued(...all)

  const due = await stage.service.database.sql<{ due_at: Date }[]>`select distinct due_at from mails`
  expect(due).toEqual([{ due_at: new Date('2026-11-17T07:00:00Z') }])
  stage.wait('2026-11-17T07:00:01Z')
  const sender = await stage.startSender()
  const mails = await stage.mailServer.arrived(4)
  await stage.settledAs('sent', 'sent', 'sent', 'sent')
  await sender.stop()
  expect(mails.flatMap(({ to }) => to).toSorted()).toEqual(ROLES.map((role) => `${role}@acme.example`).toSorted())
  const [mail] = mails
  expect(mail?.mail.subject).toBe('Acme: 1 new idea, 1 vote, 1 comment, 1 idea moved')
  expect(mail?.mail.text).toContain('- Recurring tasks (1 vote)')
  expect(mail?.mail.text).toContain('- Recurring tasks (Planned)')
  expect(mail?.mail.text).toContain('From Nov 16, 08:00 to Nov 17, 08:00 (Europe/Berlin)')
  expect(mail?.header('list-id')).toBe(`<summary.${stage.project.slug}.localhost>`) // one click stops summaries, not alarms
  expect(mail?.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(mail?.header('auto-submitted')).toBe('auto-generated')

  await stage.app('PUT', `/v1/posts/${post.id}/follow`, { session }) // no news for the team
  await stage.queued(...all)
})

test('the summary of a project whose time zone is not known tells the day by the clocks of UTC', async () => {
  const stage = await startTeamStage()
  await stage.enter()
  await stage.service.database.sql`update projects set time_zone = 'Europe/Atlantis'`
  await stage.server('POST', '/v1/posts', { title: 'Recurring tasks' })
  await stage.queued('owner@acme.example summary')
  stage.wait('2026-11-17T08:00:01Z')
  await stage.startSender()
  await stage.settledAs('sent')
  const [mail] = await stage.mailServer.arrived(1)
  expect(mail?.mail.text).toContain('From Nov 16, 08:00 to Nov 17, 08:00 (UTC)')
})

// Guarantees that a team of any size costs the database one look at the day.
test('a summary is read once for everybody who gets it', async () => {
  const stage = await startTeamStage({ isAlone: true })
  await fillTeam(stage)
  const { session } = await stage.signIn({ sub: 'ada' })
  await stage.app('POST', '/v1/posts', { session, body: { title: 'Recurring tasks' } })
  await stage.queued(...ROLES.map((role) => `${role}@acme.example summary`).toSorted())
  const { pool } = stage.service.database
  await pool.query(`
    create sequence looks;
    alter table votes rename to the_one_vote;
    create view votes as select v.* from the_one_vote v, (select nextval('looks')) as look`)
  stage.wait('2026-11-17T08:00:00Z')
  await stage.startSender()
  await stage.settledAs('sent', 'sent', 'sent', 'sent')
  expect((await pool.query('select last_value::int as looks, is_called from looks')).rows).toEqual([
    { looks: 1, is_called: true },
  ])
})

test('no summary is sent when all that happened was undone', async () => {
  const stage = await startTeamStage()
  await stage.enter()
  const { body: post } = await stage.server('POST', '/v1/posts', { title: 'Recurring tasks' })
  await stage.queued('owner@acme.example summary')
  await stage.server('DELETE', `/v1/posts/${post.id}`)
  stage.wait('2026-11-17T08:00:01Z')
  await stage.startSender()
  await stage.settledAs('skipped')
})

// Guarantees that a project with a past, such as the demo, does not mail its team a summary of every day of it.
test('a day that was over more than a day ago is not summed up', async () => {
  const stage = await startTeamStage()
  await stage.enter()
  for (const time of ['2026-10-01T12:00:00Z', '2026-11-15T07:00:00Z', '2026-11-15T12:00:00Z']) {
    stage.wait(time)
    await stage.server('POST', '/v1/posts', { title: 'Recurring tasks' })
  }
  stage.wait('2026-11-16T12:00:00Z')
  await stage.queued('owner@acme.example summary')
  const mails = await stage.service.database.sql`select about from mails`
  expect(mails).toEqual([{ about: 'summary:2026-11-16T08:00:00.000Z' }])
})

// Guarantees that what somebody may not see in the console is not in their mail either.
test('who may see signing keys is warned twelve hours before one stops working', async () => {
  const stage = await startTeamStage()
  await fillTeam(stage)
  await addKey(stage, 'second')
  await stage.server('POST', '/v1/signing_keys/second/retire')
  await stage.queued('admin@acme.example key_ending', 'owner@acme.example key_ending')
  stage.wait('2026-11-17T00:00:01Z')
  await stage.startSender()
  const [mail] = await stage.mailServer.arrived(2)
  await stage.settledAs('sent', 'sent')
  expect(mail?.mail.subject).toBe('A signing key of Acme stops working on Nov 17, 12:00 (UTC)')
  expect(mail?.mail.text).toContain('The signing key second is retiring.')
  expect(mail?.mail.text).toContain('No token that was signed with it came')
  expect(mail?.mail.text).toContain(`/console/${stage.project.slug}/keys`)
})

// Guarantees that a receiver which stopped working is noticed.
test('who may see webhooks is told each time when one was switched off, unless it is on again', async () => {
  const stage = await startTeamStage()
  await fillTeam(stage)
  const { body } = await stage.server('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['*'] })
  const { id } = body.webhook
  const disable = async () => {
    await stage.service.database.sql`
      update webhooks set state = 'disabled', disabled_reason = 'gone', disabled_at = now() where id = ${id}`
    await recordEvent(stage.call(), { type: 'webhook.disabled', subject: id, data: { reason: 'gone' } })
  }
  await disable()
  const told = ['admin@acme.example webhook_off', 'owner@acme.example webhook_off']
  await stage.queued(...told)
  await stage.startSender()
  const [mail] = await stage.mailServer.arrived(2)
  await stage.settledAs('sent', 'sent')
  expect(mail?.mail.subject).toBe('A webhook of Acme was switched off')
  expect(mail?.mail.text).toContain('The receiver at 127.0.0.1:9 answered that it is gone')
  expect(mail?.mail.text).toContain(`/console/${stage.project.slug}/webhooks`)
  await stage.server('PATCH', `/v1/webhooks/${id}`, { state: 'enabled' })
  await disable()
  await stage.queued(...[...told, ...told].toSorted())
  await stage.settledAs('sent', 'sent', 'sent', 'sent')
  await disable()
  await stage.server('PATCH', `/v1/webhooks/${id}`, { state: 'enabled' })
  await stage.queued(...[...told, ...told, ...told].toSorted())
  await stage.settledAs('sent', 'sent', 'sent', 'sent', 'skipped', 'skipped')
})

test('the mail says if the key is still in use and if no other one is active, and none comes for a revoked key', async () => {
  const stage = await startTeamStage()
  await stage.enter()
  const { body: keys } = await stage.server('GET', '/v1/signing_keys')
  const [{ kid }] = keys.data
  await addKey(stage, 'second')
  for (const retired of [kid, 'second']) await stage.server('POST', `/v1/signing_keys/${retired}/retire`)
  stage.wait('2026-11-16T14:30:00Z')
  await stage.signIn({ sub: 'ada' })
  await stage.server('POST', '/v1/signing_keys/second/revoke', {})
  await stage.queued('owner@acme.example key_ending', 'owner@acme.example key_ending')
  stage.wait('2026-11-17T00:00:01Z')
  await stage.startSender()
  const [mail] = await stage.mailServer.arrived(1)
  await expect.poll(async () => (await stage.states()).toSorted()).toEqual(['sent', 'skipped'])
  expect(mail?.mail.text).toContain('the last token that was signed with it came on Nov 16, 14:30 (UTC)')
  expect(mail?.mail.text).toContain('No other key is active.')
})

test('who may see refused sign-ins is warned when they jump: from 20 on, and five times the days before, once a day', async () => {
  const stage = await startTeamStage()
  await fillTeam(stage)
  const { sql } = stage.service.database
  const look = async (day: string, today: number, before: number) => {
    stage.wait(`${day}T12:00:00Z`)
    await sql`delete from refusal_days`
    await sql`
      insert into refusal_days (project_id, day, code, refusals)
      select ${stage.project.id}, ${day}::date - n, 'token_expired', case n when 0 then ${today}::int else ${before}::int end
      from generate_series(0, 7) as n`
    await stage.lookForJumps()
    await stage.lookForJumps()
  }
  const warned = ['admin@acme.example refusals', 'owner@acme.example refusals']
  await look('2026-11-17', 19, 0)
  await look('2026-11-18', 49, 10)
  await stage.queued()
  await look('2026-11-19', 20, 0)
  await stage.queued(...warned)
  await look('2026-11-20', 50, 10)
  await stage.queued(...[...warned, ...warned].toSorted())
  await stage.startSender()
  const [mail] = await stage.mailServer.arrived(2)
  expect(mail?.mail.subject).toBe('50 refused sign-ins at Acme on Nov 20, 2026')
  expect(mail?.mail.text).toContain('The seven days before had 10 a day.')
  expect(mail?.mail.text).toContain('The most frequent reason is token_expired: 50 times.')
})

test('owners of everything get the mail of projects that have no owner, and of others only if they ask for it', async () => {
  const stage = await startTeamStage()
  const { cookies } = await stage.ask('POST', '/enter', { form: { code: await stage.linkFor('root@acme.example') } })
  const cookie = cookies[0]?.split(';')[0] ?? ''
  await stage.server('POST', '/v1/posts', { title: 'Recurring tasks' })
  await stage.queued('root@acme.example summary')
  await stage.enter()
  stage.wait('2026-11-18T12:00:00Z')
  await stage.server('POST', '/v1/posts', { title: 'Dark mode' })
  await stage.queued('owner@acme.example summary', 'root@acme.example summary')
  await stage.ask('POST', `/${stage.project.slug}/my-mail`, { cookie, form: { kinds: ['summary'] } })
  stage.wait('2026-11-19T12:00:00Z')
  await stage.server('POST', '/v1/posts', { title: 'Offline' })
  await stage.queued(
    'owner@acme.example summary',
    'owner@acme.example summary',
    'root@acme.example summary',
    'root@acme.example summary',
  )
})

test('somebody who left the team, or whose role may not see it any more, gets no mail that was on its way', async () => {
  const stage = await startTeamStage()
  await stage.enter()
  const admin = await stage.enter('admin@acme.example', 'admin')
  await addKey(stage, 'second')
  await stage.server('POST', '/v1/signing_keys/second/retire')
  await stage.queued('admin@acme.example key_ending', 'owner@acme.example key_ending')
  const { sql } = stage.service.database
  await sql`update operator_roles set role = 'viewer' where role = 'admin' and project_id = ${stage.project.id}`
  stage.wait('2026-11-17T00:00:01Z')
  await stage.startSender()
  await expect.poll(async () => (await stage.states()).toSorted()).toEqual(['sent', 'skipped'])
  expect(stage.mailServer.received.map(({ to }) => to)).toEqual([['owner@acme.example']])
  expect(admin).not.toBe('')
})
