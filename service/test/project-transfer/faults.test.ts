import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { saveView } from '../../src/domain/decisions/index.ts'
import { undoImport } from '../../src/domain/imports/index.ts'
import { importProject } from '../../src/domain/project-transfer/index.ts'
import { projectBySlug } from '../../src/domain/projects/index.ts'
import { Problem } from '../../src/foundation/problems/index.ts'
import { readSealed } from '../../src/foundation/sealed-file/index.ts'
import { formWith, png } from '../files/pictures.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import { importLines, runToEnd } from '../imports/importing.ts'
import { fileOf, linesIn, sealedFile } from './transfer.ts'

interface Changed {
  readonly type: string
  data: Record<string, unknown>
}

/** An export of a small project: one post with a vote and a comment. */
async function smallExport(project: TestProject): Promise<string[]> {
  const { server, signIn } = project
  const { userId } = await signIn()
  const { body: post } = await server('POST', '/v1/posts', { title: 'Dark mode', body: 'For the *night*.' })
  await server('PUT', `/v1/posts/${post.id}/votes/${userId}`)
  await server('POST', `/v1/posts/${post.id}/comments`, { body: 'Soon.' })
  return exportOf(project)
}

async function exportOf({ service, secretKey }: TestProject): Promise<string[]> {
  const answer = await fetch(`${service.origin}/v1/export`, { headers: { authorization: `Bearer ${secretKey}` } })
  return linesIn(new Uint8Array(await answer.arrayBuffer())).slice(0, -1)
}

async function refusalOf(project: TestProject, bytes: Uint8Array): Promise<string> {
  const file = await fileOf(bytes)
  const slug = `not-${project.project.slug}`
  const error = await importProject(project.call(), () => readSealed(file), slug).then(
    () => undefined,
    (error) => error,
  )
  await expect(projectBySlug(project.call(), slug)).rejects.toThrow(Problem) // nothing was made
  if (!(error instanceof Problem)) throw error ?? new Error('It was imported')
  return `${error.kind.code}: ${error.detail}`
}

/** The same file with the records of a kind changed, and a seal that fits. */
function withRecords(lines: readonly string[], type: string, change: (record: Changed) => void): Buffer {
  return sealedFile(
    lines.map((line) => {
      const record: Changed = JSON.parse(line)
      if (record.type === type) change(record)
      return JSON.stringify(record)
    }),
  )
}

/** The same without the records of a kind, which the head does not announce either. */
function withoutKind(lines: readonly string[], type: string): Buffer {
  const others = lines.filter((line) => !line.startsWith(`{"type":"${type}",`))
  return withRecords(others, 'head', ({ data }) => Object.assign(data.counts as object, { [type]: 0 }))
}

