import { expect, test } from 'vitest'
import { readsAsTeam } from '../../src/domain/team-names/index.ts'
import { startProject } from '../harness/project.ts'
import { blns } from './blns.ts'

/** Somebody new, and how they call themselves. */
async function naming(draft: { name?: string } = {}) {
  const project = await startProject({ draft })
  const { session } = await project.signIn({ sub: 'ada', given_name: 'Ada', family_name: 'Lovelace' })
  const patch = (body: unknown) => project.app('PATCH', '/v1/me', { session, body })
  return { ...project, session, patch, callMe: (name: string) => patch({ name_choice: 'custom', custom_name: name }) }
}

test('an own name is kept trimmed, in one form of Unicode, with single spaces', async () => {
  const { callMe, app, session } = await naming()
  for (const [written, kept] of [
    ['  Ada  ', 'Ada'],
    ['Ada \u00a0\u3000 Lovelace', 'Ada Lovelace'],
    ['Ａｄａ', 'Ada'],
    ['Zoe\u0308', 'Zo\u00eb'],
    ['ﬁona', 'fiona'],
    ['李雷', '李雷'],
    ['علی\u200cرضا', 'علی\u200cرضا'], // a joiner that Persian is written with
    ['क्\u200dष', 'क्\u200dष'],
    ['🦉🦉', '🦉🦉'],
    ['Ada @ home', 'Ada @ home'],
    ["O'Brien-Śmith 3rd.", "O'Brien-Śmith 3rd."],
  ] as const) {
    const { status, body } = await callMe(written)
    expect([written, status, body.display_name]).toEqual([written, 200, kept])
  }
  expect((await app('GET', '/v1/me', { session })).body).toMatchObject({
    name_choice: 'custom',
    name_choices: [
      { choice: 'default', preview: 'Acme user' },
      { choice: 'first_name', preview: 'Ada L.' },
      { choice: 'custom', preview: "O'Brien-Śmith 3rd." },
    ],
  })
})

const REFUSED = [
  ['too short', 'A'],
  ['too short once trimmed', ' \t A \n'],
  ['empty', ''],
  ['41 characters', 'a'.repeat(41)],
  ['41 emoji', '🦉'.repeat(41)],
  ['long once its ligature is taken apart', `${'a'.repeat(30)}\ufdfa`],
  ['a line break', 'Ada\nLovelace'],
  ['a tab', 'Ada\tLovelace'],
  ['DEL', 'Ada\u007f'],
  ['a right-to-left override', 'Ada\u202elle'],
  ['an isolate', 'Ada\u2066x\u2069'],
  ['a right-to-left mark', 'Ada\u200f'],
  ['a zero width space', 'A\u200bda'],
  ['a joiner between Latin letters', 'A\u200dda'],
  ['a joiner at the end', 'علی\u200c'],
  ['a word joiner', 'A\u2060da'],
  ['a soft hyphen', 'A\u00adda'],
  ['a byte order mark', 'A\ufeffda'],
  ['a Hangul filler', 'A\u3164da'],
  ['a combining grapheme joiner', 'A\u034fda'],
  ['a blank Braille cell', 'A\u2800da'],
  ['a musical sign that is drawn as nothing', 'A\u{1d159}da'],
  ['tag letters', 'Ada\u{e0041}'],
  ['a variation selector', 'Ada\ufe0f'],
  ['a private character', 'Ada\ue000'],
  ['an unassigned character', 'Ada\u{50000}'],
  ['a line separator', 'Ada\u2028x'],
  ['nothing but marks', '\u0301\u0301'],
  ['a mark that stands on a space', 'Ada \u0301x'],
  ['a pile of marks', `Ada${'\u0335'.repeat(8)}`],
  ['an e-mail address', 'ada@example.com'],
  ['an e-mail address among words', 'I am ada@example.com, hi'],
  ['a wide at sign', 'ada＠example.com'],
  ['spaces around the at sign', 'ada @ example.com'],
  ['an escaped at sign', 'ada%40example.com'],
  ['at in brackets', 'ada (at) example.com'],
  ['at and dot as words', 'ada at example dot com'],
] as const

test('an own name that people could not read, or that is like an e-mail address, is refused with its place', async () => {
  const { callMe, app, session } = await naming()
  for (const [why, name] of REFUSED) {
    const { status, body } = await callMe(name)
    expect([why, status, body.code, body.errors]).toEqual([
      why,
      400,
      'invalid_request',
      [{ pointer: '/custom_name', detail: expect.any(String) }],
    ])
  }
  expect((await app('GET', '/v1/me', { session })).body.display_name).toBe('Acme user')
})

test('40 characters fit, however many bytes they have', async () => {
  const { callMe } = await naming()
  for (const name of ['a'.repeat(40), '🦉'.repeat(40), 'e\u0301'.repeat(40)]) {
    expect((await callMe(name)).status).toBe(200)
  }
})

