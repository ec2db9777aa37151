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
  const unknown = await ask('GET', `/${project.slug}/insights?segment=seg_none`, { cookie })
  expect(unknown.status).toBe(404)
})
