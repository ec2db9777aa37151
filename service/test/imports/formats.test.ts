import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { systemCall } from '../../src/domain/call/index.ts'
import { announceDue } from '../../src/domain/changelog/index.ts'
import {
  type ColumnMap,
  type DateOrder,
  type Format,
  guessColumns,
  type Import,
  type ImportRecord,
  type ReadLine,
  readColumnMap,
  readFormat,
  receiveImport,
  undoImport,
} from '../../src/domain/imports/index.ts'
import { exportProject } from '../../src/domain/project-transfer/index.ts'
import { Problem } from '../../src/foundation/problems/index.ts'
import { settled } from '../events/settled.ts'
import { startProject } from '../harness/project.ts'
import { inPieces, runToEnd } from './importing.ts'

const NOW = new Date('2026-01-01T00:00:00Z')
const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url))

/** The file in small pieces, so that none holds a whole line. */
async function read(format: Format, bytes: string | Uint8Array, map?: ColumnMap): Promise<ReadLine[]> {
  const lines: ReadLine[] = []
  for await (const line of readFormat(format, inPieces(bytes, 61), { now: NOW, map })) lines.push(line)
  return lines
}

const recordsIn = (lines: readonly ReadLine[]) =>
  lines.flatMap((line): ImportRecord[] => ('record' in line ? [line.record] : []))
const faultsIn = (lines: readonly ReadLine[]) => lines.filter((line) => 'fault' in line)
const notesIn = (lines: readonly ReadLine[]) => lines.filter((line) => 'note' in line)

test('a table with a byte order mark, CRLF, quotes and any separator is read, and each fault has its line', async () => {
  const lines = await read('csv', fixture('ideas.csv'))
  expect(recordsIn(lines)).toMatchObject([
    {
      type: 'post',
      externalId: '1',
      title: 'Dark mode',
      body: 'It is bright; "very" bright.\nAt night.',
      author: { email: 'ada@example.com' },
      status: 'In Progress',
      statusCategory: 'in_progress',
      tags: ['design', 'web'],
      importedVoteCount: 12,
      createdAt: new Date('2024-03-01T09:00:00Z'),
    },
    { externalId: '2', title: '=HYPERLINK("x")', statusCategory: 'done', importedVoteCount: 0 },
  ])
  expect(faultsIn(lines)).toEqual([
    { line: 5, fault: 'row 4: “Hm” in "Idea" must have 3 to 140 characters that can be seen' },
    { line: 6, fault: 'row 5: “yesterday” in "Created" is no date such as 2024-05-01' },
    { line: 7, fault: 'row 6: the row has 2 cells, and the first line names 9 columns' },
    { line: 8, fault: 'row 7: “many” in "Votes" must be a whole number from 0 to 1000000000' },
    { line: 9, fault: 'row 8: "Author Email" is not an e-mail address' },
  ])
  expect(notesIn(lines)).toEqual([{ line: 1, note: 'these columns are not carried over: Budget' }])
})

test('a map names the columns and the meaning of statuses', async () => {
  const map = readColumnMap(JSON.parse(fixture('map.json').toString()))
  expect(recordsIn(await read('csv', fixture('mapped.tsv'), map))).toMatchObject([
    { externalId: 'Dark mode', body: 'Bright', status: 'Cooking', statusCategory: 'in_progress' },
  ])
  expect(() => readColumnMap({ type: 'post', columns: { color: 'x' } })).toThrow(Problem)
  await expect(read('csv', 'A,B\n1,2\n')).rejects.toMatchObject({
    detail: expect.stringContaining('No column is known as the title'),
  })
  const missing = readColumnMap({ type: 'post', columns: { title: 'Nope' } })
  await expect(read('csv', 'A,B\n1,2\n', missing)).rejects.toMatchObject({
    detail: expect.stringContaining('no column "Nope"'),
  })
})

