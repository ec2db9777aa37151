import { expect, test } from 'vitest'
import { systemCall } from '../../src/domain/call/index.ts'
import {
  changeOwnsAll,
  enterByLink,
  issueOperatorLink,
  operatorNamed,
  type Role,
  removeOperator,
  signOutOperator,
} from '../../src/domain/operators/index.ts'
import { type Desk, startDesk } from '../console/desk.ts'
import { emptiedService } from '../harness/emptied-database.ts'

let people = 0
const newEmail = () => `person${process.pid}-${Date.now()}-${++people}@removal.example`

async function openDesk() {
  const desk = await startDesk()
  const call = () => systemCall(desk.service.database, desk.service.config, desk.service.database.clock.now())
  const isIn = async (cookie: string) => (await desk.ask('GET', '/me', { cookie })).status === 200
  return { ...desk, free: call, isIn }
}

/** All that could still open something for an operator. */
async function waysIn({ service }: Desk, id: string) {
  const [row] = await service.database.sql`
    select (select count(*)::int from operator_sessions where operator_id = ${id}) as sessions,
      (select count(*)::int from operator_passkeys where operator_id = ${id}) as passkeys,
      (select count(*)::int from operator_links where operator_id = ${id}) as links,
      (select count(*)::int from operator_roles where operator_id = ${id}) as roles,
      (select count(*)::int from operators where id = ${id} and (owns_all or is_vouched)) as rights`
  return row
}

const actionsIn = async ({ server }: Pick<Desk, 'server'>, subject: string) => {
  const { body } = await server('GET', '/v1/audit_log?limit=100')
  const rows: { action: string; subject_id: string }[] = body.data
  return rows.filter(({ subject_id }) => subject_id === subject).map(({ action }) => action)
}

// Guarantees that a removed operator loses every access at once, and that the audit log of each project shows it.
test('removing an operator ends sessions, passkeys, links, roles and owning everything, with a row in each project', async () => {
  const desk = await openDesk()
  const other = await startDesk({ service: desk.service })
  const email = newEmail()
  const cookie = await desk.enter(email, 'admin')
  await other.enter(email, 'moderator')
  await desk.linkFor(email) // owns everything too
  const pending = await desk.linkFor(email, 'admin')
  const id = await operatorNamed(desk.free(), email.toUpperCase())
  await desk.service.database.sql`
    insert into operator_passkeys (id, operator_id, public_key, counter, name, created_at)
    values (${`key-${id}`}, ${id}, ''::bytea, 0, 'Laptop', now())`
  expect(await desk.isIn(cookie)).toBe(true)
  const { ownerless } = await removeOperator(desk.free(), id)
  expect(ownerless).toEqual([])
  expect(await waysIn(desk, id)).toEqual({ sessions: 0, passkeys: 0, links: 0, roles: 0, rights: 0 })
  expect(await desk.isIn(cookie)).toBe(false)
  expect((await desk.ask('POST', '/enter', { form: { code: pending } })).status).toBe(401)
  for (const project of [desk, other]) expect(await actionsIn(project, id)).toContain('operator.removed')
  await expect(removeOperator(desk.free(), id)).rejects.toMatchObject({ kind: { code: 'not_found' } })

  // What they did keeps its name; who is invited again is somebody else, and gets nothing of before.
  const { body } = await desk.server('GET', '/v1/audit_log?limit=100')
  const entered = body.data.find(
    ({ action, actor }: { action: string; actor: { id: string } }) => action === 'operator.entered' && actor.id === id,
  )
  expect(entered.actor.name).toBe(email)
  const again = await desk.enter(email, 'moderator')
  expect(await operatorNamed(desk.free(), email)).not.toBe(id)
  expect((await desk.ask('GET', `/${other.project.slug}`, { cookie: again })).status).toBe(404)
  expect((await desk.ask('GET', `/${desk.project.slug}/keys`, { cookie: again })).status).toBe(403)
})

test('the only owner can be removed, and which projects have none then is said', async () => {
  const desk = await openDesk()
  const [only, first] = [newEmail(), newEmail()]
  await desk.enter(first)
  await desk.enter(only)
  const remove = async (email: string) =>
    (await removeOperator(desk.free(), await operatorNamed(desk.free(), email))).ownerless
  expect(await remove(first)).toEqual([])
  expect(await remove(only)).toEqual([desk.project.slug])
})

