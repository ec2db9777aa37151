import { expect, test } from 'vitest'
import { atInstant } from '../../src/domain/call/index.ts'
import { createProject, projectByBoardHost } from '../../src/domain/projects/index.ts'
import { type Stage, startBoard } from '../board/stage.ts'
import { codeIn, visitorOf } from '../board/visitor.ts'
import { until } from '../harness/process.ts'
import { BOARDS, DAY_MS, freshDomain, HOUR_MS, prove, startClocked } from './clocked.ts'

let names = 0
const freshSlug = () => `m${process.pid}-${Date.now().toString(36)}-${++names}`
const originOf = async ({ server }: Stage) => (await server('GET', '/v1/project')).body.board_origin as string

/** The same board at the address that it has now. */
async function atNewAddress(stage: Stage): Promise<Stage> {
  const boardOrigin = await originOf(stage)
  const host = new URL(boardOrigin).host
  await until(async () => (await stage.board('GET', '/', { headers: { host } })).status === 200)
  const board: Stage['board'] = (method, path, { headers = {}, ...rest } = {}) =>
    stage.board(method, path, { headers: { host, ...headers }, ...rest })
  return { ...stage, boardOrigin, board }
}

/** Signs in where the board is now, with a token for `aud`. */
async function signInWith(stage: Stage, aud: string) {
  const { start, finish, tokenFor } = visitorOf(await atNewAddress(stage))
  const flow = await start()
  return finish(flow, tokenFor(flow.state, { aud }))
}

const audRule = async (stage: Stage, aud: string) => {
  const token = stage.signToken({ aud, nonce: 'a-state' })
  const { body } = await stage.server('POST', '/v1/signing_keys/check_token', {
    token,
    audience: 'board',
    state: 'a-state',
  })
  return { ...body.rules.find(({ rule }: { rule: string }) => rule === 'aud'), code: body.code }
}

test('for 24 hours after its slug changed, a board takes tokens for the old address, and that leads to the new one', async () => {
  const { stage, later } = await startClocked()
  const old = stage.boardOrigin
  await stage.server('PATCH', '/v1/project', { slug: freshSlug() })
  const now = await originOf(stage)
  expect((await signInWith(stage, old)).status).toBe(200)
  expect((await signInWith(stage, now)).status).toBe(200)
  await until(async () => (await stage.board('GET', '/')).status === 308)
  const led = await stage.board('GET', '/sso/callback?x=1')
  expect([led.status, led.headers.location]).toEqual([308, `${now}/sso/callback`])
  const rule = await audRule(stage, old)
  expect(rule).toMatchObject({ passed: true, expected: `"${now}"`, code: null })
  expect(rule.found).toMatch(
    new RegExp(`^"${old}", accepted until \\d{4}-.+Z: the board’s address changed; set aud to "${now}"$`),
  )

  later(DAY_MS - HOUR_MS)
  expect((await signInWith(stage, old)).status).toBe(200)
  later(HOUR_MS + 1_000)
  const late = await signInWith(stage, old)
  expect([late.status, codeIn(late)]).toEqual([401, 'token_audience_mismatch'])
  const why = await audRule(stage, old)
  expect([why.passed, why.code]).toEqual([false, 'token_audience_mismatch'])
  expect(why.found).toMatch(/which was accepted until .+Z: the board’s address changed at .+Z; set aud to/)
  expect((await signInWith(stage, now)).status).toBe(200)
  await until(async () => (await stage.board('GET', '/')).status === 421)
})

test('the same when a domain is proven, and when it is removed', async () => {
  const { stage, dns, later } = await startClocked()
  const bySlug = stage.boardOrigin
  const domain = freshDomain()
  await prove(stage, dns, domain)
  expect((await signInWith(stage, bySlug)).status).toBe(200)
  expect((await signInWith(stage, `https://${domain}`)).status).toBe(200)
  later(DAY_MS + 1_000)
  expect(codeIn(await signInWith(stage, bySlug))).toBe('token_audience_mismatch')
  await stage.server('PATCH', '/v1/project', { domain: null })
  expect((await signInWith(stage, `https://${domain}`)).status).toBe(200)
  expect((await signInWith(stage, bySlug)).status).toBe(200)
  await until(async () => (await stage.board('GET', '/', { headers: { host: domain } })).status === 308)
  const led = await stage.board('GET', '/roadmap', { headers: { host: domain } })
  expect([led.status, led.headers.location]).toEqual([308, `${bySlug}/roadmap`])
})

test('an address that only led to the board’s domain was never an audience', async () => {
  const { stage, dns, later } = await startClocked()
  await prove(stage, dns, freshDomain())
  later(2 * DAY_MS)
  const old = stage.boardOrigin
  await stage.server('PATCH', '/v1/project', { slug: freshSlug() })
  expect(codeIn(await signInWith(stage, old))).toBe('token_audience_mismatch')
  const leadsTo = await projectByBoardHost(stage.call(), new URL(old).host)
  expect(leadsTo?.id).toBe(stage.project.id)
})

