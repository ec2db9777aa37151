import { expect, test } from 'vitest'
import { consoleWords } from '../../../ui/words/console/words.ts'
import type { PeopleCount } from '../../src/domain/segments/index.ts'
import { ageInWords, countInWords } from '../../src/surfaces/console/segments/editor.tsx'
import { rulesOf, segmentTyped } from '../../src/surfaces/console/segments/form.ts'
import { rowsIn, startPostsDesk } from '../console/posts-desk.ts'
import { commandLine } from '../harness/command-line.ts'
import { startProject } from '../harness/project.ts'

const peopleIn = ({ text }: { text: string }) => [...text.matchAll(/href="[^"]*\/users\/usr_/g)]

// Guarantees that the editor works without script: what is typed comes back, with a count or with what is wrong.
test('the console adds, counts, changes and deletes segments, and shows again what was refused', async () => {
  const desk = await startPostsDesk()
  const cookie = await desk.enter('admin@segments.example', 'admin')
  const base = `/${desk.project.slug}/segments`
  const open = (path: string) => desk.ask('GET', `${base}${path}`, { cookie })
  const send = (path: string, form: Record<string, string | string[]>) =>
    desk.ask('POST', `${base}${path}`, { cookie, form: { confirmed: 'yes', ...form } })
  for (const [sub, plan] of Object.entries({ ada: 'pro', bob: '10', eve: 'free & <b>' }))
    await desk.signIn({ sub, traits: { plan } })
  expect((await open('')).text).toContain('No segments yet')
  const draft = { join: 'any', trait: ['plan', 'plan', ''], op: ['in', 'is', 'is'], value: ['pro, "10"', 'x', ''] }
  const query = new URLSearchParams([
    ['name', 'Some'],
    ['join', 'any'],
  ])
  for (const name of ['trait', 'op', 'value'] as const) for (const value of draft[name]) query.append(name, value)
  const counted = await open(`/new?${query}`)
  expect(counted.text).toContain('2 people')
  expect(counted.text).toContain('value="free &amp; &lt;b>"') // a value to choose
  expect(JSON.parse((await open(`/count?${query}`)).text)).toEqual({ text: '2 people', age: '', isCounting: false })
  expect(JSON.parse((await open('/count?trait=plan&op=at_least&value=many')).text)).toEqual({
    text: '',
    age: '',
    isCounting: false,
  })
  const wrong = await send('/add', { name: 'Some', join: 'all', trait: 'plan', op: 'at_least', value: 'many' })
  expect([wrong.status, wrong.text.includes('must be a number'), wrong.text.includes('value="many"')]).toEqual([
    400,
    true,
    true,
  ])
  const added = await send('/add', { name: 'Some', ...draft })
  expect(added.headers.location).toContain('done=segment_added')
  const [segment] = (await desk.server('GET', '/v1/segments')).body.data
  expect(segment.rules).toEqual({
    any: [
      { trait: 'plan', op: 'in', value: ['pro', '10'] },
      { trait: 'plan', op: 'is', value: 'x' },
    ],
  })
  const page = await open(`/${segment.id}`)
  expect(page.text).toContain('plan is one of pro, 10 or plan is x')
  expect(page.text).toContain('value="pro, &quot;10&quot;"')
  expect(peopleIn(page)).toHaveLength(2)
  const changed = { version: '1', name: 'All', join: 'all', trait: 'plan', op: 'exists', value: '' }
  expect((await send(`/${segment.id}/change`, changed)).status).toBe(303)
  expect((await send(`/${segment.id}/change`, changed)).status).toBe(409)
  expect((await open('')).text).toContain('3 people')
  const without = { ...changed, version: '2', op: 'missing', value: 'ignored' }
  expect((await send(`/${segment.id}/change`, without)).status).toBe(303)
  expect((await desk.server('GET', `/v1/segments/${segment.id}`)).body.rules).toEqual({
    all: [{ trait: 'plan', op: 'exists', value: false }],
  })
  const missing = await open(`/${segment.id}`)
  expect(missing.text).toContain('plan is not known')
  expect(missing.text).toMatch(/<option value="missing" selected[^>]*>is not known/)
  expect((await send(`/${segment.id}/change`, { ...changed, version: '3' })).status).toBe(303)
  await desk.server('PATCH', '/v1/project', { allowed_traits: ['plan', 'the plan', 'the-plan'] })
  const lists = [...(await open('/new')).text.matchAll(/<datalist id="([^"]*)"/g)].map(([, id]) => id)
  expect([lists.length, new Set(lists).size]).toEqual([4, 4]) // the traits, and the values of each
  const users = await desk.ask('GET', `/${desk.project.slug}/users?segment=${segment.id}`, { cookie })
  expect(peopleIn(users)).toHaveLength(3)
  const post = await desk.write('Dark mode')
  await desk.write('Light mode')
  await desk.server('PUT', `/v1/posts/${post.id}/votes/by_sub/ada`)
  expect(rowsIn(await desk.ask('GET', `/${desk.project.slug}/posts?segment=${segment.id}`, { cookie }))).toEqual([
    'Dark mode',
  ])
  const category = { name: 'Beta', visible_to: segment.id, posting: segment.id }
  const made = await desk.ask('POST', `/${desk.project.slug}/categories/add`, { cookie, form: category })
  expect(made.status).toBe(303)
  const page2 = await desk.ask('GET', `/${desk.project.slug}/categories`, { cookie })
  expect(page2.text).toContain('Only All and the team')
  const used = await send(`/${segment.id}/delete`, {})
  expect([used.status, used.text.includes('A category uses this segment')]).toEqual([409, true])
  const [, beta] = (await desk.server('GET', '/v1/categories')).body.data
  await desk.server('DELETE', `/v1/categories/${beta.id}`)
  expect((await send(`/${segment.id}/delete`, {})).headers.location).toContain('done=segment_deleted')
  // A moderator reads, and changes nothing.
  const { body: again } = await desk.server('POST', '/v1/segments', { name: 'Again', rules: segment.rules })
  const read = await desk.open(`/segments/${again.id}`)
  expect([read.status, read.text.includes('/change"')]).toEqual([200, false])
  expect((await desk.open('/segments/new')).status).toBe(403)
})

