import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSigner } from '../../../kits/server/src/index.ts'
import { type SignerEnvironment, signers } from '../../../kits/server/test/signers.ts'
import { skipWithout } from '../harness/missing-tools.ts'
import { startProject, type TestProject } from '../harness/project.ts'

const ANYONE = { sub: 'ж-"\\/<&>\t\u2028é😀 ', email: 'ada+tag@example.com' }

test('a token of kits/server signs a user in, once', async () => {
  const client = await startProject()
  const signer = createSigner({
    projectId: client.project.id,
    keyId: client.kid,
    privateKey: pemOf(client),
    apiOrigin: client.service.origin,
    boardOrigin: 'https://feedback.example.com',
  })
  const token = await signer.forApp({ id: ANYONE.sub, email: ANYONE.email, emailVerified: true, givenName: 'Ada' })
  await expectOneSession(client, token)
})

describe.each(signers)('the $language signer of the guide', (signer) => {
  const answer = signer.available()

  test('signs a user in, once', async (context) => {
    if (!answer.available) skipWithout(answer.missing, context)
    const client = await startProject()
    await expectOneSession(client, await signer.run(await environmentOf(client)))
  })
})

/** The whole promise: the service takes the token, knows whom it is about, and never takes it again. */
async function expectOneSession({ exchange, app, service, project }: TestProject, token: string): Promise<void> {
  const first = await exchange(token)
  expect([first.status, first.body.code]).toEqual([201, undefined])
  const me = await app('GET', '/v1/me', { session: first.body.session_token })
  expect([me.status, me.body]).toEqual([200, first.body.user])
  const users = await service.database.sql`select sub, email from users where project_id = ${project.id}`
  expect(users).toEqual([ANYONE])
  const second = await exchange(token)
  expect([second.status, second.body.code]).toEqual([401, 'token_replayed'])
}

async function environmentOf(client: TestProject): Promise<SignerEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'signers-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const keyFile = join(folder, 'sign-in-key.pem')
  await writeFile(keyFile, pemOf(client), { mode: 0o600 })
  return {
    PROJECT_ID: client.project.id,
    KEY_ID: client.kid,
    PRIVATE_KEY_FILE: keyFile,
    AUDIENCE: client.service.origin,
    USER_ID: ANYONE.sub,
    USER_EMAIL: ANYONE.email,
  }
}

function pemOf({ privateKey }: TestProject): string {
  return String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
}
