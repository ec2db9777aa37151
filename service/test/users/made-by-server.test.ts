import { expect, test } from 'vitest'
import { startProject } from '../harness/project.ts'

const CLAIMS = {
  email: 'ada@example.com',
  email_verified: true,
  given_name: 'Ada',
  family_name: 'Lovelace',
  locale: 'en-GB',
  traits: { plan: 'pro', unknown: 1 },
}

const at = (sub: string) => `/v1/users/by_sub/${encodeURIComponent(sub)}`

test('a server makes a user with the claims of a token, and changes them; an absent claim is removed', async () => {
  let now = new Date('2091-11-15T10:00:00Z')
  const { server, service, project } = await startProject({ now: () => now })
  const made = await server('PUT', at('crm/ada 1'), CLAIMS)
  expect([made.status, made.body]).toEqual([
    201,
    {
      id: expect.stringMatching(/^usr_/),
      sub: 'crm/ada 1',
      ...CLAIMS,
      traits: { plan: 'pro' },
      display_name: 'Acme user',
      name_choice: 'default',
      name_choices: expect.anything(),
      name_locked: false,
      notifications: { email: true, frequency: 'instant', status_changes: true, comments: true, changelog: true },
      state: 'active',
      ban_reason: null,
      created_at: '2091-11-15T10:00:00.000Z',
      last_seen_at: '2091-11-15T10:00:00.000Z',
    },
  ])
  expect((await server('GET', at('crm/ada 1'))).body).toEqual(made.body)
  now = new Date('2091-11-15T10:00:05Z')
  const same = await server('PUT', at('crm/ada 1'), CLAIMS)
  expect([same.status, same.body]).toEqual([200, made.body])
  const changed = await server('PUT', at('crm/ada 1'), { given_name: 'Ada', locale: 'de_AT' })
  expect([changed.status, changed.body]).toEqual([
    200,
    {
      ...made.body,
      email: null,
      email_verified: false,
      family_name: null,
      locale: 'de-AT',
      traits: {},
      name_choices: expect.anything(),
    },
  ])
  // A call that changes nothing writes no event, and no event contains old or new values.
  const events = await service.database.sql`
    select type, actor_kind, data from events where project_id = ${project.id} and subject_id = ${made.body.id} order by id`
  expect(events).toEqual([
    { type: 'user.created', actor_kind: 'secret_key', data: {} },
    {
      type: 'user.updated',
      actor_kind: 'secret_key',
      data: { members: ['email', 'email_verified', 'family_name', 'locale', 'traits'] },
    },
  ])
})

test('a user made by a server signs in as that user, and a server can change a user who signed in', async () => {
  const { server, signIn } = await startProject()
  const { body: made } = await server('PUT', at('ada'), CLAIMS)
  expect((await signIn({ sub: 'ada', given_name: 'Augusta' })).userId).toBe(made.id)
  expect((await server('GET', at('ada'))).body).toMatchObject({ given_name: 'Augusta', email: null })
  const { userId } = await signIn({ sub: 'bob' })
  const changed = await server('PUT', at('bob'), { email: 'bob@example.com' })
  expect([changed.status, changed.body.id, changed.body.email_verified]).toEqual([200, userId, false])
})

test('the same sub in another project is somebody else', async () => {
  const one = await startProject()
  const other = await startProject({ service: one.service })
  const { body: ada } = await one.server('PUT', at('ada'), CLAIMS)
  const made = await other.server('PUT', at('ada'), {})
  expect([made.status, made.body.id === ada.id]).toEqual([201, false])
  expect((await one.server('GET', at('ada'))).body).toEqual(ada)
})

/** Bodies that a token would be refused for, and what would be pointed at. */
const REFUSED: readonly [unknown, string][] = [
  [{ email: 'ada' }, '/email'],
  [{ email: 'a@b@c' }, '/email'],
  [{ email: `${'a'.repeat(320)}@example.com` }, '/email'],
  [{ email: null }, '/email'],
  [{ email_verified: 'yes' }, '/email_verified'],
  [{ given_name: 'a'.repeat(101) }, '/given_name'],
  [{ family_name: 7 }, '/family_name'],
  [{ locale: 'x' }, '/locale'],
  [{ locale: 'not a language' }, '/locale'],
  [{ traits: 'pro' }, '/traits'],
  [{ traits: [] }, '/traits'],
  [{ traits: { plan: 'x'.repeat(2048) } }, '/traits'],
  [{ traits: { plan: 2 ** 53 } }, '/traits/plan'],
  [{ traits: { plan: [{ seats: -(2 ** 60) }] } }, '/traits/plan'],
  [{ traits: { 'a/b~c': 1e30 } }, '/traits/a~1b~0c'],
  [{ sub: 'ada' }, '/sub'],
  [{ state: 'banned' }, '/state'],
  [[], ''],
]

