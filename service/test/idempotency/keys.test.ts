import { expect, test } from 'vitest'
import { send, startProject } from '../harness/project.ts'
import { exchangeRaw } from './exchange-request.ts'
import { countRecords, countSessions } from './kept.ts'

test('a POST of an app needs a key, and is told so only once its project is known', async () => {
  const project = await startProject()
  const missing = await exchangeRaw(project, project.signToken(), [])
  expect([missing.status, missing.body.code]).toEqual([400, 'idempotency_key_required'])
  const stranger = await send(project.service.origin, 'POST', '/v1/sessions/sso', { token: 'x' }, {})
  expect([stranger.status, stranger.body.code]).toEqual([401, 'project_key_required'])
  expect(await countRecords(project)).toBe(0)
})

test.each<[string, string[]]>([
  ['256 characters', [`idempotency-key: ${'k'.repeat(256)}`]],
  ['nothing', ['idempotency-key:']],
  ['spaces alone', ['idempotency-key:    ']],
  ['a tab inside', ['idempotency-key: a\tb']],
  ['a byte beyond ASCII', ['idempotency-key: caf\u00e9']],
  ['UTF-8 beyond ASCII', [`idempotency-key: ${Buffer.from('schlüssel').toString('latin1')}`]],
  ['two headers', ['idempotency-key: one', 'idempotency-key: two']],
  ['the same header twice', ['Idempotency-Key: one', 'idempotency-key: one']],
  ['an empty header beside a good one', ['idempotency-key:', 'idempotency-key: one']],
])('a key of %s is refused before anything is done', async (_, lines) => {
  const project = await startProject()
  const answer = await exchangeRaw(project, project.signToken(), lines)
  expect([answer.status, answer.body.code]).toEqual([400, 'idempotency_key_invalid'])
  expect([await countSessions(project), await countRecords(project)]).toEqual([0, 0])
})

test.each(['\x00', '\x01', '\x1f', '\x7f'])('a key with the control character %j is a 400', async (control) => {
  const project = await startProject()
  const answer = await exchangeRaw(project, project.signToken(), [`idempotency-key: a${control}b`])
  expect(answer.status).toBe(400)
  expect(await countSessions(project)).toBe(0)
})

test('a key may have 1 to 255 of any printable ASCII characters', async () => {
  const project = await startProject()
  const printable = Array.from({ length: 94 }, (_, place) => String.fromCharCode(0x21 + place)).join('')
  for (const key of ['k', 'k'.repeat(255), `${printable} ${printable}`]) {
    const token = project.signToken()
    const first = await exchangeRaw(project, token, [`idempotency-key: ${key}`])
    const again = await exchangeRaw(project, token, [`idempotency-key: ${key}`])
    expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([201, 201, 'true'])
  }
})
