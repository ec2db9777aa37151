import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  advanceImport,
  checkUpload,
  forgetUploads,
  listRealImports,
  listUploads,
  sweepImports,
  sweepUploads,
} from '../../src/domain/imports/index.ts'
import { openAfterwork } from '../../src/surfaces/console/shared/afterwork.ts'
import { type Desk, type DeskAnswer, type SentPart, startDesk } from './desk.ts'

const TABLE = 'ID,Title,Status\n1,Dark mode,Planned\n2,Export as PDF,Cooking\n'
const csv = (bytes: string | Buffer, fileName = 'ideas.csv'): SentPart => ({ name: 'file', fileName, bytes })

async function startImporting() {
  const desk = await startDesk()
  const cookie = await desk.enter()
  const base = `/${desk.project.slug}/import`
  return {
    ...desk,
    cookie,
    base,
    upload: (...parts: SentPart[]) => desk.ask('POST', `${base}/upload`, { cookie, parts }),
    look: (path: string) => desk.ask('GET', path, { cookie }),
    send: (path: string, form: Record<string, string | readonly string[]> = {}) =>
      desk.ask('POST', path, { cookie, form }),
  }
}

const pathIn = ({ headers }: DeskAnswer) => (headers.location ?? '').replace(/^\/console/, '').replace(/\?.*/, '')
const leftBy = async (desk: Desk) => ({
  uploads: (await listUploads(desk.call())).length,
  imports: (await listRealImports(desk.call(), { limit: 100, after: undefined })).items.length,
})
const fixture = (name: string) => readFileSync(new URL(`../imports/fixtures/${name}`, import.meta.url))

test('columns become fields: guessed by label or key, chosen in the form, with a preview and the faults of lines', async () => {
  const { upload, look, send, ...desk } = await startImporting()
  const options = [{ label: 'Web' }, { label: 'Phone' }]
  await desk.server('POST', '/v1/fields', { label: 'Platform used', key: 'platform', kind: 'select', options })
  await desk.server('POST', '/v1/fields', { label: 'Effort', kind: 'number', visible_to: 'team' })
  await desk.server('POST', '/v1/fields', { label: 'Since', kind: 'date' })
  const table = 'Title,Platform Used,effort,When\nDark mode,web,3,2026-01-31\nExport,Fax,2,\n'
  const file = pathIn(await upload({ name: 'from', bytes: 'csv' }, csv(table)))
  const matched = (await look(file)).text
  expect(matched).toMatch(/name="column\.field\.platform"[\s\S]*?<option value="2" selected/)
  expect(matched).toMatch(/name="column\.field\.effort"[\s\S]*?<option value="3" selected/)
  expect(matched).toMatch(/Platform used: web · Effort: 3</)
  expect(matched).toContain('must be the value of one of its options')
  const choice = { format: 'csv', type: 'post', was_type: 'post', source: 'sheet', 'column.title': '1' }
  const columns = { 'column.field.platform': '2', 'column.field.effort': '', 'column.field.since': '4' }
  const wrong = await send(file, { ...choice, 'column.field.No Key': '2', go: 'look' })
  expect(wrong.status).toBe(400)
  const found = pathIn(await send(file, { ...choice, ...columns, go: 'check' }))
  expect((await look(found)).text).toContain('must be the value of one of its options')
  await send(`${found}/start`, { skip_faults: 'yes' })
  while (await advanceImport(desk.call())) {}
  const { body } = await desk.server('GET', '/v1/posts')
  expect(body.data.map(({ fields }: { fields: object }) => fields)).toEqual([{ platform: 'web', since: '2026-01-31' }])
})

