import { expect, test } from 'vitest'
import { readCsv } from '../../src/domain/imports/formats/csv.ts'
import { receiveImport } from '../../src/domain/imports/index.ts'
import { forgetDeletedFields } from '../../src/domain/posts/index.ts'
import { startBoard } from '../board/stage.ts'
import { visitorOf } from '../board/visitor.ts'
import { rowsIn, startPostsDesk } from '../console/posts-desk.ts'
import { commandLine } from '../harness/command-line.ts'
import { emptiedService } from '../harness/emptied-database.ts'
import { startProject } from '../harness/project.ts'
import { importLines, inPieces, runToEnd } from '../imports/importing.ts'

const optionsOf = (...labels: string[]) => ({ options: labels.map((label) => ({ label })) })

test('the form of a new idea asks for the fields of the chosen category, and the page of an idea shows what everyone may see', async () => {
  const stage = await startBoard()
  const { board, server } = stage
  const { body: bugs } = await server('POST', '/v1/categories', { name: 'Bugs' })
  const add = async (body: object) => (await server('POST', '/v1/fields', body)).body
  await add({ label: 'Customer <now>?', key: 'customer', kind: 'checkbox' })
  await add({
    label: 'Browser',
    kind: 'select',
    required: true,
    categories: [bugs.id],
    ...optionsOf('Firefox', 'Safari'),
  })
  await add({ label: 'Places', kind: 'multi_select', ...optionsOf('Home', 'Work') })
  await add({ label: 'Effort', kind: 'number', visible_to: 'team' })
  const general = await board('GET', '/new')
  expect(general.text).toMatch(/<fieldset class="asked" data-categories="[^"]*" hidden disabled>/)
  expect(general.text).toContain('Customer &lt;now>?')
  expect(general.text).not.toContain('Effort')
  const ofBugs = await board('GET', '/new?category=bugs')
  expect(ofBugs.text).toMatch(/<fieldset class="asked" data-categories="[^"]*"><label for="field\.browser"/)

  const { signIn, form } = visitorOf(stage)
  const cookie = await signIn()
  const draft = { title: 'It crashes', body: 'Often.', category_id: bugs.id, 'field.places.work': '1' }
  // Without script, a button shows the fields of another category.
  const shown = await form('/new', { ...draft, show: 'fields' }, { cookie })
  expect(shown.status).toBe(200)
  expect(shown.text).toMatch(/name="field\.places\.work" value="1" checked/)
  const missing = await form('/new', draft, { cookie })
  expect([missing.status, missing.text.includes('Please fill this in.')]).toEqual([400, true])
  expect(missing.text).toMatch(/name="field\.places\.work" value="1" checked/)
  expect(missing.text).toContain('value="It crashes"')
  const wrong = await form('/new', { ...draft, 'field.browser': 'fax' }, { cookie })
  expect(wrong.status).toBe(400)
  const written = await form('/new', { ...draft, 'field.browser': 'safari', 'field.effort': '1' }, { cookie })
  expect(written.status).toBe(303)
  const { body } = await server('GET', '/v1/posts?sort=new')
  expect(body.data[0].fields).toEqual({ browser: 'safari', places: ['work'], customer: false })

  // The author changes what they said; what is refused is shown again beside its field.
  const [{ id, number, url }] = body.data
  const mine = await board('GET', new URL(url).pathname, { headers: { cookie } })
  expect(mine.text).toMatch(/<option value="safari" selected>/)
  expect(mine.text).not.toContain('field.effort')
  const [, version = ''] = /name="version" value="(\d+)"/.exec(mine.text) ?? []
  const [, asked = ''] = /name="asked" value="([^"]+)"/.exec(mine.text) ?? []
  const edit = { title: 'It still crashes', body: 'Often.', version, asked }
  const refused = await form(`/posts/${number}/edit`, { ...edit, 'field.places.home': '1' }, { cookie })
  expect([refused.status, refused.text.includes('Please fill this in.')]).toEqual([400, true])
  expect(refused.text).toMatch(/name="field\.places\.home" value="1" checked/)
  const kept = { 'field.browser': 'firefox', 'field.places.home': '1', 'field.effort': '1' }
  expect((await form(`/posts/${number}/edit`, { ...edit, ...kept }, { cookie })).status).toBe(303)
  const { fields, title, url: here } = (await server('GET', `/v1/posts/${id}`)).body
  expect([title, fields]).toEqual(['It still crashes', { browser: 'firefox', places: ['home'], customer: false }])
  // A form from before the fields were there changes none of them.
  const next = { title, body: 'Rarely.', version: String(Number(version) + 1) }
  expect((await form(`/posts/${number}/edit`, next, { cookie })).status).toBe(303)
  expect((await server('GET', `/v1/posts/${id}`)).body.fields).toEqual(fields)

  await server('PATCH', `/v1/posts/${body.data[0].id}`, { fields: { effort: 8 } })
  const { text } = await board('GET', new URL(here).pathname)
  expect(text).toMatch(/<dt[^>]*>Browser<\/dt><dd[^>]*>Firefox</)
  expect(text).toMatch(/<dt[^>]*>Places<\/dt><dd[^>]*>Home</)
  expect(text).not.toContain('Effort')
})

