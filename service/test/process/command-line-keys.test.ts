import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyPair, type LiveCommandLine, makeProject, startLiveCommandLine } from './live-command-line.ts'

const [one, two, three] = [keyPair(), keyPair(), keyPair()]
const otherPem = String(generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }))
const add = ['signing-key', 'add', '--project', 'acme']
let live: LiveCommandLine
let project: Awaited<ReturnType<typeof makeProject>>

beforeAll(async () => {
  live = await startLiveCommandLine()
})
afterAll(() => live.end())

test('a project to work in', async () => {
  project = await makeProject(live)
  expect(project.id).toMatch(/^prj_/)
})

describe('signing keys', () => {
  test('are added from a file or standard input, and named by kid or thumbprint', async () => {
    const empty = await live.svc('signing-key', 'list', '--project', 'acme')
    expect(empty.out).toContain('svc signing-key add --project acme')

    const added = await live.svc(
      'signing-key',
      'add',
      '--project',
      'acme',
      '--jwk',
      await live.fileWith(one.jwk),
      '--kid',
      'one',
    )
    expect(added.code).toBe(0)
    for (const fact of ['one', 'active', project.id, live.origin, 'svc token check']) {
      expect(added.out).toContain(fact)
    }
    expect(added.out).toMatch(
      /for the board +"aud": "http:\/\/acme\.localhost:\d+", "nonce": the state that the board sent/,
    )
    const second = await live.svcReading(two.jwk, ...add, '--jwk', '-', '--json')
    expect(second.json()).toEqual({
      kid: expect.stringMatching(/^[\w-]{43}$/),
      jwk: JSON.parse(two.jwk),
      status: 'active',
      created_at: expect.any(String),
      retired_at: null,
      revoked_at: null,
      last_used_at: null,
    })
  })

  // Guarantees one shape: the command line has its own mapping, since it may not reach into the API's.
  test('are listed exactly as the API lists them', async () => {
    const listed = (await live.svc('signing-key', 'list', '--project', 'acme', '--json')).json()
    expect(listed.data).toHaveLength(2)
    expect(listed).toEqual((await live.api('GET', '/v1/signing_keys', project.asServer())).body)
    const rows = (await live.svc('signing-key', 'list', '--project', 'acme')).out.split('\n')
    expect(rows[0]).toMatch(/^KID +STATUS +ADDED +LAST USED +ACCEPTED UNTIL$/)
    expect(new Set(rows.slice(0, 3).map((row) => row.search(/STATUS|active/)))).toHaveLength(1)
  })

  test('are refused as a third active one, or with a kid that is taken', async () => {
    const third = await live.fileWith(three.jwk)
    const many = await live.svc(...add, '--jwk', third, '--kid', 'three', '--json')
    expect([many.code, many.json().code]).toEqual([1, 'too_many_active_keys'])
    const taken = await live.svc(...add, '--jwk', third, '--kid', 'one', '--json')
    expect([taken.code, taken.json().code]).toEqual([1, 'kid_taken'])
    expect(taken.err).toContain('(kid_taken)')
  })

  test('retire for a day, and are revoked at once; the running service follows', async () => {
    expect((await project.exchange(project.signToken('one', one.privateKey))).status).toBe(201)
    const retired = (await live.svc('signing-key', 'retire', '--project', 'acme', 'one', '--json')).json()
    expect(retired).toMatchObject({ kid: 'one', status: 'retiring', retired_at: expect.any(String), revoked_at: null })
    const again = await live.svc('signing-key', 'retire', '--project', 'acme', 'one')
    const lastDay = new Date(Date.parse(retired.retired_at) + 86_400_000).toISOString()
    expect(again.out).toContain(lastDay.slice(0, 19).replace('T', ' '))
    expect((await project.exchange(project.signToken('one', one.privateKey))).status).toBe(201)

    const revoked = await live.svc('signing-key', 'revoke', '--project', 'acme', 'one', '--json')
    expect(revoked.json()).toMatchObject({ status: 'revoked', revoked_at: expect.any(String) })
    expect((await project.exchange(project.signToken('one', one.privateKey))).body.code).toBe('signing_key_revoked')
    const back = await live.svc('signing-key', 'retire', '--project', 'acme', 'one', '--json')
    expect([back.code, back.json().code]).toEqual([1, 'signing_key_not_active'])
    const reused = await live.svcReading(one.jwk, ...add, '--jwk', '-', '--kid', 'one')
    expect([reused.code, reused.err]).toEqual([1, expect.stringContaining('(kid_taken)')])
  })

  test('are taken as a public key in PEM too, once each, and end their sessions where that is asked', async () => {
    const four = keyPair()
    const pem = String(createPublicKey(four.privateKey).export({ type: 'spki', format: 'pem' }))
    const added = await live.svc(...add, '--jwk', await live.fileWith(pem), '--kid=four', '--json')
    expect([added.code, added.json().jwk]).toEqual([0, JSON.parse(four.jwk)])
    const twin = await live.svcReading(pem, ...add, '--jwk', '-', '--kid=five', '--json')
    expect([twin.code, twin.json().code]).toEqual([1, 'key_taken'])
    const { body } = await project.exchange(project.signToken('four', four.privateKey))
    const me = async () => (await project.me(body.session_token)).status
    expect((await live.svc('signing-key', 'revoke', '--project', 'acme', 'four')).out).toContain('--end-sessions')
    expect(await me()).toBe(200)
    const ended = await live.svc('signing-key', 'revoke', '--project', 'acme', '--end-sessions', 'four')
    expect([ended.code, ended.out]).toEqual([
      0,
      expect.stringContaining('Every session that began with this key has ended.'),
    ])
    expect(await me()).toBe(401)
  })

  test('may have a kid that looks like an option', async () => {
    const file = await live.fileWith(three.jwk)
    expect((await live.svc(...add, '--jwk', file, '--kid=--json')).code).toBe(0)
    const revoked = await live.svc('signing-key', 'revoke', '--project', 'acme', '--', '--json')
    expect([revoked.code, revoked.out]).toEqual([0, expect.stringMatching(/^Signing key +--json\nStatus +revoked/)])
  })
})

