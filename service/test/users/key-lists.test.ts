import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { startProject } from '../harness/project.ts'
import { pagesOf } from './pages.ts'

test('signing keys are paged like every list, also those that were added in one moment', async () => {
  let now = new Date('2091-11-15T10:00:00Z')
  const { server } = await startProject({ now: () => now })
  const kids = ['key-1']
  for (const kid of ['b', 'c', 'a', 'd']) {
    if (kid === 'd') now = new Date('2091-11-15T10:00:01Z')
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const made = await server('POST', '/v1/signing_keys', { jwk: publicKey.export({ format: 'jwk' }), kid })
    expect(made.status).toBe(201)
    await server('POST', `/v1/signing_keys/${kid}/revoke`)
    kids.push(kid)
  }
  const listed = await pagesOf((cursor) => server('GET', `/v1/signing_keys?limit=2${cursor}`))
  expect(listed.map(({ kid }) => kid)).toEqual(['d', 'a', 'b', 'c', 'key-1'])
  expect((await server('GET', '/v1/signing_keys')).body).toEqual({ data: listed, next_cursor: null })
  expect((await server('GET', '/v1/signing_keys?status=active')).body.code).toBe('invalid_request')
})

test('rejected sign-ins are paged, the newest first', async () => {
  const { server, exchange, signToken } = await startProject()
  const codes: string[] = []
  for (const claims of [{ sub: '' }, { aud: 'https://elsewhere.example' }, { jti: 'short' }, { iss: 'prj_other' }]) {
    codes.unshift((await exchange(signToken(claims))).body.code)
  }
  const listed = await pagesOf((cursor) => server('GET', `/v1/rejected_sign_ins?limit=3${cursor}`))
  expect(listed.map(({ code }) => code)).toEqual(codes)
  const one = await server('GET', '/v1/rejected_sign_ins?limit=1')
  expect([one.body.data.length, typeof one.body.next_cursor]).toEqual([1, 'string'])
  const mixed = await server('GET', `/v1/signing_keys?limit=1&cursor=${one.body.next_cursor}`)
  expect([mixed.status, mixed.body.code]).toEqual([400, 'cursor_invalid'])
})