test('a list of choices that must be made and is not asks to be filled in', async () => {
  const stage = await startBoard()
  const { server } = stage
  await server('POST', '/v1/fields', {
    label: 'Places',
    kind: 'multi_select',
    required: true,
    ...optionsOf('Home', 'Work'),
  })
  const { signIn, form } = visitorOf(stage)
  const { status, text } = await form('/new', { title: 'It crashes' }, { cookie: await signIn() })
  expect([status, text.includes('Please fill this in.'), text.includes('This does not fit here.')]).toEqual([
    400,
    true,
    false,
  ])
  expect(text).toMatch(/name="field\.places\.work"[^>]* aria-describedby="field\.places-fault"/)
})

test('the console adds, changes, orders and deletes fields, and shows again what was refused', async () => {
  const desk = await startPostsDesk()
  const cookie = await desk.enter('admin@fields.example', 'admin')
  const send = (path: string, form: Record<string, string | string[]>) =>
    desk.ask('POST', `/${desk.project.slug}/fields/${path}`, { cookie, form })
  const list = async () => (await desk.server('GET', '/v1/fields')).body.data
  const draft = { label: 'Plan', kind: 'select', visible_to: 'everyone', new_options: 'Pro\n\n Free \n' }
  expect((await send('add', draft)).headers.location).toContain('done=field_added')
  const [plan] = await list()
  expect(plan).toMatchObject({ key: 'plan', kind: 'select', required: false, visible_to: 'everyone', categories: null })
  expect(plan.options.map(({ value }: { value: string }) => value)).toEqual(['pro', 'free'])
  const refused = await send('add', { ...draft, label: 'Other', new_options: '' })
  expect([refused.status, refused.text.includes('value="Other"')]).toEqual([400, true])
  const post = await desk.write('It crashes')
  const saved = await desk.submit(`/posts/${post.number}/fields`, { 'field.plan': 'free' })
  expect(saved.headers.location).toContain('done=fields_saved')
  expect((await desk.read(post)).fields).toEqual({ plan: 'free' })
  const change = { id: plan.id, version: '1', kind: 'select', label: 'Tier', visible_to: 'team' }
  const renamed = { ...change, option_value: ['pro', 'free'], option_label: ['Professional', ''], new_options: 'Team' }
  expect((await send('change', renamed)).status).toBe(303)
  const [tier] = await list()
  expect(
    tier.options.map(({ label, is_removed }: { label: string; is_removed: boolean }) => [label, is_removed]),
  ).toEqual([
    ['Professional', false],
    ['Team', false],
    ['Free', true],
  ])
  expect((await desk.read(post)).fields).toEqual({ plan: 'free' })
  // A form that is sent again keeps an option that was removed.
  await desk.submit(`/posts/${post.number}/fields`, { 'field.plan': 'free' })
  expect((await desk.read(post)).fields).toEqual({ plan: 'free' })
  const other = await desk.write('Dark mode')
  expect(rowsIn(await desk.open('/posts?field.plan=free'))).toEqual(['It crashes'])
  expect(rowsIn(await desk.open('/posts?field.plan=nothing&field.unknown=1'))).toEqual(['Dark mode', 'It crashes'])
  const wrong = await desk.submit(`/posts/${other.number}/fields`, { 'field.plan': 'fax' })
  expect([wrong.status, wrong.text.includes('This does not fit.')]).toEqual([400, true])
  const asked = await desk.ask('POST', `/${desk.project.slug}/fields/delete`, {
    cookie,
    form: { id: plan.id, confirmed: '' },
  })
  expect([asked.status, (await list()).length]).toEqual([200, 1])
  expect((await send('delete', { id: plan.id })).headers.location).toContain('done=field_deleted')
  expect((await desk.read(post)).fields).toEqual({})
  expect((await desk.open('/fields')).status).toBe(403) // a moderator
})

