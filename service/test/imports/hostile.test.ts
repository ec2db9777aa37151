import { expect, test } from 'vitest'
import { importById, listImports, readNdjson, receiveImport, sweepImports } from '../../src/domain/imports/index.ts'
import { Problem } from '../../src/foundation/problems/index.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import { importLines, inPieces, ndjson, runToEnd } from './importing.ts'

const GOOD = ndjson([{ type: 'post', external_id: 'p', title: 'Dark mode' }])

async function refusal(project: TestProject, bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const call = project.call()
  const thrown = await receiveImport(call, readNdjson(bytes, call.now), { source: 'hostile' }).catch((error) => error)
  if (!(thrown instanceof Problem)) throw new Error(`Accepted, or another fault: ${thrown}`)
  return thrown.detail ?? ''
}

async function* endless(piece: Uint8Array, pieces: number, taken: { count: number }): AsyncGenerator<Uint8Array> {
  for (let place = 0; place < pieces; place += 1) {
    taken.count += 1
    yield piece
  }
}

// Guarantees that a file that is no list of records ends in a sentence, leaves nothing behind, and is not read further than needed.
test('hostile bytes are refused with a clear sentence and change nothing', async () => {
  const project = await startProject()
  const gigabyte = { count: 0 }
  const letters = Buffer.alloc(65_536, 'a')
  expect(await refusal(project, endless(letters, 16_384, gigabyte))).toContain('Line 1 is longer than 1 MB')
  expect(gigabyte.count).toBeLessThan(20)
  expect(await refusal(project, inPieces(Buffer.from(GOOD, 'utf16le')))).toContain('U+0000')
  expect(await refusal(project, inPieces(Buffer.from(`\ufeff${GOOD}`, 'utf16le')))).toContain('UTF-16')
  expect(await refusal(project, inPieces(Buffer.from(`${GOOD}ä\n`, 'latin1')))).toContain('not in UTF-8')
  expect(await refusal(project, inPieces(`${GOOD}\0\n`))).toContain('U+0000')
  const garbage = { count: 0 }
  expect(await refusal(project, endless(Buffer.from('no\n'.repeat(20_000)), 1_000_000, garbage))).toContain(
    'Most of the first 10000 lines are faulty',
  )
  expect(garbage.count).toBeLessThan(10)
  const tags = Array.from({ length: 300 }, (_, place) => ({
    type: 'post',
    external_id: `${place}`,
    title: 'Much',
    tags: [`tag ${place}`],
  }))
  expect(await refusal(project, inPieces(ndjson(tags)))).toContain('a project can have 200')

  const { items } = await listImports(project.call(), { limit: 100, after: undefined })
  expect(items.map(({ state }) => state)).toEqual(items.map(() => 'failed'))
  expect((await project.server('GET', '/v1/posts')).body.data).toEqual([])
  while (await sweepImports(project.call())) {}
  const [left] = await project.service.database.sql<{ count: number }[]>`
    select count(*) as count from import_rows where import_number = any (${items.map(({ number }) => number)})`
  expect(left?.count).toBe(0)
})

test('a byte order mark, CRLF, empty lines and a missing last line end are no faults', async () => {
  const project = await startProject()
  const call = project.call()
  const text = `\ufeff${GOOD.trim()}\r\n\r\n${JSON.stringify({ type: 'vote', post: 'p', user: { sub: 'ü' } })}`
  const { id } = await receiveImport(call, readNdjson(inPieces(text, 7), call.now), { source: 'elsewhere' })
  expect(await runToEnd(project, id)).toMatchObject({ state: 'done', faultCount: 0, made: { posts: 1, votes: 1 } })
})

// Guarantees that a moment that does not exist is a fault of its line, as any other, and does not end the reading.
test('a day or a time of day that does not exist is a fault of its line', async () => {
  const project = await startProject()
  const at = (place: number, created_at: string) => ({
    type: 'post',
    external_id: `p${place}`,
    title: `Idea number ${place}`,
    created_at,
  })
  const lines = [
    at(1, '2024-02-30T10:00:00Z'),
    at(2, '2024-03-01T24:00:00Z'),
    at(3, '2024-03-01T10:60:00Z'),
    at(4, '2024-02-29T10:00:00Z'),
  ]
  const detail = 'created_at names a day or a time of day that does not exist'
  expect(await importLines(project, lines, { skipsFaults: true })).toMatchObject({
    state: 'done',
    faults: [1, 2, 3].map((line) => ({ line, detail })),
    made: { posts: 1 },
  })
})

test('a formula, a tag of HTML and a link of script are texts like any other', async () => {
  const project = await startProject()
  await importLines(project, [
    {
      type: 'post',
      external_id: 'p',
      title: '=HYPERLINK("http://evil.example")',
      body: '<script>alert(1)</script> [x](javascript:alert(1))',
    },
  ])
  const { body } = await project.server('GET', '/v1/posts')
  expect(body.data[0].title).toBe('=HYPERLINK("http://evil.example")')
  expect(body.data[0].body_html).not.toMatch(/<script|href="javascript/)
})

test('a post with thousands of votes and comments gets all of them', async () => {
  const project = await startProject()
  const lines = [
    ...Array.from({ length: 2_300 }, (_, place) => ({ type: 'vote', post: 'p', user: { external_id: `u${place}` } })),
    { type: 'post', external_id: 'p', title: 'Everybody wants it' },
    ...Array.from({ length: 700 }, (_, place) => ({
      type: 'comment',
      external_id: `c${place}`,
      post: 'p',
      body: `Yes ${place}`,
    })),
  ]
  const { id, made } = await importLines(project, lines)
  expect(made).toMatchObject({ votes: 2_300, comments: 700, users: 2_300 })
  const { body } = await project.server('GET', '/v1/posts')
  expect(body.data[0]).toMatchObject({ vote_count: 2_300, comment_count: 700 })
  expect(await importById(project.call(), id)).toMatchObject({ handled: 3_001 })
})

test('an import of another project does not exist', async () => {
  const [one, other] = [await startProject(), await startProject()]
  const { id } = await importLines(one, [{ type: 'post', external_id: 'p', title: 'Dark mode' }])
  for (const path of [`/v1/imports/${id}`]) expect((await other.server('GET', path)).status).toBe(404)
  for (const verb of ['start', 'undo'])
    expect((await other.server('POST', `/v1/imports/${id}/${verb}`, {})).status).toBe(404)
})
