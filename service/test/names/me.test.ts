import { expect, test } from 'vitest'
import { effort } from '../harness/effort.ts'
import { startProject } from '../harness/project.ts'

const PERSON = { sub: 'ada', given_name: 'Ada', family_name: 'lovelace' }

test('the name is the project’s user by default, the first name with last initial, or an own one', async () => {
  const { app, signIn } = await startProject()
  const { session } = await signIn(PERSON)
  const me = await app('GET', '/v1/me', { session })
  expect([me.body.display_name, me.headers.get('etag'), me.headers.get('cache-control')]).toEqual([
    'Acme user',
    '"1"',
    'no-store',
  ])
  const first = await app('PATCH', '/v1/me', { session, body: { name_choice: 'first_name' } })
  expect([first.status, first.body.display_name, first.headers.get('etag')]).toEqual([200, 'Ada L.', '"2"'])
  const own = await app('PATCH', '/v1/me', { session, body: { name_choice: 'custom', custom_name: 'Countess' } })
  expect([own.body.display_name, own.body.name_choice]).toEqual(['Countess', 'custom'])
  const back = await app('PATCH', '/v1/me', { session, body: { name_choice: 'default' } })
  expect(back.body).toMatchObject({ display_name: 'Acme user', name_choices: [{}, {}, { preview: 'Countess' }] })
  expect((await app('GET', '/v1/me', { session })).body).toEqual(back.body)
  const removed = await app('PATCH', '/v1/me', { session, body: { custom_name: null } })
  expect(removed.body.name_choices).toContainEqual({ choice: 'custom', preview: null })
})

test('a first name needs one that the client’s backend vouched for', async () => {
  const { app, signIn } = await startProject()
  const { session } = await signIn({ sub: 'bob' })
  const { status, body } = await app('PATCH', '/v1/me', { session, body: { name_choice: 'first_name' } })
  expect([status, body.code]).toEqual([409, 'name_unavailable'])
  await signIn({ sub: 'bob', given_name: 'Bob' })
  const now = await app('PATCH', '/v1/me', { session, body: { name_choice: 'first_name' } })
  expect([now.status, now.body.display_name]).toEqual([200, 'Bob'])
  await signIn({ sub: 'bob' })
  const without = await app('PATCH', '/v1/me', { session, body: { notifications: { email: false } } })
  expect([without.status, without.body.display_name]).toEqual([200, 'Acme user'])
})

test('an own name has to be there before it can be chosen, and is not removed while it is', async () => {
  const { app, signIn } = await startProject()
  const { session } = await signIn(PERSON)
  const patch = (body: unknown) => app('PATCH', '/v1/me', { session, body })
  expect((await patch({ name_choice: 'custom' })).body).toMatchObject({
    code: 'invalid_request',
    errors: [{ pointer: '/custom_name' }],
  })
  expect((await patch({ custom_name: 'Countess' })).body.display_name).toBe('Acme user')
  expect((await patch({ name_choice: 'custom' })).body.display_name).toBe('Countess')
  expect((await patch({ custom_name: null })).status).toBe(400)
  expect((await patch({ custom_name: 'Enchantress' })).body.display_name).toBe('Enchantress')
})

const WRONG_SHAPES: readonly [unknown, string][] = [
  [{ name: 'x' }, '/name'],
  [{ name_choice: 'none' }, '/name_choice'],
  [{ name_choice: null }, '/name_choice'],
  [{ custom_name: 7 }, '/custom_name'],
  [{ custom_name: 'x'.repeat(401) }, '/custom_name'],
  [{ notifications: {} }, '/notifications'],
  [{ notifications: { frequency: 'hourly' } }, '/notifications/frequency'],
  [{ notifications: { email: 'yes' } }, '/notifications/email'],
  [{ notifications: { email: true, sms: true } }, '/notifications/sms'],
  [{ name_locked: false }, '/name_locked'],
  [[], ''],
]

test('a change of the wrong shape is refused with its place', async () => {
  const { app, signIn } = await startProject()
  const { session } = await signIn()
  for (const [body, pointer] of WRONG_SHAPES) {
    const answer = await app('PATCH', '/v1/me', { session, body })
    expect([body, answer.status, answer.body.code]).toEqual([body, 400, 'invalid_request'])
    expect(answer.body.errors[0].pointer).toBe(pointer)
  }
})