// Guarantees that nothing of the way needs a script: forms and links lead from the file to its undo, and each answer is a page.
test('without script a file is uploaded, matched, checked, started and undone', async () => {
  const { upload, look, send, base, ...desk } = await startImporting()
  await desk.server('POST', '/v1/posts', { title: 'Written here', body: '' })
  const sent = await upload({ name: 'from', bytes: 'csv' }, csv(TABLE, 'Größe 1.csv'))
  const file = pathIn(sent)
  expect([sent.status, file]).toEqual([303, expect.stringMatching(/\/import\/files\/upl_\w+$/)])
  const matched = await look(file)
  expect(matched.text).toContain('Größe 1.csv')
  expect(matched.text).toMatch(/name="source"[^>]*value="gro-e-1"|value="gro-e-1"[^>]*name="source"/)
  expect(matched.text).toContain('Meaning of Cooking')
  const votes = await send(file, { format: 'csv', type: 'vote', was_type: 'post', source: 'sheet', go: 'look' })
  expect(pathIn(votes)).toBe(file)
  expect((await look(file)).text).toContain('Choose the column for: ID of the post')
  const choice = { format: 'csv', type: 'post', was_type: 'post', source: 'sheet', 'column.title': '2' }
  const meaning = { 'column.status': '3', 'column.external_id': '1', status: ['Cooking'], category: ['done'] }
  const found = pathIn(await send(file, { ...choice, ...meaning, go: 'check' }))
  expect((await look(found)).text).toContain('Nothing was changed yet')
  expect((await look(base)).text).toContain('Größe 1.csv')
  await send(`${found}/start`)
  const running = await look(found)
  expect(running.text).toMatch(/<noscript><a[^>]*>Look again/)
  expect(running.text).toContain('Undo the import')
  expect(JSON.parse((await look(`${found}/state`)).text)).toMatchObject({ state: 'running', to: null })
  expect(await listUploads(desk.call())).toEqual([]) // the file is not kept longer than it is needed
  while (await advanceImport(desk.call())) {} // another process may have it for a moment
  await expect.poll(async () => (await look(found)).text).toContain('This is what was added')
  const done = await look(found)
  const posts = /href="\/console([^"]*\/posts\?import=imp_\w+)"/.exec(done.text)?.[1] ?? ''
  const shown = await look(posts)
  expect(
    ['Dark mode', 'Export as PDF', 'Show all posts', 'Written here'].map((text) => shown.text.includes(text)),
  ).toEqual([true, true, true, false])
  expect((await look(`${posts}&q=dark`)).text).not.toContain('Export as PDF')
  expect((await look(`${posts}x`)).status).toBe(404)
  const asked = await desk.ask('POST', `${found}/undo`, { cookie: desk.cookie, form: { confirmed: '' } })
  expect([asked.status, asked.text.includes('action="/console')]).toEqual([200, true])
  await send(`${found}/undo`)
  while (await advanceImport(desk.call())) {}
  await expect.poll(async () => (await look(found)).text).toContain('is gone')
})

test('the dates and the new statuses of a table are shown as they will be read, and the result keeps the votes without names', async () => {
  const { upload, look, send, ...desk } = await startImporting()
  const table = 'ID,Title,Status,Votes,Created\n1,Dark mode,Icebox,12,1/2/2024\n2,Export,Shipped,3,2/1/2024\n'
  const file = pathIn(await upload(csv(table)))
  expect((await look(file)).text).toContain('choose whether the day or the month comes first')
  const columns = ['external_id', 'title', 'status', 'imported_vote_count', 'created_at']
  const chosen = Object.fromEntries(columns.map((target, place) => [`column.${target}`, String(place + 1)]))
  const choice = { format: 'csv', type: 'post', was_type: 'post', source: 'sheet', ...chosen, dates: 'dmy' }
  await send(file, { ...choice, go: 'look' })
  const matched = (await look(file)).text
  expect(matched).toMatch(/<option value="dmy" selected/)
  expect(['Meaning of Icebox', 'Meaning of Shipped'].map((text) => matched.includes(text))).toEqual([true, true])
  expect(matched).toMatch(/<option value="done" selected/) // shipped
  const found = pathIn(await send(file, { ...choice, go: 'check' }))
  await send(`${found}/start`)
  while (await advanceImport(desk.call())) {}
  expect((await look(found)).text).toMatch(/Votes without names<\/dt><dd>15</)
  const { body } = await desk.server('GET', '/v1/posts')
  expect(body.data.map(({ created_at }: { created_at: string }) => created_at.slice(0, 10)).sort()).toEqual([
    '2024-01-02',
    '2024-02-01',
  ])
})

