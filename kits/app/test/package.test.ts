import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startProject } from '../../../service/test/harness/project.ts'
import { bundleKit } from './bundle.ts'

const LARGEST_GZIPPED_BYTES = 4096
const kit = dirname(dirname(fileURLToPath(import.meta.url)))
const client = mkdtempSync(join(tmpdir(), 'client-'))
const installed = join(client, 'node_modules/@feedback-board/app')
const { resolve } = createRequire(import.meta.url)
const tsc = join(dirname(resolve('typescript/package.json')), 'bin/tsc')
const nodeTypes = dirname(dirname(resolve('@types/node/package.json')))
const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: client, encoding: 'utf8' })

// Guarantees what a client installs: the build, the exports and the types, away from this repository.
beforeAll(() => {
  mkdirSync(installed, { recursive: true })
  run(tsc, '-p', join(kit, 'tsconfig.build.json'), '--outDir', join(installed, 'dist'))
  copyFileSync(join(kit, 'package.json'), join(installed, 'package.json'))
})

afterAll(() => rmSync(client, { recursive: true }))

test('the samples of the README run as they are', async () => {
  const { service, project, signToken, server } = await startProject()
  await server('POST', '/v1/posts', { title: 'Export to CSV' })
  const samples = [...readFileSync(join(kit, 'README.md'), 'utf8').matchAll(/```js\n([\s\S]+?)```/g)]
  expect(samples.length).toBeGreaterThan(5)
  const program = samples
    .map(([, sample]) => sample)
    .join('\n')
    .replace('https://api.example.com', service.origin)
    .replace('svc_pk_live_…', project.publishableKey)
  writeFileSync(join(client, 'samples.mjs'), program)
  // A page resolves /feedback-token against its own address; Node has none, so it is given one.
  writeFileSync(
    join(client, 'page.mjs'),
    `const { fetch } = globalThis
globalThis.fetch = (url, init) => fetch(new URL(url, '${await startBackend(signToken)}'), init)`,
  )
  const args = ['--import', './page.mjs', 'samples.mjs']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: client })
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringMatching(/^1 Dark mode$|^0 Export to CSV$/),
    expect.stringMatching(/^1 Dark mode$|^0 Export to CSV$/),
    'Signed in as Acme user',
    '1 1',
    'invalid_request /title',
    expect.stringMatching(/^http:\/\/[^/]+\/continue#code=/),
  ])
})

/** The client's own backend, which vouches for its user. */
async function startBackend(signToken: () => string): Promise<string> {
  const backend = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ token: signToken() }))
  })
  await new Promise<void>((ready) => backend.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    backend.closeAllConnections()
    backend.close()
  })
  const { port } = backend.address() as AddressInfo // a TCP server that listens has one
  return `http://127.0.0.1:${port}`
}

test('what an app ships is small', async () => {
  const bytes = gzipSync(await bundleKit(), { level: 9 }).length
  process.stderr.write(`@feedback-board/app: ${bytes} bytes gzipped\n`)
  expect(bytes).toBeLessThan(LARGEST_GZIPPED_BYTES)
})

test('what an app does not use is left out, and importing it does nothing', async () => {
  expect(await bundleKit("import './index.ts'")).toHaveLength(0)
  const errorAlone = await bundleKit("export { FeedbackError } from './index.ts'")
  expect(errorAlone).not.toContain('fetch')
  expect(errorAlone.length).toBeLessThan(1000)
})

test('what is built names nothing that only a browser or only Node has', () => {
  const sources = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(installed, 'dist', name), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''))
  expect(sources.length).toBeGreaterThan(5)
  expect(sources.join('\n')).not.toMatch(
    /node:|\bBuffer\b|\bprocess\b|\brequire\(|\bwindow\b|\bdocument\b|\blocation\b|Storage\b|\bXMLHttpRequest\b|\bURL\b/,
  )
})

const LIBRARIES = {
  'the browser’s': ['--lib', 'ES2022,DOM'],
  'Node’s': ['--lib', 'ES2022', '--types', 'node'],
  'nobody’s': ['--lib', 'ES2022'],
}

test.each(Object.entries(LIBRARIES))('a strict TypeScript app with %s types compiles against it', (name, library) => {
  const given = name === 'nobody’s' ? '' : ', fetch: globalThis.fetch'
  const signal = name === 'nobody’s' ? '' : ', { signal: new AbortController().signal }'
  writeFileSync(
    join(client, 'client.mts'),
    `import { type Answer, createFeedbackClient, etagOf, FeedbackError, type FeedbackClient, type List, type Me, type Post } from '@feedback-board/app'
const client: FeedbackClient = createFeedbackClient({ apiOrigin: 'a', projectKey: 'k', getToken: async () => 't'${given} })
const list: List<Post> = client.posts.list({ sort: 'top' }${signal})
export const titles: string[] = []
for await (const post of list) titles.push(post.title)
export const me: Me = await client.me.get()
export const column: Answer<'GET /roadmap'>['data'] = (await client.roadmap()).data
export const post: Promise<Post> = client.posts.edit('p', { title: 't' }, { ifMatch: etagOf(me) })
export const isBanned = (error: unknown) => error instanceof FeedbackError && error.code === 'user_banned'
// @ts-expect-error a title has to be there
client.posts.create({ body: 'b' })
`,
  )
  const options = ['--strict', '--exactOptionalPropertyTypes', '--module', 'NodeNext', '--target', 'ES2022', '--noEmit']
  run(tsc, '--ignoreConfig', ...options, '--typeRoots', nodeTypes, ...library, 'client.mts')
})
