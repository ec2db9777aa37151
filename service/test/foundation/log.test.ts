import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLog, scrub } from '../../src/foundation/log/index.ts'
import { newSecret } from '../../src/foundation/secrets/index.ts'

const JWT = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJlLWJ5dGVz'

test.each([
  ['a session', newSecret('session')],
  ['a secret key', newSecret('secretKey')],
  ['half of a secret key', newSecret('secretKey').slice(0, 20)],
  ['a publishable key', newSecret('publishableKey')],
  ['a token', JWT],
  ['a token without its signature', JWT.slice(0, JWT.lastIndexOf('.'))],
  ['an e-mail address', 'ada.lovelace+canary@example.co.uk'],
  ['an e-mail address in a URL', 'ada%40example.com'],
  ['an address with other letters', 'zoë@exämple.de'],
  ['a private key', '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49\n-----END PRIVATE KEY-----'],
])('%s never reaches the log, in whatever field', (_, canary) => {
  const lines: string[] = []
  const log = createLog('trace', (line) => void lines.push(line))
  log.info({ a: canary, nested: { list: [canary] }, err: new Error(`failed for ${canary}`) }, `message ${canary}`)
  expect(lines.join('')).not.toContain(canary)
  expect(lines.join('')).not.toContain(JSON.stringify(canary).slice(1, -1))
  expect(JSON.parse(lines.join(''))).toMatchObject({ level: 'info' })
})

test('other text stays as it is', () => {
  const text = 'GET /v1/posts/:id 404 in 1.5 ms, req_01m7eg5fxfeq4tqgz8ybw79z7p, 10.0.0.1'
  expect(scrub(text)).toBe(text)
})

test('any address is hidden', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      expect(scrub(`x ${address} y`)).not.toContain(address)
    }),
  )
})