test('a file that is not in UTF-8 offers another upload, and no matching', async () => {
  const { upload, look } = await startImporting()
  const { text } = await look(pathIn(await upload(csv(Buffer.from('Title\nGr\u00f6\u00dfe\n', 'latin1')))))
  const shown = ['CSV UTF-8', 'Upload another file', 'Discard', 'Check the file', 'name="format"', 'will count']
  expect(shown.map((part) => text.includes(part))).toEqual([true, true, true, false, false, false])
})

// Guarantees that a wrong file is refused in words on the page of its form, and leaves nothing.
test('an upload that cannot be imported ends in a sentence and leaves nothing', async () => {
  const { upload, base, cookie, ...desk } = await startImporting()
  const refused: readonly [readonly SentPart[], string][] = [
    [[], 'No file was chosen'],
    [[{ name: 'file', fileName: '', bytes: '' }], 'No file was chosen'],
    [[{ name: 'from', bytes: 'canny' }], 'No file was chosen'],
    [[csv('')], 'is empty'],
    [[csv(gzipSync(TABLE))], 'The file is compressed'],
    [[csv(Buffer.from('504b030414000000', 'hex'), 'ideas.xlsx')], 'Save a spreadsheet as CSV'],
    [[csv(TABLE), csv(TABLE, 'more.csv')], 'Only a backup of Fider has several files'],
    [[csv(Buffer.from(`{"format":"x"}`), 'a.json'), csv('')], 'is empty'],
  ]
  for (const [parts, sentence] of refused) {
    const { status, text } = await upload(...parts)
    expect([sentence, status, text.includes(sentence)]).toEqual([sentence, 400, true])
    expect(text).toContain('type="file"') // the form is there again
  }
  const wrong = await desk.ask('POST', `${base}/upload`, { cookie, form: { file: 'ideas.csv' } })
  expect([wrong.status, wrong.text.includes('No file was chosen')]).toEqual([400, true])
  const type = { 'content-type': 'multipart/form-data; boundary=x' }
  const broken = await desk.ask('POST', `${base}/upload`, { cookie, headers: type, text: '--x\r\nContent-Dis' })
  expect(broken.status).toBe(400)
  const foreign = await desk.ask('POST', `${base}/upload`, {
    cookie,
    parts: [csv(TABLE)],
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(foreign.status).toBe(403)
  expect(await leftBy(desk)).toEqual({ uploads: 0, imports: 0 })
})

/** The status of the answer to a form that says it has so many bytes, or does not say it and sends them. */
function statusOfLarge({ service, cookie }: Desk & { cookie: string }, path: string, said: number | Buffer) {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port: service.port,
        host: '127.0.0.1',
        method: 'POST',
        path: `/console${path}`,
        headers: {
          host: new URL(service.origin).host,
          origin: service.origin,
          cookie,
          'sec-fetch-site': 'same-origin',
          'content-type': 'multipart/form-data; boundary=x',
          ...(typeof said === 'number' && { 'content-length': String(said) }),
        },
      },
      (answer) => resolve(answer.resume().statusCode),
    )
    sent.on('error', reject)
    if (typeof said === 'number') sent.flushHeaders()
    else sent.write(said)
  })
}

test('a piece of a file that is too large is refused, whether it says so or not', async () => {
  const { base, ...desk } = await startImporting()
  const files = [{ name: 'ideas.csv', bytes: 9 * 1_048_576 }]
  const { id } = JSON.parse((await desk.ask('POST', `${base}/files`, { cookie: desk.cookie, json: { files } })).text)
  const path = `${base}/files/${id}/pieces?file=0&at=0`
  expect(await statusOfLarge(desk, path, 3 * 1_048_576)).toBe(413)
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="ideas.csv"\r\n\r\n'
  expect(await statusOfLarge(desk, path, Buffer.from(head + 'a'.repeat(3 * 1_048_576)))).toBe(413)
})

test('an upload that says it is too large is refused before it is read', async () => {
  const { base, cookie, ...desk } = await startImporting()
  expect(await statusOfLarge({ ...desk, cookie }, `${base}/upload`, 300 * 1_048_576)).toBe(413)
  const files = [{ name: 'ideas.csv', bytes: 300 * 1_048_576 }]
  const opened = await desk.ask('POST', `${base}/files`, { cookie, json: { files } })
  expect([opened.status, opened.text.includes('larger than 256 MB')]).toEqual([400, true])
  expect(await leftBy(desk)).toEqual({ uploads: 0, imports: 0 })
})

