import { expect, test } from 'vitest'
import { startBoard } from '../board/stage.ts'
import { visitorOf } from '../board/visitor.ts'
import { startProject } from '../harness/project.ts'

const ERASED_AT = Date.parse('2091-11-15T10:00:10Z')
const seconds = (after: number) => (ERASED_AT + after * 1000) / 1000

/** Somebody who was erased at 10:00:10, and a clock to go on with. */
async function startErased() {
  const clock = { now: new Date(ERASED_AT - 10_000) }
  const project = await startProject({ now: () => clock.now })
  const { userId } = await project.signIn({ sub: 'ada' })
  clock.now = new Date(ERASED_AT)
  await project.server('POST', `/v1/users/${userId}/erase`, {})
  const at = (after: number) => {
    clock.now = new Date(ERASED_AT + after * 1000)
  }
  const offer = async (iat: number, claims = {}) => {
    const { status, body } = await project.exchange(
      project.signToken({ sub: 'ada', iat: seconds(iat), exp: seconds(iat) + 600, ...claims }),
    )
    return [status, status === 201 ? body.user.id : body.code]
  }
  return { ...project, userId, at, offer }
}

const REFUSED = [401, 'token_rejected_erased']

test('a token is refused that says it was issued up to 60 seconds after its user was erased', async () => {
  const { offer, at, userId } = await startErased()
  for (const iat of [-10, -1, 0, 1, 50, 60]) expect([iat, ...(await offer(iat))]).toEqual([iat, ...REFUSED])
  at(61)
  for (const iat of [-10, 0, 59.5, 60]) expect([iat, ...(await offer(iat))]).toEqual([iat, ...REFUSED])
  const [status, id] = await offer(60.001)
  expect([status, id === userId]).toEqual([201, false])
})

test('a token from before an erasure stays refused when a newer one has signed the person in again', async () => {
  const { offer, at, server } = await startErased()
  at(61)
  const [status, id] = await offer(61, { given_name: 'New' })
  expect(status).toBe(201)
  for (const iat of [-10, 0, 60]) {
    expect([iat, ...(await offer(iat, { given_name: 'Old' }))]).toEqual([iat, ...REFUSED])
  }
  // Nothing of the refused ones was taken over.
  expect((await server('GET', '/v1/users/by_sub/ada')).body).toMatchObject({ id, given_name: 'New' })
  expect(await offer(61.5)).toEqual([201, id])
})

test('the rule holds for as long as such a token could be accepted', async () => {
  const { offer, at } = await startErased()
  at(719) // iat 60 s after the erasure, 600 s of life, 60 s of tolerance: the last second
  expect(await offer(60)).toEqual(REFUSED)
  at(720)
  expect((await offer(60))[1]).toBe('token_expired')
})

test('the board refuses the same tokens', async () => {
  let now = new Date(ERASED_AT - 10_000)
  const stage = await startBoard({}, {}, { now: () => now })
  const { start, finish, tokenFor, signIn } = visitorOf(stage)
  const { userId } = await stage.signIn({ sub: 'grace' })
  now = new Date(ERASED_AT)
  await stage.server('POST', `/v1/users/${userId}/erase`, {})
  const offer = async (iat: number) => {
    const flow = await start()
    const { status, text } = await finish(flow, tokenFor(flow.state, { iat: seconds(iat), exp: seconds(iat) + 300 }))
    return [status, JSON.parse(text).code]
  }
  expect(await offer(50)).toEqual(REFUSED)
  now = new Date(ERASED_AT + 61_000)
  await signIn({ sub: 'grace' })
  expect(await offer(50)).toEqual(REFUSED)
})

test('the token check says that the user was erased', async () => {
  const { at, server, signToken } = await startErased()
  const check = async (iat: number, sub = 'ada') => {
    const token = signToken({ sub, iat: seconds(iat), exp: seconds(iat) + 300 })
    const { body } = await server('POST', '/v1/signing_keys/check_token', { token, audience: 'app' })
    const { passed, expected, found } = body.rules.find(({ rule }: { rule: string }) => rule === 'erasure')
    return { accepted: body.accepted, code: body.code, passed, expected, found }
  }
  at(30)
  expect(await check(20)).toEqual({
    accepted: false,
    code: 'token_rejected_erased',
    passed: false,
    expected: 'iat more than 60 s after the last erasure of this user, if there was one',
    found: 'iat 2091-11-15T10:00:30Z; the user was erased at 2091-11-15T10:00:10Z',
  })
  expect(await check(20, 'bob')).toMatchObject({ accepted: true, code: null, passed: true })
  at(61)
  expect(await check(61)).toMatchObject({ accepted: true, code: null, passed: true })
})

// Guarantees that it does not matter what the exchange meets: no row yet, the row of the new person, or the erasure itself.
test('tokens from before that race with an erasure and with the person coming back leave no live session', async () => {
  const { app, server, exchange, signIn, signToken, service } = await startProject()
  const now = () => Math.floor(service.database.clock.now().getTime() / 1000)
  const codes = new Map<string, number>()
  for (let round = 0; round < 25; round += 1) {
    await Promise.all(
      Array.from({ length: 4 }, async (_, place) => {
        const sub = `racer-${round}-${place}`
        const { userId } = await signIn({ sub })
        const old = () => exchange(signToken({ sub, iat: now() - 5 }))
        const answers = await Promise.all([
          old(),
          server('POST', `/v1/users/${userId}/erase`, {}),
          server('PUT', `/v1/users/by_sub/${sub}`, {}),
          old(),
        ])
        for (const { status, body } of [answers[0], answers[3], await old()]) {
          const code = status === 201 ? 'signed in' : body.code
          codes.set(code, (codes.get(code) ?? 0) + 1)
          if (status !== 201) continue
          expect((await app('GET', '/v1/me', { session: body.session_token })).body.code).toBe('session_ended')
        }
      }),
    )
  }
  expect([...codes.keys()].toSorted()).toEqual(['signed in', 'token_rejected_erased'])
})