// Guarantees that a file which was damaged, cut or made by somebody else ends in a sentence, and that no part of it is stored.
test('a file with a fault changes nothing, and the fault is told', async () => {
  const project = await startProject()
  await project.server('POST', '/v1/categories', { name: 'Ideas' })
  const options = [{ label: 'Pro' }, { label: 'Free' }]
  await project.server('POST', '/v1/fields', { label: 'Plan', kind: 'select', options })
  await saveView(project.call(), { name: 'Quick wins', query: 'sort=votes', isShared: true })
  const lines = await smallExport(project)
  const set = (type: string, data: Record<string, unknown>) =>
    withRecords(lines, type, (record) => Object.assign(record.data, data))
  const text = lines.map((line) => `${line}\n`).join('')
  const sealed = sealedFile(lines)
  const damaged = gzipSync(
    `${text.replace('Dark mode', 'Dark node')}{"type":"end","data":{"lines":${lines.length},"sha256":"00"}}\n`,
  )
  const [head = '', first = '', ...others] = lines
  const files: [Uint8Array, string][] = [
    [Buffer.from('PK\u0003\u0004 some archive'), 'not gzip'],
    [sealed.subarray(0, sealed.length - 20), 'not complete'],
    [gzipSync(text), 'no end'],
    [gzipSync(text.slice(0, -5)), 'ends within a line'],
    [damaged, 'checksum'],
    [gzipSync(Buffer.from(text, 'utf16le')), 'not a record'],
    [gzipSync(Buffer.alloc(70_000_000, 'a')), 'too long'],
    [sealedFile([]), 'The head is missing'],
    [sealedFile(['[]', ...lines]), 'not a record'],
    [sealedFile([...lines, '{"type":"vote"']), 'not a record'],
    [sealedFile(lines.slice(1)), 'not the head'],
    [sealedFile(lines.slice(0, -1)), 'The head announces'],
    [sealedFile([head, ...others, first]), 'The first record must be the project'],
    [sealedFile([head, first, first, ...others]), 'more than one project'],
    [sealedFile([head, first, others.at(-1) ?? '', ...others]), 'cannot come after'],
    [withRecords(lines, 'head', ({ data }) => (data.version = 2)), 'Use a newer build'],
    [sealedFile([head, first, '{"type":"poll","data":{}}', ...others]), 'does not know this kind'],
    [set('post', { body_html: '<script>alert(1)</script>' }), 'does not know'],
    [set('post', { id: "pst_' onclick='" }), 'not an id of this kind'],
    [set('post', { title: 'x'.repeat(141) }), 'at most 140 characters'],
    [set('post', { title: 'a\u0000b' }), '(post)'],
    [set('post', { created_at: 'infinity' }), 'created_at is not a time'],
    [set('post', { number: 'first' }), '(post)'],
    [set('post', { author_id: 'usr_00000000000000000000000000' }), '(post)'],
    [set('post', { merged_into_id: 'pst_00000000000000000000000000' }), 'is merged into one that is not in the file'],
    [set('vote', { post_id: 'pst_00000000000000000000000000' }), 'names a record that is not in the file'],
    ...['NaN', 'Infinity', -1, 1e13].map((value): [Uint8Array, string] => [
      set('vote', { account_value: value }),
      'account or account_value is wrong',
    ]),
    [set('vote', { account: 'x'.repeat(201) }), 'account or account_value is wrong'],
    [set('category', { visible_to: `seg_${'0'.repeat(26)}` }), 'visible_to names a record that is not in the file'],
    [set('category', { posting: `seg_${'0'.repeat(26)}` }), 'posting names a record that is not in the file'],
    [
      set('field', {
        options: ['pro', 'other'].map((value) => ({
          value,
          label: value[0] === 'p' ? 'Pro' : 'PRO',
          is_removed: false,
        })),
      }),
      'options are wrong',
    ],
    ...['', '"><script>', 'sort=votes#', 'a b', null, 7].map((query): [Uint8Array, string] => [
      set('view', { query }),
      'query must be',
    ]),
    [set('status', { color: 'red;background:url(//x)' }), 'must be a colour'],
    [set('user', { notification_choices: { frequency: 'always' } }), 'notification_choices is wrong'],
    [set('signing_key', { jwk: { kty: 'EC', crv: 'P-256', x: 'a', y: 'b' } }), 'not a public P-256 key'],
    [set('signing_key', { thumbprint: 'a'.repeat(43) }), 'thumbprint is not that of the key'],
    [set('signing_key', { kid: '../keys' }), 'kid is not the id'],
    [withoutKind(lines, 'status'), 'no status of the category open'],
    [set('status', { category: 'done' }), 'no status of the category open'],
    [set('counter', { last_number: 0 }), 'The counter of posts is 0, and the highest number of a post is 1'],
    [set('counter', { last_number: 2_000_000_000 }), 'The counter of posts is 2000000000'],
    [withoutKind(lines, 'counter'), 'The counter of posts is 0'],
    [set('project', { logo_id: 'fil_00000000000000000000000000' }), 'logo_id names no logo in the file'],
    [sealedFile([...lines, '{"type":"left_out","data":{"file_ids":["fil_0"]}}']), 'The head announces'],
    [set('project', { sign_in_url: 'javascript:alert(1)' }), 'invalid_request'],
    [set('project', { language: 'klingon' }), 'invalid_request'],
  ]
  for (const [bytes, words] of files) expect(await refusalOf(project, bytes)).toContain(words)
  const file = await fileOf(sealed)
  const taken = importProject(project.call(), () => readSealed(file))
  await expect(taken).rejects.toMatchObject({ kind: { code: 'slug_taken' } }) // of the project that was exported
  const { project: copy } = await importProject(project.call(), () => readSealed(file), `copy-${project.project.slug}`)
  expect(copy.name).toBe('Acme')
})

