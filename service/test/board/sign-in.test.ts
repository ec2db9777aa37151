import { describe, expect, test } from 'vitest'
import { startBoard } from './stage.ts'
import { codeIn, sentBack, type Visitor, visitorOf } from './visitor.ts'

const HTTPS = { BOARD_ORIGIN: 'https://{slug}.boards.example' }

test('a sign-in: state in a cookie, the client’s address with the state alone, a session, and the way back', async () => {
  const stage = await startBoard()
  const { start, finish, tokenFor } = visitorOf(stage)
  const flow = await start({ return_to: '/roadmap?x=1', intent: '' })
  expect(flow.answer.status).toBe(303)
  expect(flow.answer.headers.location).toMatch(/^http:\/\/localhost:\d+\/sign-in\?state=[\w-]{43}$/)
  expect(flow.answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  const answer = await finish(flow, tokenFor(flow.state))
  expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { return_to: '/roadmap?x=1' }])
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.cookies).toHaveLength(2)
  const cookie = sentBack(answer, /session/)
  expect((await stage.board('GET', '/me', { headers: { cookie } })).status).toBe(200)
})

describe('login CSRF', () => {
  test('a token and state of another browser do not sign in and stay unused', async () => {
    const stage = await startBoard()
    const { start, finish, tokenFor } = visitorOf(stage)
    const attacker = await start()
    const victim = await start()
    const token = tokenFor(attacker.state)
    const foreign = [
      '',
      victim.cookie,
      `${victim.cookie.split('=')[0]}=${attacker.cookie.split('=')[1]}`, // the right value under the name of another flow
      `${attacker.cookie.split('=')[0]}=${victim.cookie.split('=')[1]}`,
      attacker.cookie.slice(0, -8),
      `${attacker.cookie.split('=')[0]}=`,
      `${attacker.cookie.split('=')[0]}=bnVsbA`, // null
      `x${attacker.cookie}`,
    ]
    for (const cookie of foreign) {
      const answer = await finish({ state: attacker.state, cookie }, token)
      expect([answer.status, codeIn(answer), answer.cookies], cookie).toEqual([400, 'state_mismatch', []])
    }
    expect((await finish(attacker, token)).status).toBe(200)
  })

  test('a state that is not the cookie’s is refused before the token is looked at', async () => {
    const { start, json, tokenFor } = visitorOf(await startBoard())
    const flow = await start()
    for (const state of ['x', `${flow.state} `, flow.state.toUpperCase(), '../', '\u{1f600}'.repeat(100)]) {
      const answer = await json('/sso/callback', { token: tokenFor(flow.state), state }, { cookie: flow.cookie })
      expect([answer.status, codeIn(answer)], state).toEqual([400, 'state_mismatch'])
    }
  })
})

describe('a wrong way back', () => {
  const logOf = async (stage: Awaited<ReturnType<typeof startBoard>>) =>
    (await stage.server('GET', '/v1/rejected_sign_ins')).body.data as { code: string; rule: string; found: string }[]

  test('without token or state after # is called so, and the log has it', async () => {
    const stage = await startBoard()
    const { start, json, tokenFor } = visitorOf(stage)
    const flow = await start()
    const token = tokenFor(flow.state)
    const cases = [
      [{ token: '', state: '' }, 'no token and state after #'],
      [{ token: '', state: '', misplaced: true }, 'no token and state after #; put after # what stands after ?'],
      [{ token, state: '' }, 'no state after #'],
      [{ token: '', state: flow.state }, 'no token after #'],
    ] as const
    for (const [body, found] of cases) {
      const answer = await json('/sso/callback', body, { cookie: flow.cookie })
      expect([answer.status, codeIn(answer)]).toEqual([400, 'callback_incomplete'])
      expect(JSON.parse(answer.text).detail).toContain(`expected token and state after #; found ${found}. Redirect to`)
      expect((await logOf(stage))[0]).toMatchObject({ code: 'callback_incomplete', rule: 'callback', found })
    }
    expect((await json('/sso/callback', { token, state: 'x' }, { cookie: flow.cookie })).status).toBe(400)
    expect((await logOf(stage)).map(({ code }) => code)).toEqual([
      'state_mismatch',
      ...cases.map(() => 'callback_incomplete'),
    ])
    expect((await json('/sso/callback', { token, state: flow.state }, { cookie: flow.cookie })).status).toBe(200)
  })

  // Guarantees that whoever opens the address by itself, a crawler for example, does not fill the log.
  test('in a browser that began no sign-in is not logged', async () => {
    const stage = await startBoard()
    const { json } = visitorOf(stage)
    for (const state of ['', 'x']) expect((await json('/sso/callback', { token: '', state })).status).toBe(400)
    expect(await logOf(stage)).toEqual([])
  })
})

