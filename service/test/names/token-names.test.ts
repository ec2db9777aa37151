import { expect, test } from 'vitest'
import { startProject } from '../harness/project.ts'

const AS_THE_TEAM = [
  { given_name: 'Acme Team' },
  { given_name: 'Acme' },
  { given_name: 'Acme', family_name: 'Support' },
  { given_name: 'Acme', family_name: 'Smith' },
  { given_name: 'Αcme Τeam' }, // Greek capitals
  { given_name: 'A\u200dcme Te\u3164am' },
  { given_name: 'Support' },
  { given_name: 'Admin', family_name: 'Istrator' },
  { given_name: 'deleted user' },
]

test('a first name that looks like the team is neither offered nor chosen', async () => {
  const { app, signIn } = await startProject()
  for (const claims of AS_THE_TEAM) {
    const { session } = await signIn(claims)
    const { body: me } = await app('GET', '/v1/me', { session })
    const choices = me.name_choices.map(({ choice }: { choice: string }) => choice)
    expect([claims, choices]).toEqual([claims, ['default', 'custom']])
    const { status, body } = await app('PATCH', '/v1/me', { session, body: { name_choice: 'first_name' } })
    expect([claims, status, body.code]).toEqual([claims, 409, 'name_unavailable'])
    expect(body.detail).toContain('looks like')
  }
})

test('a user who chose their first name appears without it while tokens give one that looks like the team', async () => {
  const { app, server, signIn } = await startProject()
  const { session, userId } = await signIn({ sub: 'ada', given_name: 'Ada' })
  await app('PATCH', '/v1/me', { session, body: { name_choice: 'first_name' } })
  const { body: post } = await app('POST', '/v1/posts', { session, body: { title: 'Dark mode' } })
  const { body: comment } = await app('POST', `/v1/posts/${post.id}/comments`, { session, body: { body: 'Please.' } })
  const names = async () => [
    (await app('GET', `/v1/posts/${post.id}`)).body.author.display_name,
    (await app('GET', '/v1/posts')).body.data[0].author.display_name,
    (await app('GET', `/v1/comments/${comment.id}`)).body.author.display_name,
    (await server('GET', `/v1/posts/${post.id}/votes`)).body.data[0].user.display_name,
    (await server('GET', `/v1/users/${userId}`)).body.display_name,
    (await app('GET', '/v1/me', { session })).body.display_name,
  ]
  expect(new Set(await names())).toEqual(new Set(['Ada']))
  await signIn({ sub: 'ada', given_name: 'Acme Team' })
  expect(new Set(await names())).toEqual(new Set(['Acme user']))
  const same = await app('PATCH', '/v1/me', { session, body: { name_choice: 'first_name' } })
  expect([same.status, same.body.name_locked]).toEqual([200, true]) // it is what was chosen, and it stays chosen
  await signIn({ sub: 'ada', given_name: 'Ada', family_name: 'Lovelace' })
  expect(new Set(await names())).toEqual(new Set(['Ada L.']))
  await server('PATCH', '/v1/project', { name: 'Ada' })
  await expect.poll(async () => new Set(await names())).toEqual(new Set(['Ada user']))
})

test('ordinary first names are offered', async () => {
  const { app, signIn } = await startProject()
  for (const [given, family, shown] of [
    ['Ada', 'Lovelace', 'Ada L.'],
    ['Acmena', undefined, 'Acmena'],
    ['Theo', 'Support', 'Theo S.'],
    ['Ada', '\u200dlovelace', 'Ada L.'],
  ]) {
    const { session } = await signIn({ given_name: given, family_name: family })
    const { name_choices: choices } = (await app('GET', '/v1/me', { session })).body
    expect(choices).toContainEqual({ choice: 'first_name', preview: shown })
  }
})

test('the token check says why a given name is not shown', async () => {
  const { server, signToken } = await startProject()
  const found = async (given: string) => {
    const body = { token: signToken({ given_name: given }), audience: 'app' }
    const { rules } = (await server('POST', '/v1/signing_keys/check_token', body)).body
    return rules.find(({ rule }: { rule: string }) => rule === 'given_name')
  }
  expect(await found('Acme Team')).toMatchObject({
    passed: true,
    found: 'a text of 9 characters, kept but never shown: it looks like the name of the project or its team',
  })
  expect(await found('Ada')).toMatchObject({ passed: true, found: 'a text of 3 characters' })
})
