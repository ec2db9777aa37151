import { expect, test } from 'vitest'
import { isHeldBy } from '../access/pages.ts'
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
  const paths = desk.service.consoleRoutes.flatMap(({ method, path, needs }) =>
    method === 'GET' && needs?.every((permission) => isHeldBy('viewer', permission)) ? [path] : [],
  )
  expect(paths.length).toBeGreaterThan(8)
  const leadsOn = '/console/:slug/inbox' // to Today
  const ofTheirOwn = '/console/:slug/my-mail'
  for (const path of paths.filter((path) => !path.includes('/files/') && path !== leadsOn)) {
    const named: Record<string, string> = { slug: desk.project.slug, number: String(post.number), id: userId }
    const target = path.replace('/console', '').replace(/:(\w+)/g, (_, name) => named[name] ?? name)
    const [seen, more] = await Promise.all([viewer, moderator].map((cookie) => desk.ask('GET', target, { cookie })))
    expect([path, seen?.status, more?.status]).toEqual([path, 200, 200])
    expect([path, /ada(?:\.[lt])?@people/.test(seen?.text ?? ''), seen?.text.includes('owner@acme.example')]).toEqual([
      path,
      false,
      false,
    ])
    expect([
      path,
      [...(seen?.text.matchAll(/<form method="post" action="\/console\/[^"/]+\/[^"]*"/g) ?? [])].length,
    ]).toEqual([path, path === ofTheirOwn ? 1 : 0])
  }
  const page = await desk.ask('GET', `/${desk.project.slug}/users/${userId}`, { cookie: moderator })
  expect(page.text).toContain('ada@people.example')
  const found = async (cookie: string, text: string) =>
    (await desk.ask('GET', `/${desk.project.slug}/users?q=${encodeURIComponent(text)}`, { cookie })).text.includes(
      userId,
    )
  for (const address of ['ada@people', 'ada.l@people.example']) {
    expect([address, await found(moderator, address), await found(viewer, address)]).toEqual([address, true, false])
  }
  expect(await found(viewer, 'Ada')).toBe(true)
})