test('a token whose nonce is another state, or none, is refused', async () => {
  const { start, finish, tokenFor } = visitorOf(await startBoard())
  const flow = await start()
  for (const nonce of ['x'.repeat(43), `${flow.state} `, '', undefined, null, 1, [flow.state]]) {
    const answer = await finish(flow, tokenFor(flow.state, { nonce }))
    expect([answer.status, codeIn(answer), answer.cookies]).toEqual([401, 'token_nonce_mismatch', []])
  }
  // A refused token ends no sign-in: the client's app may sign another one.
  expect((await finish(flow, tokenFor(flow.state))).status).toBe(200)
})

test('in the app a nonce means nothing', async () => {
  const { exchange, signToken } = await startBoard()
  expect((await exchange(signToken({ nonce: 'anything' }))).status).toBe(201)
})

test('a token for the app does not open the board, nor one for another board', async () => {
  const stage = await startBoard()
  const { start, finish, tokenFor } = visitorOf(stage)
  const flow = await start()
  for (const aud of [stage.service.origin, stage.boardOrigin.replace('://', '://x'), `${stage.boardOrigin}/`]) {
    const answer = await finish(flow, tokenFor(flow.state, { aud }))
    expect([answer.status, codeIn(answer)]).toEqual([401, 'token_audience_mismatch'])
  }
})

