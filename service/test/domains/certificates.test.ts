import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { createLog } from '../../src/foundation/log/index.ts'
import { createApp, problemWriter } from '../../src/surfaces/http/index.ts'
import { proxyAsks } from '../../src/surfaces/operations/callers.ts'
import { certificateRoute } from '../../src/surfaces/operations/certificates.ts'
import { BOARDS, freshDomain, prove, startClocked } from './clocked.ts'

const ENVIRONMENT = { ...BOARDS, TRUSTED_PROXIES: '127.0.0.1' }

test('a certificate is allowed for the API, the boards and proven domains, and for nothing else', async () => {
  const { stage, dns } = await startClocked(ENVIRONMENT)
  const { slug } = stage.project
  const { port } = stage.service
  const ask = async (query: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}/internal/domains/allowed${query}`, { headers })
    return [answer.status, await answer.json()]
  }
  const statusOf = async (domain: string) => (await ask(`?domain=${encodeURIComponent(domain)}`))[0]
  const domain = freshDomain()
  await stage.server('PATCH', '/v1/project', { domain })
  expect(await statusOf(domain)).toBe(404) // it waits for its proof
  await prove(stage, dns, domain)
  expect(await ask(`?domain=${domain}`)).toEqual([200, { allowed: true }])
  expect(await statusOf(domain.toUpperCase())).toBe(200)
  expect(await statusOf(`${slug}.boards.example`)).toBe(200)

  for (const other of [
    freshDomain(),
    `www.${domain}`,
    `${domain}.`,
    `${domain}:443`,
    `no-such-board-${slug}.boards.example`,
    `x.${slug}.boards.example`,
    '.boards.example',
    'boards.example',
    '*.boards.example',
    '127.0.0.1',
    '::1',
    'localhost',
    '',
    'a\0b.example',
    "x' or true --.example",
    `${'a.'.repeat(200)}example`,
    'x'.repeat(15_000),
  ]) {
    expect([other, await statusOf(other)]).toEqual([other, 404])
  }
  expect((await ask(''))[0]).toBe(404)
  expect((await ask(`?domain=${domain}&domain=${domain}`))[0]).toBe(404)
  expect((await ask(`?domain=${domain}`, { 'x-forwarded-for': '203.0.113.7' }))[0]).toBe(404) // a visitor, through the proxy

  await stage.server('PATCH', '/v1/project', { domain: null })
  expect(await statusOf(domain)).toBe(404)
})

test('the name of the API may have a certificate', async () => {
  const { stage } = await startClocked({ ...BOARDS, API_ORIGIN: 'https://api.boards-of.example' })
  const ask = (domain: string) =>
    fetch(`http://127.0.0.1:${stage.service.port}/internal/domains/allowed?domain=${domain}`)
  expect((await ask('api.boards-of.example')).status).toBe(200)
  expect((await ask('www.boards-of.example')).status).toBe(404)
})

test('this machine and trusted proxies may ask, and nobody else, nor anybody through them', () => {
  const mayAsk = proxyAsks(['10.0.0.0/8', '2001:db8::7'])
  const from = (remoteAddress: string | undefined, headers = {}) =>
    mayAsk({ headers, socket: { remoteAddress } } as unknown as FastifyRequest)
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '::ffff:10.1.2.3', '2001:db8::7']) {
    expect([address, from(address)]).toEqual([address, true])
    for (const header of ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']) {
      expect([header, from(address, { [header]: 'x' })]).toEqual([header, false])
    }
  }
  for (const address of ['11.0.0.1', '::ffff:11.0.0.1', '203.0.113.7', '2001:db8::8', undefined]) {
    expect([address, from(address)]).toEqual([address, false])
  }
})

// Guarantees that a flood of invented names costs the database no more than a few look-ups at a time.
test('names are looked up a few at a time, and a database that does not answer allows nothing', async () => {
  const app = createApp({
    write: problemWriter('https://api.example'),
    log: createLog('silent', () => {}),
    meter: () => {},
    headers: {},
  })
  const looked = Promise.withResolvers<boolean>()
  certificateRoute(app, { mayAsk: () => true, mayHaveCertificate: () => looked.promise })
  const ask = (domain: string) => app.inject(`/internal/domains/allowed?domain=${domain}`)
  const answers = await Promise.all(Array.from({ length: 40 }, (_, place) => ask(`n${place}.acme.example`)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]))
  expect(answers.filter((answer) => answer.json().detail === 'The database does not answer.')).toHaveLength(8)
  expect((await ask('one-more.acme.example')).statusCode).toBe(503) // the eight are still under way
  looked.resolve(true)
  expect((await ask('one-more.acme.example')).statusCode).toBe(200)
})