test('signing an operator out ends their sessions and links, and their passkeys where that is asked', async () => {
  const desk = await openDesk()
  const email = newEmail()
  const [one, two] = [await desk.enter(email), await desk.enter(email)]
  const pending = await desk.linkFor(email, 'owner')
  const id = await operatorNamed(desk.free(), email)
  await desk.service.database.sql`
    insert into operator_passkeys (id, operator_id, public_key, counter, name, created_at)
    values (${`key-${id}`}, ${id}, ''::bytea, 0, 'Laptop', now())`
  await signOutOperator(desk.free(), id)
  for (const cookie of [one, two]) expect(await desk.isIn(cookie)).toBe(false)
  expect((await desk.ask('POST', '/enter', { form: { code: pending } })).status).toBe(401)
  expect(await waysIn(desk, id)).toMatchObject({ sessions: 0, links: 0, passkeys: 1, roles: 1 })
  await signOutOperator(desk.free(), id, { passkeys: true })
  expect(await waysIn(desk, id)).toMatchObject({ passkeys: 0, roles: 1 })
  expect(await actionsIn(desk, id)).toEqual(expect.arrayContaining(['operator.signed_out', 'operator.passkey_removed']))
  expect(await desk.isIn(await desk.enter(email))).toBe(true)
})

test('owning everything is taken away and given, and the next click knows', async () => {
  const desk = await openDesk()
  const email = newEmail()
  const { cookies } = await desk.ask('POST', '/enter', { form: { code: await desk.linkFor(email) } })
  const cookie = cookies[0]?.split(';')[0] ?? ''
  const opens = async () => (await desk.ask('GET', `/${desk.project.slug}/people`, { cookie })).status
  const id = await operatorNamed(desk.free(), email)
  expect(await opens()).toBe(200)
  await changeOwnsAll(desk.free(), id, false)
  expect(await opens()).toBe(404)
  await changeOwnsAll(desk.free(), id, false)
  await changeOwnsAll(desk.free(), id, true)
  expect(await opens()).toBe(200)
  const owning = (await actionsIn(desk, id)).filter((action) => action.includes('owns_all'))
  expect(owning).toEqual(['operator.owns_all_given', 'operator.owns_all_taken', 'operator.owns_all_given'])
})

// Guarantees that a sign-in costs the same in a service with ten projects and with a hundred thousand.
test('sign-ins of an owner of everything are logged in the newest hundred projects, changes of their rights in all', async () => {
  const desk = await startDesk({ service: await emptiedService() })
  const { database, config } = desk.service
  await database.sql`
    insert into projects (id, slug, name, publishable_key, created_at, updated_at)
    select 'prj_' || to_char(n, 'fm000000'), 'p' || n, 'P', 'pk' || n, now(), now() from generate_series(1, 300) as n`
  const call = () => systemCall(database, config, database.clock.now())
  const email = newEmail()
  await desk.linkFor(email, 'moderator')
  await desk.linkFor(email)
  await desk.linkFor(email)
  const id = await operatorNamed(call(), email)
  await signOutOperator(call(), id)
  await removeOperator(call(), id)
  const told = await database.sql`
    select type, count(*)::int as projects, bool_or(project_id = ${desk.project.id}) as own,
      bool_or(project_id = 'prj_000300') as newest
    from events where subject_id = ${id} group by type order by type`
  const all = { projects: 301, own: true, newest: true }
  const some = { projects: 100, own: true, newest: true }
  expect(told).toEqual([
    { type: 'operator.joined', projects: 1, own: true, newest: false },
    { type: 'operator.link_made', ...some },
    { type: 'operator.owns_all_given', ...all },
    { type: 'operator.removed', ...all },
    { type: 'operator.signed_out', ...some },
  ])
})

test('an address that is several people’s is refused with their ids, and none of them is touched', async () => {
  const desk = await openDesk()
  const email = newEmail()
  const owner = await desk.enter(newEmail())
  for (let guest = 0; guest < 2; guest += 1) {
    const form = { email, role: 'moderator' }
    const { text } = await desk.ask('POST', `/${desk.project.slug}/people/invite`, { cookie: owner, form })
    await desk.ask('POST', '/enter', { form: { code: /svc_opl_\w+/.exec(text)?.[0] ?? '' } })
  }
  const refused = operatorNamed(desk.free(), email)
  await expect(refused).rejects.toMatchObject({ kind: { code: 'invalid_request' } })
  await expect(refused).rejects.toMatchObject({ detail: expect.stringMatching(/opr_\w+, opr_\w+$/) })
  for (const none of ['', 'nobody@removal.example', '\0', 'opr_x'])
    await expect(operatorNamed(desk.free(), none)).rejects.toMatchObject({ kind: { code: 'not_found' } })
})

// Guarantees that neither order leaves a session: a sign-in before the removal ends with it, and one after it is refused.
test('an operator who signs in while being removed has no session afterwards', async () => {
  const desk = await openDesk()
  for (let round = 0; round < 15; round += 1) {
    const email = newEmail()
    const role: Role = 'admin'
    const { url } = await issueOperatorLink(desk.free(), email, { project: desk.project, role })
    const id = await operatorNamed(desk.free(), email)
    const [entered] = await Promise.allSettled([
      enterByLink(desk.free(), url.slice(url.indexOf('#') + 1)),
      removeOperator(desk.free(), id),
    ])
    expect(await waysIn(desk, id)).toEqual({ sessions: 0, passkeys: 0, links: 0, roles: 0, rights: 0 })
    if (entered.status === 'rejected') expect(entered.reason.kind.status).toBe(401)
  }
})
