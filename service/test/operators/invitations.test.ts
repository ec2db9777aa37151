import { expect, test } from 'vitest'
import { permit, systemCall } from '../../src/domain/call/index.ts'
import {
  changeOwnsAll,
  changeRole,
  enterByLink,
  enterProject,
  invite,
  issueOperatorLink,
  operatorNamed,
  removeOperator,
  resolveOperator,
  signOutOperator,
} from '../../src/domain/operators/index.ts'
import { Problem } from '../../src/foundation/problems/index.ts'
import { type Desk, startDesk } from '../console/desk.ts'

const MINUTE = 60_000
let people = 0
const newEmail = () => `person${process.pid}-${Date.now()}-${++people}@invited.example`

const invitationOf = async (desk: Desk, cookie: string, role = 'owner', email = newEmail()) => {
  const { text } = await desk.ask('POST', `/${desk.project.slug}/people/invite`, { cookie, form: { email, role } })
  return /svc_opl_\w+/.exec(text)?.[0] ?? ''
}

const freeCall = ({ service }: Desk) => systemCall(service.database, service.config, service.database.clock.now())

/** The answer to a person who is not an operator yet. */
const take = async (desk: Desk, code: string) => (await desk.ask('POST', '/enter', { form: { code } })).status

const withdrawnIn = async ({ server }: Desk) => {
  const { body } = await server('GET', '/v1/audit_log?limit=100')
  return body.data.filter(({ action }: { action: string }) => action === 'operator.invitation_withdrawn').length
}

const sessionsOf = ({ service }: Desk, id: string) =>
  service.database.sql`select token_hash, confirmed_at, expires_at from operator_sessions where operator_id = ${id}`

// Guarantees that an invitation does not refresh a stolen session: any owner of any project can make one.
test('an invitation that a signed-in operator accepts neither confirms them nor opens a session', async () => {
  let now = Date.parse('2091-01-01T00:00:00Z')
  const clock = () => new Date(now)
  const desk = await startDesk({ now: clock })
  const other = await startDesk({ service: desk.service, now: clock })
  const email = newEmail()
  const [boss, stolen, thief] = [await desk.enter(newEmail()), await desk.enter(email), await other.enter(newEmail())]
  const id = await operatorNamed(systemCall(desk.service.database, desk.service.config, clock()), email)
  const before = await sessionsOf(desk, id)
  expect(before).toHaveLength(1)
  now += 1000
  const { slug } = desk.project
  const signedOut = await desk.ask('POST', `/${slug}/people/sign-out`, { cookie: boss, form: { id } })
  expect(signedOut.status).toBe(303)
  const code = await invitationOf(other, thief, 'moderator')
  now += 14 * MINUTE
  const taken = await desk.ask('POST', '/enter', { cookie: stolen, form: { code } })
  expect([taken.status, taken.cookies]).toEqual([303, []])
  expect(await sessionsOf(desk, id)).toEqual(before)
  expect((await desk.ask('GET', `/${other.project.slug}`, { cookie: stolen })).status).toBe(200)
  // Signed out of one project stays signed out of it, and what asks for a confirmation goes on asking.
  expect((await desk.ask('GET', `/${slug}/people`, { cookie: stolen })).headers.location).toMatch(
    /^\/console\/confirm\?/,
  )
  now += 10 * MINUTE
  const options = await desk.ask('POST', '/me/passkeys/options', { cookie: stolen, json: {} })
  expect(JSON.parse(options.text).code).toBe('confirmation_required')
  // Their own link does show who they are.
  const own = await desk.ask('POST', '/enter', { cookie: stolen, form: { code: await desk.linkFor(email, 'owner') } })
  const cookie = own.cookies[0]?.split(';')[0] ?? ''
  expect((await desk.ask('GET', `/${slug}/people`, { cookie })).status).toBe(200)
})

