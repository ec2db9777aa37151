import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { systemCall, systemCallIn } from '../../src/domain/call/index.ts'
import { createProject } from '../../src/domain/projects/index.ts'
import { addSigningKey } from '../../src/domain/signing-keys/index.ts'
import { joinStorage } from '../../src/foundation/storage/index.ts'
import { databaseUrl } from '../harness/database-url.ts'
import { freePort } from '../harness/ports.ts'
import { runMain, untilReady } from '../harness/process.ts'
import { send, signJwt } from '../harness/project.ts'

// Guarantees single use over processes: two workers, each with a memory and a pool of its own, share only the database.
test('sixteen requests with one token over two processes make exactly one session', async () => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const run = runMain(['serve'], {
    DATABASE_URL: databaseUrl(),
    PORT: String(port),
    WORKERS: '2',
    ROLE: 'web', // its jobs would take the imports and mails of other tests
    RATE_LIMIT_FACTOR: '0',
  })
  await untilReady(run)
  const database = await joinStorage({ connection: inject('connection'), schemaVersion: 0 }, () => {})
  onTestFinished(() => database.close())
  const places = { apiOrigin: origin, boardOrigin: 'http://{slug}.localhost' }
  const call = systemCall(database, places, database.clock.now())
  const { project } = await createProject(call, { name: 'Acme', slug: `two-${process.pid}-${Date.now().toString(36)}` })
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await addSigningKey(systemCallIn(call, project), { jwk: publicKey.export({ format: 'jwk' }), kid: 'key-1' })

  for (let round = 0; round < 5; round += 1) {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: project.id,
      aud: origin,
      sub: `user-${round}`,
      iat: now,
      exp: now + 300,
      jti: randomBytes(16).toString('base64url'),
    }
    const token = signJwt({ alg: 'ES256', kid: 'key-1', typ: 'svc-sso+jwt' }, claims, privateKey)
    const exchange = async () => {
      const headers = {
        'x-project-key': project.publishableKey,
        'idempotency-key': randomUUID(),
        connection: 'close', // each takes the worker that is free
      }
      const ask = () => send(origin, 'POST', '/v1/sessions/sso', { token }, headers)
      let answer = await ask()
      while (answer.status === 503) answer = await ask() // a busy machine can keep a request waiting longer than the service allows
      return answer
    }
    const answers = await Promise.all(Array.from({ length: 16 }, exchange))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...new Array(15).fill(401)])
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([undefined, 'token_replayed']))
  }
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  expect(metrics).toMatch(/route="\/v1\/sessions\/sso",status="201"\} 5/)
})