test('a table of votes is told by its columns', async () => {
  expect(guessColumns(['Post ID', 'Voter Email', 'Voter Name', 'Created'])).toEqual({
    type: 'vote',
    columns: { post: 'Post ID', 'user.email': 'Voter Email', 'user.name': 'Voter Name', created_at: 'Created' },
  })
  expect(recordsIn(await read('csv', fixture('votes.csv')))).toMatchObject([
    { type: 'vote', post: '1', user: { email: 'ada@example.com' } },
    { type: 'vote', post: '1', user: { email: 'grace@example.com' }, createdAt: new Date('2024-03-05T10:00:00Z') },
    { type: 'vote', post: '9' },
  ])
})

// Guarantees that a table in another language is taken for what most tables are.
test('a table whose columns have other names is one of posts', () => {
  expect(guessColumns(['Wunsch', 'Warum', 'E-Mail'])).toMatchObject({ type: 'post' })
  expect(guessColumns(['Post ID', 'Text', 'E-Mail'])).toMatchObject({ type: 'comment' })
})

// Guarantees that whoever corrects a table finds the row, and corrects it once.
test('a row is named by the line where it begins, and with all its faults', async () => {
  const rows = [
    'Title,Body,Created',
    '',
    '"Dark mode","a\r\nb\r\nc",2024-01-01',
    '"No","x\r\ny",yesterday',
    'Last one,,soon',
  ]
  const lines = await read('csv', `${rows.join('\r\n')}\r\n`)
  expect(recordsIn(lines)).toMatchObject([{ title: 'Dark mode', body: 'a\nb\nc' }])
  expect(faultsIn(lines)).toMatchObject([
    {
      line: 6,
      fault:
        'row 4: “yesterday” in "Created" is no date such as 2024-05-01; “No” in "Title" must have 3 to 140 characters that can be seen',
    },
    { line: 8, fault: 'row 5: “soon” in "Created" is no date such as 2024-05-01' },
  ])
  const records = await read('ndjson', '{"type": "vote", "created_at": "soon", "more": 1}')
  expect(faultsIn(records)).toMatchObject([
    {
      line: 1,
      fault:
        '"more" is not a member of such a record; created_at must be an RFC 3339 timestamp, such as 2024-05-01T12:00:00Z; user is missing; post is missing',
    },
  ])
})