test('every other address is refused as before, and a slash at its end is named', async () => {
  const { stage } = await startClocked()
  await stage.server('PATCH', '/v1/project', { slug: freshSlug() })
  const now = await originOf(stage)
  for (const aud of ['https://evil.example', stage.service.origin, `${now}.`, now.toUpperCase(), [now, now], 7]) {
    expect(codeIn(await signInWith(stage, aud as string)), String(aud)).toBe('token_audience_mismatch')
  }
  expect((await audRule(stage, `${now}/`)).found).toBe(`"${now}/": remove the slash at its end`)
  expect(codeIn(await signInWith(stage, `${now}/`))).toBe('token_audience_mismatch')
})

// Guarantees that the new owner of an old address cannot use the tokens of visitors who still go there, although they can see them.
test('tokens for a domain are refused from the moment when another project has proved it', async () => {
  const { stage, dns } = await startClocked()
  const domain = freshDomain()
  const mine = `https://${domain}`
  await prove(stage, dns, domain)
  const removed = await startBoard({}, {}, { service: stage.service })
  const other = await startBoard({}, {}, { service: stage.service })
  await prove(other, dns, domain)
  expect(codeIn(await signInWith(stage, mine))).toBe('token_audience_mismatch')
  await other.server('PATCH', '/v1/project', { domain: null })
  expect((await signInWith(other, mine)).status).toBe(200)
  await prove(removed, dns, domain)
  expect(codeIn(await signInWith(other, mine))).toBe('token_audience_mismatch')
})

test('no other project can take the old slug of a board for 24 hours', async () => {
  const { stage, now, later } = await startClocked()
  const old = stage.project.slug
  const other = await startBoard({}, BOARDS, { service: stage.service, now })
  await stage.server('PATCH', '/v1/project', { slug: freshSlug() })
  const taken = await other.server('PATCH', '/v1/project', { slug: old })
  expect([taken.status, taken.body.code]).toEqual([409, 'slug_taken'])
  await expect(createProject(atInstant(other.call(), now()), { name: 'Mallory', slug: old })).rejects.toThrow()
  expect((await stage.server('PATCH', '/v1/project', { slug: old })).status).toBe(200)
  await stage.server('PATCH', '/v1/project', { slug: freshSlug() })
  later(DAY_MS + 1_000)
  expect((await other.server('PATCH', '/v1/project', { slug: old })).status).toBe(200)
})

test('a project that changes its slug again and again blocks at most twenty slugs', async () => {
  const { stage } = await startClocked()
  for (let n = 0; n < 25; n += 1) await stage.server('PATCH', '/v1/project', { slug: freshSlug() })
  const rows = await stage.service.database.sql`
    select 1 from former_board_addresses where project_id = ${stage.project.id}`
  expect(rows.length).toBe(20)
})

// Guarantees that a redirect passes no sign-in token to the host that a board moved to; the fragment never reaches a server.
test('a token in the query of an old address is not carried to the new one, whichever way the path is written', async () => {
  const { stage } = await startClocked()
  const slug = freshSlug()
  await stage.server('PATCH', '/v1/project', { slug })
  await until(async () => (await stage.board('GET', '/')).status === 308)
  const now = await originOf(stage)
  for (const path of [
    '/sso/callback',
    '//sso/callback',
    '/sso/callback/',
    '/sso/%63allback',
    '/SSO/callback',
    '/continue',
  ]) {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await stage.board(method, `${path}?token=LIVE.TOKEN&state=abc&code=x?token=y`)
      expect([path, status, headers.location]).toEqual([path, 308, `${now}${path.replace('//', '/')}`])
    }
  }
  expect((await stage.board('GET', '/roadmap?page=2')).headers.location).toBe(`${now}/roadmap?page=2`)
})

test('slashes before a path lead to the path, and never to another host', async () => {
  const { stage } = await startClocked({})
  for (const [path, to] of [
    ['//sso/callback', '/sso/callback'],
    ['///sso/callback?x=1', '/sso/callback'],
    ['//evil.example', '/evil.example'],
    ['//evil.example/%2f..', '/evil.example/%2f..'],
    ['//', '/'],
  ] as const) {
    const { status, headers } = await stage.board('GET', path)
    expect([path, status, headers.location]).toEqual([path, 308, `${stage.boardOrigin}${to}`])
  }
  const odd = await stage.board('GET', '//\\evil.example')
  expect(new URL(odd.headers.location ?? '').host).toBe(new URL(stage.boardOrigin).host)
})