test('If-Match changes the version that was read, and no other', async () => {
  const { app, signIn } = await startProject()
  const { session } = await signIn()
  const patch = (email: boolean, tag?: string) =>
    app('PATCH', '/v1/me', {
      session,
      body: { notifications: { email } },
      headers: tag === undefined ? {} : { 'if-match': tag },
    })
  expect((await patch(false, '"1"')).headers.get('etag')).toBe('"2"')
  const stale = await patch(true, '"1"')
  expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict'])
  expect((await patch(true, '"1", "2"')).body.notifications).toMatchObject({ email: true })
  expect((await patch(false, '*')).status).toBe(200)
  expect((await patch(true)).status).toBe(200)
  expect((await patch(true, 'one')).status).toBe(400)
  // Of racing changes of one version, one is made.
  const tag = (await app('GET', '/v1/me', { session })).headers.get('etag') ?? ''
  const racing = await Promise.all(Array.from({ length: 8 }, () => patch(false, tag)))
  expect(racing.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
})

test('signing in again changes no version: only what the user decides does', async () => {
  const { app, signIn, server } = await startProject()
  const { session, userId } = await signIn()
  await signIn({ given_name: 'Ada' })
  await server('DELETE', `/v1/users/${userId}/sessions`)
  const again = await signIn()
  expect((await app('GET', '/v1/me', { session: again.session })).headers.get('etag')).toBe('"1"')
  expect((await app('PATCH', '/v1/me', { session, body: {} })).body.code).toBe('session_ended')
})

test('the first public post locks the name; notifications can still change, and the same choice again is fine', async () => {
  const { app, signIn } = await startProject()
  const { session } = await signIn(PERSON)
  const patch = (body: unknown) => app('PATCH', '/v1/me', { session, body })
  await patch({ name_choice: 'custom', custom_name: 'Countess' })
  await app('POST', '/v1/posts', { session, body: { title: 'Dark mode' } })
  for (const body of [
    { name_choice: 'default' },
    { name_choice: 'first_name' },
    { custom_name: 'Enchantress' },
    { custom_name: null },
    { name_choice: 'custom', custom_name: 'Enchantress' },
    { name_choice: 'default', notifications: { email: false } },
  ]) {
    const answer = await patch(body)
    expect([body, answer.status, answer.body.code]).toEqual([body, 409, 'name_locked'])
  }
  for (const body of [
    { notifications: { email: false } },
    { name_choice: 'custom' },
    { name_choice: 'custom', custom_name: ' Countess ' },
  ]) {
    const answer = await patch(body)
    expect([answer.status, answer.body.display_name, answer.body.name_locked]).toEqual([200, 'Countess', true])
    expect(answer.body.notifications).toMatchObject({ email: false })
  }
})

test('a waiting text does not lock the name; an approved one does', async () => {
  const { app, server, signIn } = await startProject({ draft: { requiresApproval: true } })
  const { session } = await signIn(PERSON)
  const { body: post } = await app('POST', '/v1/posts', { session, body: { title: 'Dark mode' } })
  expect((await app('PATCH', '/v1/me', { session, body: { name_choice: 'first_name' } })).status).toBe(200)
  await server('POST', `/v1/moderation/${post.id}/approve`, {})
  const late = await app('PATCH', '/v1/me', { session, body: { name_choice: 'default' } })
  expect([late.status, late.body.code]).toEqual([409, 'name_locked'])
  expect((await app('GET', `/v1/posts/${post.id}`)).body.author.display_name).toBe('Ada L.')
})

// Guarantees that a name never changes once it is public, in whatever order the two requests run.
test.each(['post', 'comment'] as const)(
  'a change of name that races with the first %s comes before it or not at all',
  async (kind) => {
    const { app, server, signIn } = await startProject()
    const { body: topic } = await server('POST', '/v1/posts', { title: 'A topic' })
    const outcomes = { before: 0, refused: 0 }
    const isProof = () => outcomes.before > 0 && outcomes.refused > 0
    for (let round = 0; round < effort(8) || (round < 100 && !isProof()); round += 1) {
      await Promise.all(
        Array.from({ length: 4 }, async (_, place) => {
          const { session } = await signIn({ ...PERSON, sub: `racer-${round}-${place}` })
          const body = place % 2 ? { name_choice: 'first_name' } : { name_choice: 'custom', custom_name: 'Countess' }
          const write =
            kind === 'post'
              ? app('POST', '/v1/posts', { session, body: { title: 'Dark mode' } })
              : app('POST', `/v1/posts/${topic.id}/comments`, { session, body: { body: 'Me too.' } })
          const [patched, written] = await Promise.all([app('PATCH', '/v1/me', { session, body }), write])
          expect(written.status, JSON.stringify(written.body)).toBe(201)
          const { body: me } = await app('GET', '/v1/me', { session })
          expect([me.name_locked, me.display_name]).toEqual([true, written.body.author.display_name])
          if (patched.status === 200) {
            outcomes.before += 1
            expect(patched.body.display_name).toBe(me.display_name)
          } else {
            outcomes.refused += 1
            expect([patched.status, patched.body.code, me.display_name]).toEqual([409, 'name_locked', 'Acme user'])
          }
        }),
      )
    }
    // Both orders really happened, or the race proved nothing.
    expect(outcomes).toSatisfy(isProof)
  },
)

test('a change is an event, without the name', async () => {
  const { app, signIn, service, project } = await startProject()
  const { session, userId } = await signIn(PERSON)
  await app('PATCH', '/v1/me', { session, body: { name_choice: 'custom', custom_name: 'Countess' } })
  await app('PATCH', '/v1/me', { session, body: { notifications: { email: false } } })
  const events = await service.database.sql`
    select subject_id, data from events where project_id = ${project.id} and type = 'user.updated' order by id`
  expect(events).toEqual([
    { subject_id: userId, data: { members: ['name_choice', 'custom_name'] } },
    { subject_id: userId, data: { members: ['notifications'] } },
  ])
})