// Guarantees that somebody who saves one value does not remove another one unseen, and can save at all.
test('the form of a post keeps values of fields that it did not show, and of fields that are not for the category', async () => {
  const desk = await startPostsDesk()
  const { body: bugs } = await desk.server('POST', '/v1/categories', { name: 'Bugs' })
  const places = [{ label: 'Where' }, { label: 'There' }]
  await desk.server('POST', '/v1/fields', { label: 'Browser', kind: 'text', categories: [bugs.id] })
  await desk.server('POST', '/v1/fields', {
    label: 'Place',
    kind: 'multi_select',
    options: places,
    categories: [bugs.id],
  })
  await desk.server('POST', '/v1/fields', { label: 'Impact', kind: 'number', visible_to: 'team' })
  const values = { browser: 'Firefox', place: ['there', 'where'] }
  const { body: post } = await desk.server('POST', '/v1/posts', {
    title: 'It crashes',
    category_id: bugs.id,
    fields: values,
  })
  const { body: moved } = await desk.server('GET', '/v1/categories')
  await desk.server('PATCH', `/v1/posts/${post.id}`, { category_id: moved.data[0].id })
  const shown = / name="asked" value="([^"]*)"/.exec((await desk.open(`/posts/${post.number}`)).text)?.[1] ?? ''
  expect(shown.split(' ')).toEqual(['browser', 'place', 'impact'])
  await desk.server('POST', '/v1/fields', { label: 'Effort', kind: 'number', visible_to: 'team' })
  await desk.server('PATCH', `/v1/posts/${post.id}`, { fields: { effort: 5 } })
  const form = { asked: shown, 'field.browser': 'Firefox', 'field.place.where': '1', 'field.place.there': '1' }
  const saved = await desk.submit(`/posts/${post.number}/fields`, { ...form, 'field.impact': '3' })
  expect(saved.headers.location).toContain('done=fields_saved')
  expect((await desk.read(post)).fields).toEqual({ ...values, impact: 3, effort: 5 })
  const changed = await desk.submit(`/posts/${post.number}/fields`, { ...form, 'field.browser': 'Safari' })
  expect(changed.status).toBe(400)
})

test('a table brings values of fields by the names of its columns or by the map, and every fault is told', async () => {
  const project = await startProject()
  const { server } = project
  await server('POST', '/v1/fields', { label: 'Browser', kind: 'select', ...optionsOf('Firefox', 'Safari') })
  await server('POST', '/v1/fields', { label: 'Places', kind: 'multi_select', ...optionsOf('At home', 'At work') })
  await server('POST', '/v1/fields', { label: 'Effort', kind: 'number', visible_to: 'team' })
  const table = [
    'title,field.browser,Where,field.effort,field.gone',
    'One,firefox,"At home; at work",3,x',
    'Two,Safari,,many,x',
    'Three,,,,',
  ].join('\r\n')
  const map = { type: 'post', columns: { title: 'title' }, fields: { places: 'Where' } } as const
  const made = await receiveImport(project.call(), readCsv(inPieces(table), new Date(), { map }), {
    source: 'table',
    skipsFaults: true,
  })
  expect(made.faults).toEqual([{ line: 3, detail: expect.stringContaining('fields.effort must be a number') }])
  expect(made.notes).toEqual([{ line: 2, detail: expect.stringContaining('"gone"') }])
  await runToEnd(project, made.id)
  const { body } = await server('GET', '/v1/posts?sort=new')
  const found = body.data.map(({ title, fields }: { title: string; fields: object }) => [title, fields])
  expect(new Map(found)).toEqual(
    new Map<string, object>([
      ['One', { browser: 'firefox', places: ['at-home', 'at-work'], effort: 3 }],
      ['Three', {}],
    ]),
  )
})

