import { expect, test } from 'vitest'
import { startProject, type TestProject } from '../harness/project.ts'
import { blns } from '../names/blns.ts'
import { pagesOf } from './pages.ts'

test('users are listed from the newest on, page by page, and by state', async () => {
  const { server, signIn } = await startProject()
  const ids: string[] = []
  for (let n = 0; n < 5; n += 1) ids.unshift((await signIn({ sub: `user-${n}` })).userId)
  const [newest = '', , banned = '', erased = ''] = ids
  await server('POST', `/v1/users/${banned}/ban`, { reason: 'spam' })
  await server('POST', `/v1/users/${erased}/erase`, {})
  const list = (query: string) => pagesOf((cursor) => server('GET', `/v1/users?limit=2${query}${cursor}`))
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
  expect(idsOf(await list(''))).toEqual(ids)
  expect(idsOf(await list('&state=active'))).toEqual(ids.filter((id) => id !== banned && id !== erased))
  expect(await list('&state=banned')).toMatchObject([{ id: banned, state: 'banned', ban_reason: 'spam' }])
  expect(await list('&state=erased')).toMatchObject([
    { id: erased, sub: null, email: null, display_name: 'deleted user' },
  ])
  expect((await server('GET', '/v1/users?limit=1')).body.data).toEqual([
    (await server('GET', `/v1/users/${newest}`)).body,
  ])
})

test('a user is found by exactly their sub, also by one that no path can name', async () => {
  const { server, signIn } = await startProject()
  const subs = ['.', '..', 'a/b', 'Ada', 'ada', ' ada', 'a%2f&b=c']
  const ids = new Map<string, string>()
  for (const sub of subs) ids.set(sub, (await signIn({ sub })).userId)
  for (const sub of subs) {
    const { status, body } = await server('GET', `/v1/users?sub=${encodeURIComponent(sub)}`)
    const found = body.data.map((user: { id: string; sub: string }) => [user.id, user.sub])
    expect([status, found, body.next_cursor]).toEqual([200, [[ids.get(sub), sub]], null])
  }
  for (const none of ['', 'nobody', 'ADA'])
    expect((await server('GET', `/v1/users?sub=${none}`)).body).toEqual({ data: [], next_cursor: null })
  expect((await server('GET', '/v1/users?sub=ada&state=banned')).body.data).toEqual([])
  for (const wrong of ['a%00b', 'x'.repeat(256), 'a&sub=b'])
    expect([wrong, (await server('GET', `/v1/users?sub=${wrong}`)).status]).toEqual([wrong, 400])
})

test('a list of users goes on while others come', async () => {
  const { server, signIn } = await startProject()
  const ids: string[] = []
  for (let n = 0; n < 6; n += 1) ids.unshift((await signIn({ sub: `user-${n}` })).userId)
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await server('GET', `/v1/users?limit=2${cursor}`)
    seen.push(...body.data.map(({ id }: { id: string }) => id))
    cursor = body.next_cursor ? `&cursor=${body.next_cursor}` : ''
    await signIn({ sub: `later-${seen.length}` })
  } while (cursor)
  expect(seen).toEqual(ids)
})

test.each([
  'state=gone',
  'state=',
  'email=ada%40example.com',
  'limit=0',
  'limit=101',
  'limit=x',
  'cursor=abc',
  'state=active&state=banned',
])('a filter that is not one is refused: %s', async (query) => {
  const { server } = await startProject()
  expect((await server('GET', `/v1/users?${query}`)).status).toBe(400)
})

test('a user is read whole, by id and by the client’s own id', async () => {
  const { server, signIn } = await startProject()
  const { userId } = await signIn({
    sub: 'ada',
    email: 'ada@example.com',
    email_verified: true,
    given_name: 'Ada',
    family_name: 'Lovelace',
    locale: 'en-GB',
    traits: { plan: 'pro', shoe: 7 },
  })
  const { status, body } = await server('GET', `/v1/users/${userId}`)
  expect([status, body]).toEqual([
    200,
    {
      id: userId,
      sub: 'ada',
      display_name: 'Acme user',
      email: 'ada@example.com',
      email_verified: true,
      given_name: 'Ada',
      family_name: 'Lovelace',
      locale: 'en-GB',
      traits: { plan: 'pro' },
      name_choice: 'default',
      name_choices: expect.any(Array),
      name_locked: false,
      notifications: { email: true, frequency: 'instant', status_changes: true, comments: true, changelog: true },
      state: 'active',
      ban_reason: null,
      created_at: expect.any(String),
      last_seen_at: expect.any(String),
    },
  ])
  expect((await server('GET', '/v1/users/by_sub/ada')).body).toEqual(body)
})