// Guarantees that a file arrives as it was sent, however the network cuts it, and also if it holds what looks like the end of a form.
test('a file of several pieces is stored byte for byte, by a form and in pieces', async () => {
  const { upload, base, cookie, ...desk } = await startImporting()
  const row = (place: number) => `${place},Idea number ${place} \r\n--a-boundary-of-a-brow,${'x'.repeat(300)}\n`
  const bytes = Buffer.from(Array.from({ length: 14_000 }, (_, place) => row(place)).join(''))
  expect(bytes.length).toBeGreaterThan(2 * 2_097_152)
  const stored = async () => {
    const rows = await desk.service.database.sql<{ bytes: Buffer }[]>`
      select p.bytes from import_upload_pieces p where p.project_id = ${desk.project.id} order by p.upload_id desc, p.at limit 3`
    return createHash('sha256')
      .update(Buffer.concat(rows.map((row) => row.bytes)))
      .digest('hex')
  }
  const hash = createHash('sha256').update(bytes).digest('hex')
  expect((await upload(csv(bytes))).status).toBe(303)
  expect(await stored()).toBe(hash)
  const files = [{ name: 'ideas.csv', bytes: bytes.length }]
  const { id } = JSON.parse((await desk.ask('POST', `${base}/files`, { cookie, json: { from: 'csv', files } })).text)
  const piece = (at: number, size = 2_097_152) =>
    desk.ask('POST', `${base}/files/${id}/pieces?file=0&at=${at}`, { cookie, file: bytes.subarray(at, at + size) })
  expect((await piece(0, 1_000)).status).toBe(400) // no piece of this file
  expect((await piece(1_000)).status).toBe(400)
  for (const at of [0, 4_194_304, 2_097_152, 0]) expect((await piece(at)).status).toBe(200) // also twice, and in any order
  expect(await stored()).toBe(hash)
  const other = await startDesk({ service: desk.service })
  const stranger = await other.enter('stranger@acme.example')
  const foreign = `/${other.project.slug}/import/files/${id}`
  expect((await desk.ask('GET', foreign, { cookie: stranger })).status).toBe(404)
  expect((await desk.ask('POST', `${foreign}/discard`, { cookie: stranger, form: {} })).status).toBe(404)
})

test('a file is recognised by how it begins, and the person can say otherwise', async () => {
  const { upload, look, send } = await startImporting()
  const known = {
    'ideas.csv': 'csv',
    'canny.csv': 'canny',
    'uservoice.csv': 'uservoice',
    'canny.json': 'canny',
    'fider.json': 'fider',
    'github.json': 'github',
    'discussions.json': 'github',
  }
  const chosen = (text: string) => /<option value="(\w+)" selected[^>]*>[^<]*\(recognised\)/.exec(text)?.[1]
  for (const [name, format] of Object.entries(known)) {
    const file = pathIn(await upload(csv(fixture(name), name)))
    const { text } = await look(file)
    expect([name, chosen(text), /role="alert"/.test(text)]).toEqual([name, format, false])
    await send(`${file}/discard`)
  }
  const records = '{"type": "post", "external_id": "1", "title": "Dark mode"}\n'
  const file = pathIn(await upload(csv(records, 'records.ndjson')))
  expect(chosen((await look(file)).text)).toBe('ndjson')
  await send(file, { format: 'github', go: 'look' })
  expect((await look(file)).text).toContain('not a list of issues')
  expect((await send(file, { format: 'github', go: 'check' })).text).toContain('not a list of issues')
  expect(pathIn(await send(file, { format: 'ndjson', go: 'check' }))).toMatch(/imp_/)
})