describe('a state', () => {
  test('is answered once, even by one who kept its cookie', async () => {
    const stage = await startBoard()
    const { start, finish, tokenFor } = visitorOf(stage)
    const flow = await start()
    expect((await finish(flow, tokenFor(flow.state))).status).toBe(200)
    const fresh = tokenFor(flow.state)
    const again = await finish(flow, fresh)
    expect([again.status, codeIn(again), again.cookies]).toEqual([400, 'state_mismatch', []])
    const browser = await finish({ ...flow, cookie: '' }, fresh) // whose cookie is gone
    expect([browser.status, codeIn(browser)]).toEqual([400, 'state_mismatch'])
  })

  // Guarantees single use under concurrency: they race with tokens of their own, so only the state can decide.
  test('has one winner among those who race with it', async () => {
    const { start, finish, tokenFor } = visitorOf(await startBoard())
    const flow = await start()
    const answers = await Promise.all(Array.from({ length: 8 }, () => finish(flow, tokenFor(flow.state))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
  })

  test('is answered within ten minutes, to the second', async () => {
    let now = new Date('2091-11-15T10:00:00Z')
    const { start, finish, tokenFor } = visitorOf(await startBoard({}, {}, { now: () => now }))
    const flow = await start()
    expect(flow.answer.cookies[0]).toContain('Max-Age=600')
    for (const [time, status] of [
      ['2091-11-15T09:59:55.000Z', 400],
      ['2091-11-15T10:10:00.000Z', 400],
      ['2091-11-15T10:09:59.999Z', 200],
    ] as const) {
      now = new Date(time)
      expect((await finish(flow, tokenFor(flow.state))).status, time).toBe(status)
    }
  })

  // Several processes serve a board, and their clocks differ a little.
  test('is answered by a process whose clock is less than five seconds behind', async () => {
    let now = new Date('2091-11-15T10:00:00Z')
    const { start, finish, tokenFor } = visitorOf(await startBoard({}, {}, { now: () => now }))
    const flow = await start()
    now = new Date('2091-11-15T09:59:55.001Z')
    expect((await finish(flow, tokenFor(flow.state))).status).toBe(200)
  })

  test('has a cookie of its own, so two tabs finish in any order', async () => {
    const visitor = visitorOf(await startBoard())
    await bothTabs(visitor, 0, 1)
    await bothTabs(visitor, 1, 0)
  })

  async function bothTabs({ start, finish, tokenFor }: Visitor, first: 0 | 1, second: 0 | 1) {
    const one = await start({ return_to: '/roadmap' })
    const other = await start({ return_to: '/changelog' }, { cookie: one.cookie })
    expect(one.cookie.split('=')[0]).not.toBe(other.cookie.split('=')[0])
    const flows = [one, other]
    const cookie = flows.map((flow) => flow.cookie).join('; ')
    const ends: string[] = []
    for (const place of [first, second]) {
      const { state } = flows[place] ?? one
      const answer = await finish({ state, cookie }, tokenFor(state))
      expect(answer.status).toBe(200)
      ends.push(JSON.parse(answer.text).return_to)
    }
    expect(ends).toEqual([first, second].map((place) => ['/roadmap', '/changelog'][place]))
  }

  test('tells nothing of itself by the name of its cookie', async () => {
    const { cookie, state } = await visitorOf(await startBoard()).start()
    expect(cookie.split('=')[0]).toMatch(/^sso-[0-9a-f]{16}$/)
    expect(cookie.split('=')[0]).not.toContain(state.slice(0, 6))
  })
})

test('however many sign-ins are begun, their cookies stay few and small', async () => {
  const { start } = visitorOf(await startBoard())
  const jar = new Map<string, string>()
  for (let i = 0; i < 30; i += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const { answer } = await start({ return_to: `/?q=${'x'.repeat(900)}` }, cookie ? { cookie } : {})
    expect(answer.status).toBe(303)
    for (const line of answer.cookies) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      if (line.includes('Max-Age=0')) jar.delete(name)
      else jar.set(name, value)
    }
  }
  expect(jar.size).toBeLessThanOrEqual(9)
  expect([...jar].join('; ').length).toBeLessThan(8_000)
})

describe('cookies', () => {
  test('on https have the prefix that no sibling host can set, and never a domain', async () => {
    const stage = await startBoard({ signInUrl: 'https://acme.example/sign-in' }, HTTPS)
    const { start, finish, tokenFor } = visitorOf(stage)
    const flow = await start()
    const answer = await finish(flow, tokenFor(flow.state))
    expect(answer.status, answer.text).toBe(200)
    const [begun = ''] = flow.answer.cookies
    expect(begun).toMatch(/^__Host-sso-[0-9a-f]{16}=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=600$/)
    const [cleared = '', session = ''] = answer.cookies
    expect(cleared).toMatch(/^__Host-sso-[0-9a-f]{16}=; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=0$/)
    expect(session).toMatch(/^__Host-session=svc_ses_\w+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=86400$/)
    expect(answer.headers['strict-transport-security']).toContain('max-age=')
  })

  test('have no prefix on http, where browsers would refuse it', async () => {
    const { start, finish, tokenFor } = visitorOf(await startBoard())
    const flow = await start()
    const answer = await finish(flow, tokenFor(flow.state))
    expect(flow.answer.cookies[0]).toMatch(/^sso-[0-9a-f]{16}=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/)
    expect(answer.cookies[1]).toMatch(/^session=svc_ses_\w+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400$/)
  })

  // Guarantees against cookie tossing: a sibling host can set all of these, and none of them with the prefix.
  test('without the prefix, or with anything in front of it, are not read on https', async () => {
    const stage = await startBoard({ signInUrl: 'https://acme.example/sign-in' }, HTTPS)
    const { signIn, start, finish, tokenFor } = visitorOf(stage)
    const session = await signIn()
    const flow = await start()
    const tossed = (cookie: string) => [
      cookie.slice('__Host-'.length),
      `\xa0${cookie}`,
      `\x85${cookie}`,
      `\v${cookie}`.replace('\v', '\xa0\xa0'),
      cookie.replace('__Host-', '__host-'),
      cookie.replace('__Host-', '__Host-\xa0'),
      `"${cookie}"`,
      `$Version=1, ${cookie}`,
    ]
    for (const cookie of tossed(session)) {
      expect((await stage.board('GET', '/me', { headers: { cookie } })).status, cookie).toBe(303)
    }
    for (const cookie of tossed(flow.cookie)) {
      expect((await finish({ ...flow, cookie }, tokenFor(flow.state))).status, cookie).toBe(400)
    }
    expect((await stage.board('GET', '/me', { headers: { cookie: `a=b;\t ${session} ; c` } })).status).toBe(200)
  })
})

test('signing in makes a session of its own, whatever was in the cookie before', async () => {
  const stage = await startBoard()
  const { signIn, start, finish, tokenFor } = visitorOf(stage)
  const planted = await signIn({ sub: 'mallory' })
  const flow = await start({}, { cookie: planted })
  const answer = await finish({ ...flow, cookie: `${planted}; ${flow.cookie}` }, tokenFor(flow.state))
  const session = sentBack(answer, /session/)
  expect(session).toMatch(/^session=svc_ses_/)
  expect(session).not.toBe(planted)
  const me = async (cookie: string) => {
    const [, token = ''] = cookie.split('=')
    return (await stage.app('GET', '/v1/me', { session: token })).body.id
  }
  expect(await me(session)).not.toBe(await me(planted))
})

describe('an action that was begun before the sign-in', () => {
  test('is done after it: a vote, a follow', async () => {
    const stage = await startBoard()
    const { signIn } = visitorOf(stage)
    const { body: post } = await stage.server('POST', '/v1/posts', { title: 'Dark mode' })
    const session = (await signIn({}, { intent: `vote:${post.number}` })).split('=')[1] ?? ''
    await signIn({}, { intent: `follow:${post.number}` })
    const { body } = await stage.app('GET', `/v1/posts/${post.id}`, { session })
    expect(body).toMatchObject({ vote_count: 1, has_voted: true, is_following: true })
  })

  test('does not prevent the sign-in if it fails', async () => {
    const { signIn } = visitorOf(await startBoard())
    const intents = [
      'vote:999',
      'vote:0',
      'vote:-1',
      'delete:1',
      'vote:1:2',
      'vote:1e9',
      '__proto__',
      'vote:9999999999',
    ]
    for (const intent of [...intents, 'follow:1\0', 'vote:1\r\nset-cookie: a=b']) await signIn({}, { intent })
  })

  test('counts as a write of the user, and is not done over the limit', async () => {
    const stage = await startBoard({}, { RATE_LIMIT_FACTOR: '0.05' }) // 3 writes, 6 exchanges a minute
    const { signIn } = visitorOf(stage)
    for (let i = 1; i <= 4; i += 1) {
      const { body: post } = await stage.server('POST', '/v1/posts', { title: `Idea ${i}` })
      await signIn({}, { intent: `vote:${post.number}` })
    }
    const { sql } = stage.service.database
    expect(await sql`select 1 from votes where project_id = ${stage.project.id}`).toHaveLength(3)
  })

  // Guarantees that a link on another site casts no vote, however harmless its target looks.
  test('comes from a form of this board, never from a link on another site', async () => {
    const { board } = await startBoard()
    const page = async (site: Record<string, string>) =>
      (await board('GET', '/sign-in?return_to=%2F&intent=vote%3A1', { headers: site })).text
    expect(await page({ 'sec-fetch-site': 'same-origin' })).toContain('value="vote:1"')
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(await page({ 'sec-fetch-site': site })).not.toContain('vote:1')
    expect(await page({})).not.toContain('vote:1')
  })
})

test('tokens and states are in no line of the log, whatever becomes of them', async () => {
  const stage = await startBoard()
  const { start, finish, tokenFor, json, form } = visitorOf(stage)
  const secrets: string[] = []
  const good = await start()
  const token = tokenFor(good.state, { email: 'grace@canary.example' })
  const answer = await finish(good, token)
  await finish(good, token)
  const bad = await start()
  const wrong = tokenFor(bad.state, { aud: 'https://elsewhere.example' })
  await finish(bad, wrong)
  await json('/sso/callback', { token: { token: wrong }, state: [bad.state] }, { cookie: bad.cookie })
  await form('/sso/callback', { token: wrong, state: bad.state }, { cookie: bad.cookie })
  await stage.board('GET', `/sso/callback?token=${wrong}&state=${bad.state}`)
  await stage.board('GET', `/no/${wrong}/such/${bad.state}?token=${token}`)
  await stage.board('POST', `/%zz/${wrong}`, { body: 'x' })
  const session = sentBack(answer, /session/).split('=')[1] ?? ''
  const code = (await stage.app('POST', '/v1/board_codes', { session, body: {} })).body.code
  await json('/continue/look', { code })
  await json('/continue', { code })
  await json('/continue', { code })
  secrets.push(token, wrong, good.state, bad.state, session, code, 'canary')
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(5)
    for (const part of secret.split('.')) {
      expect(stage.service.logged.filter((line) => line.includes(part))).toEqual([])
    }
  }
  expect(stage.service.logged.some((line) => line.includes('/sso/callback'))).toBe(true)
})

