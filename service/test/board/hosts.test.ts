import { expect, test } from 'vitest'
import { updateProject } from '../../src/domain/projects/inside.ts'
import { furnish, GET_ROUTES, pathOf } from './routes.ts'
import { startBoard } from './stage.ts'
import { codeIn, visitorOf } from './visitor.ts'

const fresh = () => `d${process.pid}x${Math.random().toString(36).slice(2)}.acme.example`
const WITHOUT_PORT = { BOARD_ORIGIN: 'https://{slug}.boards.example' }

test('a host that is no board is misdirected, on every path', async () => {
  const stage = await startBoard()
  const world = await furnish(stage)
  const { slug } = stage.project
  const { port } = stage.service
  const hosts = [
    `no-such-board.localhost:${port}`,
    `${slug}.localhost`,
    `${slug}.localhost:1`,
    `${slug}.localhost.:${port}`,
    `x.${slug}.localhost:${port}`,
    `${slug}localhost:${port}`,
    `${slug}.evil.example:${port}`,
    `${slug}.localhost:${port}.evil.example`,
    `127.0.0.1:${port}`,
    '%.localhost',
    'evil.example',
  ]
  for (const host of hosts) {
    for (const path of ['/', '/sso/callback', '/robots.txt', '/nothing']) {
      const { status } = await stage.board('GET', path, { headers: { host } })
      expect([400, 421], `${host} ${path}`).toContain(status)
    }
  }
  for (const route of GET_ROUTES) {
    const answer = await stage.board('GET', pathOf(route, world), { headers: { host: 'evil.example' } })
    expect([answer.status, codeIn(answer)], route).toEqual([421, 'unknown_host'])
  }
})

// Guarantees that people who mistyped an address read an explanation, whether the host is unknown or has no board yet.
test('a browser at an address without a board gets a small page, with the same status', async () => {
  const stage = await startBoard()
  const { port } = new URL(stage.boardOrigin)
  for (const host of ['evil.example', `no-such-board.localhost:${port}`]) {
    for (const accept of ['text/html,application/xhtml+xml,*/*;q=0.8', 'application/json']) {
      const { status, headers, text } = await stage.board('GET', '/<b>?q=<b>', { headers: { host, accept } })
      const isPage = accept !== 'application/json'
      expect([status, headers['content-type']], `${host} ${accept}`).toEqual([
        421,
        isPage ? 'text/html; charset=utf-8' : 'application/problem+json; charset=utf-8',
      ])
      expect(text.includes('<h1>There is no board at this address.</h1>')).toBe(isPage)
      if (isPage) expect(text).not.toContain('<b>')
    }
  }
})

test('a host in capitals is the same board, and headers that proxies set say nothing about it', async () => {
  const stage = await startBoard()
  const host = new URL(stage.boardOrigin).host
  expect((await stage.board('GET', '/', { headers: { host: host.toUpperCase() } })).status).toBe(200)
  const spoofed = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example', 'x-host': 'evil.example' }
  const page = await stage.board('GET', '/', { headers: spoofed })
  expect([page.status, page.text.includes('evil.example')]).toEqual([200, false])
  expect(page.text).toContain(`<link rel="canonical" href="${stage.boardOrigin}/"`)
})

// Guarantees that no proxy can mistake a request for one to another host.
test('a request line may name the host of its header, and no other', async () => {
  const stage = await startBoard()
  const refused = await stage.board('GET', 'http://evil.example/roadmap?x=1')
  expect([refused.status, JSON.parse(refused.text).code, refused.text.includes('evil.example')]).toEqual([
    400,
    'invalid_request',
    false,
  ])
  const page = await stage.board('GET', `${stage.boardOrigin}/roadmap?x=1`)
  expect([page.status, page.text.includes(`<link rel="canonical" href="${stage.boardOrigin}/roadmap"`)]).toEqual([
    200,
    true,
  ])
  const closed = await startBoard({ isPrivate: true })
  const gate = await closed.board('GET', `${closed.boardOrigin}/roadmap`)
  expect(gate.text).toContain('value="/roadmap"')
})

test('a board with a domain of its own lives there: the address of its slug leads to it', async () => {
  const domain = fresh()
  const stage = await startBoard({ domain }, WITHOUT_PORT)
  const world = await furnish(stage)
  expect(stage.boardOrigin).toBe(`https://${domain}`)
  expect((await stage.board('GET', '/')).status).toBe(200)
  const host = `${stage.project.slug}.boards.example`
  for (const route of GET_ROUTES) {
    const path = pathOf(route, world)
    const query = '?a=b&c=//d'
    const { status, headers } = await stage.board('GET', path + query, { headers: { host } })
    const kept = /^\/(sso|continue)/.test(path) ? '' : query // what signs somebody in is not carried on
    const location = `https://${domain}${path}${kept}`
    expect([status, headers.location, headers['cache-control']]).toEqual([308, location, 'no-store'])
  }
  const odd = await stage.board('GET', '//evil.example/x', { headers: { host } })
  expect(new URL(odd.headers.location ?? '').host).toBe(domain)
  const absolute = await stage.board('GET', `http://${host}/x`, { headers: { host } })
  expect(absolute.headers.location).toBe(`https://${domain}/x`)
})

test('forms are taken at the domain alone, and the domain is the audience of its tokens', async () => {
  const domain = fresh()
  const stage = await startBoard({ domain }, WITHOUT_PORT)
  const { start, finish, tokenFor, form } = visitorOf(stage)
  const bySlug = `https://${stage.project.slug}.boards.example`
  for (const origin of [bySlug, stage.boardOrigin, 'null']) {
    const answer = await form('/sso/start', {}, { host: new URL(bySlug).host, origin })
    expect([answer.status, codeIn(answer)]).toEqual([403, 'csrf_rejected'])
  }
  const flow = await start()
  const wrong = await finish(flow, tokenFor(flow.state, { aud: bySlug }))
  expect([wrong.status, codeIn(wrong)]).toEqual([401, 'token_audience_mismatch'])
  expect((await finish(flow, tokenFor(flow.state))).status).toBe(200)
})

// Guarantees that a client cannot take over another board by claiming its address as a domain.
test('the address of another board cannot be taken as a domain', async () => {
  const victim = await startBoard({}, WITHOUT_PORT)
  const mallory = await startBoard({}, {}, { service: victim.service })
  for (const domain of [
    `${victim.project.slug}.boards.example`,
    'new.boards.example',
    'a.b.boards.example',
    'boards.example',
  ]) {
    const { status, body } = await mallory.server('PATCH', '/v1/project', { domain })
    expect([status, body.errors?.[0]?.pointer], domain).toEqual([400, '/domain'])
  }
  await expect(updateProject(mallory.call(), { domain: 'x.boards.example' })).rejects.toThrow()
  expect((await mallory.server('PATCH', '/v1/project', { domain: fresh() })).status).toBe(200)
})

test('an asterisk as the path finds no page of a board', async () => {
  const stage = await startBoard()
  for (const method of ['GET', 'HEAD', 'POST'])
    expect([method, (await stage.board(method, '*')).status]).toEqual([method, 400])
  expect((await stage.board('OPTIONS', '*')).status).toBe(404)
})
