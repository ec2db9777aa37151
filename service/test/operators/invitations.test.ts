import { expect, test } from 'vitest'
import { callOn } from '../../src/domain/call.ts'
import { operatorNamed } from '../../src/domain/operators/index.ts'
import { type Desk, startDesk } from '../console/desk.ts'

const MINUTE = 60_000
let people = 0
const newEmail = () => `person${process.pid}-${Date.now()}-${++people}@invited.example`

const invitationOf = async (desk: Desk, cookie: string, role = 'owner', email = newEmail()) => {
  const { text } = await desk.ask('POST', `/${desk.project.slug}/people/invite`, { cookie, form: { email, role } })
  return /svc_opl_\w+/.exec(text)?.[0] ?? ''
}

const sessionsOf = ({ service }: Desk, id: string) =>
  service.database.sql`select token_hash, confirmed_at, expires_at from operator_sessions where operator_id = ${id}`

// Guarantees that a stolen cookie stays as stale as it is: anybody who owns any project can make an invitation.
test('an invitation that somebody takes who is signed in confirms nothing and opens no session', async () => {
  let now = Date.parse('2091-01-01T00:00:00Z')
  const clock = () => new Date(now)
  const desk = await startDesk({ now: clock })
  const other = await startDesk({ service: desk.service, now: clock })
  const email = newEmail()
  const [boss, stolen, thief] = [await desk.enter(newEmail()), await desk.enter(email), await other.enter(newEmail())]
  const id = await operatorNamed(callOn(desk.service.database, desk.service.config, clock()), email)
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
