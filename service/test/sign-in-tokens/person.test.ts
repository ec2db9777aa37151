import { describe, expect, test } from 'vitest'
import { naughtyStrings, outcome, signToken, verify } from './client.ts'

const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

describe('email', () => {
  // Guarantees that what is kept as an address can go into a mail without changing its headers.
  test.each([
    'ada',
    '@',
    'ada@',
    '@example.com',
    'a@b@c',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com\n',
    'ada @example.com',
    'Ada <ada@example.com>',
    'ada@example.com,eve@example.com',
    'ada@example.com;eve@example.com',
    'ada@.com',
    'ada@example..com',
    'ada@example.com.',
    'ada\u202e@example.com',
    'ada@exam\u200bple.com',
    `${'a'.repeat(309)}@example.com`,
    '',
    null,
    1,
    true,
    ['ada@example.com'],
  ])('%j is invalid', async (email) => {
    expect(await outcome(signToken({ email }))).toBe('token_claim_invalid')
  })

  test.each([
    'ada@example.com',
    'Ada.Lovelace+x@sub.example.co.uk',
    "o'hara@example.com",
    'ада@пример.рф',
    'ada@münchen.example',
    'ada@localhost',
    `${'a'.repeat(308)}@example.com`,
  ])('%j is kept as it is', async (email) => {
    expect((await verify(signToken({ email }))).email).toBe(email)
  })

  // Guarantees that no mail is sent unless the client says that the address is verified.
  test.each([
    [true, 'ada@example.com', true],
    [false, 'ada@example.com', false],
    [undefined, 'ada@example.com', false],
    [true, undefined, false],
  ])('email_verified %j with %j counts as %j', async (email_verified, email, expected) => {
    expect((await verify(signToken({ email, email_verified }))).emailVerified).toBe(expected)
  })

  test.each(['true', 1, 0, null, [true]])('email_verified %j is invalid', async (email_verified) => {
    expect(await outcome(signToken({ email: 'ada@example.com', email_verified }))).toBe('token_claim_invalid')
  })
})

describe.each([
  ['given_name', 'givenName'],
  ['family_name', 'familyName'],
] as const)('%s', (claim, field) => {
  const nameOf = async (name: unknown) => (await verify(signToken({ [claim]: name, email: 'ada@example.com' })))[field]

  test.each([null, 1, true, ['Ada'], {}, 'x'.repeat(101), '🦊'.repeat(101)])('%j is invalid', async (name) => {
    expect(await outcome(signToken({ [claim]: name }))).toBe('token_claim_invalid')
  })

  test.each([
    'Ada',
    'Anne-Marie',
    "O'Hara",
    'Æ',
    '李',
    'علی\u200cرضا',
    '<b>Ada</b>',
    'x'.repeat(100),
    '🦊'.repeat(100),
  ])('%j is kept as it is', async (name) => {
    expect(await nameOf(name)).toBe(name)
  })

  // Guarantees that a name on a board can neither hide nor turn around what stands beside it.
  test.each([
    ['\u202eadA', 'adA'],
    ['Ada\r\nBcc: x', 'AdaBcc: x'],
    ['\u2066Ada\u2069 ', 'Ada'],
    ['A\u200bda\ufeff', 'Ada'],
    ['Ada\u2028', 'Ada'],
  ])('%j becomes %j', async (name, expected) => {
    expect(await nameOf(name)).toBe(expected)
  })

  // Guarantees that no address reaches a board by way of a name.
  test.each([
    'ada@example.com',
    'ADA@EXAMPLE.COM',
    'Ada <ada@example.com>',
    'ada@localhost',
    'ada\u200b@\u200bexample.com',
    'ada＠example.com',
    'ada﹫example.com',
    '',
    '   ',
    '\u200e',
  ])('%j is dropped', async (name) => {
    expect(await nameOf(name)).toBeUndefined()
  })

  test('every naughty string is shown safely or not at all', async () => {
    for (const name of naughtyStrings) {
      if ([...name].length > 100) expect(await outcome(signToken({ [claim]: name }))).toBe('token_claim_invalid')
      else expect((await nameOf(name)) ?? '').not.toMatch(UNSEEN)
    }
  })
})

describe('locale', () => {
  test.each([
    ['de', 'de'],
    ['de-AT', 'de-AT'],
    ['de_at', 'de-AT'],
    ['zh-hant-tw', 'zh-Hant-TW'],
  ])('%j is kept as %j', async (locale, expected) => {
    expect((await verify(signToken({ locale }))).locale).toBe(expected)
  })

  // Guarantees that every locale that is kept can be handed to the language's own formatting.
  test.each([
    null,
    1,
    [],
    '',
    'C',
    'e',
    'de--AT',
    'de-',
    'en_US.UTF-8',
    '<b>',
    `de-${'x-abcdefgh-'.repeat(4)}`,
    'd\u202ee',
  ])('%j is invalid', async (locale) => {
    expect(await outcome(signToken({ locale }))).toBe('token_claim_invalid')
  })
})

// Guarantees that a claim that is absent is absent afterwards, so that it can be removed from the user.
test('claims that are not there are not there', async () => {
  const claims = await verify(signToken())
  for (const field of ['email', 'givenName', 'familyName', 'locale']) expect(claims).not.toHaveProperty(field)
})