test('a claim that no token may have is refused, with its place, and nothing is made', async () => {
  const { server } = await startProject()
  for (const [body, pointer] of REFUSED) {
    const answer = await server('PUT', at('ada'), body)
    expect([body, answer.status, answer.body.code]).toEqual([body, 400, 'invalid_request'])
    expect([body, answer.body.errors[0].pointer]).toEqual([body, pointer])
  }
  const several = await server('PUT', at('ada'), { email: 'ada', given_name: 'a'.repeat(101), locale: '!!' })
  expect(several.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    '/email',
    '/given_name',
    '/locale',
  ])
  expect(JSON.stringify(several.body)).not.toContain('aaaa')
  expect((await server('GET', at('ada'))).status).toBe(404)
})

test('a sub has 1 to 255 characters, whatever they are', async () => {
  const { server } = await startProject()
  for (const sub of ['x', '🦉'.repeat(255), 'a/../b?c#d', ' ', 'by_sub', '%2F', 'usr_1']) {
    const { status, body } = await server('PUT', at(sub), {})
    expect([sub, status, body.sub]).toEqual([sub, 201, sub])
  }
  const long = await server('PUT', at('a'.repeat(256)), {})
  expect([long.status, long.body.errors]).toEqual([
    400,
    [{ pointer: '/params/sub', detail: 'must be a text of 1 to 255 characters' }],
  ])
  expect((await server('PUT', at('a\0b'), {})).status).toBe(404)
  expect((await server('PUT', at('x'.repeat(4000)), {})).status).toBe(404)
})

// Guarantees that what is kept is what was sent: reading JSON makes null of the first and another number of the second.
test('a number that cannot be kept exactly is refused, and one that can is kept', async () => {
  const { server } = await startProject()
  for (const number of ['1e400', '-1e400', '12345678901234567890', '9007199254740993']) {
    const { status, body } = await server('PUT', at('ada'), `{"traits": {"plan": ${number}}}`)
    expect([number, status, body.errors]).toEqual([
      number,
      400,
      [{ pointer: '/traits/plan', detail: expect.stringContaining('send those as texts') }],
    ])
  }
  for (const [number, kept] of Object.entries({ '9007199254740991': 9007199254740991, '-0.25': -0.25, '1e3': 1000 })) {
    const { body } = await server('PUT', at('ada'), `{"traits": {"plan": ${number}}}`)
    expect([number, body.traits]).toEqual([number, { plan: kept }])
  }
  const unverified = await server('PUT', at('bo'), { email_verified: true })
  expect([unverified.status, unverified.body.email_verified]).toEqual([201, false]) // as the description says
})

test('hostile traits change nothing and break nothing', async () => {
  const { server } = await startProject()
  const deep = (levels: number) => `{"traits": {"plan": ${'['.repeat(levels)}${']'.repeat(levels)}}}`
  for (const levels of [1_100, 5_000, 30_000]) {
    const { status } = await server('PUT', at('ada'), deep(levels))
    expect([levels, [400, 413].includes(status)]).toEqual([levels, true])
  }
  const proto = await server(
    'PUT',
    at('ada'),
    '{"traits": {"__proto__": {"x": 1}, "constructor": 2, "plan": {"__proto__": 3}}}',
  )
  expect([proto.status, JSON.stringify(proto.body.traits)]).toEqual([201, '{"plan":{"__proto__":3}}'])
})

test('a banned user stays banned, and an erased one becomes a new user at once', async () => {
  const { server, exchange, signIn, signToken } = await startProject()
  const { userId } = await signIn({ sub: 'ada' })
  await server('POST', `/v1/users/${userId}/ban`, { reason: 'spam' })
  const banned = await server('PUT', at('ada'), { given_name: 'Ada' })
  expect([banned.status, banned.body.state, banned.body.ban_reason, banned.body.given_name]).toEqual([
    200,
    'banned',
    'spam',
    'Ada',
  ])
  expect((await exchange(signToken({ sub: 'ada' }))).body.code).toBe('user_banned')
  await server('POST', `/v1/users/${userId}/erase`, {})
  const anew = await server('PUT', at('ada'), {})
  expect([anew.status, anew.body.state, anew.body.id === userId]).toEqual([201, 'active', false])
  // A server's word is no token: tokens from before stay refused.
  expect((await exchange(signToken({ sub: 'ada' }))).body.code).toBe('token_rejected_erased')
})

// Guarantees that the first call makes the row, and all others find it.
test('servers and sign-ins that race for one sub make one user', async () => {
  const { server, exchange, signToken, service, project } = await startProject()
  for (let round = 0; round < 10; round += 1) {
    const sub = `racer-${round}`
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, n) => server('PUT', at(sub), { given_name: `Put ${n}` })),
      ...Array.from({ length: 4 }, () => exchange(signToken({ sub }))),
    ])
    const ids = new Set(answers.map(({ body }) => body.user?.id ?? body.id))
    expect([ids.size, ...ids]).toEqual([1, expect.stringMatching(/^usr_/)])
    expect(answers.slice(0, 6).filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1)
    const rows = await service.database.sql`select 1 from users where project_id = ${project.id} and sub = ${sub}`
    expect(rows).toHaveLength(1)
  }
})
