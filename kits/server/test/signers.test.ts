import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { skipWithout } from '../../../service/test/harness/missing-tools.ts'
import { generateKeyPair, type PublicSigningJwk } from '../src/index.ts'
import { readToken } from './read-token.ts'
import { GUIDE, type SignerEnvironment, signers } from './signers.ts'

const folder = mkdtempSync(join(tmpdir(), 'signers-'))
let publicJwk: PublicSigningJwk
let environment: SignerEnvironment

beforeAll(async () => {
  const pair = await generateKeyPair()
  publicJwk = pair.publicJwk
  const keyFile = join(folder, 'sign-in-key.pem')
  writeFileSync(keyFile, pair.privateKeyPem, { mode: 0o600 })
  environment = {
    PROJECT_ID: 'prj_01jbk3v8w2e6m4q9t7x5y0z1ab',
    KEY_ID: publicJwk.kid,
    PRIVATE_KEY_FILE: keyFile,
    AUDIENCE: 'https://api.example.com',
    USER_ID: 'user-1',
  }
})

afterAll(() => rmSync(folder, { recursive: true }))

describe.each(signers)('the $language signer of the guide', (signer) => {
  const whenAvailable = (name: string, body: () => Promise<void>) =>
    test(name, async (context) => {
      const answer = signer.available()
      if (!answer.available) skipWithout(answer.missing, context)
      await body()
    })

  const run = (variables: Partial<SignerEnvironment>) => signer.runCompiled(variables, folder)

  whenAvailable('signs what the service asks for, and nothing more', async () => {
    const before = Math.floor(Date.now() / 1000)
    const { header, claims } = readToken(await signer.run(environment), publicJwk)
    const after = Math.floor(Date.now() / 1000)

    expect(header).toEqual({ alg: 'ES256', kid: publicJwk.kid, typ: 'svc-sso+jwt' })
    expect(claims).toEqual({
      iss: environment.PROJECT_ID,
      aud: environment.AUDIENCE,
      sub: environment.USER_ID,
      iat: expect.any(Number),
      exp: expect.any(Number),
      jti: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
    })
    const iat = Number(claims.iat)
    expect(Number.isInteger(iat) && iat >= before && iat <= after).toBe(true)
    expect(claims.exp).toBe(iat + 300)
  })

  whenAvailable('carries every character of the user and the state, and a new jti each time', async () => {
    const all = { USER_ID: 'ж-"\\/<&>\t\u007f\u2028é😀 ', USER_EMAIL: 'añá+tag@example.com', NONCE: 'a-_.~+/= %41' }
    const tokens = await Promise.all([run({ ...environment, ...all }), run({ ...environment, ...all })])
    const [first, second] = tokens.map((token) => readToken(token, publicJwk).claims)
    expect(first).toMatchObject({ sub: all.USER_ID, email: all.USER_EMAIL, nonce: all.NONCE })
    expect(Object.keys(first ?? {}).sort()).toEqual(['aud', 'email', 'exp', 'iat', 'iss', 'jti', 'nonce', 'sub'])
    expect(second?.jti).not.toBe(first?.jti)
  })

  whenAvailable('takes a slash off the end of the audience, which is an origin', async () => {
    const token = await run({ ...environment, AUDIENCE: `${environment.AUDIENCE}/` })
    expect(readToken(token, publicJwk).claims.aud).toBe(environment.AUDIENCE)
  })

  whenAvailable('says what is missing, on standard error alone', async () => {
    const { USER_ID, ...rest } = environment
    await expect(run(rest)).rejects.toMatchObject({
      message: expect.stringContaining('USER_ID is not set'),
      stdout: '',
    })
  })
})

// Guarantees a valid signature for the one in 128 whose DER integers are short, which a few runs would miss.
test('the PHP signer turns every shape of DER into r‖s', (context) => {
  const answer = signers.find(({ language }) => language === 'PHP')?.available()
  if (answer?.available === false) skipWithout(answer.missing, context)
  const shapes = [
    { r: '7f'.repeat(32), s: '01'.repeat(32) },
    { r: `00${'ff'.repeat(32)}`, s: `00${'80'.repeat(32)}` },
    { r: '11'.repeat(31), s: '05' },
    { r: `00${'90'.repeat(31)}`, s: '22'.repeat(30) },
  ]
  for (const { r, s } of shapes) {
    const code = `require $argv[1]; echo bin2hex(rawSignature(hex2bin($argv[2])));`
    const raw = execFileSync('php', ['-r', code, '--', join(GUIDE, 'php.php'), derOf(r, s)], { encoding: 'utf8' })
    expect(raw).toBe(fixed(r) + fixed(s))
  }
})

function derOf(r: string, s: string): string {
  const body = [r, s].map((integer) => `02${lengthOf(integer)}${integer}`).join('')
  return `30${lengthOf(body)}${body}`
}

function lengthOf(hex: string): string {
  return (hex.length / 2).toString(16).padStart(2, '0')
}

function fixed(integer: string): string {
  return integer.slice(-64).padStart(64, '0')
}