test('the JSON files of a backup of Fider are one upload', async () => {
  const { upload, look, send } = await startImporting()
  const tables = JSON.parse(fixture('fider.json').toString()) as Record<string, unknown>
  const files = Object.entries(tables).map(([name, rows]) => csv(JSON.stringify(rows), `${name}.json`))
  const file = pathIn(await upload(...files))
  expect((await look(file)).text).toContain('more files')
  const found = pathIn(await send(file, { format: 'fider', go: 'check' }))
  expect((await look(found)).text).toContain('Import from fider')
})

// Guarantees that a check that ends with its process does not lock the file, and that files nobody imports do not stay.
test('a check that was interrupted can be repeated, a second check replaces the first, and a file is deleted after a day', async () => {
  const { upload, look, send, ...desk } = await startImporting()
  const { sql } = desk.service.database
  const file = pathIn(await upload(csv(TABLE)))
  await sql`update import_uploads set read_at = clock_timestamp(), read_bytes = 30 where project_id = ${desk.project.id}`
  expect((await look(file)).text).toContain('role="status"')
  expect(JSON.parse((await look(`${file}/state`)).text)).toMatchObject({ state: 'under_way', to: null })
  expect((await send(file, { go: 'check' })).text).toContain('being checked already')
  await sql`update import_uploads set read_at = clock_timestamp() - interval '1 hour' where project_id = ${desk.project.id}`
  expect((await look(file)).text).toContain('The last check was interrupted')
  const first = pathIn(await send(file, { go: 'check' }))
  const second = pathIn(await send(file, { go: 'check', source: 'other' }))
  expect((await look(first)).text).toContain('Undone')
  expect(await leftBy(desk)).toEqual({ uploads: 1, imports: 1 })
  await send(`${second}/discard`)
  expect(await leftBy(desk)).toEqual({ uploads: 0, imports: 0 })
  await upload(csv(TABLE))
  await sql`update import_uploads set created_at = now() - interval '25 hours' where project_id = ${desk.project.id}`
  await forgetUploads(desk.call())
  expect(await leftBy(desk)).toEqual({ uploads: 0, imports: 0 })
})

// Guarantees that a project stores no more than the uploads that it may have: what is no piece of a file is refused, and what was discarded is deleted.
test('only pieces of its files are added to an upload, and those of a discarded one are deleted', async () => {
  const { base, cookie, ...desk } = await startImporting()
  const open = (files: unknown) => desk.ask('POST', `${base}/files`, { cookie, json: { files } })
  const wrong = [
    [null],
    [
      { name: 'a.json', bytes: 1e15 },
      { name: 'b.json', bytes: 100 - 1e15 },
    ],
    [{ name: 'a', bytes: 1.5 }],
    [{}],
  ]
  for (const files of wrong) expect([files, (await open(files)).status]).toEqual([files, 400])
  const { id } = JSON.parse((await open([{ name: 'ideas.csv', bytes: TABLE.length }])).text)
  const piece = (query: string) =>
    desk.ask('POST', `${base}/files/${id}/pieces?${query}`, { cookie, file: Buffer.from(TABLE) })
  for (const query of ['file=0&at=-2097152', 'file=1&at=0', 'file=0.5&at=0', 'file=0&at=x', 'file=-1&at=0', ''])
    expect([query, (await piece(query)).status]).toEqual([query, 400])
  const form = (...parts: SentPart[]) => desk.ask('POST', `${base}/files/${id}/pieces?file=0&at=0`, { cookie, parts })
  const halves = [TABLE.slice(0, 20), TABLE.slice(20)].map((half) => csv(half))
  const text = { name: 'file', bytes: TABLE }
  for (const parts of [halves, [text], [csv(TABLE), text], []]) expect((await form(...parts)).status).toBe(400)
  expect((await piece('file=0&at=0')).status).toBe(200)
  await desk.ask('POST', `${base}/files/${id}/discard`, { cookie, form: {} })
  expect((await piece('file=0&at=0')).status).toBe(404)
  while (await sweepUploads(desk.call())) {}
  const rows = await desk.service.database.sql`
    select 1 from import_upload_pieces where project_id = ${desk.project.id}
    union all select 1 from import_uploads where project_id = ${desk.project.id}`
  expect(rows.length).toBe(0)
})

