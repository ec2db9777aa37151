import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startProject } from '../harness/project.ts'
import { exchangeRaw, exchangeRequest } from './exchange-request.ts'
import { holdUser } from './held-user.ts'
import { countSessions, replayed, withKey } from './kept.ts'

test('while the first request runs, its key is in progress on every process; then it is answered', async () => {
  const project = await startProject()
  const beside = await startProject({ environment: { API_ORIGIN: project.service.origin } })
  const { userId } = await project.signIn()
  const [token, key] = [project.signToken(), randomUUID()]
  const held = await holdUser(project.project.id, userId)
  const first = project.exchange(token, withKey(key))
  await held.untilSomeoneWaits()

  const second = await project.exchange(token, withKey(key))
  expect([second.status, second.body.code]).toEqual([409, 'idempotency_in_progress'])
  expect(second.headers.get('retry-after')).toBe('1')
  const otherProcess = await exchangeRaw(project, token, [`idempotency-key: ${key}`], { port: beside.service.port })
  expect([otherProcess.status, otherProcess.headers['retry-after']]).toEqual([409, '1'])
  expect((await project.exchange(project.signToken(), withKey(key))).status).toBe(409)
  expect((await project.exchange(project.signToken({ sub: 'grace' }))).status).toBe(201)

  await held.release()
  const answer = await first
  const again = await project.exchange(token, withKey(key))
  expect([answer.status, replayed(answer), again.status, replayed(again)]).toEqual([201, false, 201, true])
  expect(again.body).toEqual(answer.body)
})

test('sixteen at once with one key and one token make one session, and every answer has it', async () => {
  const project = await startProject()
  const [token, key] = [project.signToken(), randomUUID()]
  const answers = await Promise.all(Array.from({ length: 16 }, () => project.exchange(token, withKey(key))))
  const made = answers.filter(({ status }) => status === 201)
  expect(made.filter((answer) => !replayed(answer))).toHaveLength(1)
  expect(new Set(made.map(({ body }) => body.session_token)).size).toBe(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(16 - made.length)
  expect(await countSessions(project)).toBe(1)
})

test('a database connection that dies in the middle leaves nothing: no session, no spent token, no held key', async () => {
  const project = await startProject()
  const { userId } = await project.signIn()
  const [token, key] = [project.signToken(), randomUUID()]
  const held = await holdUser(project.project.id, userId)
  const first = project.exchange(token, withKey(key))
  await held.endWaiting()
  const failed = await first
  expect([failed.status, failed.body.code]).toEqual([503, 'unavailable'])
  expect(failed.headers.get('retry-after')).toBe('1')
  await held.release()
  expect(await countSessions(project)).toBe(1)
  const retry = await project.exchange(token, withKey(key))
  expect([retry.status, replayed(retry)]).toEqual([201, false])
  expect(await countSessions(project)).toBe(2)
})

test('a client that goes away after asking finds the answer when it comes back', async () => {
  const project = await startProject()
  const { userId } = await project.signIn()
  const [token, key] = [project.signToken(), randomUUID()]
  const held = await holdUser(project.project.id, userId)
  const socket = connect(project.service.port, '127.0.0.1')
  socket.write(exchangeRequest(project, token, [`idempotency-key: ${key}`]))
  await held.untilSomeoneWaits()
  socket.destroy()
  await held.release()
  let retry = await project.exchange(token, withKey(key))
  while (retry.status === 409) retry = await project.exchange(token, withKey(key))
  expect([retry.status, replayed(retry)]).toEqual([201, true])
  expect((await project.app('GET', '/v1/me', { session: retry.body.session_token })).status).toBe(200)
  expect(await countSessions(project)).toBe(2)
})

test('a client that goes away before its body is whole has asked nothing', async () => {
  const project = await startProject()
  const [token, key] = [project.signToken(), randomUUID()]
  const socket = connect(project.service.port, '127.0.0.1')
  const bytes = exchangeRequest(project, token, [`idempotency-key: ${key}`])
  await new Promise((sent) => socket.write(bytes.subarray(0, -1), sent))
  socket.destroy()
  const retry = await project.exchange(token, withKey(key))
  expect([retry.status, replayed(retry)]).toEqual([201, false])
})

test('a rate limit is not kept: the retry runs', async () => {
  const project = await startProject({ environment: { RATE_LIMIT_FACTOR: '0.05' } })
  const beside = await startProject({ environment: { API_ORIGIN: project.service.origin } })
  expect((await project.exchange(project.signToken({ jti: 'short' }))).status).toBe(401)
  const [token, key] = [project.signToken(), randomUUID()]
  const limited = await project.exchange(token, withKey(key))
  expect([limited.status, limited.body.code]).toEqual([429, 'rate_limited'])
  expect(limited.headers.get('retry-after')).toMatch(/^\d+$/)
  const retry = await exchangeRaw(project, token, [`idempotency-key: ${key}`], { port: beside.service.port })
  expect([retry.status, retry.headers['idempotent-replayed']]).toEqual([201, undefined])
})

test('a body of the wrong shape is not kept: the corrected one runs under the same key', async () => {
  const project = await startProject()
  const headers = withKey(randomUUID())
  for (const body of [{ tokn: 'x' }, '{', { token: 'x'.repeat(17_000) }]) {
    expect([400, 413]).toContain((await project.app('POST', '/v1/sessions/sso', { body, headers })).status)
  }
  const corrected = await project.exchange(project.signToken(), headers)
  expect([corrected.status, replayed(corrected)]).toEqual([201, false])
})
