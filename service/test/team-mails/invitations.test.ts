import { expect, test } from 'vitest'
import { startTeamStage } from './stage.ts'

// Guarantees that a mail that is read the next day still lets in, once, and that nobody gets in by a preview.
test('an invitation goes out by mail, with a link that lasts as long as the invitation and works once', async () => {
  const stage = await startTeamStage()
  const cookie = await stage.enter()
  const base = `/${stage.project.slug}`
  const made = await stage.ask('POST', `${base}/people/invite`, {
    cookie,
    form: { email: 'mia@acme.example', role: 'moderator' },
  })
  expect(made.text).toContain('It is also on its way to mia@acme.example by mail.')
  expect(made.text).toMatch(/value="http[^"]+\/console\/enter#/) // still shown once
  await stage.queued('mia@acme.example invitation')

  const list = await stage.ask('GET', `${base}/mail`, { cookie })
  expect(list.text).toContain('mia@acme.example')
  const [, id = ''] = /\/mail\/(mal_\w+)"/.exec(list.text) ?? []
  for (const path of [id, `${id}/html`]) {
    const preview = await stage.ask('GET', `${base}/mail/${path}`, { cookie })
    expect(preview.text).toContain('The link itself is only in the mail that leaves.')
    expect(preview.text).not.toContain('enter#')
  }

  const sender = await stage.startSender()
  const [mail] = await stage.mailServer.arrived(1)
  await sender.stop()
  expect(mail?.to).toEqual(['mia@acme.example'])
  expect(mail?.mail.subject).toBe('You are invited to the team of Acme')
  expect(mail?.mail.text).toContain('owner@acme.example invites you')
  for (const name of ['list-id', 'list-unsubscribe']) expect(mail?.header(name)).toBeUndefined()
  const [, code = ''] = /\/console\/enter#(\S+)/.exec(mail?.mail.text ?? '') ?? []
  expect(mail?.mail.html).toContain(`/console/enter#${code}`)

  stage.wait('2026-11-20T12:00:00Z')
  const entered = await stage.ask('POST', '/enter', { form: { code } })
  const [mine = ''] = entered.cookies
  expect((await stage.ask('GET', `${base}/posts`, { cookie: mine.split(';')[0] ?? '' })).status).toBe(200)
  expect((await stage.ask('POST', '/enter', { form: { code } })).status).toBe(401)
})

test('an invitation that was withdrawn is not mailed, and a withdrawn link lets nobody in', async () => {
  const stage = await startTeamStage()
  const cookie = await stage.enter()
  const people = `/${stage.project.slug}/people`
  const invite = { cookie, form: { email: 'mia@acme.example', role: 'viewer' } }
  const { text } = await stage.ask('POST', `${people}/invite`, invite)
  const [, id = ''] = /value="(inv_[^"]+)"/.exec(text) ?? []
  await stage.queued('mia@acme.example invitation')
  await stage.ask('POST', `${people}/withdraw`, { cookie, form: { id } })
  await stage.startSender()
  await stage.settledAs('skipped')
  expect(stage.mailServer.received).toEqual([])

  await stage.ask('POST', `${people}/invite`, invite)
  await stage.queued('mia@acme.example invitation', 'null invitation')
  const [mail] = await stage.mailServer.arrived(1)
  const [, code = ''] = /\/console\/enter#(\S+)/.exec(mail?.mail.text ?? '') ?? []
  expect(code).not.toBe('')
  await stage.ask('POST', `${people}/invite`, invite) // ends the links before
  expect((await stage.ask('POST', '/enter', { form: { code } })).status).toBe(401)
})

test('an operator who switched invitations off passes the link on; nothing is mailed and the page promises no mail', async () => {
  const stage = await startTeamStage()
  const cookie = await stage.enter()
  const base = `/${stage.project.slug}`
  await stage.ask('POST', `${base}/my-mail`, { cookie, form: { kinds: ['summary'] } })
  const invite = { email: 'mia@acme.example', role: 'viewer' }
  const made = await stage.ask('POST', `${base}/people/invite`, { cookie, form: invite })
  expect(made.text).toContain('Send this link to mia@acme.example')
  expect(made.text).not.toContain('by mail')
  await stage.queued()
  const other = await stage.enter('olga@acme.example', 'owner') // chooses for herself
  await stage.ask('POST', `${base}/people/invite`, { cookie: other, form: invite })
  await stage.queued('mia@acme.example invitation')
})

