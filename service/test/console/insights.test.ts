import { expect, test } from 'vitest'
import { startDesk } from './desk.ts'

test('insights rank posts by each order, show intervals and ties as text, and leave as a file', async () => {
  const desk = await startDesk({
    draft: { allowedTraits: ['company', 'mrr'], accountTrait: 'company', valueTrait: 'mrr' },
  })
  const { server, ask, enter, project } = desk
  const cookie = await enter('mo@acme.example', 'moderator')
  const [dark, csv] = [
    (await server('POST', '/v1/posts', { title: 'Dark <b>mode</b>' })).body,
    (await server('POST', '/v1/posts', { title: 'Export to CSV' })).body,
  ]
  const votes = [
    ['ada', 'Acme', 900, [dark.id]],
    ['bob', 'Acme', 900, [dark.id]],
    ['cyd', 'Beta', 5000, [csv.id]],
  ] as const
  for (const [sub, company, mrr, posts] of votes) {
    const { body } = await server('PUT', `/v1/users/by_sub/${sub}`, { traits: { company, mrr } })
    for (const id of posts) await server('PUT', `/v1/posts/${id}/votes/${body.id}`)
  }
  const page = async (query: string) => {
    const { status, text } = await ask('GET', `/${project.slug}/insights${query}`, { cookie })
    expect(status, query).toBe(200)
    return text
  }
  const first = await page('')
  expect(first).toContain('Of 3 people in 2 accounts.')
  expect(first).toContain('Dark &lt;b>mode&lt;/b>')
  expect(first.indexOf('Dark &lt;b>')).toBeLessThan(first.indexOf('Export to CSV'))
  expect(first).toMatch(/67% \([\d.]+ to [\d.]+\)/)
  expect(first).toContain(`≈ #${csv.number}`)
  const byValue = await page('?sort=value')
  expect(byValue.indexOf('Export to CSV')).toBeLessThan(byValue.indexOf('Dark &lt;b>'))
  expect(await page('?days=30&sort=share')).toContain('5,000')
  const file = await ask('GET', `/${project.slug}/insights.csv?sort=accounts`, { cookie })
  expect(file.text.split(/\r?\n/)[0]).toContain(
    'number,title,voters,accounts,value,value_at_vote,share,share_low,share_high',
  )
  expect(file.text).toContain('Export to CSV,1,1,5000,5000,')
})

test('without votes and without accounts the page says what to do', async () => {
  const { ask, enter, project } = await startDesk()
  const cookie = await enter('ada@acme.example', 'admin')
  const { text } = await ask('GET', `/${project.slug}/insights`, { cookie })
  expect(text).toContain('Nobody has voted')
  expect(text).toContain('Name it in the settings')
})

test('the address of a segment that was deleted shows all people and says so', async () => {
  const { server, ask, enter, project } = await startDesk()
  const cookie = await enter('ada@acme.example', 'admin')
  const rules = { all: [{ trait: 'plan', op: 'is', value: 'pro' }] }
  const { id } = (await server('POST', '/v1/segments', { name: 'Pro', rules })).body
  const page = () => ask('GET', `/${project.slug}/insights?segment=${id}`, { cookie })
  expect((await page()).text).not.toContain('This segment was deleted')
  expect((await server('DELETE', `/v1/segments/${id}`)).status).toBe(204)
  const { status, text } = await page()
  expect([status, text.includes('This segment was deleted. These are the numbers of all people.')]).toEqual([200, true])
  expect(text).not.toContain(id)
})

const NAMED = { allowedTraits: ['company', 'mrr'], accountTrait: 'company', valueTrait: 'mrr' }