// Guarantees that removed operators cannot return by an invitation that they made for themselves.
test('the invitations of an operator end when they may no longer invite', async () => {
  const desk = await startDesk()
  const other = await startDesk({ service: desk.service })
  const free = () => freeCall(desk)
  const boss = await desk.enter(newEmail())
  const act = (verb: string, form: Record<string, string>) =>
    desk.ask('POST', `/${desk.project.slug}/people/${verb}`, { cookie: boss, form })
  const endings: Record<string, (id: string) => Promise<unknown>> = {
    'removed by an owner of the whole service': (id) => removeOperator(free(), id),
    'removed from the project': (id) => act('remove', { id }),
    'made an admin': (id) => act('role', { id, role: 'admin' }),
  }
  let ended = 0
  for (const [ending, end] of Object.entries(endings)) {
    const email = newEmail()
    const leaver = await desk.enter(email)
    await other.enter(email)
    const [here, there] = [await invitationOf(desk, leaver), await invitationOf(other, leaver)]
    await end(await operatorNamed(free(), email))
    expect([ending, await take(desk, here)]).toEqual([ending, 401])
    // In projects where they stay an owner, what they made stays too.
    expect([ending, await take(desk, there)]).toEqual([ending, ending.includes('service') ? 401 : 303])
    ended += 1
    expect(await withdrawnIn(desk)).toBe(ended)
  }
  // Those who are still owners, and owners of everything, keep their invitations.
  const email = newEmail()
  const owner = await desk.enter(email)
  const id = await operatorNamed(free(), email)
  const kept = await invitationOf(desk, owner)
  await act('role', { id, role: 'owner' })
  expect(await take(desk, kept)).toBe(303)
  await changeOwnsAll(free(), id, true)
  const asRoot = [await invitationOf(desk, owner), await invitationOf(other, owner)] as const
  await act('role', { id, role: 'moderator' })
  await act('role', { id, role: 'owner' })
  await changeOwnsAll(free(), id, false)
  expect([await take(desk, asRoot[0]), await take(desk, asRoot[1])]).toEqual([303, 401])
})

test('inviting again ends the earlier link, no matter who made it', async () => {
  const desk = await startDesk()
  const [one, two] = [await desk.enter(newEmail()), await desk.enter(newEmail())]
  const guest = newEmail()
  const first = await invitationOf(desk, one, 'owner', guest)
  const second = await invitationOf(desk, two, 'moderator', guest.toUpperCase())
  expect([await take(desk, first), await take(desk, second)]).toEqual([401, 303])
})

test('signing out everywhere, or on other devices, ends unused links', async () => {
  const desk = await startDesk()
  for (const path of ['/me/sign-out-elsewhere', '/me/sign-out-everywhere']) {
    const email = newEmail()
    const cookie = await desk.enter(email)
    const pending = await desk.linkFor(email, 'owner')
    expect((await desk.ask('POST', path, { cookie, form: {} })).status).toBe(303)
    expect([path, await take(desk, pending)]).toEqual([path, 401])
  }
})

// Guarantees one order of locks: in a deadlock PostgreSQL would cancel one of the two requests.
test('whatever happens to an operator at once, each is done or refused for a reason', async () => {
  const desk = await startDesk()
  await desk.enter(newEmail())
  const free = () => freeCall(desk)
  for (let round = 0; round < 12; round += 1) {
    const email = newEmail()
    const cookie = await desk.enter(email)
    const id = await operatorNamed(free(), email)
    const asked = await resolveOperator(free(), cookie.slice(cookie.indexOf('=') + 1))
    const call = permit(await enterProject(asked, desk.project.slug), 'people:write')
    const codes: string[] = []
    for (let link = 0; link < 4; link += 1)
      codes.push((await invite(call, newEmail(), 'admin')).url.split('#')[1] ?? '')
    const guest = newEmail()
    const happenings = await Promise.allSettled([
      ...codes.map((code) => enterByLink(free(), code, asked)),
      enterByLink(free(), codes[0] ?? ''),
      ...(round % 2 ? [invite(call, guest, 'admin'), invite(call, guest, 'owner'), changeRole(call, id, 'admin')] : []),
      ...(round % 3 ? [signOutOperator(free(), id), changeOwnsAll(free(), id, true)] : []),
      ...(round % 3 ? [issueOperatorLink(free(), email, { project: desk.project, role: 'owner' })] : []),
      removeOperator(free(), id),
    ])
    for (const happening of happenings) {
      if (happening.status === 'rejected') expect(happening.reason).toBeInstanceOf(Problem)
      if (happening.status === 'rejected') expect(happening.reason.kind.status).toBeLessThan(500)
    }
    const left = await desk.service.database.sql`select 1 from operator_invitations where invited_by = ${id}`
    expect(left).toHaveLength(0)
  }
})