describe('a text that is not a public key', () => {
  test.each([
    ['not JSON', '{"kty": "EC",', 'not valid JSON'],
    ['two members of one name', '{"kty": "EC", "kty": "EC"}', 'two members of the same name'],
    ['nothing at all', '', 'not valid JSON'],
    ['too large', ' '.repeat(70_000), 'too long for a key'],
    ['a public key of another kind as PEM', otherPem, 'kty must be "EC"'],
    ['half of a PEM', otherPem.slice(0, 90), 'cannot be read'],
    ['a point off the curve', JSON.stringify({ ...JSON.parse(one.jwk), y: 'A'.repeat(43) }), 'on the curve'],
    ['a kid of its own that differs', JSON.stringify({ ...JSON.parse(one.jwk), kid: 'other' }), 'differs'],
  ])('is refused with key_invalid: %s', async (_name, text, words) => {
    const fromFile = await live.svc(...add, '--jwk', await live.fileWith(text), '--kid=k', '--json')
    expect([fromFile.code, fromFile.json().code]).toEqual([1, 'key_invalid'])
    expect(fromFile.json().detail).toContain(words)
  })

  test('is refused the same from standard input, however long that is', async () => {
    for (const [input, words] of [
      ['{', 'not valid JSON'],
      [' '.repeat(300_000), 'too long for a key'],
    ] as const) {
      const { code, out, err } = await live.svcReading(input, ...add, '--jwk', '-')
      expect([code, out, err]).toEqual([1, '', expect.stringContaining(words)])
    }
  })

  test('a file that cannot be read is wrong usage', async () => {
    const absent = await live.svc(...add, '--jwk', join(live.folder, 'absent.json'))
    expect([absent.code, absent.err]).toEqual([2, expect.stringContaining('there is no such file')])
    const directory = await live.svc(...add, '--jwk', live.folder)
    expect([directory.code, directory.err]).toEqual([2, expect.stringContaining('it is a directory')])
  })
})

