import { expect, test } from 'vitest'
import { openMailLinks } from '../../src/domain/mails/index.ts'
import { type OperatorMailKind, writeTeamLink } from '../../src/domain/team-mails/index.ts'
import type { Id } from '../../src/foundation/ids/index.ts'
import { startBoard } from '../board/stage.ts'
import { type Desk, startDesk } from '../console/desk.ts'

const ONE_CLICK = {
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'https://mail.example',
    'sec-fetch-site': 'cross-site',
  },
  body: 'List-Unsubscribe=One-Click',
}

/** The kinds that the page offers, and whether each is on. */
async function offered(desk: Desk, cookie: string): Promise<Record<string, boolean>> {
  const { text } = await desk.ask('GET', `/${desk.project.slug}/my-mail`, { cookie })
  const boxes = [...text.matchAll(/<input type="checkbox" name="kinds" value="(\w+)"( checked)?/g)]
  return Object.fromEntries(boxes.map(([, kind = '', isOn]) => [kind, isOn !== undefined]))
}

test('the page about one’s own mail stands beside the other pages about mail, for those who may open them', async () => {
  const desk = await startDesk()
  const links = async (role: 'admin' | 'viewer') => {
    const cookie = await desk.enter(`${role}@tabs.example`, role)
    const { text } = await desk.ask('GET', `/${desk.project.slug}/my-mail`, { cookie })
    const [, tabs = ''] = /<nav class="tabs"[^>]*>(.*?)<\/nav>/.exec(text) ?? []
    return [...tabs.matchAll(/href="[^"]*\/([\w-]+)"( aria-current="page")?/g)].map(([, page, isCurrent]) => [
      page,
      isCurrent !== undefined,
    ])
  }
  expect(await links('admin')).toEqual([
    ['mail', false],
    ['suppressed', false],
    ['my-mail', true],
  ])
  expect(await links('viewer')).toEqual([])
})

test('everybody chooses their own mail, among what their role may see, and the audit log has it', async () => {
  const desk = await startDesk()
  const owner = await desk.enter()
  const viewer = await desk.enter('viewer@acme.example', 'viewer')
  expect(await offered(desk, owner)).toEqual({
    summary: true,
    key_ending: true,
    refusals: true,
    webhook_off: true,
    invitation: true,
  })
  expect(await offered(desk, viewer)).toEqual({ summary: true })
  const page = `/${desk.project.slug}/my-mail`
  const saved = await desk.ask('POST', page, { cookie: owner, form: { kinds: ['key_ending'] } })
  expect(saved.headers.location).toContain('done=my_mail_saved')
  expect(await offered(desk, owner)).toEqual({
    summary: false,
    key_ending: true,
    refusals: false,
    webhook_off: false,
    invitation: false,
  })
  expect(await offered(desk, viewer)).toEqual({ summary: true })
  await desk.ask('POST', page, { cookie: viewer, form: { kinds: ['key_ending'] } }) // not theirs to switch on
  expect(await offered(desk, viewer)).toEqual({ summary: false })
  const { body } = await desk.server('GET', '/v1/audit_log')
  const changes = body.data.filter(({ action }: { action: string }) => action === 'operator.mail_changed')
  expect(changes.map(({ data }: { data: object }) => data)).toEqual([
    { kind: 'summary', is_on: false },
    { kind: 'invitation', is_on: false },
    { kind: 'webhook_off', is_on: false },
    { kind: 'refusals', is_on: false },
    { kind: 'summary', is_on: false },
  ])
  expect((await desk.ask('GET', `/${desk.project.slug}/audit`, { cookie: owner })).text).toContain('Daily summary: off')
})

async function linked() {
  const board = await startBoard()
  const desk = await startDesk()
  await desk.enter('root@acme.example', 'owner')
  const { sql } = board.service.database
  const links = await openMailLinks(sql)
  const [row] = await sql<{ id: Id<'operator'> }[]>`
    insert into operators (id, email, is_vouched, created_at) values ('opr_' || substr(${board.project.id}, 5), ${board.project.id}, false, now()) returning id`
  const operatorId = row?.id ?? ('opr_' as Id<'operator'>) // it was inserted
  await sql`insert into operator_roles (project_id, operator_id, role, created_at) values (${board.project.id}, ${operatorId}, 'admin', now())`
  const linkTo = (kind: OperatorMailKind, projectId = board.project.id) =>
    `/mail/team/${writeTeamLink(links, projectId, { operatorId, kind })}`
  const choices = async () =>
    await sql`select kind, is_on from operator_mail_choices where operator_id = ${operatorId} order by kind`
  return { board, sql, linkTo, choices, operatorId, foreign: desk.project.id }
}

test('a link of a mail stops that mail with one click, without a cookie and from anywhere, and back again', async () => {
  const { board, sql, linkTo, choices } = await linked()
  for (let time = 0; time < 2; time += 1) {
    const answer = await board.board('POST', linkTo('refusals'), ONE_CLICK) // twice is once
    expect(answer).toMatchObject({ status: 200, cookies: [] })
    expect(answer.text).toContain('You get no more mail about refused sign-ins')
    expect(await choices()).toEqual([{ kind: 'refusals', is_on: false }])
  }
  const logged = () =>
    sql`select 1 from events where project_id = ${board.project.id} and type = 'operator.mail_changed'`
  expect(await logged()).toHaveLength(1)
  expect((await board.board('POST', `${linkTo('refusals')}/again`, ONE_CLICK)).status).toBe(200)
  expect(await choices()).toEqual([{ kind: 'refusals', is_on: true }])
})

test('looking at a link changes nothing; a forged one, one of another project and one of somebody who left do nothing', async () => {
  const { board, sql, linkTo, choices, operatorId, foreign } = await linked()
  for (const method of ['GET', 'HEAD']) expect((await board.board(method, linkTo('summary'))).status).toBe(200)
  const forged = linkTo('summary').replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  for (const link of [forged, linkTo('summary', foreign), '/mail/team/x'])
    expect((await board.board('POST', link, ONE_CLICK)).status).toBe(404)
  await sql`update operator_roles set role = 'viewer' where operator_id = ${operatorId}`
  expect((await board.board('POST', linkTo('refusals'), ONE_CLICK)).status).toBe(404) // not theirs to hear any more
  await sql`delete from operator_roles where operator_id = ${operatorId}`
  expect((await board.board('POST', linkTo('summary'), ONE_CLICK)).status).toBe(404)
  expect(await choices()).toEqual([])
})