// Guarantees that a segment is not changed unseen when somebody opens it and saves it.
test('what the editor shows of a rule is read as the same rule', () => {
  const values = [
    'pro',
    '10',
    'true',
    ' a',
    'a\nb',
    'a, "b"',
    '',
    '1e5',
    '007',
    '\\',
    10,
    -2.5,
    1e-7,
    1.5e21,
    true,
    false,
  ]
  const rules = [
    ...values.map((value) => ({ trait: 'plan', op: 'is', value }) as const),
    ...[10, 1e-7, 1.5e21].map((value) => ({ trait: 'mrr', op: 'at_least', value }) as const),
    { trait: 'plan', op: 'in', value: values },
    { trait: 'plan', op: 'exists', value: false },
  ] as const
  const typed = segmentTyped({ name: 'All', rules: { all: rules }, version: 1 })
  expect(rulesOf(typed)).toEqual({ all: rules })
  for (const { value } of typed.rules) expect(value).not.toMatch(/[\r\n]/)
  const id = { trait: 'id', op: 'is', value: '12345678901234567890' }
  expect(rulesOf({ ...typed, rules: [id] })).toEqual({ all: [id] })
})

test('the console says in words how sure a count is', () => {
  const countedAt = new Date('2026-05-04T14:05:00Z')
  const say = (kind: PeopleCount['kind'], count: number) =>
    [countInWords, ageInWords]
      .map((inWords) => inWords({ words: consoleWords }, { kind, count, countedAt }))
      .join(' ')
      .trim()
  expect([say('exact', 1), say('kept', 500_000), say('at_least', 20_000), say('at_least', 0)]).toEqual([
    '1 person',
    'About 500,000 people Counted at 2026-05-04 14:05 UTC, and again every ten minutes.',
    'At least 20,000 people, still counting',
    'Still counting',
  ])
})

test('segments are made, changed, counted and deleted on the command line', async () => {
  const { project, signIn } = await startProject()
  await signIn({ sub: 'ada', traits: { plan: 'pro' } })
  const svc = (name: string, ...words: string[]) => commandLine(['segment', name, '--project', project.slug, ...words])
  const rules = { all: [{ trait: 'plan', op: 'is', value: 'pro' }] }
  const made = await svc('create', '--name', 'Paying', '--rules', JSON.stringify(rules), '--json')
  const { id } = made.json()
  expect(made.json()).toMatchObject({ name: 'Paying', rules })
  expect((await svc('count', id, '--json')).json()).toMatchObject({ count: 1, is_exact: true })
  expect((await svc('update', id, '--name', 'Paid')).text).toContain('Paid')
  expect((await svc('list')).text).toContain('Paid')
  expect((await svc('create', '--name', 'x', '--rules', 'plan = pro')).code).toBe(2)
  expect((await svc('delete', id)).code).toBe(0)
  expect((await svc('delete', id)).code).toBe(1)
})