test('an account has a page: its people, what they want, what was promised to them and what they got', async () => {
  const { server, ask, enter, project } = await startDesk({ draft: NAMED })
  const cookie = await enter('mo@acme.example', 'moderator')
  const { body: statuses } = await server('GET', '/v1/statuses')
  const statusOf = (category: string) => statuses.data.find((one: { category: string }) => one.category === category).id
  const people = new Map<string, string>()
  for (const [sub, company, mrr] of [
    ['ada', '../<i>Acme</i>', 900],
    ['bob', '../<i>Acme</i>', 900],
    ['cyd', 'acorn', 5000],
    ['dan', 42, 7],
  ] as const) {
    const { body } = await server('PUT', `/v1/users/by_sub/${sub}`, { traits: { company, mrr } })
    people.set(sub, body.id)
  }
  const posts = [
    ['Wanted by one', 'open', ['ada']],
    ['Wanted by two', 'open', ['ada', 'bob', 'cyd']],
    ['On its way', 'in_progress', ['bob']],
    ['Shipped', 'done', ['ada']],
    ['Of others', 'open', ['cyd']],
  ] as const
  for (const [title, category, voters] of posts) {
    const { body } = await server('POST', '/v1/posts', { title })
    for (const sub of voters) await server('PUT', `/v1/posts/${body.id}/votes/${people.get(sub)}`)
    await server('PATCH', `/v1/posts/${body.id}`, { status_id: statusOf(category) })
  }
  const page = async (path: string) => {
    const { status, text } = await ask('GET', `/${project.slug}${path}`, { cookie })
    expect(status, path).toBe(200)
    return text
  }
  const inOrder = (text: string, ...parts: string[]) => {
    const places = parts.map((part) => text.indexOf(part))
    expect(
      places.every((place, at) => place > (places[at - 1] ?? -1)),
      `${parts} in ${text}`,
    ).toBe(true)
  }
  const acme = '../&lt;i>Acme&lt;/i>'
  inOrder(await page('/accounts'), 'acorn', acme, '>42<')
  inOrder(await page('/accounts?sort=people'), acme, 'acorn')
  inOrder(await page('/accounts?sort=name'), acme, '>42<', 'acorn')
  const found = await page('/accounts?q=AC')
  expect([found.includes('acorn'), found.includes(acme)]).toEqual([true, false])
  expect(await page('/accounts?q=%25')).toContain('No account found')
  const one = await page(`/account?${new URLSearchParams({ name: '../<i>Acme</i>' })}`)
  inOrder(
    one,
    `<h1>${acme}`,
    'Value 900 · 2 people',
    ...['What they want', 'Wanted by two', 'Wanted by one'],
    ...[
      'What was promised to them',
      'On its way',
      'What they got',
      'Shipped',
      'Its people',
      `/users/${people.get('bob')}`,
    ],
  )
  expect(one).not.toContain('Of others')
  expect(one).not.toContain('What was declined')
  expect(await page('/account?name=42')).toContain('They have not voted for anything')
  expect((await ask('GET', `/${project.slug}/account?name=nobody`, { cookie })).status).toBe(404)
  expect(await page(`/users/${people.get('ada')}`)).toContain('/account?name=..%2F%3Ci%3EAcme%3C%2Fi%3E')
  expect(await page('/insights')).toContain(`/console/${project.slug}/accounts`)
  const file = await ask('GET', `/${project.slug}/accounts.csv?sort=name`, { cookie })
  expect(file.text).toContain('acorn,1,5000,')
  const read = await server('GET', '/v1/accounts/acorn')
  expect(read.body).toMatchObject({ name: 'acorn', people: 1, value: 5000, post_count: 2 })
  expect(
    read.body.posts.map(({ title, outcome, voters, votes }: Record<string, unknown>) => [
      title,
      outcome,
      voters,
      votes,
    ]),
  ).toEqual([
    ['Of others', 'wanted', 1, 1],
    ['Wanted by two', 'wanted', 1, 3],
  ])
})

test('the list of accounts says how to name them, and when they appear', async () => {
  const unnamed = await startDesk()
  const ask = async ({ ask, enter, project }: typeof unnamed) =>
    (await ask('GET', `/${project.slug}/accounts`, { cookie: await enter('ada@acme.example', 'admin') })).text
  expect(await ask(unnamed)).toContain('Name it in the settings')
  expect(await ask(await startDesk({ draft: NAMED }))).toContain('No accounts yet')
})