// Guarantees that a fault can be kept and printed, whatever a cell holds.
test('a fault shows an empty cell as empty, and a value on one line without characters that cannot be seen', async () => {
  const lines = await read('csv', `Title,Created\n,2024-01-01\nDark mode,"a\u001b[2J\n${'😀'.repeat(60)}"\n`)
  expect(faultsIn(lines)).toEqual([
    { line: 2, fault: expect.stringMatching(/^"Title" is empty/) },
    { line: 3, fault: expect.stringMatching(/^“a \[2J 😀+…” in "Created" is no date such as 2024-05-01$/u) },
  ])
})

/** When the rows of a table were made, or why that cannot be read. */
async function datesOf(dates: readonly string[], order?: DateOrder): Promise<(string | undefined)[]> {
  const text = `Title,Created\n${dates.map((date) => `A title,"${date}"\n`).join('')}`
  const lines: ReadLine[] = []
  for await (const line of readFormat('csv', inPieces(text, 61), { now: NOW, dates: order })) lines.push(line)
  return lines.map((line) =>
    'record' in line ? line.record.createdAt?.toISOString().slice(0, 16) : 'fault' in line ? line.fault : line.note,
  )
}

test('dates as spreadsheets write them are read if one of them shows what comes first, or if that is said', async () => {
  expect(await datesOf(['1/2/2024', '', '1/31/2024 2:05 PM'])).toEqual([
    '2024-01-02T00:00',
    undefined,
    '2024-01-31T14:05',
  ])
  expect(await datesOf(['01/02/2024 12:30', '31/01/2024'])).toEqual(['2024-02-01T12:30', '2024-01-31T00:00'])
  expect(await datesOf(['01.02.2024', '2024-05-01'])).toEqual(['2024-02-01T00:00', '2024-05-01T00:00'])
  expect(await datesOf(['1/2/2024'], 'dmy')).toEqual(['2024-02-01T00:00'])
  expect(await datesOf(['1/2/2024'], 'mdy')).toEqual(['2024-01-02T00:00'])
  const noDate = (text: string) => `“${text}” in "Created" is no date such as 2024-05-01`
  const asks = '; choose whether the day or the month comes first'
  expect(await datesOf(['1/2/2024'])).toEqual([`${noDate('1/2/2024')}${asks}`])
  expect(await datesOf(['31/01/2024', '31/02/2024'])).toEqual(['2024-01-31T00:00', noDate('31/02/2024')])
  expect(readColumnMap({ type: 'post', columns: {}, dates: 'dmy' })).toMatchObject({ dates: 'dmy' })
  expect(() => readColumnMap({ type: 'post', columns: {}, dates: 'ydm' })).toThrow(Problem)
})

/** What an import of the fixture makes, faults left out. */
const TOOLS: readonly [Format, string, Partial<Import['made']>, number][] = [
  ['canny', 'canny.json', { posts: 2, comments: 3, votes: 2, users: 2, statuses: 1, tags: 2, changelog_entries: 2 }, 3],
  ['canny', 'canny.csv', { posts: 1, users: 1, tags: 1 }, 0],
  ['fider', 'fider.json', { posts: 2, comments: 2, votes: 2, users: 2, tags: 1 }, 1],
  ['uservoice', 'uservoice.csv', { posts: 1, users: 1, tags: 1 }, 1],
  ['github', 'github.json', { posts: 2, comments: 2, users: 3, tags: 1 }, 1],
  ['github', 'discussions.json', { posts: 1, comments: 2, users: 2, tags: 1 }, 0],
]

test.each(TOOLS)('%s: %s is imported', async (format, name, made, faults) => {
  const project = await startProject()
  const call = project.call()
  const lines = readFormat(format, inPieces(fixture(name), 61), { now: call.now })
  const { id } = await receiveImport(call, lines, { source: format, skipsFaults: true })
  const done = await runToEnd(project, id)
  expect(done).toMatchObject({ state: 'done', made, faultCount: faults })
  const { body } = await project.server('GET', '/v1/posts?sort=new')
  expect(body.data.find(({ title }: { title: string }) => title === 'Dark mode')).toMatchObject({
    body: 'It is bright.',
  })
})

test('canny: a vote of an admin is a vote of that person', async () => {
  const voter = { id: 'a0', name: 'Tim', email: 'tim@example.com', isAdmin: true }
  const document = { posts: [], votes: [{ id: 'v1', post: { id: 'c1' }, voter }] }
  expect(await read('canny', JSON.stringify(document))).toMatchObject([
    { note: expect.any(String) },
    { record: { type: 'vote', post: 'c1', user: { externalId: 'a0', email: 'tim@example.com' } } },
  ])
})

// Guarantees that a changelog comes along with its dates and posts, that nobody is told of old news, and that an undo takes it away.
test('entries of a changelog are published when they were, and announced to nobody', async () => {
  const project = await startProject()
  const call = project.call()
  const lines = () => readFormat('canny', inPieces(fixture('canny.json')), { now: call.now })
  const { id } = await receiveImport(call, lines(), { source: 'canny', skipsFaults: true })
  await runToEnd(project, id)
  const { body } = await project.server('GET', '/v1/changelog')
  expect(body.data.map(({ title, state }: { title: string; state: string }) => [title, state]).sort()).toEqual([
    ['Dark mode is here', 'published'],
    ['More to come', 'draft'],
  ])
  const entry = body.data.find(({ state }: { state: string }) => state === 'published')
  expect(entry).toMatchObject({
    body_html: '<p>Choose it in your <em>settings</em>.</p>\n',
    publish_at: '2024-05-01T09:00:00.000Z',
    posts: [{ title: 'Dark mode' }],
  })
  await announceDue(systemCall(project.service.database, project.service.config, call.now))
  await settled(project.service.database)
  expect((await project.server('GET', '/v1/events?type=changelog.published')).body.data).toEqual([])

  const again = await receiveImport(call, lines(), { source: 'canny', skipsFaults: true })
  expect((await runToEnd(project, again.id)).made.changelog_entries).toBe(0)
  await undoImport(call, id)
  await runToEnd(project, id)
  expect((await project.server('GET', '/v1/changelog')).body.data).toEqual([])
})

test('texts that are too long are cut, and that is said', async () => {
  const lines = await read('csv', `Title,Description\n${'long '.repeat(50)},${'x'.repeat(12_000)}\n`)
  const [post] = recordsIn(lines)
  expect(post).toMatchObject({
    title: expect.stringMatching(/^.{139}…$/),
    body: expect.stringMatching(/^long (?:.|\n){9994}…$/),
  })
  expect(notesIn(lines)).toHaveLength(2)
})

// Guarantees that no file is unpacked, read into memory without a limit, or taken for something that it is not.
test('hostile files end in a clear sentence', async () => {
  const refused = async (format: Format, bytes: string | Uint8Array, sentence: string) =>
    await expect(read(format, bytes)).rejects.toMatchObject({ detail: expect.stringContaining(sentence) })
  for (const format of ['csv', 'canny', 'fider', 'github', 'ndjson'] as const) {
    await refused(format, gzipSync(Buffer.alloc(1_000_000)), 'The file is compressed')
    await refused(format, Buffer.from('504b0304ffff', 'hex'), 'The file is a zip archive')
    await refused(format, Buffer.from('28b52ffdffff', 'hex'), 'The file is compressed')
  }
  await refused('csv', '', 'The file is empty')
  await refused('csv', `${'a,'.repeat(10_000)}b\n`, 'more than 500 columns')
  await refused('csv', `Title\n"${'never closed '.repeat(100_000)}`, 'longer than 1 MB')
  await refused('csv', Buffer.from('Title\nDunkle Fl\u00e4chen\n', 'latin1'), 'not in UTF-8')
  await refused('csv', Buffer.from('\ufeffTitle\n', 'utf16le'), 'UTF-16')
  await refused('csv', 'Title\nDark\0mode\n', 'U+0000')
  await refused('fider', '[]', 'not a backup of Fider')
  await refused('canny', '{"a": 1}', 'not from Canny')
  await refused('github', '[1, 2]', 'not a list of issues')
  await refused('github', '[', 'not a JSON document')
})

/** A file without an end, of which only so many bytes were taken. */
async function* endless(piece: Buffer, taken: { bytes: number }): AsyncGenerator<Uint8Array> {
  for (;;) {
    taken.bytes += piece.length
    yield piece
  }
}

// Guarantees that no file, however large, is read further than its limit.
test('a file without an end is read up to its limit, and no further', async () => {
  const mega = 1_048_576
  const stopped = async (format: Format, piece: string, sentence: string, mostBytes?: number) => {
    const taken = { bytes: 0 }
    const reading = async () => {
      for await (const _ of readFormat(format, endless(Buffer.from(piece), taken), { now: NOW, mostBytes })) {
      }
    }
    await expect(reading()).rejects.toMatchObject({ detail: expect.stringContaining(sentence) })
    return taken.bytes
  }
  const vote = `{"type":"vote","post":"p","user":{"sub":"u"}}\n`.repeat(1_000)
  expect(await stopped('ndjson', vote, 'larger than', mega)).toBeLessThan(2 * mega)
  expect(await stopped('csv', 'Title\n'.repeat(1_000), 'larger than', mega)).toBeLessThan(2 * mega)
  for (const format of ['canny', 'fider', 'github'] as const)
    expect(await stopped(format, `[${' '.repeat(mega)}`, 'larger than 64 MB')).toBeLessThan(66 * mega)
  expect(await stopped('ndjson', 'a'.repeat(65_536), 'longer than 1 MB')).toBeLessThan(2 * mega)
  expect(await stopped('csv', 'a'.repeat(65_536), 'longer than 1 MB')).toBeLessThan(3 * mega)
  expect(await stopped('csv', 'a,'.repeat(32_768), 'longer than 1 MB')).toBeLessThan(3 * mega)
})

test('an export of this service is shown the way to its own command', async () => {
  const project = await startProject()
  let text = ''
  for await (const part of exportProject(project.call(), { serviceVersion: '1.0.0' })) text += part
  for (const bytes of [Buffer.from(text), gzipSync(text)])
    await expect(read('ndjson', bytes)).rejects.toMatchObject({ detail: expect.stringContaining('svc project import') })
})
