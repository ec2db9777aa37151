import { expect, test } from 'vitest'
import { commandLine } from '../harness/command-line.ts'
import { startProject } from '../harness/project.ts'

/** Clears the screen, begins an order to the terminal in another way, and turns the text around. */
const HOSTILE = 'Acme\u001b[2J\u009b31m\u202eevil\r\nBeta'

async function start() {
  const project = await startProject({
    draft: { allowedTraits: ['company', 'mrr', 'plan'], accountTrait: 'company', valueTrait: 'mrr' },
  })
  const { server } = project
  const { body: dark } = await server('POST', '/v1/posts', { title: 'Dark mode' })
  const { body: csv } = await server('POST', '/v1/posts', { title: 'CSV export' })
  for (const [sub, company, mrr, plan, posts] of [
    ['ada', 'Acme', 900, 'pro', [dark, csv]],
    ['bob', 'Acme', 900, 'free', [dark]],
    ['cyd', HOSTILE, 50, 'free', [csv]],
  ] as const) {
    const { body } = await server('PUT', `/v1/users/by_sub/${sub}`, { traits: { company, mrr, plan } })
    for (const { id } of posts) await server('PUT', `/v1/posts/${id}/votes/${body.id}`)
  }
  const svc = (...words: string[]) => {
    const [kind = '', verb = '', ...others] = words
    return commandLine([kind, verb, '--project', project.project.slug, ...others])
  }
  return { ...project, svc, dark, csv }
}

test('svc insight list ranks posts, of a segment and a base, for people and for programs', async () => {
  const { svc, server, dark, csv } = await start()
  const list = await svc('insight', 'list')
  expect(list.code).toBe(0)
  expect(list.text).toContain('Of 3 people in 2 accounts who signed in.')
  expect(list.text).toMatch(new RegExp(`^#${dark.number} +Dark mode +2 +1 +900 +66\\.7 % \\(.* to .*\\)$`, 'm'))
  const all = (await svc('insight', 'list', '--sort', 'value', '--json')).json()
  expect(all.data.map(({ id, value }: { id: string; value: number }) => [id, value])).toEqual([
    [csv.id, 950],
    [dark.id, 900],
  ])
  expect(all.base).toMatchObject({ kind: 'seen', people: 3 })
  const rules = { all: [{ trait: 'plan', op: 'is', value: 'pro' }] }
  const { id } = (await server('POST', '/v1/segments', { name: 'Pro', rules })).body
  const pro = await svc('insight', 'list', '--segment', id, '--base', 'active', '--days', '30')
  expect(pro.text).toContain('Of 1 people in 1 accounts who voted, posted or commented.')
  expect((await svc('insight', 'list', '--segment', 'seg_none')).code).toBe(1)
  for (const wrong of [
    ['--sort', 'fame'],
    ['--base', 'all'],
    ['--days', '0'],
    ['--days', '1e9'],
  ])
    expect((await svc('insight', 'list', ...wrong)).code, wrong.join(' ')).toBe(2)
})

test('svc account list and show tell of accounts, and no name gives orders to the terminal', async () => {
  const { svc, dark, csv } = await start()
  const list = await svc('account', 'list')
  expect(list.text.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^ACCOUNT +PEOPLE +VALUE +LAST VOTE$/),
    expect.stringMatching(/^Acme +2 +900 +\d{4}-/),
    expect.stringMatching(/^Acme \[2J 31m evil Beta +1 +50 +\d{4}-/),
  ])
  const shown = await svc('account', 'show', HOSTILE)
  expect(shown.code).toBe(0)
  expect(shown.text).toMatch(/^Account +Acme \[2J 31m evil Beta$/m)
  expect((list.text + shown.text).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
  const named = (await svc('account', 'list', '--name', 'acme\u001b', '--json')).json()
  expect(named.data.map(({ name }: { name: string }) => name)).toEqual([HOSTILE])
  const acme = await svc('account', 'show', 'Acme')
  expect(acme.text).toMatch(new RegExp(`^wanted +#${dark.number} +Dark mode +2$`, 'm'))
  const json = (await svc('account', 'show', 'Acme', '--json')).json()
  expect(json).toMatchObject({ name: 'Acme', people: 2, value: 900, post_count: 2 })
  expect(json.posts.map(({ id }: { id: string }) => id)).toEqual([dark.id, csv.id])
  expect((await svc('account', 'show', 'Nobody')).code).toBe(1)
  expect((await svc('account', 'list', '--sort', 'fame')).code).toBe(2)
  const { project } = await startProject()
  const none = await commandLine(['account', 'list', '--project', project.slug])
  expect(none.text).toContain('--account-trait company')
})