describe('a private key', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = privateKey.export({ format: 'jwk' })
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const canaries = [jwk.d ?? expect.unreachable(), pem.split('\n')[1] ?? expect.unreachable()]

  test.each([
    ['a JWK', JSON.stringify(jwk)],
    ['a set of JWKs', JSON.stringify({ keys: [jwk] })],
    ['PEM', pem],
    ['PEM in JSON', JSON.stringify(pem)],
  ])('is refused with private_key_rejected: %s', async (_name, text) => {
    const fromFile = await live.svc(...add, '--jwk', await live.fileWith(text), '--json')
    expect([fromFile.code, fromFile.json().code]).toEqual([1, 'private_key_rejected'])
    expect(fromFile.err).toMatch(/It was not stored and was not sent anywhere\. .*-pubout/)
  })

  test.each([
    ['as the name of the file', ['--jwk', JSON.stringify(jwk)]],
    ['as PEM for the name of the file', [`--jwk=${pem}`]],
    ['as a word too many', ['--jwk', 'file', JSON.stringify(jwk)]],
    ['as an option', ['--jwk', 'file', pem]],
    ['as an option with a value', ['--jwk', 'file', `--${jwk.d}=${jwk.d}`]],
    ['as a command', []],
  ])('is not repeated where it is wrong usage: %s', async (_name, words) => {
    const answer = words.length > 0 ? await live.svc(...add, ...words) : await live.svc(String(jwk.d))
    expect(answer.code).toBe(2)
    for (const canary of canaries) expect(answer.out + answer.err).not.toContain(canary)
  })

  // Guarantees that no secret was stored: every byte of the output and of the data directory is searched.
  test('is nowhere afterwards: not in an output, a log line or a file', async () => {
    const traces = async () => {
      const names = await readdir(live.dataDir, { recursive: true, withFileTypes: true })
      const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
      const kept = await Promise.all(files.map(async (file) => ({ file, bytes: await readFile(file).catch(() => '') })))
      return { kept, found: kept.filter(({ bytes }) => canaries.some((canary) => bytes.includes(canary))) }
    }
    const { kept, found } = await traces()
    expect(kept.some(({ file }) => file.endsWith('postgres.log'))).toBe(true)
    expect(found.map(({ file }) => file)).toEqual([])
    for (const canary of canaries) expect(live.written.join('')).not.toContain(canary)

    await writeFile(join(live.dataDir, 'canary'), `x${canaries[0]}x`) // the search does find one
    expect((await traces()).found).toHaveLength(1)
    await rm(join(live.dataDir, 'canary'))
  })
})

describe('secret keys', () => {
  test('are made with some scopes, work, are listed without the secret, and are revoked', async () => {
    const create = ['secret-key', 'create', '--project', 'acme', '--name', 'Nightly']
    const made = (await live.svc(...create, '--scope', 'signing_keys:read', '--scope', 'users:write', '--json')).json()
    expect(made).toEqual({
      secret_key: {
        id: expect.stringMatching(/^sec_/),
        name: 'Nightly',
        scopes: ['users:write', 'signing_keys:read'],
        created_at: expect.any(String),
        last_used_at: null,
        revoked_at: null,
      },
      secret: expect.stringMatching(/^svc_sk_live_/),
    })
    expect((await live.api('GET', '/v1/signing_keys', project.asServer(made.secret))).status).toBe(200)
    expect((await live.api('POST', '/v1/signing_keys', project.asServer(made.secret), { jwk: {} })).body.code).toBe(
      'scope_missing',
    )

    const listed = await live.svc('secret-key', 'list', '--project', 'acme', '--json')
    expect(listed.json()).toEqual({
      data: [expect.objectContaining({ name: 'First key' }), { ...made.secret_key, last_used_at: expect.any(String) }],
      next_cursor: null,
    })
    const table = (await live.svc('secret-key', 'list', '--project', 'acme')).out
    expect(table).toContain('every scope')
    expect(listed.out + table).not.toContain('svc_sk_live_')

    const revoked = await live.svc('secret-key', 'revoke', '--project', 'acme', made.secret_key.id, '--json')
    const used = { last_used_at: expect.any(String), revoked_at: expect.any(String) }
    expect(revoked.json()).toEqual({ ...made.secret_key, ...used })
    expect((await live.api('GET', '/v1/signing_keys', project.asServer(made.secret))).body.code).toBe(
      'secret_key_invalid',
    )
    const again = await live.svc('secret-key', 'revoke', '--project', 'acme', made.secret_key.id, '--json')
    expect(again.json()).toEqual(revoked.json())
  })

  test('are shown once, in words too', async () => {
    const made = await live.svc(
      'secret-key',
      'create',
      '--project',
      'acme',
      '--name',
      'Import',
      '--scope',
      'posts:write',
    )
    expect(made.out).toMatch(
      /Secret key +Import \(sec_.*\)\nScopes +posts:write\n[\s\S]*shown only now:\n {2}svc_sk_live_/,
    )
  })

  test('are refused without a known scope, and a secret is not an id', async () => {
    const create = ['secret-key', 'create', '--project', 'acme', '--name']
    const unknown = await live.svc(...create, 'N', '--scope', 'everything', '--json')
    expect([unknown.code, unknown.json().code]).toEqual([1, 'invalid_request'])
    const long = await live.svc(...create, 'N'.repeat(61), '--scope', 'posts:read', '--json')
    expect([long.code, long.json().code]).toEqual([1, 'invalid_request'])
    const none = await live.svc(...create, 'N')
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('signing_keys:read')])
    const secret = await live.svc('secret-key', 'revoke', '--project', 'acme', project.secretKey, '--json')
    expect([secret.code, secret.json().code]).toEqual([1, 'not_found'])
    expect(secret.out + secret.err).not.toContain(project.secretKey)
    expect((await live.api('GET', '/v1/signing_keys', project.asServer())).status).toBe(200)
  })
})
