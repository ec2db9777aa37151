import { expect, test } from 'vitest'
import { startProject } from '../harness/project.ts'

const titlesOf = (answer: { body: { data: { title: string }[] } }) => answer.body.data.map(({ title }) => title)

test('a search that ends in a word such as in, on, off or out finds the post that has just these words as its title', async () => {
  const { server } = await startProject()
  const asked = {
    'Log in with a passkey': 'log in',
    'AT&T single sign-on': 'single sign-on',
    'Opt out of mails': 'opt out',
    'Turn it off': 'turn it off',
  }
  for (const title of Object.keys(asked)) await server('POST', '/v1/posts', { title })
  for (const [title, q] of Object.entries(asked)) {
    expect.soft(titlesOf(await server('GET', `/v1/posts?q=${encodeURIComponent(q)}`)), q).toContain(title)
    expect
      .soft(titlesOf(await server('GET', `/v1/posts?sort=top&q=${encodeURIComponent(q)}`)), `${q}, by votes`)
      .toContain(title)
  }
})

test('a word that PostgreSQL takes for a host, a version or a path is found as it was written', async () => {
  const { server } = await startProject()
  const titles = [
    'node.js crashes',
    'Broken since v20.1 today',
    'Support example.com/path links',
    'Read config.yaml files',
  ]
  for (const title of titles) await server('POST', '/v1/posts', { title })
  for (const [place, q] of ['node.js', 'v20.1', 'example.com', 'config.yaml'].entries()) {
    expect.soft(titlesOf(await server('GET', `/v1/posts?q=${q}`)), q).toContain(titles[place])
    expect.soft(titlesOf(await server('GET', `/v1/posts/similar?title=${q}`)), q).toContain(titles[place])
  }
})

test('hidden posts do not influence what a search finds', async () => {
  const { server, app, signIn } = await startProject()
  await server('POST', '/v1/posts', { title: 'Export invoices' })
  const found = async () => titlesOf(await app('GET', '/v1/posts?q=invioces'))
  expect(await found()).toEqual(['Export invoices'])
  const { session } = await signIn()
  const { body } = await app('POST', '/v1/posts', { session, body: { title: 'Invioces are wrong' } })
  expect.soft(await found(), 'with a public post that has the same mistake').toContain('Export invoices')
  await server('POST', `/v1/moderation/${body.id}/reject`, {})
  expect.soft(await found(), 'rejected').toEqual(['Export invoices'])
  await server('DELETE', `/v1/posts/${body.id}`)
  expect.soft(await found(), 'deleted').toEqual(['Export invoices'])
})

// Guarantees that nobody learns by trying which words the posts have that they do not see.
test('words of posts in hidden categories do not influence what a search finds', async () => {
  const { server, app, signIn } = await startProject()
  const { body: category } = await server('POST', '/v1/categories', { name: 'Inside', visible_to: 'team' })
  for (const title of ['Export invoices', 'Calendar feed']) await server('POST', '/v1/posts', { title })
  const { session } = await signIn()
  // Known as it is written, near as one letter differs, begun as the last word goes on.
  const asked = ['invioces', 'invoicen', 'calandar feed', 'calandar']
  const found = async () =>
    Promise.all(
      asked.flatMap((q) => [
        ...['/v1/posts?', '/v1/posts?sort=new&'].map(async (path) =>
          titlesOf(await app('GET', `${path}q=${encodeURIComponent(q)}`, { session })),
        ),
        app('GET', `/v1/posts/similar?title=${encodeURIComponent(q)}`, { session }).then(titlesOf),
      ]),
    )
  const before = await found()
  expect(before.every((titles) => titles.length === 1)).toBe(true)
  const hidden = { title: 'Invioces invoicen', body: 'Calandar calandars', category_id: category.id }
  await server('POST', '/v1/posts', hidden)
  expect(await found()).toEqual(before)
  // Whoever sees the post finds it, also with a typing mistake.
  expect(titlesOf(await server('GET', '/v1/posts?q=calandras'))).toEqual(['Invioces invoicen'])
  await server('PATCH', `/v1/categories/${category.id}`, { visible_to: 'users' })
  expect(titlesOf(await app('GET', '/v1/posts?q=calandras', { session }))).toEqual(['Invioces invoicen'])
  expect(await found()).not.toEqual(before)
})
