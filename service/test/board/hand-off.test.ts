import { expect, test } from 'vitest'
import { newSecret } from '../../src/foundation/secrets/index.ts'
import { type Stage, startBoard } from './stage.ts'
import { codeIn, sentBack, visitorOf } from './visitor.ts'

async function codeOf(stage: Stage, claims = {}): Promise<string> {
  const { session } = await stage.signIn({ given_name: 'Ada', family_name: 'Lovelace', ...claims })
  return (await stage.app('POST', '/v1/board_codes', { session, body: {} })).body.code
}

test('a code shows who would go on and signs them in when they say so, with a session of its own', async () => {
  const stage = await startBoard()
  const { json } = visitorOf(stage)
  const code = await codeOf(stage)
  const seen = await json('/continue/look', { code })
  expect([seen.status, JSON.parse(seen.text), seen.cookies]).toEqual([200, { display_name: 'Acme user' }, []])
  const done = await json('/continue', { code })
  expect([done.status, JSON.parse(done.text), done.headers['cache-control']]).toEqual([
    200,
    { return_to: '/' },
    'no-store',
  ])
  expect(done.cookies).toEqual([
    expect.stringMatching(/^session=svc_ses_\w+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400$/),
  ])
  const cookie = sentBack(done, /session/)
  expect((await stage.board('GET', '/me', { headers: { cookie } })).status).toBe(200)
})

// Guarantees that a preview, a prefetch or a visit never uses up a code; only a click does.
test('only the confirmation uses a code, and a second use is refused', async () => {
  const stage = await startBoard()
  const { json } = visitorOf(stage)
  const code = await codeOf(stage)
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']) {
    for (const path of ['/continue', `/continue?code=${code}`, '/continue/look', `/continue/look?code=${code}`]) {
      const { status, cookies } = await stage.board(method, path, { headers: { 'sec-purpose': 'prefetch' } })
      expect([status === 200 || status === 404, cookies], `${method} ${path}`).toEqual([true, []])
    }
  }
  for (let i = 0; i < 5; i += 1) expect((await json('/continue/look', { code })).status).toBe(200)
  expect((await json('/continue', { code })).status).toBe(200)
  for (const path of ['/continue', '/continue/look']) {
    const again = await json(path, { code })
    expect([again.status, codeIn(again), again.cookies]).toEqual([401, 'code_invalid', []])
  }
})

// Guarantees single use under concurrency: the twelve run on as many connections as there are.
test('one of several confirmations at once succeeds', async () => {
  const stage = await startBoard()
  const { json } = visitorOf(stage)
  for (let round = 0; round < 3; round += 1) {
    const code = await codeOf(stage)
    const answers = await Promise.all(Array.from({ length: 12 }, () => json('/continue', { code })))
    const winners = answers.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    for (const loser of answers.filter((answer) => answer !== winners[0]))
      expect([loser.status, codeIn(loser), loser.cookies]).toEqual([401, 'code_invalid', []])
  }
})

test('a code works for 60 seconds, to the millisecond', async () => {
  let now = new Date('2091-11-15T10:00:00Z')
  const stage = await startBoard({}, {}, { now: () => now })
  const { json } = visitorOf(stage)
  const early = await codeOf(stage, { sub: 'early' })
  const late = await codeOf(stage, { sub: 'late' })
  now = new Date('2091-11-15T10:00:59.999Z')
  expect((await json('/continue/look', { code: late })).status).toBe(200)
  expect((await json('/continue', { code: early })).status).toBe(200)
  now = new Date('2091-11-15T10:01:00.000Z')
  for (const path of ['/continue/look', '/continue'])
    expect(codeIn(await json(path, { code: late }))).toBe('code_invalid')
})

test('a code of another board, and a text that is no code, are refused', async () => {
  const stage = await startBoard()
  const other = await startBoard({}, {}, { service: stage.service })
  const { json, form } = visitorOf(stage)
  const foreign = await codeOf(other)
  const guesses = [foreign, newSecret('boardCode'), newSecret('session'), '', 'x', `${foreign} `, foreign.slice(0, -1)]
  for (const code of [...guesses, null, 7, [foreign], { code: foreign }, undefined]) {
    for (const path of ['/continue/look', '/continue']) {
      const answer = await json(path, { code })
      expect([answer.status, codeIn(answer), answer.cookies], JSON.stringify(code)).toEqual([401, 'code_invalid', []])
    }
  }
  for (const body of [[foreign], 'x', null, 7]) expect((await json('/continue', body)).status).toBe(401)
  expect((await form('/continue', { code: [foreign, foreign] })).status).toBe(401)
  expect((await visitorOf(other).json('/continue', { code: foreign })).status).toBe(200)
})

test('a code ends with the sessions of its user', async () => {
  const stage = await startBoard()
  const { json } = visitorOf(stage)
  const { session, userId } = await stage.signIn()
  const { code } = (await stage.app('POST', '/v1/board_codes', { session, body: {} })).body
  await stage.server('POST', `/v1/users/${userId}/ban`, {})
  expect(codeIn(await json('/continue', { code }))).toBe('code_invalid')
})

test('wrong codes are limited for an address; right ones do not count among them', async () => {
  const stage = await startBoard({}, { RATE_LIMIT_FACTOR: '1' })
  const { json } = visitorOf(stage)
  for (let i = 0; i < 12; i += 1) {
    const code = await codeOf(stage, { sub: `user-${i}` })
    expect((await json('/continue/look', { code })).status).toBe(200)
    expect((await json('/continue', { code })).status).toBe(200)
  }
  const good = await codeOf(stage)
  for (let i = 0; i < 20; i += 1) expect((await json('/continue', { code: newSecret('boardCode') })).status).toBe(401)
  const over = await json('/continue', { code: good })
  expect([over.status, codeIn(over)]).toEqual([429, 'rate_limited'])
  expect(Number(over.headers['retry-after'])).toBeGreaterThan(0)
})