/** Everybody by the sub they came with. Only `.` and `..` cannot stand in a path: URLs take them for something else. */
async function expectFound({ server, signIn }: TestProject, subs: readonly string[]): Promise<void> {
  for (const sub of subs) {
    const { userId } = await signIn({ sub })
    const { status, body } = await server('GET', `/v1/users/by_sub/${encodeURIComponent(sub)}`)
    expect([sub, status, body.id, body.sub]).toEqual([sub, 200, userId, sub])
  }
}

test('a sub may hold anything: slashes, percent signs, dots, spaces, what looks like an id or a query', async () => {
  const project = await startProject()
  await expectFound(project, [
    'a/b',
    '/',
    '//',
    '../..',
    '...',
    '%2F',
    '%',
    '%00',
    '%zz',
    '?x=1',
    '#x',
    'a+b',
    ' ',
    'by_sub',
    'ada@example.com',
    'auth0|5f7c8ec7c33c6c004bbafe82',
    'usr_01m7eg5hdpejysxrjx39d6rvvy',
    'Ünï/cödé',
    'e\u0301',
    '\u00e9',
    "x'; drop table users; --",
    'x'.repeat(255),
    '🦉'.repeat(255),
    '\u{10ffff}'.repeat(255),
  ])
})

test('whatever is asked for, the answer is a user or a 404', async () => {
  const { server, service, signIn } = await startProject()
  await signIn({ sub: 'a' })
  for (const text of [...blns(), '\0', 'a\0', 'x'.repeat(5_000)]) {
    if (text === '') continue // that is another path
    const { status, body } = await server('GET', `/v1/users/by_sub/${encodeURIComponent(text.toWellFormed())}`)
    expect([text, status, body.code]).toEqual([text, 404, 'not_found'])
  }
  for (const path of ['by_sub', 'by_sub/', 'by_sub/%FF', 'by_sub/%', 'by_sub/a/b', 'nobody', 'usr_', '%00']) {
    expect([path, (await server('GET', `/v1/users/${path}`)).status]).toEqual([path, 404])
  }
  expect(service.logged.filter((line) => line.includes('internal_error'))).toEqual([])
})

test('a refusal does not repeat the sub of the request', async () => {
  const { server } = await startProject()
  const { body } = await server('GET', `/v1/users/by_sub/${encodeURIComponent('ada@example.com')}`)
  expect(JSON.stringify(body)).not.toMatch(/ada(?:@|%40)example/)
})

test('users of another project do not exist here', async () => {
  const one = await startProject()
  const other = await startProject({ service: one.service })
  const { userId } = await other.signIn({ sub: 'theirs' })
  expect((await one.server('GET', `/v1/users/${userId}`)).status).toBe(404)
  expect((await one.server('GET', '/v1/users/by_sub/theirs')).status).toBe(404)
  expect((await one.server('GET', '/v1/users')).body.data).toEqual([])
  await other.signIn({ sub: 'second' })
  const { body } = await other.server('GET', '/v1/users?limit=1')
  const stolen = await one.server('GET', `/v1/users?limit=1&cursor=${body.next_cursor}`)
  expect([stolen.status, stolen.body.code]).toEqual([400, 'cursor_invalid'])
})

// Guarantees that the log says what was done but never the reason, since a reason may identify a person.
test('bans, lifted bans and ended sessions are events, once for each change and without the reason', async () => {
  const { server, signIn, service, project } = await startProject()
  const { userId } = await signIn()
  const verbs: [string, string, object?][] = [
    ['POST', 'ban', { reason: 'c4nary' }],
    ['POST', 'ban', { reason: 'c4nary, again' }],
    ['POST', 'unban', {}],
    ['POST', 'unban', {}],
    ['DELETE', 'sessions'],
  ]
  for (const [method, verb, body] of verbs) await server(method, `/v1/users/${userId}/${verb}`, body)
  const events = await service.database.sql<{ type: string; text: string }[]>`
    select type, to_jsonb(e)::text as text from events e where project_id = ${project.id} and subject_id = ${userId} order by id`
  expect(events.map(({ type }) => type)).toEqual([
    'user.created',
    'user.banned',
    'user.ban_reason_changed',
    'user.unbanned',
    'user.sessions_ended',
  ])
  expect(events.map(({ text }) => text).join('')).not.toContain('c4nary')
  expect((await server('GET', `/v1/users/${userId}`)).body).toMatchObject({ state: 'active', ban_reason: null })
})
