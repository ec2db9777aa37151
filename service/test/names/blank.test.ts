import { expect, test } from 'vitest'
import { issueSecretKey } from '../../src/domain/caller-keys/index.ts'
import { startProject } from '../harness/project.ts'

/** Each takes a place, or none, and shows nothing. */
const BLANKS: Readonly<Record<string, string>> = {
  'spaces of all kinds': ' \u00a0\u2003\u3000\u205f',
  'Hangul fillers': '\u3164\u3164\u3164',
  'half-width Hangul fillers': '\uffa0\uffa0\uffa0',
  'Hangul choseong and jungseong fillers': '\u115f\u1160\u115f\u1160',
  'blank Braille cells': '\u2800\u2800\u2800',
  'zero width spaces and joiners': '\u200b\u200c\u200d\u2060',
  'soft hyphens': '\u00ad\u00ad\u00ad',
  'combining grapheme joiners': '\u034f\u034f\u034f',
  'Khmer inherent vowels': '\u17b4\u17b5\u17b4',
  'Mongolian separators': '\u180b\u180e\u180f',
  'variation selectors': '\ufe0f\ufe0e\u{e0100}',
  'tag characters': '\u{e0041}\u{e0042}\u{e0043}',
  'invisible mathematics': '\u2061\u2062\u2063',
  'shorthand format controls': '\u{1bca0}\u{1bca1}\u{1bca2}',
  'musical null noteheads': '\u{1d159}\u{1d159}\u{1d159}',
  'Khitan fillers': '\u{16fe4}\u{16fe4}\u{16fe4}',
}

test.each(Object.keys(BLANKS))('%s are no name, title or text', async (kind) => {
  const blank = BLANKS[kind] ?? ''
  const { app, server, signIn, call, project } = await startProject()
  const { session } = await signIn()
  const { body: post } = await server('POST', '/v1/posts', { title: 'A topic' })
  const { body: status } = await server('POST', '/v1/statuses', { name: 'Soon', category: 'planned', color: '#123456' })
  const { body: tag } = await server('POST', '/v1/tags', { name: 'Phone' })
  const answers = {
    'own name': await app('PATCH', '/v1/me', { session, body: { name_choice: 'custom', custom_name: blank } }),
    'title of a post': await app('POST', '/v1/posts', { session, body: { title: blank } }),
    'title of a changed post': await server('PATCH', `/v1/posts/${post.id}`, { title: blank }),
    comment: await app('POST', `/v1/posts/${post.id}/comments`, { session, body: { body: blank } }),
    'comment of a status': await server('POST', `/v1/posts/${post.id}/status`, {
      status_id: status.id,
      comment: blank,
    }),
    'reason of a report': await app('POST', '/v1/reports', { session, body: { post_id: post.id, reason: blank } }),
    status: await server('POST', '/v1/statuses', { name: blank, category: 'planned', color: '#123456' }),
    'changed status': await server('PATCH', `/v1/statuses/${status.id}`, { name: blank }),
    tag: await server('POST', '/v1/tags', { name: blank }),
    'changed tag': await server('PATCH', `/v1/tags/${tag.id}`, { name: blank }),
    'title of a changelog entry': await server('POST', '/v1/changelog', { title: blank, body: 'New.', state: 'draft' }),
    'name of the project': await server('PATCH', '/v1/project', { name: blank }),
  }
  for (const [what, { status, body }] of Object.entries(answers)) {
    expect.soft([what, status, body.code]).toEqual([what, 400, 'invalid_request'])
  }
  await expect.soft(issueSecretKey(call(), { name: blank, scopes: ['posts:read'] })).rejects.toThrow()
  expect((await server('GET', '/v1/project')).body.name).toBe(project.name)
})

test('an invisible given or family name is dropped, and the token check says so', async () => {
  const { app, server, signIn, signToken } = await startProject()
  for (const [kind, blank] of Object.entries(BLANKS)) {
    const claims = { given_name: blank, family_name: blank }
    const { session } = await signIn(claims)
    const { name_choices } = (await app('GET', '/v1/me', { session })).body
    expect
      .soft([kind, name_choices.map(({ choice }: { choice: string }) => choice)])
      .toEqual([kind, ['default', 'custom']])
    const { body } = await server('POST', '/v1/signing_keys/check_token', { token: signToken(claims), audience: 'app' })
    const { passed, found } = body.rules.find(({ rule }: { rule: string }) => rule === 'given_name')
    expect.soft([kind, passed, found]).toEqual([kind, true, expect.stringContaining('dropped')])
  }
})

test('names of scripts that need such characters keep them', async () => {
  const { app, server, signIn } = await startProject()
  for (const [given, shown] of [
    ['علی\u200cرضا', 'علی\u200cرضا'], // a joiner that Persian is written with
    ['葛\u{e0100}', '葛\u{e0100}'], // a selector that tells two writings of one name apart
    ['\u3164Ada\u3164', 'Ada'],
  ]) {
    const { session } = await signIn({ given_name: given })
    const { body } = await app('PATCH', '/v1/me', { session, body: { name_choice: 'first_name' } })
    expect(body.display_name).toBe(shown)
  }
  const { status } = await server('POST', '/v1/tags', { name: '❤\ufe0f' })
  expect(status).toBe(201)
})