// Guarantees that a table with very many and long columns can be looked at.
test('the page of a table with 500 long names of columns stays small', async () => {
  const { upload, look } = await startImporting()
  const names = Array.from({ length: 500 }, (_, place) => `${place} ${'&'.repeat(190)}`)
  const { text } = await look(pathIn(await upload(csv(`Title,${names.slice(1).join(',')}\n`))))
  expect(text).toContain('and 449 more')
  expect(text.length).toBeLessThan(4_000_000)
})

// Guarantees that a stop of the service does not leave a file locked by a check that nobody goes on with.
test('a check that is broken off says so, and the file can be checked again', async () => {
  const { upload, look, send, ...desk } = await startImporting()
  const file = pathIn(await upload(csv(TABLE)))
  const work = openAfterwork()
  const stopping = work.stop()
  const check = checkUpload(desk.call(), file.split('/').at(-1) ?? '', {}, work.signal)
  await expect(check).rejects.toMatchObject({ detail: expect.stringContaining('The service was stopped') })
  await stopping
  expect((await look(file)).text).toContain('The service was stopped. Check the file again.')
  expect(pathIn(await send(file, { go: 'check' }))).toMatch(/imp_/)
})

test('a stop waits for work that goes on after its answer', async () => {
  const work = openAfterwork()
  const { promise, resolve } = Promise.withResolvers<void>()
  work.add(promise)
  let isStopped = false
  const stopping = work.stop().then(() => {
    isStopped = true
  })
  expect([work.signal.aborted, isStopped]).toEqual([true, false])
  resolve()
  await stopping
})

test('names and choices that cannot be stored are refused or cleaned, and the service does not fail', async () => {
  const { upload, look, send } = await startImporting()
  const file = pathIn(await upload(csv(TABLE, 'a\0b.csv')))
  expect((await look(file)).text).toContain('ab.csv')
  const choice = { format: 'csv', type: 'post', was_type: 'post', go: 'look' }
  for (const place of ['Ti\0tle', '0', '-1', '1.5', '99'])
    expect([place, (await send(file, { ...choice, 'column.title': place })).status]).toEqual([place, 303]) // no column
  expect((await send(file, { ...choice, status: ['Coo\0king'], category: ['done'] })).status).toBe(400)
})

test('a failed check leaves the import of the check before, and a refused first piece takes its upload along', async () => {
  const { upload, look, send, base, cookie, ...desk } = await startImporting()
  const file = pathIn(await upload(csv(TABLE)))
  const first = pathIn(await send(file, { go: 'check' }))
  expect((await send(file, { format: 'fider', go: 'check' })).status).toBe(400)
  expect((await look(first)).text).toContain('Nothing was changed yet')
  const bytes = gzipSync(TABLE)
  const files = [{ name: 'ideas.csv', bytes: bytes.length }]
  const { id } = JSON.parse((await desk.ask('POST', `${base}/files`, { cookie, json: { files } })).text)
  const refused = await desk.ask('POST', `${base}/files/${id}/pieces?file=0&at=0`, { cookie, file: bytes })
  expect([refused.status, (await look(`${base}/files/${id}`)).status]).toEqual([400, 404])
})

// Guarantees that a check which another one replaced, because it was silent for long, changes nothing any more.
test('of two checks of a file only the last counts', async () => {
  const { upload, send, ...desk } = await startImporting()
  const file = pathIn(await upload(csv(TABLE)))
  const { sql, transaction } = desk.service.database
  let first: Promise<DeskAnswer> | undefined
  await transaction(async (held) => {
    await held`select 1 from projects where id = ${desk.project.id} for update` // no import can be made
    first = send(file, { go: 'check', source: 'first' })
    const isClaimed = async () =>
      (await sql`select 1 from import_uploads where project_id = ${desk.project.id} and check_number = 1`).length
    await expect.poll(isClaimed).toBe(1)
    await sql`update import_uploads set check_number = 2, source = 'second' where project_id = ${desk.project.id}`
  })
  await first
  const states = async () => {
    const rows = await sql<{ state: string }[]>`
      select i.state from imports i where i.project_id = ${desk.project.id} and i.state in ('checked', 'receiving')`
    return rows.length
  }
  await expect.poll(states).toBe(0)
  expect(await listUploads(desk.call())).toMatchObject([{ source: 'second', importId: undefined }])
})