// Guarantees that a mistyped address, whose link went to the right person by chat, gets nothing of a private board.
test('an operator gets mail only once they came by a link that was mailed to their address', async () => {
  const stage = await startTeamStage()
  const base = `/${stage.project.slug}`
  const invite = async (kinds: readonly string[]) => {
    const owner = await stage.enter() // inviting needs a sign-in of the last minutes
    await stage.ask('POST', `${base}/my-mail`, { cookie: owner, form: { kinds } })
    return stage.ask('POST', `${base}/people/invite`, {
      cookie: owner,
      form: { email: 'mia@acme.example', role: 'moderator' },
    })
  }
  const shown = await invite([])
  const [, code = ''] = /\/console\/enter#([^"]+)"/.exec(shown.text) ?? []
  const mia = (await stage.ask('POST', '/enter', { form: { code } })).cookies[0]?.split(';')[0] ?? ''
  const myMail = () => stage.ask('GET', `${base}/my-mail`, { cookie: mia })
  expect((await myMail()).text).toContain('Nothing is sent to mia@acme.example yet')

  await stage.server('POST', '/v1/posts', { title: 'Recurring tasks' })
  await stage.queued('mia@acme.example summary')
  stage.wait('2026-11-17T08:00:00Z')
  await stage.startSender()
  await stage.settledAs('skipped')
  const list = await stage.ask('GET', `${base}/mail`, { cookie: await stage.enter() })
  expect(list.text).toContain('It is not certain that this operator reads mail there')

  await invite(['invitation'])
  await stage.queued('mia@acme.example invitation', 'mia@acme.example summary')
  const [mail] = await stage.mailServer.arrived(1)
  const [, mailed = ''] = /\/console\/enter#(\S+)/.exec(mail?.mail.text ?? '') ?? []
  await stage.ask('POST', '/enter', { cookie: mia, form: { code: mailed } })
  expect((await myMail()).text).not.toContain('Nothing is sent to')
  await stage.server('POST', '/v1/posts', { title: 'Dark mode' })
  await stage.queued('null invitation', 'mia@acme.example summary', 'mia@acme.example summary')
  stage.wait('2026-11-18T08:00:00Z')
  const [, summary] = await stage.mailServer.arrived(2)
  expect(summary?.to).toEqual(['mia@acme.example'])
})

// Guarantees that failed attempts leave no links behind that let somebody in.
test('an invitation that did not leave leaves no link, and the one that arrives works', async () => {
  const stage = await startTeamStage()
  const cookie = await stage.enter()
  stage.mailServer.answer(450)
  await stage.ask('POST', `/${stage.project.slug}/people/invite`, {
    cookie,
    form: { email: 'mia@acme.example', role: 'viewer' },
  })
  await stage.queued('mia@acme.example invitation')
  const { sql } = stage.service.database
  const links = async () => (await sql`select 1 from operator_links where invitation_id is not null`).length
  expect(await links()).toBe(1) // shown to who invites
  await stage.startSender()
  await expect
    .poll(() => sql`select reason from mails where project_id = ${stage.project.id}`)
    .toEqual([{ reason: 'not_now' }])
  expect(await links()).toBe(1)
  stage.mailServer.answer(undefined)
  await sql`update mails set due_at = ${new Date(0)}`
  const [mail] = await stage.mailServer.arrived(1)
  const [, code = ''] = /\/console\/enter#(\S+)/.exec(mail?.mail.text ?? '') ?? []
  expect((await stage.ask('POST', '/enter', { form: { code } })).cookies).not.toEqual([])
  await stage.settledAs('sent')
})

test('without a mail server nothing is offered, and the console shows what would have been sent', async () => {
  const stage = await startTeamStage({ isOff: true })
  const cookie = await stage.enter()
  const { text } = await stage.ask('POST', `/${stage.project.slug}/people/invite`, {
    cookie,
    form: { email: 'mia@acme.example', role: 'viewer' },
  })
  expect(text).toContain('Send this link to mia@acme.example')
  expect(text).not.toContain('by mail')
  await stage.queued('mia@acme.example invitation')
  await stage.startSender()
  await stage.settledAs('off')
  const mine = await stage.ask('GET', `/${stage.project.slug}/my-mail`, { cookie })
  expect(mine.text).toContain('Mail is off on this service')
})
