import { expect, test } from 'vitest'
import { startDesk } from './desk.ts'

// Guarantees what the role promises: a viewer sees the board's work, but no e-mail address and no form.
test('a viewer reads what a moderator reads, without e-mail addresses and without forms', async () => {
  const desk = await startDesk()
  const { session, userId } = await desk.signIn({
    sub: 'ada.l@people.example',
    email: 'ada@people.example',
    given_name: 'Ada',
    traits: { plan: 'ada.t@people.example' },
  })
  const { body: post } = await desk.app('POST', '/v1/posts', { body: { title: 'Dark mode', body: '' }, session })
  await desk.app('POST', `/v1/posts/${post.id}/comments`, { body: { body: 'At night.' }, session })
  const owner = await desk.enter('owner@acme.example')
  await desk.ask('POST', `/${desk.project.slug}/posts/${post.number}/pin`, { cookie: owner, form: {} })
  const viewer = await desk.enter('viewer@acme.example', 'viewer')
  const moderator = await desk.enter('moderator@acme.example', 'moderator')
  const pages = [
    '',
    '/inbox',
    '/posts',
    `/posts/${post.number}`,
    `/posts/${post.number}/votes`,
    `/posts/${post.number}/history`,
  ]
  for (const path of [...pages, '/users', `/users/${userId}`, '/roadmap']) {
    const target = `/${desk.project.slug}${path}`
    const [seen, more] = await Promise.all([viewer, moderator].map((cookie) => desk.ask('GET', target, { cookie })))
    expect([path, seen?.status, more?.status]).toEqual([path, 200, 200])
    // Numbers are grouped by traits that the client sent about its users, and identify no one.
    if (path !== '') expect([path, seen?.text.includes('ada.t@people')]).toEqual([path, false])
    expect([path, /ada(?:\.l)?@people/.test(seen?.text ?? ''), seen?.text.includes('owner@acme.example')]).toEqual([
      path,
      false,
      false,
    ])
    expect([
      path,
      [...(seen?.text.matchAll(/<form method="post" action="\/console\/[^"/]+\/[^"]*"/g) ?? [])].map(String),
    ]).toEqual([path, []])
  }
  const page = await desk.ask('GET', `/${desk.project.slug}/users/${userId}`, { cookie: moderator })
  expect(page.text).toContain('ada@people.example')
  const found = async (cookie: string) =>
    (await desk.ask('GET', `/${desk.project.slug}/users?q=ada%40people`, { cookie })).text.includes(userId)
  expect([await found(moderator), await found(viewer)]).toEqual([true, false])
})
