import { expect, test } from 'vitest'
import { HOSTILE, HOSTILE_TEXTS } from '../access/hostile-values.ts'
import { SHARES, shareOf } from '../harness/effort.ts'
import { sharedView, startDeciding, withEstimates } from './decide-desk.ts'

/** The pages about what to decide, and all that their addresses can have. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  decide: 'sort segment days status category col x y post view cursor'.split(' '),
  'decide.csv': 'sort segment days status category col cursor'.split(' '),
  insights: 'sort base segment days cursor'.split(' '),
  'insights.csv': 'sort base segment days'.split(' '),
  accounts: 'sort q cursor'.split(' '),
  'accounts.csv': 'sort q'.split(' '),
  account: 'name cursor'.split(' '),
  duplicates: 'pair stays'.split(' '),
  segments: ['cursor'],
  'segments/count': 'join trait op value name'.split(' '),
  'segments/new': 'join trait op value name'.split(' '),
  posts: 'field.effort segment cursor'.split(' '),
}

// Guarantees that no value in any place of these pages and forms reaches a 500.
test('no hostile value in an address or a form about what to decide is a failure of ours', async () => {
  const desk = await startDeciding()
  await withEstimates(desk)
  const rules = { all: [{ trait: 'company', op: 'is', value: 'Acme' }] }
  const { body: segment } = await desk.server('POST', '/v1/segments', { name: 'Acme', rules })
  const { cookie, project } = desk
  const view = await sharedView(desk, cookie)
  const { dark, csv } = desk.posts
  const forms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'decide/estimate': { post: String(dark.number), query: 'sort=votes', 'field.effort': '1', 'field.impact': '2' },
    'decide/views/save': { name: 'Mine', query: 'sort=votes', is_shared: 'yes' },
    'decide/views/delete': { id: view },
    'duplicates/merge': { post: dark.id, into: csv.id, next: '' },
    'duplicates/dismiss': { post: dark.id, into: csv.id, next: '' },
    'segments/add': { name: 'Pro', join: 'all', trait: 'plan', op: 'is', value: 'pro' },
    [`segments/${segment.id}/change`]: { name: 'Pro', trait: 'plan', op: 'is', value: 'pro', version: '1' },
    [`segments/${segment.id}/delete`]: { version: '1' },
  }
  const failures: unknown[] = []
  let asked = 0
  let places = 0
  /** The values for one place, at the same time. */
  const tryAll = <Value>(
    values: readonly Value[],
    where: string,
    place: string,
    send: (value: Value) => Promise<{ readonly status: number }>,
  ) =>
    Promise.all(
      shareOf(values, places++).map(async (value) => {
        const { status } = await send(value)
        asked += 1
        if (status >= 500) failures.push({ where, place, value: JSON.stringify(value).slice(0, 30), status })
      }),
    )
  for (const [page, names] of Object.entries(PAGES))
    for (const name of names)
      await tryAll(HOSTILE_TEXTS, page, name, (value) => {
        const text = encodeURIComponent(value.slice(0, 5_000).toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80')
        return desk.ask('GET', `/${project.slug}/${page}?${name}=${text}`, { cookie })
      })
  for (const [form, sample] of Object.entries(forms))
    for (const name of Object.keys(sample))
      await tryAll(HOSTILE_TEXTS, form, name, (value) =>
        desk.ask('POST', `/${project.slug}/${form}`, { cookie, form: { ...sample, [name]: value } }),
      )
  const sample = { post: String(dark.number), 'field.effort': 1 }
  for (const name of Object.keys(sample))
    await tryAll(HOSTILE, 'script', name, (value) =>
      desk.ask('POST', `${desk.path}/estimate`, { cookie, json: { ...sample, [name]: value } }),
    )
  expect(failures).toEqual([])
  expect(desk.service.logged.filter((line) => line.includes('internal_error'))).toEqual([])
  expect(asked * SHARES).toBeGreaterThan(1_000)
})
