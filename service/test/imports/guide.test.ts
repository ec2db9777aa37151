import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { databaseUrl } from '../harness/database-url.ts'
import { blocksOf, paste } from '../harness/guides.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { MAIN, ROOT } from '../harness/paths.ts'
import { temporaryDirectory } from '../harness/process.ts'
import { startProject } from '../harness/project.ts'
import { startService } from '../harness/service.ts'
import { runToEnd } from './importing.ts'

/** What a reader has at hand: the files of the other tools, and the programs of others. */
const AT_HAND = `
cd "$TMPDIR"
gh() { cat gh-issues.json; }
unzip() { mv fider-files fider; }
`

const fixture = async (name: string) => readFile(new URL(`fixtures/${name}`, import.meta.url), 'utf8')

/** Records of the fixtures that are faulty on purpose. */
const FAULTY: readonly unknown[] = ['c3', 'v3', 'e3', 22, 8]

async function faultless(name: string): Promise<unknown> {
  const isGood = (item: { id?: unknown; number?: unknown }) =>
    !FAULTY.includes(item.id) && !FAULTY.includes(item.number)
  return JSON.parse(await fixture(name), (_, value) => (Array.isArray(value) ? value.filter(isGood) : value))
}

async function prepare(directory: string): Promise<void> {
  const write = (name: string, text: string) => writeFile(join(directory, name), text)
  await write('canny-posts.csv', await fixture('canny.csv'))
  await write('canny.json', JSON.stringify(await faultless('canny.json')))
  await write('suggestions.csv', (await fixture('uservoice.csv')).split('\n').slice(0, 2).join('\n'))
  await write('gh-issues.json', JSON.stringify(await faultless('github.json')))
  await mkdir(join(directory, 'fider-files'))
  for (const [table, rows] of Object.entries((await faultless('fider.json')) as object)) // it is an object of lists
    await write(`fider-files/${table}.json`, JSON.stringify(rows))
}

// Guarantees that the script of the guide reads every page of every list, and prints what the import takes.
test('the script for Canny’s API makes one document of all pages', async () => {
  const guide = await readFile(join(ROOT, 'docs/guides/import.md'), 'utf8')
  const [, script = ''] = /^cat > canny-export\.mjs <<'END'\n([\s\S]*?)^END$/m.exec(guide) ?? []
  const lists = JSON.parse(await fixture('canny.json')) as Record<string, unknown[]>
  const asked: string[] = []
  const canny = createServer(async (request, answer) => {
    const form = new URLSearchParams(await text(request))
    const list = request.url?.split('/').at(-2) ?? ''
    const skip = Number(form.get('skip'))
    asked.push(`${form.get('apiKey')} ${list} ${skip}`)
    const all = lists[list] ?? []
    answer.end(JSON.stringify({ [list]: all.slice(skip, skip + 2), hasMore: skip + 2 < all.length }))
  })
  await once(canny.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void canny.close())
  const { port } = canny.address() as AddressInfo // it listens to a port
  const file = join(await temporaryDirectory(), 'canny-export.mjs')
  await writeFile(file, script)
  const env = { CANNY_API_KEY: 'key', CANNY_API: `http://127.0.0.1:${port}` }
  const { stdout } = await promisify(execFile)(process.execPath, [file], { env })
  expect(JSON.parse(stdout)).toEqual(lists)
  expect(asked).toContain('key comments 2')
})

// Guarantees that a team that follows the guide, line by line, has its posts here.
test('the samples of “Move here from another tool” work', async () => {
  const directory = await temporaryDirectory()
  const database = await ownDatabase()
  const service = await startService({}, undefined, database.connection)
  const own = await startProject({ service, draft: { slug: 'acme' } })
  await prepare(directory)
  const samples = blocksOf('import.md')
  const lists = 'IMPORT=$(npx svc import list --project acme --json | grep -o "imp_[a-z0-9]*" | head -n 1)'
  const said = await paste([AT_HAND, ...samples.slice(0, -1), lists, ...samples.slice(-1)], {
    DATABASE_URL: databaseUrl({ database: database.connection.database }),
    API_ORIGIN: service.origin,
    SECRET_KEY: own.secretKey,
    TMPDIR: directory,
    MAIN,
  })
  expect(said.join('')).not.toContain('FAILED')
  const { body: imports } = await own.server('GET', '/v1/imports?limit=100')
  const newestFirst = imports.data.map(({ source, state }: { source: string; state: string }) => `${source} ${state}`)
  expect(newestFirst).toEqual([
    'old-board undone',
    'github done',
    'uservoice done',
    'fider done',
    'canny done',
    'canny done',
    'wishes done',
    'sheet done',
    'sheet done',
    'sheet checked',
  ])
  const { body } = await own.server('GET', '/v1/posts?limit=100')
  const posts = new Map<string, { vote_count: number; imported_vote_count: number; status: { category: string } }>(
    body.data.map((post: { title: string }) => [post.title, post]),
  )
  expect(posts.get('Export as PDF')).toMatchObject({ imported_vote_count: 3, status: { category: 'done' } })
  expect(posts.get('Faster search')).toMatchObject({ status: { name: 'Cooking', category: 'in_progress' } })
  expect(posts.has('Dark theme')).toBe(false)
  expect(await runToEnd(own, imports.data[0].id)).toMatchObject({ state: 'undone' })
})