test('fields are made, changed and deleted on the command line', async () => {
  const { project, server } = await startProject()
  const svc = (name: string, ...words: string[]) => commandLine(['field', name, '--project', project.slug, ...words])
  expect((await svc('list')).text).toContain('svc field create')
  const chosen = ['--option', 'Web', '--option', 'Phone']
  const made = await svc('create', '--label', 'Platform', '--kind', 'select', ...chosen, '--required', '--json')
  const field = made.json()
  expect(field).toEqual((await server('GET', `/v1/fields/${field.id}`)).body)
  expect(field).toMatchObject({ key: 'platform', kind: 'select', required: true, visible_to: 'everyone' })
  expect((await svc('create', '--label', 'x', '--kind', 'money')).code).toBe(2)
  const [general] = (await server('GET', '/v1/categories')).body.data
  const team = ['--no-required', '--visible-to', 'team', '--category', general.id, '--option', 'Web', '--position', '0']
  const changed = (await svc('update', field.id, ...team, '--json')).json()
  expect(changed).toMatchObject({ required: false, visible_to: 'team', categories: [general.id], position: 0 })
  expect(changed.options[1]).toEqual({ value: 'phone', label: 'Phone', is_removed: true })
  expect((await svc('update', field.id, '--category', 'all', '--json')).json().categories).toBeNull()
  expect((await svc('update', field.id)).code).toBe(2)
  expect((await svc('list')).text).toContain('Platform')
  expect((await svc('delete', field.id)).code).toBe(2)
  expect((await svc('delete', field.id, '--yes')).code).toBe(0)
  expect((await svc('delete', field.id, '--yes')).code).toBe(1)
})

test('an import names the fields that the project does not have, briefly and not all of them', async () => {
  const project = await startProject()
  const fields = (line: number) =>
    Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${'x'.repeat(50)}${line} ${n}`, 1]))
  const lines = [{ '\0': 1 }, { '\ud800': 1 }, { ['k'.repeat(5_000)]: 1 }, ...[1, 2, 3, 4, 5].map(fields)]
  const made = await importLines(
    project,
    lines.map((fields, n) => ({ type: 'post', external_id: `${n}`, title: `Idea ${n}`, fields })),
    { skipsFaults: true },
  )
  // No text of a file may hold what the database cannot store, names of members included.
  expect(made.faults).toEqual([
    { line: 1, detail: expect.stringContaining('U+0000') },
    { line: 2, detail: expect.stringContaining('half of a surrogate pair') },
  ])
  expect([made.state, made.made.posts, made.notes.length]).toEqual(['done', 6, 100])
  expect(Math.max(...made.notes.map(({ detail }) => detail.length))).toBeLessThan(120)
})

test('the values of a deleted field are removed, and then the field', async () => {
  const project = await startProject({ service: await emptiedService() })
  const { server, service, project: own } = project
  const { body: field } = await server('POST', '/v1/fields', { label: 'Old', kind: 'text' })
  const { body: kept } = await server('POST', '/v1/fields', { label: 'Kept', kind: 'text' })
  await server('POST', '/v1/posts', { title: 'One', fields: { old: 'a', kept: 'b' } })
  await server('POST', '/v1/posts', { title: 'Two', fields: { old: 'a' } })
  await server('DELETE', `/v1/fields/${field.id}`)
  let from: string | number | undefined
  do from = await forgetDeletedFields(project.call(), typeof from === 'string' ? from : undefined)
  while (from !== 0)
  const { sql } = service.database
  const rows = await sql`select field_values from posts where project_id = ${own.id} order by number`
  expect(rows).toEqual([{ field_values: { [kept.id]: 'b' } }, { field_values: null }])
  expect(await sql`select id from fields where project_id = ${own.id}`).toEqual([{ id: kept.id }])
})