test('an import that has started cannot be discarded, and one that was given up leaves no rows', async () => {
  const { upload, send, ...desk } = await startImporting()
  const started = pathIn(await send(pathIn(await upload(csv(TABLE))), { go: 'check' }))
  await send(`${started}/start`)
  expect((await send(`${started}/discard`)).status).toBe(409)
  while (await advanceImport(desk.call())) {}
  const waiting = pathIn(await send(pathIn(await upload(csv(TABLE))), { go: 'check' }))
  expect((await send(`${waiting}/discard`)).status).toBe(303)
  while (await sweepImports(desk.call())) {}
  const rows = await desk.service.database.sql`
    select 1 from import_rows r join imports i on i.number = r.import_number where i.project_id = ${desk.project.id}`
  expect(rows.length).toBe(0)
})

// Guarantees that looking at a file costs the same, however large it is.
test('a look ends after the beginning of a file, and leaves out what is cut there', async () => {
  const { upload, look } = await startImporting()
  const rows = Array.from({ length: 40_000 }, (_, place) => `${place},"Idea ${place}\n${'x'.repeat(60)}"\n`)
  const { text } = await look(pathIn(await upload(csv(`ID,Title\n${rows.join('')}`))))
  expect(text).toContain('at the beginning')
  expect([text.includes('faulty'), text.includes('role="alert"')]).toEqual([false, false])
  const blank = await look(pathIn(await upload(csv('\n'.repeat(5_000_000)))))
  expect([blank.status, blank.text.includes('The file is empty')]).toEqual([200, true])
  const names = Array.from({ length: 3 }, () => '&'.repeat(2_000)).join(',')
  expect((await look(pathIn(await upload(csv(`${names}\n1,2,3\n`))))).text).toContain(
    'a name has at most 200 characters',
  )
})

// Guarantees that nobody waits for a large file: the answer comes soon, and the page of the file shows how far the check is and where it ended.
test('a check that takes long goes on after the answer', async () => {
  const { upload, look, send, ...desk } = await startImporting()
  const file = pathIn(await upload(csv(TABLE)))
  const { sql, transaction } = desk.service.database
  const state = async () => JSON.parse((await look(`${file}/state`)).text)
  await transaction(async (held) => {
    await held`select 1 from projects where id = ${desk.project.id} for update` // no import can be made
    expect(pathIn(await send(file, { go: 'check' }))).toBe(file)
    expect((await look(file)).text.includes('>Checking the file<')).toBe(true)
    expect(await state()).toMatchObject({ state: 'under_way', to: null })
  })
  await expect.poll(state).toMatchObject({ state: 'none', to: expect.stringContaining('/import/imp_') })
  const rows = await sql`select 1 from imports where project_id = ${desk.project.id} and state = 'checked'`
  expect(rows.length).toBe(1)
})

test('five files wait at most, and people are told of an import only if that was chosen', async () => {
  const { upload, send, ...desk } = await startImporting()
  const files = []
  for (let place = 0; place < 5; place += 1) files.push(pathIn(await upload(csv(TABLE))))
  expect((await upload(csv(TABLE))).text).toContain('5 files wait already')
  for (const [place, notify] of ['', 'yes'].entries()) {
    const found = pathIn(await send(files[place] ?? '', { go: 'check', source: `sheet-${place}` }))
    await send(`${found}/start`, { notify })
  }
  const { items } = await listRealImports(desk.call(), { limit: 2, after: undefined })
  expect(items.map(({ source, notifies }) => [source, notifies])).toEqual([
    ['sheet-1', true],
    ['sheet-0', false],
  ])
})

test('only those who may import are shown the way to it', async () => {
  const desk = await startDesk()
  for (const [role, isShown] of [
    ['owner', true],
    ['admin', true],
    ['moderator', false],
    ['viewer', false],
  ] as const) {
    const cookie = await desk.enter(`${role}@import.example`, role)
    const { text } = await desk.ask('GET', `/${desk.project.slug}/posts`, { cookie })
    expect([role, text.includes('Coming from another tool?')]).toEqual([role, isShown])
  }
})