// Guarantees that whoever looks at an imported picture gets a picture: a file cannot bring other bytes under its name.
test('a picture that cannot be decoded, or that is another one, is refused', async () => {
  const project = await startProject()
  await project.server('PUT', '/v1/project/logo', formWith(Uint8Array.from(await png(40, 30))))
  const lines = await smallExport(project)
  const disguised = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), Buffer.from('<script>alert(1)</script>')])
  const changes: [Record<string, unknown>, string][] = [
    [{ small: `\\x${disguised.toString('hex')}` }, 'cannot be decoded'],
    [{ large: `\\x${(await png(40, 30)).toString('hex')}` }, 'cannot be decoded'],
    [{ width: 41 }, 'The picture has 40 × 30 pixels'],
    [{ shown_by: null, idle_since: '2026-01-01T00:00:00Z' }, 'logo_id names no logo'],
  ]
  for (const [data, words] of changes) {
    const bytes = withRecords(lines, 'file', (record) => Object.assign(record.data, data))
    expect(await refusalOf(project, bytes)).toContain(words)
  }
})

// Guarantees that a project can move after an import was taken back, and that no number is given twice.
test('an export after an undo is imported', async () => {
  const project = await startProject()
  await smallExport(project)
  const { id } = await importLines(project, [
    { type: 'post', external_id: 'a', title: 'The second one' },
    { type: 'post', external_id: 'b', title: 'The third one' },
  ])
  await undoImport(project.call(), id)
  expect(await runToEnd(project, id)).toMatchObject({ state: 'undone' })
  const file = await fileOf(sealedFile(await exportOf(project)))
  const { project: copy } = await importProject(
    project.call(),
    () => readSealed(file),
    `undone-${project.project.slug}`,
  )
  const [row] = await project.service.database.sql<{ last_number: number; highest: number }[]>`
    select c.last_number, (select max(number) from posts p where p.project_id = c.project_id) as highest
    from project_counters c where c.project_id = ${copy.id}`
  expect(row).toEqual({ last_number: 3, highest: 1 })
})

// Guarantees that what is made from a text is made here, as if it had been written here.
test('an imported post is shown, found and counted like the one that was exported', async () => {
  const project = await startProject()
  const { call, service } = project
  const file = await fileOf(sealedFile(await smallExport(project)))
  const { project: copy } = await importProject(call(), () => readSealed(file), `seen-${project.project.slug}`)
  const read = async (path: string, key: string) =>
    (await fetch(`${service.origin}/v1${path}`, { headers: { 'x-project-key': key } })).json()
  const [before, after] = await Promise.all(
    [project.project.publishableKey, copy.publishableKey].map((key) => read('/posts?q=darj%20nigt', key)),
  )
  expect(after.data).toHaveLength(1)
  const { url: _, category, ...post } = after.data[0]
  expect(before.data[0]).toMatchObject(post)
  expect(category).toEqual({ ...before.data[0].category, id: category.id }) // General has no row yet; its id is made from the project’s
  expect(post.body_html).toContain('<em>night</em>')
  expect(post.vote_count).toBe(1)
})