test.each([
  'Acme',
  'ACME',
  ' acme ',
  'A c m e',
  'A.C.M.E.',
  'Äcme',
  'Асmе', // Cyrillic А, с, е
  'Αcme', // Greek Alpha
  '４cme',
  'Acrne',
  'Acme Team',
  'Team Acme',
  'The Acme Team',
  'TheAcmeTeam',
  'acme-support',
  'AcmeSupport',
  'Acme Supp0rt',
  'Acme Suрроrt', // Cyrillic р, о
  'Acme Staff',
  'Acme Admin',
  'Acme Official',
  'Official Acme',
  'Acme Inc.',
  'Acme Help',
  'Acme Developers',
  'Ada, Acme Support',
  'Ada from Acme',
  'Ada @ Acme',
  'Ada of the Acme Team',
  'Acme™',
  'Acme℠',
  'Acme®',
  '© Acme',
  'Support™',
  'Admin™',
  'Team™',
  'Acme!',
  'Acme|',
  '@acme',
  'Acme①',
  '1. Acme',
  'A∂min',
  'Асmє',
  'Λcme',
  'Acm℮',
  'Team',
  'Support',
  'SUPP0RT',
  'Support Team',
  'Staff',
  'Admin',
  'Adm1n',
  'ᴀᴅᴍɪɴ',
  'Ａｄｍｉｎ',
  'Administrator Ada',
  'Moderator',
  'moderat0r',
  'Official',
  'Developer',
  'Команда Acme',
  'Equipe Acme',
  'Kundendienst',
  '官方',
  'deleted user',
])('a name that reads as the project’s team cannot be chosen: %s', (name) => {
  expect(readsAsTeam(name, 'Acme')).toBe(true)
})

test('a sign that becomes letters when the name is kept does not hide the project’s name', async () => {
  const { callMe } = await naming()
  for (const name of ['Acme™', 'Support℠', 'Acme①'])
    expect([name, (await callMe(name)).body.code]).toEqual([name, 'name_unavailable'])
})

test.each([
  'Ada',
  'Ada Lovelace',
  'Acme fan',
  'Acme user',
  'Acmella',
  'Macme',
  'Helpful Bob',
  'Steamboat',
  'Teammate of Bob',
  'Staffan',
  'Ada Staff',
  'Admiral',
  'Modesty',
  'Devon',
  'Robot',
  'Owner of a dog',
  '李雷',
  'Алексей',
  '🦉🦉',
])('an ordinary name can be chosen: %s', (name) => {
  expect(readsAsTeam(name, 'Acme')).toBe(false)
})

test.each([
  ['Lena', 'Alena', false],
  ['An', 'Joan of Anjou', false],
  ['An', 'Ann', false],
  ['Al', 'Al', true],
  ['Al', 'Al Support', true],
  ['Blue Sky', 'bluesky', true],
  ['Blue Sky', 'Sky Blue', false],
  ['Blue Sky', 'Blue Sky Helpdesk', true],
  ['Blue Sky', 'Ada from BlueSky', true],
  ['1001 Nights', 'lOOl nights', true],
  ['Straße', 'STRASSE', true],
  ['🚀', '🚀', true],
  ['🚀', '🚀🚀', false],
  ['Команда', 'Команда', true],
  ['Ωmega', 'Wmega', true],
])('in the project %s the name %s reads as its team: %s', (project, name, expected) => {
  expect(readsAsTeam(name, project)).toBe(expected)
})

test('capitals of other scripts are taken for what they look like', async () => {
  const { app, signIn } = await startProject({ draft: { name: 'Harbour' } })
  const { session } = await signIn()
  for (const name of ['Ηarbour', 'ΗΑRΒΟUR', 'Μoderator', 'ꓟoderator', 'ꓮdmin', 'Ꭺdmin']) {
    const body = { name_choice: 'custom', custom_name: name }
    expect([name, (await app('PATCH', '/v1/me', { session, body })).body.code]).toEqual([name, 'name_unavailable'])
  }
})

test('a name that looks like the team is refused with its own code', async () => {
  const { callMe, app, session } = await naming({ name: 'Blue Sky' })
  for (const name of ['Blue Sky', 'B1ue 5ky', 'BlueSky Support', 'Admin']) {
    const { status, body } = await callMe(name)
    expect([name, status, body.code]).toEqual([name, 409, 'name_unavailable'])
  }
  expect((await app('GET', '/v1/me', { session })).body.display_name).toBe('Blue Sky user')
})

// Guarantees that no text makes it fail: each is a name, or is refused with a reason.
test('every chosen name is accepted or refused with a reason', async () => {
  const { callMe, service } = await naming()
  for (const name of blns()) {
    const { status, body } = await callMe(name)
    expect([name, [200, 400, 409].includes(status)]).toEqual([name, true])
    if (status === 200) {
      expect([...body.display_name].length).toBeLessThanOrEqual(40)
      expect(body.display_name).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b]|\S@\S/u)
    }
  }
  expect(service.logged.filter((line) => line.includes('internal_error'))).toEqual([])
})
