import { describe, expect, test } from 'vitest'
import { goodClaims, goodHeader, outcome, signRaw, signToken, verify } from './client.ts'

const MALFORMED = 'token_malformed'

// Guarantees that a correct token is taken at all, without which every refusal below would prove nothing.
test('a token as the specification describes it is accepted', async () => {
  const claims = goodClaims()
  expect(await verify(signRaw(goodHeader, claims))).toEqual({
    sub: 'user-1',
    jti: claims.jti,
    issuedAt: new Date('2026-11-15T10:00:00Z'),
    expiresAt: new Date('2026-11-15T10:05:00Z'),
    emailVerified: false,
    traits: {},
  })
})

describe('the form of a token', () => {
  const token = signToken()
  const [header = '', claims = '', signature = ''] = token.split('.')
  /** The same bytes under another spelling: the last character's unused bits are set. */
  const respelled = (part: string) => part.slice(0, -1) + String.fromCharCode(part.charCodeAt(part.length - 1) + 1)

  // Guarantees that one signed token has one spelling: no second text passes for it.
  test.each([
    ['nothing', ''],
    ['two parts', `${header}.${claims}`],
    ['four parts', `${token}.${signature}`],
    ['five parts, as in encryption', `${header}.${claims}.${signature}.${claims}.${header}`],
    ['an empty header', `.${claims}.${signature}`],
    ['empty claims', `${header}..${signature}`],
    ['an empty signature', `${header}.${claims}.`],
    ['padding', `${token}==`],
    ['a space in front', ` ${token}`],
    ['a line break at the end', `${token}\n`],
    ['a line break inside', `${header}.\n${claims}.${signature}`],
    ['the standard alphabet', `${header}.${claims}.${Buffer.alloc(64, 0xff).toString('base64').replace(/=+$/, '')}`],
    ['bits set that no byte needs', `${header}.${claims}.${respelled(signature)}`],
    ['a character outside ASCII', `${token}\u00e9`],
    ['JSON serialization', JSON.stringify({ protected: header, payload: claims, signature })],
  ])('%s is malformed', async (_, text) => {
    expect(await outcome(text)).toBe(MALFORMED)
  })

  // Guarantees the limit of 8 KiB to the character.
  test('8192 characters are accepted and 8193 are not', async () => {
    expect(await outcome(signOfLength(8192))).toBe('accepted')
    expect(await outcome(signOfLength(8193))).toBe(MALFORMED)
  })
})

describe('the JSON of header and claims', () => {
  const header = JSON.stringify(goodHeader)
  const claims = JSON.stringify(goodClaims())
  const withMember = (json: string, member: string) => `${json.slice(0, -1)},${member}}`
  const bytes = (...parts: (string | number[])[]) => Buffer.concat(parts.map((part) => Buffer.from(part as string)))

  // Guarantees that two parsers cannot read two different tokens out of one signed text.
  const faults: [string, (json: string, name: string) => string | Buffer][] = [
    ['a member named twice', (json, name) => withMember(json, `"${name}":"other"`)],
    [
      'a member named twice, once with an escape',
      (json, name) => withMember(json, `"\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}":"x"`),
    ],
    ['a member named twice further inside', (json) => withMember(json, '"a":[{"b":1,"b":2}]')],
    ['invalid UTF-8', (json) => bytes(json.slice(0, -1), ',"a":"', [0xc3, 0x28], '"}')],
    ['UTF-8 longer than needed', (json) => bytes(json.slice(0, -1), ',"a":"', [0xc0, 0xaf], '"}')],
    ['a byte order mark', (json) => bytes([0xef, 0xbb, 0xbf], json)],
    ['a NUL', (json) => withMember(json, '"a":"\\u0000"')],
    ['half of a surrogate pair', (json) => withMember(json, '"a":"\\ud800"')],
    ['half of a surrogate pair in a name', (json) => withMember(json, '"\\udc00":1')],
    ['text after the object', (json) => `${json}x`],
    ['a list', (json) => `[${json}]`],
    ['null', () => 'null'],
    ['a text', () => '"text"'],
    ['a comma too many', (json) => `${json.slice(0, -1)},}`],
  ]
  test.each(faults)('%s is malformed', async (_, spoil) => {
    expect(await outcome(signRaw(spoil(header, 'kid'), claims))).toBe(MALFORMED)
    expect(await outcome(signRaw(header, spoil(claims, 'sub')))).toBe(MALFORMED)
  })

  // Guarantees that nothing inside a token is read before its signature holds.
  test('claims that cannot be read are reported after the signature', async () => {
    const token = signRaw(header, 'null')
    expect(await outcome(`${token.slice(0, -4)}AAAA`)).toBe('token_signature_invalid')
  })
})

function signOfLength(length: number): string {
  const claims = goodClaims()
  for (const pad of ['', 'x', 'xx', 'xxx']) {
    const empty = signRaw({ ...goodHeader, pad }, { ...claims, filler: '' })
    const around = Math.floor(((length - empty.length) * 3) / 4)
    for (const size of [around - 1, around, around + 1]) {
      const token = signRaw({ ...goodHeader, pad }, { ...claims, filler: 'x'.repeat(size) })
      if (token.length === length) return token
    }
  }
  throw new Error(`no token has ${length} characters`)
}