test('the pages of the callback and the hand-off tell no referrer and are kept nowhere', async () => {
  const { board } = await startBoard()
  for (const path of ['/sso/callback', '/continue']) {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await board(method, path)
      expect([status, headers['referrer-policy'], headers['cache-control'], headers.etag]).toEqual([
        200,
        'no-referrer',
        'no-store',
        undefined,
      ])
    }
  }
  const refused = await board('POST', '/sso/callback', { headers: { 'content-type': 'text/plain' }, body: 'x' })
  expect([refused.status, refused.headers['referrer-policy']]).toEqual([415, 'no-referrer'])
})

test('a banned visitor is told so, and a client without a sign-in address offers none', async () => {
  const stage = await startBoard()
  const { signIn, start, finish, tokenFor } = visitorOf(stage)
  const session = (await signIn()).split('=')[1] ?? ''
  const { id } = (await stage.app('GET', '/v1/me', { session })).body
  await stage.server('POST', `/v1/users/${id}/ban`, {})
  const flow = await start()
  const answer = await finish(flow, tokenFor(flow.state))
  expect([answer.status, codeIn(answer), answer.cookies]).toEqual([403, 'user_banned', []])
  const bare = await startBoard({ signInUrl: undefined })
  expect((await visitorOf(bare).form('/sso/start')).status).toBe(404)
})

test('refused sign-ins on the board are told to the client’s developer', async () => {
  const stage = await startBoard()
  const { start, finish, tokenFor } = visitorOf(stage)
  const flow = await start()
  await finish(flow, tokenFor(flow.state, { nonce: 'other' }))
  const rows = await stage.service.database.sql<{ code: string; audience: string }[]>`
    select code, audience from rejected_sign_ins where project_id = ${stage.project.id}`
  expect(rows).toEqual([{ code: 'token_nonce_mismatch', audience: 'board' }])
})
